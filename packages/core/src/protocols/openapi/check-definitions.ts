/**
 * Reports violations of the specification in named schemas, which operations may not even use; they never block an
 * import.
 */

import { childPointer, getPointer } from '@dragoman/documents';
import { isJsonObject } from '@dragoman/model';
import { checkRequired } from './check-required.js';
import type { OpenApiDocument } from './document.js';
import { member } from './wire.js';

/** Checks the named schemas of Swagger 2.0, whose rules are stricter than JSON Schema. */
export function checkDefinitions(document: OpenApiDocument): void {
  checkComponentNames(document);
  if (document.version !== '2.0') return;
  const definitions = getPointer(document.root, '/components/schemas');
  if (!isJsonObject(definitions)) return;
  for (const [name, schema] of Object.entries(definitions))
    checkRequired(document, schema, childPointer('/components/schemas', name));
}

/** The official schema of 3.0 does not check the names of components (§4.7.7), the later ones do. */
function checkComponentNames({ root, version, findings }: OpenApiDocument): void {
  const components = member(root, 'components');
  if (version !== '3.0' || !isJsonObject(components)) return;
  for (const [group, members] of Object.entries(components)) {
    if (group.startsWith('x-') || !isJsonObject(members)) continue;
    for (const name of Object.keys(members)) {
      if (/^[a-zA-Z0-9.\-_]+$/.test(name)) continue;
      findings.report('openapi/component-name', `/components/${group}${childPointer('', name)}`, { name });
    }
  }
}
