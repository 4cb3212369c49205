/** PROF-DESC-17: what a client can check or fill in is in the schema. */
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';
import { listInputs } from './description-contradicts-schema.js';

/** Defaults and limits that only a description states. */
export const limitOnlyInProse: Rule = {
  id: 'limit-only-in-prose',
  requirement: 'PROF-DESC-17',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: 'The schema of {name} lacks what its description states: {values}.',
  why: 'A client can check a limit and fill in a default before the call only if the schema has them.',
  help: 'Add the keywords to the schema, and leave the sentence out.',
  check(api, report) {
    for (const { name, schema, pointer, stated: all } of api.once(listInputs)) {
      const stated = all.filter(({ keyword }) => schema[keyword] === undefined);
      if (stated.length === 0) continue;
      const values = stated.map(({ keyword, value }) => `${keyword} ${String(value)}`).join(', ');
      report(pointer, { name, values });
    }
  },
  cases: {
    good: [
      {
        'get /t': {
          parameters: [
            {
              name: 'n',
              in: 'query',
              description: 'Up to 50. Default: 5',
              schema: { type: 'integer', default: 5, maximum: 50 },
            },
          ],
        },
      },
      {
        'get /t': {
          parameters: [{ name: 'n', in: 'query', description: 'At most 3 days ago', schema: { type: 'integer' } }],
        },
      },
      {
        'get /t': {
          parameters: [{ name: 'n', in: 'query', description: 'Defaults to all.', schema: { type: 'string' } }],
        },
      },
    ],
    bad: [
      {
        'get /t': {
          parameters: [{ name: 'n', in: 'query', description: 'Max 100, default 10', schema: { type: 'integer' } }],
        },
      },
      { 'post /t': { requestBody: body(object({ a: { type: 'string', description: 'Name, up to 50 characters' } })) } },
    ],
  },
};
