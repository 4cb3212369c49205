/** PROF-DESC-14: a value has the type that it means. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { listParameters } from '../../api/operation-facts.js';
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, body, object } from '../../rule-model/rule-cases.js';

/** Counts and coordinates whose type is text. */
export const numberAsText: Rule = {
  id: 'number-as-text',
  requirement: 'PROF-DESC-14',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: '{name} is text, and its {source} says that it is a number: "{words}".',
  why: 'An agent sends 20 instead of "20", and compares the values as text, where "9" is greater than "10".',
  help: 'Use type: integer, or say which other texts the field can have.',
  check(api, report) {
    const check = (name: string, schema: JsonObject, description: string | undefined, at: string) => {
      if (!isPlainText(schema)) return;
      if (coordinates.test(name) && shownIn(schema).every(isDecimal)) report(at, { name, source: 'name', words: name });
      const words = countWords(schema, description);
      if (words !== undefined) report(at, { name, source: 'description', words });
    };
    for (const { name, schema, description, pointer } of api.once(listParameters))
      if (schema !== undefined) check(name, schema.schema, description ?? schema.description, pointer);
    const nodes = new Map([...api.inputs, ...api.outputs].map((node) => [node.at, node]));
    for (const { name, schema, description, at } of nodes.values())
      if (name !== undefined) check(name, schema, description, at);
  },
  cases: {
    good: [
      { 'get /t': { responses: answer(object({ lat: { type: 'string', example: '52°N' } })) } },
      { 'get /t': { responses: answer(object({ n: { type: 'integer', description: 'Number of open tasks' } })) } },
      { 'get /t': { responses: answer(object({ n: { type: 'string', description: 'Number of the task' } })) } },
      {
        'get /t': {
          responses: answer(object({ n: { type: 'string', format: 'int64', description: 'Number of tasks' } })),
        },
      },
      {
        'get /t': {
          responses: answer(object({ n: { type: 'string', description: 'Number of tasks, or all', example: 'all' } })),
        },
      },
    ],
    bad: [
      { 'get /t': { responses: answer(object({ lat: { type: 'string', example: '52.4' } })) } },
      {
        'get /t': {
          parameters: [{ name: 'n', in: 'query', description: 'Maximum number of tasks.', schema: { type: 'string' } }],
        },
      },
      { 'post /t': { requestBody: body(object({ n: { type: 'string', description: 'The number of seats.' } })) } },
    ],
  },
};

/** "The number of tasks", not "the number of the invoice" or "number of a phone", which name one thing. */
const count =
  /^\W*(?:(?:the|a|total|maximum|max|minimum|exact|overall|current)\W+){0,3}(?:number|count) of (?:(?!the\b|an?\b|this\b|your\b)[a-z]+ ){0,2}[a-z]+s\b(?!['’])/i;
/** Texts that say that the value is not always a plain number. */
const otherwise =
  /\b(?:hours|minutes|or|string|text|format\w*|comma|range|encoded|e\.g|unlimited|separated|suffix|prefix|percent|units?|decimal|big ?int)\b|[%"'`]/i;

/** Latitude and longitude in degrees. */
const coordinates = /^(?:lat|lng|lon|latitude|longitude)$/i;

function isPlainText(schema: JsonObject): boolean {
  return isType(schema, 'string') && !['format', 'enum', 'const', 'pattern'].some((each) => schema[each] !== undefined);
}

function countWords(schema: JsonObject, description = ''): string | undefined {
  const [words] = count.exec(description) ?? [];
  if (words === undefined || otherwise.test(description)) return undefined;
  return shownIn(schema).every(isNumeral) ? words : undefined;
}

function shownIn(schema: JsonObject): (JsonValue | undefined)[] {
  return [schema.example, schema.default, ...(Array.isArray(schema.examples) ? schema.examples : [])];
}

function isDecimal(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '' || /^[-+]?\d+(?:\.\d+)?$/.test(String(value));
}

function isNumeral(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '' || /^[-+]?\d+$/.test(String(value));
}
