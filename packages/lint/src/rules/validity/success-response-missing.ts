/** PROF-DESC-16: the response of a success is described. */
import type { Rule } from '../../rule-model/rule.js';

/** For tests of error handling. */
const alwaysFails = /\balways (?:\w+ ){0,2}?(?:an? )?(?:errors?|fails?|failure|exception)\b/i;

/** Operations that describe no success. */
export const successResponseMissing: Rule = {
  id: 'success-response-missing',
  requirement: 'PROF-DESC-16',
  severity: 'error',
  varies: 'warning when there is a default response',
  message: '{operation} describes no successful response{rest}.',
  why: 'An agent cannot tell success from failure, or what it gets.',
  help: 'Describe the response of a success under its status, such as 200 or 204.',
  check(api, report) {
    for (const { responses, label, pointer, summary, description } of api.exposed) {
      if (alwaysFails.test(`${summary ?? ''}. ${description?.slice(0, 300) ?? ''}`)) continue;
      if (responses.some(({ status }) => /^[123]/.test(status))) continue;
      const isDefault = responses.some(({ status }) => status === 'default');
      const rest = isDefault ? ', only a default one' : '';
      report(`${pointer}`, { operation: label, rest }, isDefault ? { severity: 'warning' } : {});
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: { '200': { description: 'Done' } } } },
      { 'get /t': { responses: { '302': { description: 'Elsewhere' } } } },
      { 'get /t': { summary: 'Always returns an error', responses: { '400': { description: 'Bad' } } } },
    ],
    bad: [
      { 'get /t': { responses: { '404': { description: 'Missing' } } } },
      { 'get /t': { responses: { default: { description: 'Done' } } } },
    ],
  },
};
