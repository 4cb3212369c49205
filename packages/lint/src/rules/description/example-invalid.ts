/** PROF-DESC-19: examples match their schemas. */
import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, Placed } from '../../api/api.js';
import { findExampleFault } from '../../api/example-faults.js';
import { listContents } from '../../api/examples.js';
import { listSchemas } from '../../api/list-schemas.js';
import { listParameters } from '../../api/operation-facts.js';
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { object } from '../../rule-model/rule-cases.js';

/** Examples that violate their own schema. */
export const exampleInvalid: Rule = {
  id: 'example-invalid',
  requirement: 'PROF-DESC-19',
  severity: 'error',
  message: 'The example does not match its schema: {fault}.',
  why: 'An agent copies examples; the API rejects a call that is based on an invalid one.',
  help: 'Fix the example, or the schema if the example is right.',
  ignoresWording: true,
  check(api, report) {
    for (const { examples, schema } of api.once(listContents)) {
      if (schema === undefined) continue;
      for (const { value, pointer } of examples) {
        if (value === null || (isJsonObject(value) && value.$ref !== undefined)) continue;
        const fault = findExampleFault(value, schema.schema, api.follow);
        if (fault !== undefined) report(pointer, { fault });
      }
    }
    for (const { value, pointer, schema } of listSmallExamples(api)) {
      const fault = findExampleFault(value, schema, api.follow);
      if (fault !== undefined) report(pointer, { fault });
    }
  },
  cases: {
    good: [
      {
        'post /t': {
          requestBody: {
            content: { 'application/json': { schema: object({ n: { type: 'integer' } }), example: { n: 3 } } },
          },
        },
      },
    ],
    bad: [
      { 'get /t': { parameters: [{ name: 'a', in: 'query', schema: { type: 'string', enum: ['b'] }, example: 'c' }] } },
      { 'get /t': { parameters: [{ name: 'a', in: 'query', schema: { type: 'string', example: 5 } }] } },
      { 'get /t': { parameters: [{ name: 'a', in: 'query', schema: { type: 'integer' }, example: 'many' }] } },
      {
        'post /t': {
          requestBody: {
            content: { 'application/json': { schema: object({ n: { type: 'integer' } }), example: { n: 'three' } } },
          },
        },
      },
      {
        'post /t': {
          requestBody: {
            content: { 'application/json': { schema: object({ n: {} }, { required: ['n'] }), example: {} } },
          },
        },
      },
    ],
  },
};

/** Maximum number of examples of parameters and properties that are checked. */
const mostExamples = 10_000;

interface SmallExample extends Placed<JsonValue> {
  schema: JsonObject;
}

/** The examples of parameters, and those of single properties, which examples of whole bodies do not contain. */
function listSmallExamples(api: Api): SmallExample[] {
  const found: SmallExample[] = [];
  const add = (value: JsonValue | undefined, pointer: string, schema: JsonObject) => {
    if (found.length >= mostExamples) return;
    // Many write the example of a number or a list as text, which is how it is sent in an address.
    if (value !== undefined && value !== null && typeof value !== 'string') found.push({ value, pointer, schema });
    else if (typeof value === 'string' && (isText(schema) || isNoNumber(value, schema)))
      found.push({ value, pointer, schema });
  };
  for (const { value, pointer, schema } of api.once(listParameters)) {
    if (schema === undefined) continue;
    add(value.example, `${pointer}/example`, schema.schema);
    for (const [name, each] of Object.entries(isJsonObject(value.examples) ? value.examples : {})) {
      if (isJsonObject(each)) add(each.value, `${childPointer(`${pointer}/examples`, name)}/value`, schema.schema);
    }
  }
  for (const { schema, pointer } of api.once(listSchemas)) {
    if (isJsonObject(schema.properties)) continue;
    add(schema.example, `${pointer}/example`, schema);
    for (const [at, value] of (Array.isArray(schema.examples) ? schema.examples : []).entries()) {
      add(value, `${pointer}/examples/${at}`, schema);
    }
  }
  return found;
}

/** A text that cannot be sent as the number that the schema asks for. */
function isNoNumber(text: string, schema: JsonObject): boolean {
  const isNumber = isType(schema, 'integer') || isType(schema, 'number');
  return isNumber && !isType(schema, 'string') && /[a-z]/i.test(text) && Number.isNaN(Number(text));
}

/** Only texts with a rule can break it, and most have none. */
function isText(schema: JsonObject): boolean {
  if (schema.type !== undefined && !isType(schema, 'string')) return false;
  return ['enum', 'const', 'maxLength', 'minLength', 'allOf'].some((keyword) => schema[keyword] !== undefined);
}
