/** PROF-DESC-24: descriptions are plain text. */
import type { Rule } from '../../rule-model/rule.js';

const html =
  /<\/?(?:p|br|table|tr|td|th|a|b|i|ul|ol|li|div|span|h[1-6]|strong|em|pre|img|details|summary)(?:\s[^<>]*)?\/?>/i;
const table = /^\s*\|.*\|\s*\n\s*\|[\s:|-]+\|/m;

/** Descriptions with HTML or tables. */
export const descriptionMarkup: Rule = {
  id: 'description-markup',
  requirement: 'PROF-DESC-24',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} contains {what}.',
  why: 'Markup is for web pages; in a tool description it costs tokens and adds no information.',
  help: 'Write plain sentences, and move tables into schemas.',
  check(api, report) {
    for (const { description, label, pointer } of api.exposed) {
      const what = html.test(description ?? '') ? 'HTML' : table.test(description ?? '') ? 'a table' : undefined;
      if (what !== undefined) report(`${pointer}/description`, { operation: label, what });
    }
  },
  cases: {
    good: [{ 'get /t': { description: 'Finds tasks with a < b.' } }],
    bad: [
      { 'get /t': { description: '<p>Finds tasks.</p>' } },
      { 'get /t': { description: '| a | b |\n|---|---|\n| 1 | 2 |' } },
    ],
  },
};
