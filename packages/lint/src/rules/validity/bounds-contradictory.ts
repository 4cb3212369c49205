/** PROF-DESC-01: a schema that accepts nothing describes nothing. */
import type { JsonObject } from '@dragoman/model';
import { listSchemas } from '../../api/list-schemas.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

const pairs = [
  { low: 'minimum', high: 'maximum' },
  { low: 'minLength', high: 'maxLength' },
  { low: 'minItems', high: 'maxItems' },
  { low: 'minProperties', high: 'maxProperties' },
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
  check(api, report) {
    for (const { schema, pointer } of api.once(listSchemas)) {
      for (const { low, high } of pairs) {
        const lowest = schema[low];
        const highest = schema[high];
        if (typeof lowest !== 'number' || typeof highest !== 'number' || lowest <= highest || excludes(schema))
          continue;
        report(`${pointer}/${low}`, { low, lowest, high, highest });
      }
    }
  },
  cases: {
    good: [
      { 'post /t': { requestBody: body(object({ a: { type: 'integer', minimum: 1, maximum: 1 } })) } },
      {
        'post /t': {
          requestBody: body(
            object({ a: { type: 'string', minLength: 2, maxLength: 1, description: 'Must not be sent here.' } }),
          ),
        },
      },
    ],
    bad: [{ 'post /t': { requestBody: body(object({ a: { type: 'string', minLength: 5, maxLength: 3 } })) } }],
  },
};

/** A member that is excluded on purpose: "must not be provided", `not: {}`, or the type `never` of a generator. */
function excludes(schema: JsonObject): boolean {
  const text = typeof schema.description === 'string' ? schema.description : '';
  if (
    /\b(?:(?:must|can|may|should|shall) ?not|cannot|never) be (?:\w+ )?(?:provided|set|sent|given|used|specified|present|included|passed)\b/i.test(
      text,
    )
  )
    return true;
  return 'not' in schema || Object.entries(schema).some(([key, value]) => key.startsWith('x-') && value === 'never');
}
