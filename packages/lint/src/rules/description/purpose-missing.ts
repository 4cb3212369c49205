/** PROF-DESC-30: a description states a purpose. */
import { contentWords, isOtherScript } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

const generic = new Set(
  'handle processe process processing manage perform execute operation request endpoint call'.split(' '),
);

/** Descriptions without content. */
export const purposeMissing: Rule = {
  id: 'purpose-missing',
  requirement: 'PROF-DESC-30',
  severity: 'warning',
  varies: 'info when summary and description together have five meaningful words, which often suffice to choose it',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} says little (meaningful words: {count}).',
  why: 'To choose an operation, an agent needs at least the action, the entity and the reason.',
  help: 'State what the operation does, to which entity, and why.',
  check(api, report) {
    for (const { summary = '', description, label, pointer } of api.exposed) {
      if (description === undefined) continue;
      const words = new Set(isOtherScript(description) ? description.split(/\s+/) : contentWords(description));
      const telling = [...words].filter((word) => !generic.has(word));
      if (words.size < 5 || telling.length < 2) {
        const isClear = telling.length > 1 && new Set(contentWords(`${summary} ${description}`)).size > 4;
        const options = isClear ? { severity: 'info' as const } : {};
        report(`${pointer}/description`, { operation: label, count: telling.length }, options);
      }
    }
  },
  cases: {
    good: [{ 'get /t': { description: 'Finds open tasks by title, newest first.' } }],
    bad: [{ 'get /t': { description: 'Handles processing' } }],
  },
};
