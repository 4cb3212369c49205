/** PROF-FACT-02: operations with equal summaries cannot be distinguished. */
import type { Rule } from '../../rule-model/rule.js';

/** Summaries shared by several operations. */
export const summaryDuplicate: Rule = {
  id: 'summary-duplicate',
  requirement: 'PROF-FACT-02',
  severity: 'error',
  targets: ['openapi', 'tools'],
  message: '{operation} has the same summary as {other}: "{summary}".',
  why: 'An agent compares summaries first; when they are equal it has to guess.',
  help: 'Write a summary that is specific to this operation.',
  check(api, report) {
    const first = new Map<string, (typeof api.exposed)[number]>();
    for (const operation of api.exposed) {
      const { summary, label, pointer } = operation;
      if (summary === undefined) continue;
      const key = summary.trim().toLowerCase().replace(/\s+/g, ' ').replace(/\.$/, '');
      const other = first.get(key);
      if (other === undefined) first.set(key, operation);
      // HEAD is the same read without the body.
      else if (operation.method !== 'head' || operation.path !== other.path)
        report(`${pointer}/summary`, { operation: label, other: other.label, summary }, { related: [other.pointer] });
    }
  },
  cases: {
    good: [
      { 'get /a': { summary: 'List tasks' }, 'get /b': { summary: 'List projects' } },
      { 'get /a': { summary: 'List tasks' }, 'head /a': { summary: 'List tasks' } },
    ],
    bad: [{ 'get /a': { summary: 'List tasks' }, 'get /b': { summary: 'List  tasks.' } }],
  },
};
