/** PROF-DESC-24: plain text in descriptions. */
import type { Rule } from '../../rule.js';

const html =
  /<\/?(?:p|br|table|tr|td|th|a|b|i|ul|ol|li|div|span|h[1-6]|strong|em|pre|img|details|summary)(?:\s[^<>]*)?\/?>/i;
const table = /^\s*\|.*\|\s*\n\s*\|[\s:|-]+\|/m;

/** Descriptions with HTML or tables. */
export const descriptionMarkup: Rule = {
  id: 'description-markup',
  requirement: 'PROF-DESC-24',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} holds {what}.',
  why: 'Markup is for pages; in a tool’s description it is space that says nothing.',
  help: 'Write plain sentences; put tables into schemas.',
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
