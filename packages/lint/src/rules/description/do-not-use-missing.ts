/** PROF-DESC-11: the description says when not to use the operation. */
import type { Rule } from '../../rule-model/rule.js';

const cue =
  /\b(?:do not use|don['’]t use|do not call|not (?:for|to be used|intended|meant)|instead,? use|use [^.]{1,80} instead|only (?:to|for|when|if)|except|rather than|instead of|for those)\b/i;

/** Descriptions that do not say when not to use the operation. */
export const doNotUseMissing: Rule = {
  id: 'do-not-use-missing',
  requirement: 'PROF-DESC-11',
  severity: 'warning',
  varies: 'info when the API has fewer than 10 operations',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} does not say when not to use it.',
  why: 'Agents tend to choose an operation that almost fits; only its description can redirect them.',
  help: 'Add "Do not use it for …; use … instead".',
  check(api, report) {
    const severity = api.exposed.length < 10 ? 'info' : 'warning';
    for (const { description, label, pointer } of api.exposed) {
      if (description === undefined || cue.test(description)) continue;
      report(`${pointer}/description`, { operation: label }, { severity });
    }
  },
  cases: {
    good: [{ 'put /u': { description: 'Do not use it for other profile fields. Use updateUserProfile for those.' } }],
    bad: [{ 'put /u': { description: 'Updates a user.' } }],
  },
};
