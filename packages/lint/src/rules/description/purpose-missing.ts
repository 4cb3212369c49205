/** PROF-DESC-30: a description states a purpose. */
import { contentWords } from '../../api/words.js';
import type { Rule } from '../../rule.js';

const generic = new Set(
  'handle processe process processing manage perform execute operation request endpoint call'.split(' '),
);

/** Descriptions that say nothing. */
export const purposeMissing: Rule = {
  id: 'purpose-missing',
  requirement: 'PROF-DESC-30',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} states no purpose.',
  why: 'What is done, to which entity and why is the least that a choice needs.',
  help: 'Say what it does, to what, and what for.',
  check(api, report) {
    for (const { description, label, pointer } of api.exposed) {
      if (description === undefined) continue;
      const words = new Set(contentWords(description));
      const telling = [...words].filter((word) => !generic.has(word));
      if (words.size < 5 || telling.length < 2) report(`${pointer}/description`, { operation: label });
    }
  },
  cases: {
    good: [{ 'get /t': { description: 'Finds open tasks by title, newest first.' } }],
    bad: [{ 'get /t': { description: 'Handles processing' } }],
  },
};
