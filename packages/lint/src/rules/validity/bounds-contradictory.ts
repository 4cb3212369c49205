/** PROF-DESC-01: a schema that accepts nothing describes nothing. */
import { listSchemas } from '../../api/list-schemas.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

const pairs = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** Limits that no value satisfies. */
export const boundsContradictory: Rule = {
  id: 'bounds-contradictory',
  requirement: 'PROF-DESC-01',
  severity: 'error',
  targets: ['openapi', 'tools'],
  message: '{low} is {lowest}, which is more than {high} {highest}: no value fits.',
  why: 'A client that checks its request before sending it can never send one.',
  help: 'Correct the limits.',
  ignoresWording: true,
  check(api, report) {
    for (const { schema, pointer } of api.once(listSchemas)) {
      for (const [low, high] of pairs) {
        const [lowest, highest] = [schema[low], schema[high]];
        if (typeof lowest !== 'number' || typeof highest !== 'number' || lowest <= highest) continue;
        report(`${pointer}/${low}`, { low, lowest, high, highest });
      }
    }
  },
  cases: {
    good: [{ 'post /t': { requestBody: body(object({ a: { type: 'integer', minimum: 1, maximum: 1 } })) } }],
    bad: [{ 'post /t': { requestBody: body(object({ a: { type: 'string', minLength: 5, maxLength: 3 } })) } }],
  },
};
