/** PROF-ERR-01: errors have a schema. */
import type { Rule } from '../../rule-model/rule.js';

/** Errors without a JSON schema. */
export const errorUnstructured: Rule = {
  id: 'error-unstructured',
  requirement: 'PROF-ERR-01',
  severity: 'error',
  message: 'The error response {status} has no JSON schema.',
  why: 'An error text for people does not say what to fix or whether to retry.',
  help: 'Describe it as application/problem+json with type, title, status, code and retryable.',
  ignoresWording: true,
  check(api, report) {
    for (const { schema, response } of api.problems) {
      if (schema === undefined) report(response.pointer, { status: response.status });
    }
  },
  cases: {
    good: [
      {
        'get /t': {
          responses: { '400': { description: 'No', content: { 'application/json': { schema: { type: 'object' } } } } },
        },
      },
    ],
    bad: [{ 'get /t': { responses: { '400': { description: 'No' } } } }],
  },
};
