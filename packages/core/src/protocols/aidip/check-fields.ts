/** Checks whether the fields of a schema can be understood: meaningful names and declared types (AIDIP-INV-09). */

import { childPointer } from '@dragoman/documents';
import type { JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Findings } from './findings.js';

/** The location of a schema. */
interface SchemaPlace {
  pointer: string;
  findings: Findings;
}

/** Maximum number of fields that are checked, and their depth. */
const maxFields = 200;
const maxDepth = 3;

/** `p1`, `arg0`, `x`, `field_2`: a letter or a filler word, alone or with a number; not `id`, `to` or `q`. */
const fillers =
  /^(?:[a-pr-z]|(?:p|arg|param|parameter|field|var|val|value|input|prop|item|tmp|foo|bar)_?\d+|foo|bar|baz|tmp)$/i;

/** Keywords that declare the type of a value, directly or through another schema. */
const typing = ['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf', 'properties', 'items'];

/** Reports fields without a meaningful name or type; a description compensates for a name. */
export function checkFields(schema: JsonSchema, place: SchemaPlace): void {
  visit(schema, { ...place, depth: 0, left: { fields: maxFields } });
}

function visit(schema: JsonValue, place: SchemaPlace & { depth: number; left: { fields: number } }): void {
  const { pointer, findings, depth, left } = place;
  if (!isJsonObject(schema) || !isJsonObject(schema.properties) || depth >= maxDepth) return;
  for (const [name, field] of Object.entries(schema.properties)) {
    left.fields -= 1;
    if (left.fields < 0) return;
    const at = childPointer(childPointer(pointer, 'properties'), name);
    const isDescribed = isJsonObject(field) && typeof field.description === 'string' && field.description.trim() !== '';
    if (fillers.test(name) && !isDescribed) findings.report('aidip/unclear-field', at, { name: name.slice(0, 80) });
    if (isJsonObject(field) && !typing.some((keyword) => Object.hasOwn(field, keyword))) {
      findings.report('aidip/untyped-field', at, { name: name.slice(0, 80) });
    }
    visit(field, { ...place, pointer: at, depth: depth + 1 });
  }
}
