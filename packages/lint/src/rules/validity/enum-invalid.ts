/** PROF-DESC-17: choices are listed so that a client can check them. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { listSchemas } from '../../api/list-schemas.js';
import { typesOf } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Values of an enum that can never be sent, or that are listed twice. */
export const enumInvalid: Rule = {
  id: 'enum-invalid',
  requirement: 'PROF-DESC-17',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: 'The enum value {value} {fault}.',
  why: 'An agent chooses from this list, and a value of the wrong type is rejected.',
  help: 'Correct the value or the type; in YAML, put texts such as yes, no and 1.0 in quotes.',
  ignoresWording: true,
  check(api, report) {
    for (const { schema, pointer } of api.once(listSchemas)) {
      if (!Array.isArray(schema.enum)) continue;
      const seen = new Set<JsonValue>();
      for (const [at, value] of schema.enum.entries()) {
        const fault = faultOf(value, schema, seen.has(value));
        seen.add(value);
        if (fault !== undefined) report(`${pointer}/enum/${at}`, { value: JSON.stringify(value), fault });
      }
    }
  },
  cases: {
    good: [
      { 'post /t': { requestBody: body(object({ a: { type: 'string', enum: ['on', 'off'] } })) } },
      { 'post /t': { requestBody: body(object({ a: { type: 'string', enum: [',', ';', ' '] } })) } },
      { 'post /t': { requestBody: body(object({ a: { type: ['string', 'null'], enum: ['on', null] } })) } },
    ],
    bad: [
      { 'post /t': { requestBody: body(object({ a: { type: 'string', enum: ['on,', 'off'] } })) } },
      { 'post /t': { requestBody: body(object({ a: { type: 'string', enum: ['on', false] } })) } },
      { 'post /t': { requestBody: body(object({ a: { type: 'string', enum: ['on', 'on'] } })) } },
    ],
  },
};

/** What is left of a list that was written as one text. */
const stray = /^\s+\S|\S\s+$|[^,\s],$/;

function faultOf(value: JsonValue, schema: JsonObject, isRepeated: boolean): string | undefined {
  if (isRepeated) return 'is listed twice';
  if (typeof value === 'string' && stray.test(value)) return 'ends with a comma or has a space around it';
  const types = typesOf(schema);
  if (types.length === 0 || value === null || typeof value === 'object') return undefined;
  const type = typeof value;
  const fits = types.some(
    (each) =>
      each === type || (type === 'number' && (each === 'number' || (each === 'integer' && Number.isInteger(value)))),
  );
  return fits ? undefined : `is not of type ${types.join(' or ')}`;
}
