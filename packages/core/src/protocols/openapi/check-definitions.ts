/**
 * Reports violations of the specification in named schemas, which operations may not even use; they never block an
 * import.
 */

import { childPointer, getPointer } from '@dragoman/documents';
import { isJsonObject } from '@dragoman/model';
import { checkRequired } from './check-required.js';
import type { OpenApiDocument } from './document.js';

/** Checks the named schemas of Swagger 2.0, whose rules are stricter than JSON Schema. */
export function checkDefinitions(document: OpenApiDocument): void {
  if (document.version !== '2.0') return;
  const definitions = getPointer(document.root, '/components/schemas');
  if (!isJsonObject(definitions)) return;
  for (const [name, schema] of Object.entries(definitions))
    checkRequired(document, schema, childPointer('/components/schemas', name));
}
