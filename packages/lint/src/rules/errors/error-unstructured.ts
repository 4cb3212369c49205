/** PROF-ERR-01: failures have a schema. */
import type { Rule } from '../../rule.js';

/** Failures without a JSON schema. */
export const errorUnstructured: Rule = {
  id: 'error-unstructured',
  requirement: 'PROF-ERR-01',
  severity: 'error',
  message: 'The failure {status} has no JSON schema.',
  why: 'Text for people tells an agent neither what to correct nor whether to try again.',
  help: 'Describe it as application/problem+json with type, title, status, code and retryable.',
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
