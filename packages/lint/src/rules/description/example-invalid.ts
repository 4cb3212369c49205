/** PROF-DESC-19: examples match their schemas. */
import type { PatternBudget } from '@dragoman/documents';
import { childPointer, createPatternBudget } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, Placed } from '../../api/api.js';
import { findExampleFault, mostPatternSteps } from '../../api/example-faults.js';
import { listContents } from '../../api/examples.js';
import { listSchemas } from '../../api/list-schemas.js';
import { listTexts } from '../../api/list-texts.js';
import { listParameters } from '../../api/operation-facts.js';
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { object } from '../../rule-model/rule-cases.js';

/** Examples that violate their own schema. */
export const exampleInvalid: Rule = {
  id: 'example-invalid',
  requirement: 'PROF-DESC-19',
  severity: 'error',
  varies:
    'warning for a format, which only some servers check, info for an example that calls itself shortened, and for a number or a boolean of a parameter that is sent as text; else error',
  message: 'The example does not match its schema: {fault}.',
  why: 'An agent copies examples; the API rejects a call that is based on an invalid one.',
  help: 'Fix the example, or the schema if the example is right.',
  ignoresWording: true,
  check(api, report) {
    const patterns = createPatternBudget(mostPatternSteps);
    for (const { examples, schema } of api.once(listContents)) {
      if (schema === undefined) continue;
      for (const { value, pointer } of examples) {
        if (value === null || (isJsonObject(value) && value.$ref !== undefined) || showsFault(pointer)) continue;
        const fault = findExampleFault(value, schema.schema, api.follow, patterns);
        if (fault !== undefined) report(pointer, { fault }, isShortened(value, fault) ? { severity: 'info' } : {});
      }
    }
    for (const { value, pointer, schema } of listSmallExamples(api)) {
      const fault = findExampleFault(value, schema, api.follow, patterns);
      if (fault !== undefined)
        report(pointer, { fault }, isSameText(api, value, schema, patterns) ? { severity: 'info' } : {});
      else if (breaksFormat(value, schema.format) && !explains(schema, value))
        report(pointer, { fault: `it is not a ${String(schema.format)}` }, { severity: 'warning' });
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
      ...[
        { type: 'string', pattern: '^[A-Z]{3}$', example: 'ab' },
        { type: 'string', format: 'date-time', example: 'yesterday' },
        { type: 'string', format: 'uuid', example: '17' },
        { type: 'array', items: { type: 'string' }, minItems: 1, example: [] },
        { type: 'integer', multipleOf: 5, example: 7 },
        { type: 'number', exclusiveMinimum: 0, example: 0 },
        { oneOf: [{ type: 'integer' }, { type: 'string', enum: ['all'] }], example: 'some' },
      ].map((schema) => ({ 'get /t': { parameters: [{ name: 'a', in: 'query', schema }] } })),
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

/** An example with the name "invalid-date" shows a request that is refused. */
function showsFault(pointer: string): boolean {
  return /\/examples\/[^/]*(?:invalid|malformed|bad|wrong|incorrect|missing|error|fail)[^/]*\/value$/i.test(pointer);
}

/** "Shortened for brevity", or dots for what is left out, in the object or list that has the fault. */
function isShortened(value: JsonValue, fault: string): boolean {
  const shortened =
    /\b(?:shortened|abbreviated|truncated|abridged|(?:omitted|removed|left out|cut) for (?:brevity|readability|clarity))\b|^\s*(?:\.{3}|…)\s*$/i;
  return listTexts(value, (text) => shortened.test(text)).some(({ path }) => {
    const holder = path.slice(0, -1).map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`));
    return fault.startsWith(holder.join('').replace(/^\./, ''));
  });
}

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

/** In an address `false` and "false" are the same. */
function isSameText(api: Api, value: JsonValue, schema: JsonObject, patterns: PatternBudget): boolean {
  return (
    (typeof value === 'number' || typeof value === 'boolean') &&
    isType(schema, 'string') &&
    findExampleFault(String(value), schema, api.follow, patterns) === undefined
  );
}

/** A text that cannot be sent as the number that the schema asks for. */
function isNoNumber(text: string, schema: JsonObject): boolean {
  const isNumber = isType(schema, 'integer') || isType(schema, 'number');
  return isNumber && !isType(schema, 'string') && /[a-z]/i.test(text) && Number.isNaN(Number(text));
}

/** Only texts with a rule can break it, and most have none. */
function isText(schema: JsonObject): boolean {
  if (schema.type !== undefined && !isType(schema, 'string')) return false;
  return ['enum', 'const', 'maxLength', 'minLength', 'pattern', 'format', 'allOf', 'anyOf', 'oneOf'].some(
    (keyword) => schema[keyword] !== undefined,
  );
}

/** "The sandbox uses the value `key1`": the description says why the example is as it is. */
function explains({ description }: JsonObject, value: JsonValue): boolean {
  return typeof description === 'string' && typeof value === 'string' && value !== '' && description.includes(value);
}

const formats: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\d[tT ]\d\d:\d\d/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^\{?[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}\}?$/i,
};

/** True for a text that clearly is no value of the format; a missing time zone is accepted. */
function breaksFormat(value: JsonValue, format: JsonValue | undefined): boolean {
  const expected = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined;
  return typeof value === 'string' && expected !== undefined && !expected.test(value);
}
