/** PROF-DESC-30: a description states a purpose. */
import { contentWords } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

const generic = new Set(
  'handle processe process processing manage perform execute operation request endpoint call'.split(' '),
);

/** Descriptions without content. */
export const purposeMissing: Rule = {
  id: 'purpose-missing',
  requirement: 'PROF-DESC-30',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} says little (meaningful words: {count}).',
  why: 'To choose an operation, an agent needs at least the action, the entity and the reason.',
  help: 'State what the operation does, to which entity, and why.',
  check(api, report) {
    for (const { description, label, pointer } of api.exposed) {
      if (description === undefined) continue;
      const words = new Set(contentWords(description));
      const telling = [...words].filter((word) => !generic.has(word));
      if (words.size < 5 || telling.length < 2) {
        report(`${pointer}/description`, { operation: label, count: telling.length });
      }
    }
  },
  cases: {
    good: [{ 'get /t': { description: 'Finds open tasks by title, newest first.' } }],
    bad: [{ 'get /t': { description: 'Handles processing' } }],
  },
};
