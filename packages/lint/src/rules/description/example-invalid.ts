/** PROF-DESC-19: examples match their schemas. */
import { isJsonObject } from '@dragoman/model';
import { findExampleFault } from '../../api/example-faults.js';
import { listContents } from '../../api/examples.js';
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
  check(api, report) {
    for (const { examples, schema } of api.once(listContents)) {
      if (schema === undefined) continue;
      for (const { value, pointer } of examples) {
        if (value === null || (isJsonObject(value) && value.$ref !== undefined)) continue;
        const fault = findExampleFault(value, schema.schema, api.follow);
        if (fault !== undefined) report(pointer, { fault });
      }
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
