/** PROF-DESC-19: values that a description shows are valid. */
import { createPatternBudget } from '@dragoman/documents';
import { findExampleFault, mostPatternSteps } from '../../api/example-faults.js';
import { listSchemas } from '../../api/list-schemas.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Defaults that violate their own schema. */
export const defaultInvalid: Rule = {
  id: 'default-invalid',
  requirement: 'PROF-DESC-19',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: 'The default does not match its schema: {fault}.',
  why: 'An agent takes the default for a valid value, and the API rejects it when it is sent.',
  help: 'Correct the default or the schema.',
  ignoresWording: true,
  check(api, report) {
    const patterns = createPatternBudget(mostPatternSteps);
    for (const { schema, pointer } of api.once(listSchemas)) {
      // A default of null means that there is none.
      if (schema.default === undefined || schema.default === null) continue;
      const fault = findExampleFault(schema.default, schema, api.follow, patterns);
      if (fault !== undefined) report(`${pointer}/default`, { fault: fault.replace('the example', 'it') });
    }
  },
  cases: {
    good: [{ 'post /t': { requestBody: body(object({ a: { type: 'integer', default: 1 } })) } }],
    bad: [
      { 'post /t': { requestBody: body(object({ a: { type: 'integer', default: '1' } })) } },
      { 'post /t': { requestBody: body(object({ a: { type: 'string', enum: ['b'], default: 'a' } })) } },
    ],
  },
};
