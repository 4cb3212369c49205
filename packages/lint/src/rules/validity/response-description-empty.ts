/** PROF-DESC-16: responses are described. */
import type { Rule } from '../../rule-model/rule.js';
import { answer } from '../../rule-model/rule-cases.js';

/** Responses whose description is an empty text. */
export const responseDescriptionEmpty: Rule = {
  id: 'response-description-empty',
  requirement: 'PROF-DESC-16',
  severity: 'warning',
  varies: 'info when the status or a schema says what is returned, else warning',
  message: 'The description of the response {status} of {operation} is empty.',
  why: 'An agent does not know what this response means or when it is returned.',
  help: 'Say what the response contains, or when it occurs.',
  ignoresWording: true,
  check(api, report) {
    const seen = new Set<string>();
    for (const { responses, label } of api.exposed) {
      for (const { status, description, pointer, content, unread } of responses) {
        if (unread === true || description === undefined || description.trim() !== '' || seen.has(pointer)) continue;
        seen.add(pointer);
        const isPlain = /^(?:20[0-6]|304|401|403|404|405|406|413|415|429|50[0-4])$/.test(status);
        const severity = isPlain || content.some(({ value }) => value.schema !== undefined) ? 'info' : 'warning';
        report(`${pointer}/description`, { status, operation: label }, { severity });
      }
    }
  },
  cases: {
    good: [{ 'get /t': { responses: answer({ type: 'string' }) } }],
    bad: [
      { 'get /t': { responses: { '200': { description: '' } } } },
      { 'get /t': { responses: { '200': { description: 'The task' }, '409': { description: ' ' } } } },
    ],
  },
};
