/** PROF-DESC-11: the description says when not to use the operation. */
import type { Rule } from '../../rule-model/rule.js';
import { findRival } from './rivals.js';

const cue =
  /\b(?:do not use|don['’]t use|do not call|not (?:for|to be used|intended|meant)|(?:is|are) (?:meant|intended|designed) for|instead,? use|use [^.]{1,80} instead|only (?:to|for|when|if)|except|rather than|instead of|for those)\b/i;

/** Descriptions that do not say when not to use the operation. */
export const doNotUseMissing: Rule = {
  id: 'do-not-use-missing',
  requirement: 'PROF-DESC-11',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} does not say when {what}.',
  why: 'Agents tend to choose an operation that almost fits; only its description can redirect them.',
  help: 'Add "Do not use it for …; use … instead".',
  check(api, report) {
    for (const operation of api.exposed) {
      const { description, label, pointer } = operation;
      if (description === undefined || cue.test(description)) continue;
      const rival = findRival(api, operation);
      const what = rival === undefined ? 'not to use it' : `to use ${rival.label} instead`;
      report(
        `${pointer}/description`,
        { operation: label, what },
        rival === undefined ? {} : { related: [rival.pointer] },
      );
    }
  },
  cases: {
    good: [{ 'put /u': { description: 'Do not use it for other profile fields. Use updateUserProfile for those.' } }],
    bad: [{ 'put /u': { description: 'Updates a user.' } }],
  },
};
