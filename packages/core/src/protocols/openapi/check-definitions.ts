/** Breaches of the specification in named schemas, which the operations may never lead to: told, never in the way. */

import { childPointer, getPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { OpenApiDocument } from './document.js';
import { member } from './wire.js';

/** What the checks need of a document. */
type Checking = Pick<OpenApiDocument, 'references' | 'findings'>;

/** Looks over the named schemas of Swagger 2.0, whose rules ask more than JSON Schema does. */
export function checkDefinitions(document: OpenApiDocument): void {
  if (document.version !== '2.0') return;
  const definitions = getPointer(document.root, '/components/schemas');
  if (!isJsonObject(definitions)) return;
  for (const [name, schema] of Object.entries(definitions))
    checkRequired(document, schema, childPointer('/components/schemas', name));
}

/** What is required has to be described, by the schema itself or by what it inherits. */
export function checkRequired(document: Checking, schema: JsonValue, pointer: string): void {
  if (!isJsonObject(schema)) return;
  const required = member(schema, 'required');
  const isObject = member(schema, 'type') === 'object' || isJsonObject(member(schema, 'properties'));
  if (!Array.isArray(required) || !isObject) return;
  const described = new Set<string>();
  describedBy(document, schema, described, new Set());
  for (const name of required) {
    if (typeof name !== 'string' || described.has(name)) continue;
    document.findings.report('openapi/required-undeclared', childPointer(pointer, 'required'), { name });
  }
}

function describedBy(document: Checking, schema: JsonObject, names: Set<string>, seen: Set<JsonObject>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const properties = member(schema, 'properties');
  if (isJsonObject(properties)) for (const name of Object.keys(properties)) names.add(name);
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const parts = member(schema, keyword);
    for (const part of Array.isArray(parts) ? parts : []) {
      const found = document.references.follow({ value: part, pointer: '' });
      if (isJsonObject(found?.value)) describedBy(document, found.value, names, seen);
    }
  }
}
