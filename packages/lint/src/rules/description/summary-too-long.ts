/** PROF-DESC-08: summaries are short. */
import { sentencesOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

/** Summaries that are too long. */
export const summaryTooLong: Rule = {
  id: 'summary-too-long',
  requirement: 'PROF-DESC-08',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message:
    'The summary of {operation} has {sentences} and {count} characters; one sentence of at most {limit} is recommended.',
  why: 'An agent compares many summaries; a long one hides what distinguishes the operation.',
  help: 'Keep one short sentence, and move the rest into the description.',
  check(api, report) {
    const limit = api.settings.thresholds.summaryCharacters;
    for (const { summary, label, pointer } of api.exposed) {
      if (summary === undefined) continue;
      const sentences = sentencesOf(summary).length;
      if (summary.length <= limit && (sentences < 2 || summary.length <= limit / 2)) continue;
      const said = sentences === 1 ? 'one sentence' : `${sentences} sentences`;
      report(`${pointer}/summary`, { operation: label, sentences: said, count: summary.length, limit });
    }
  },
  cases: {
    good: [{ 'get /tasks': { summary: 'List tasks, e.g. those of a person' } }],
    bad: [
      { 'get /tasks': { summary: 'List the tasks of a project. They are sorted by the date of their last change.' } },
      { 'get /tasks': { summary: 'x'.repeat(121) } },
    ],
  },
};
