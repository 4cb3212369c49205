/** Reads `inputs` and `outputs` under all their names and forms (-01 §3.2; -00 §4, §5.3). */

import { checkSchema, childPointer, keywords } from '@dragoman/documents';
import type { JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { hasErrors, isJsonObject } from '@dragoman/model';
import { checkFields } from './check-fields.js';
import type { Place } from './findings.js';
import { member } from './findings.js';
import { expandTypeNames, isTypeNameMap } from './older-forms.js';

/** A schema with its form in the document. */
export interface ReadSchema {
  /** The member that it was read from; the other name stays an unknown member. */
  name: string;
  schema: JsonSchema;
  /** True when it was derived from a map of type names. */
  expanded: boolean;
}

/** The two names of each schema, the newer first. */
export const schemaNames = { inputs: ['inputs', 'input_schema'], outputs: ['outputs', 'output_schema'] } as const;

/** The name of the schema in the object; undefined when it has none. */
export function findSchema(object: JsonObject, which: keyof typeof schemaNames): string | undefined {
  return schemaNames[which].find((name) => member(object, name) !== undefined);
}

/** The schema; undefined when it is absent or a problem was reported. */
export function readSchema(place: Place, which: keyof typeof schemaNames): ReadSchema | undefined {
  const name = findSchema(place.object, which);
  if (name === undefined) {
    place.findings.report('aidip/missing', childPointer(place.pointer, which));
    return undefined;
  }
  const at = childPointer(place.pointer, name);
  const value = place.object[name] as JsonValue;
  const expanded = isTypeNameMap(value);
  const schema = expanded ? expandTypeNames(value) : value;
  const found = checkSchema(schema, at, place.findings.patterns);
  place.findings.add(found);
  if (hasErrors(found) || !isSchema(schema)) return undefined;
  if (isVague(schema)) place.findings.report('aidip/vague-schema', at);
  checkFields(schema, { pointer: at, findings: place.findings });
  return { name, schema, expanded };
}

function isSchema(value: JsonValue): value is JsonSchema {
  return typeof value === 'boolean' || isJsonObject(value);
}

function isVague(schema: JsonSchema): boolean {
  return typeof schema === 'boolean' ? schema : !Object.keys(schema).some((name) => keywords.has(name));
}
