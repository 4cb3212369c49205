/** PROF-DESC-17: closed choices are enumerations. */
import type { JsonObject } from '@dragoman/model';
import type { Api, SchemaNode } from '../../api/api.js';
import { isType } from '../../api/schema-facts.js';
import { plainName, tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule.js';
import { body, object } from '../../rule-cases.js';

const names = new Set(
  'status state type kind mode priority level sort order format currency unit language role visibility'.split(' '),
);
const listed =
  /\b(?:(?:is|are|can be|must be|be|:)?\s*(?:one of|either)|(?:possible|allowed|valid|accepted|supported) values?)\b[^.]{0,40}[`"'“:]|[`"'“][\w-]+[`"'”]\s*(?:,\s*[`"'“][\w-]+[`"'”]\s*)*,?\s*or\s+[`"'“][\w-]+[`"'”]|[`"']?\b\w+[`"']?\s\|\s[`"']?\w+/i;

/** Texts that only a few values fit. */
export const closedSetWithoutEnum: Rule = {
  id: 'closed-set-without-enum',
  requirement: 'PROF-DESC-17',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: '{name} is a choice of a few values, and they are not listed as an enum.',
  why: 'Values in prose are misspelt and invented; an enum is checked before the call is made.',
  help: 'List the values in enum, or say with pattern or format what else fits.',
  check(api, report) {
    for (const { parameters } of api.exposed) {
      for (const { name, description, schema, pointer } of parameters) {
        if (schema !== undefined && isChoice(name, description ?? schema.description, schema.schema)) {
          report(pointer, { name });
        }
      }
    }
    for (const node of api.inputs) {
      const { name, description, schema, at } = node;
      if (name === undefined || isAddressState(api, node)) continue;
      if (isChoice(name, description, schema)) report(at, { name });
    }
  },
  cases: {
    good: [
      { 'post /t': { requestBody: body(object({ status: { type: 'string', enum: ['open', 'done'] } })) } },
      { 'post /t': { requestBody: body(object({ state: { type: 'string' }, city: { type: 'string' } })) } },
      { 'post /t': { requestBody: body(object({ note: { type: 'string', description: 'One of your own notes' } })) } },
    ],
    bad: [
      {
        'post /t': {
          requestBody: body(object({ status: { type: 'string', description: 'open, in_progress or done' } })),
        },
      },
      {
        'post /t': {
          requestBody: body(object({ size: { type: 'string', description: 'Either "small" or "large"' } })),
        },
      },
    ],
  },
};

function isChoice(name: string, description: string | undefined, schema: JsonObject): boolean {
  if (!isType(schema, 'string')) return false;
  if (['enum', 'const', 'pattern', 'format'].some((keyword) => schema[keyword] !== undefined)) return false;
  if (/filter|query|for example|e\.g\.|such as/i.test(`${name} ${description ?? ''}`)) return false;
  const [word, ...rest] = tokensOf(name);
  return (rest.length === 0 && names.has(word ?? '')) || listed.test(description ?? '');
}

/** A state that stands beside a city is a part of an address. */
function isAddressState(api: Api, { name, owner }: SchemaNode): boolean {
  if (owner === undefined || plainName(name ?? '') !== 'state') return false;
  return [...api.properties(owner).keys()].some((each) => /city|zip|postal|country|province|street/i.test(each));
}
