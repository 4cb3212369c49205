/** PROF-ERR-01: failures are documented. */
import { isFailure } from '../../api/read-api.js';
import type { Rule } from '../../rule.js';

/** Operations without a documented failure. */
export const errorResponseMissing: Rule = {
  id: 'error-response-missing',
  requirement: 'PROF-ERR-01',
  severity: 'error',
  message: '{operation} documents no failure: neither a 4xx response nor default.',
  why: 'An agent that does not know how failure looks takes it for something else.',
  help: 'Add 4XX or default with the schema of failures.',
  check(api, report) {
    for (const { responses, label, pointer } of api.exposed) {
      if (!responses.some(({ status }) => isFailure(status) && !status.startsWith('5'))) {
        report(`${pointer}/responses`, { operation: label });
      }
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: { '4XX': { description: 'No' } } } },
      { 'get /t': { responses: { default: { description: 'No' } } } },
    ],
    bad: [{ 'get /t': { responses: { '200': { description: 'Done' } } } }],
  },
};
