/** PROF-FACT-02: two operations with one summary cannot be told apart. */
import type { Rule } from '../../rule.js';

/** Summaries that several operations share. */
export const summaryDuplicate: Rule = {
  id: 'summary-duplicate',
  requirement: 'PROF-FACT-02',
  severity: 'error',
  targets: ['openapi', 'tools'],
  message: '{operation} has the summary of {other}: "{summary}".',
  why: 'The summary is what an agent compares first; with the same one it can only guess.',
  help: 'Write a summary that says what only this operation does.',
  check(api, report) {
    const first = new Map<string, (typeof api.exposed)[number]>();
    for (const operation of api.exposed) {
      const { summary, label, pointer } = operation;
      if (summary === undefined) continue;
      const key = summary.trim().toLowerCase().replace(/\s+/g, ' ').replace(/\.$/, '');
      const other = first.get(key);
      if (other === undefined) first.set(key, operation);
      else
        report(`${pointer}/summary`, { operation: label, other: other.label, summary }, { related: [other.pointer] });
    }
  },
  cases: {
    good: [{ 'get /a': { summary: 'List tasks' }, 'get /b': { summary: 'List projects' } }],
    bad: [{ 'get /a': { summary: 'List tasks' }, 'get /b': { summary: 'List  tasks.' } }],
  },
};
