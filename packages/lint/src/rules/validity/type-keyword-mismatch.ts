/** PROF-DESC-01: a schema says one thing; keywords of another type have no effect. */
import { listSchemas } from '../../api/list-schemas.js';
import { typesOf } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, body, object } from '../../rule-model/rule-cases.js';

const keywordTypes = Object.entries({
  items: ['array'],
  minItems: ['array'],
  maxItems: ['array'],
  uniqueItems: ['array'],
  properties: ['object'],
  required: ['object'],
  additionalProperties: ['object'],
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  minimum: ['number', 'integer'],
  maximum: ['number', 'integer'],
  multipleOf: ['number', 'integer'],
}).map(([keyword, needed]) => ({ keyword, needed }));

/** Keywords that do not apply to the type of their schema. */
export const typeKeywordMismatch: Rule = {
  id: 'type-keyword-mismatch',
  requirement: 'PROF-DESC-01',
  severity: 'warning',
  message: '{keyword} has no effect, because the type of the schema is {type}.',
  why: 'Either the type is wrong or a limit is not enforced; an agent cannot know which of the two.',
  help: 'Correct the type, or remove the keyword.',
  ignoresWording: true,
  check(api, report) {
    for (const { schema, pointer } of api.once(listSchemas)) {
      const types = typesOf(schema);
      if (types.length === 0) continue;
      for (const { keyword, needed } of keywordTypes) {
        if (schema[keyword] === undefined || haveCommon(types, needed)) continue;
        report(`${pointer}/${keyword}`, { keyword, type: types.join(' or ') });
      }
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: answer({ type: 'array', items: {} }) } },
      { 'post /t': { requestBody: body(object({ a: { type: ['string', 'integer'], minimum: 1 } })) } },
    ],
    bad: [
      { 'get /t': { responses: answer({ type: 'object', items: {} }) } },
      { 'post /t': { requestBody: body(object({ a: { type: 'integer', maxLength: 5 } })) } },
    ],
  },
};

function haveCommon(types: readonly string[], others: readonly string[]): boolean {
  return types.some((type) => others.includes(type));
}
