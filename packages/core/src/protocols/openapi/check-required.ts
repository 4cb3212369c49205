/** Checks that required properties are declared (Swagger 2.0). */
import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Findings } from './findings.js';
import type { References } from './references.js';
import { member } from './wire.js';

interface Checking {
  references: References;
  findings: Findings;
}

/** Reports required properties that neither the schema nor its parents declare. */
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
