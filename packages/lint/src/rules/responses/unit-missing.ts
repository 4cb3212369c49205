/** PROF-RESP-11: measures have a unit. */
import type { Api, SchemaNode } from '../../api/api.js';
import { isNumeric } from '../../api/schema-facts.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

const measures = new Set('size length duration weight distance timeout height width interval delay'.split(' '));
const unit =
  /\b(?:bytes?|[kmgt]i?b|kilobytes?|megabytes?|gigabytes?|bits?|(?:milli|micro|nano)?seconds?|ms|secs?|minutes?|mins?|hours?|days?|weeks?|months?|years?|(?:kilo|centi|milli)?met(?:er|re)s?|km|cm|mm|miles?|inch(?:es)?|feet|(?:kilo)?grams?|kg|pounds?|lbs?|ounces?|pixels?|px|characters?|points?|items?|number of|percent|lines?|pages?|elements?|words?|tokens?|samples?|frames?|rows?|records?|entries|results?|counts?|relative|rating|ratio|factor|score)\b/i;

/** Measures without a unit. */
export const unitMissing: Rule = {
  id: 'unit-missing',
  requirement: 'PROF-RESP-11',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: '{name} is a measure without a unit.',
  why: 'As plain numbers, thirty seconds and thirty milliseconds look the same.',
  help: 'Put the unit into the name (timeout_seconds) or the description.',
  check(api, report) {
    for (const node of [...api.inputs, ...api.outputs]) {
      const { name, schema, description, at } = node;
      if (name === undefined || !isNumeric(schema) || !measures.has(tokensOf(name).at(-1) ?? '')) continue;
      if (isPageSize(api, node)) continue;
      if (/page|batch|pool|list|group|team|party|sample/i.test(name) || unit.test(description ?? '')) continue;
      report(at, { name });
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: answer(object({ size: { type: 'integer' }, page: { type: 'integer' } })) } },
      { 'get /t': { responses: answer(object({ duration: { type: 'integer', description: 'Length in seconds' } })) } },
      { 'get /t': { responses: answer(object({ timeout_seconds: { type: 'integer' } })) } },
    ],
    bad: [{ 'get /t': { responses: answer(object({ duration: { type: 'integer' } })) } }],
  },
};

/** The size of a page counts entries. */
function isPageSize(api: Api, { name, owner }: SchemaNode): boolean {
  if (name?.toLowerCase() !== 'size' || owner === undefined) return false;
  return [...api.properties(owner).keys()].some((each) => /page|total|offset|^number$/i.test(each));
}
