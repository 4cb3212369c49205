/** PROF-DESC-16: the response of a success is described. */
import type { ResponseView } from '../../api/api.js';
import type { Rule } from '../../rule-model/rule.js';

/** For tests of error handling. */
const alwaysFails = /\balways (?:\w+ ){0,2}?(?:an? )?(?:errors?|fails?|failure|exception)\b/i;

/** "The proxied response": whatever another service answers. */
function isForwarded({ status, description = '' }: ResponseView): boolean {
  return status === 'default' && /\b(?:prox(?:y|ied)|forwarded|upstream)\b/i.test(description);
}

/** Operations that describe no success. */
export const successResponseMissing: Rule = {
  id: 'success-response-missing',
  requirement: 'PROF-DESC-16',
  severity: 'error',
  varies:
    'warning when there is a default response; info when that is the response of another service, and for a GET that is only documented to be refused',
  message: '{operation} describes no successful response{rest}.',
  why: 'An agent cannot tell success from failure, or what it gets.',
  help: 'Describe the response of a success under its status, such as 200 or 204.',
  check(api, report) {
    for (const { responses, label, pointer, summary, description, method } of api.exposed) {
      if (alwaysFails.test(`${summary ?? ''}. ${description?.slice(0, 300) ?? ''}`)) continue;
      if (responses.some(({ status }) => /^[123]/.test(status))) continue;
      const isDefault = responses.some(({ status }) => status === 'default');
      const rest = isDefault ? ', only a default one' : '';
      // GET of an address that only takes POST; the 405 of a write is often that of a template.
      const isRefused = method === 'get' && responses.length > 0 && responses.every(({ status }) => status === '405');
      const severity = isRefused || responses.some(isForwarded) ? 'info' : isDefault ? 'warning' : 'error';
      report(`${pointer}`, { operation: label, rest }, { severity });
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
