/** PROF-ERR-01: errors are documented. */

import type { ApiOperation } from '../../api/api.js';
import { isHealthCheck } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';

/** Operations without a documented error response. */
export const errorResponseMissing: Rule = {
  id: 'error-response-missing',
  requirement: 'PROF-ERR-01',
  severity: 'error',
  varies:
    'info for a read without inputs and credentials, where a caller can hardly cause an error, and for a link that redirects in every case',
  message: '{operation} documents no error that a caller can cause: neither 4xx nor default.',
  why: 'An agent that does not know the error format cannot recognize an error.',
  help: 'Add 4XX or default with the error schema.',
  ignoresWording: true,
  check(api, report) {
    for (const operation of api.exposed) {
      const { responses, label, pointer, path } = operation;
      if (isHealthCheck(path)) continue;
      if (!responses.some(({ status }) => status === 'default' || status.startsWith('4'))) {
        report(
          `${pointer}/responses`,
          { operation: label },
          takesNothing(operation) || onlyRedirects(operation) ? { severity: 'info' } : {},
        );
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

/** Neither inputs nor credentials that can be wrong. */
function takesNothing({ method, path, parameters, body, security = [] }: ApiOperation): boolean {
  const needed = security.some((each) => Object.keys(each).length > 0);
  return method === 'get' && !needed && parameters.length === 0 && body === undefined && !path.includes('{');
}

/** The target of the redirect depends on the error. */
function onlyRedirects({ responses }: ApiOperation): boolean {
  return responses.length > 0 && responses.every(({ status }) => status.startsWith('3'));
}
