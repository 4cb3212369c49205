/** PROF-ERR-01: errors are documented. */
import { isHealthCheck } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';

/** Operations without a documented error response. */
export const errorResponseMissing: Rule = {
  id: 'error-response-missing',
  requirement: 'PROF-ERR-01',
  severity: 'error',
  message: '{operation} documents no error response: neither 4xx nor default.',
  why: 'An agent that does not know the error format cannot recognize an error.',
  help: 'Add 4XX or default with the error schema.',
  ignoresWording: true,
  check(api, report) {
    for (const { responses, label, pointer, path } of api.exposed) {
      if (isHealthCheck(path)) continue;
      if (!responses.some(({ status }) => status === 'default' || status.startsWith('4'))) {
        report(`${pointer}/responses`, { operation: label });
      }
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: { '4XX': { description: 'No' } } } },
      { 'get /t': { responses: { default: { description: 'No' } } } },
      { 'get /readiness': { responses: { '200': { description: 'Ready' } } } },
    ],
    bad: [{ 'get /t': { responses: { '200': { description: 'Done' } } } }],
  },
};
