/** PROF-DESC-08: every operation has a short summary. */
import type { Rule } from '../../rule-model/rule.js';

/** Operations without a summary. */
export const summaryMissing: Rule = {
  id: 'summary-missing',
  requirement: 'PROF-DESC-08',
  severity: 'error',
  message: '{operation} has no summary.',
  why: 'An agent reads the summary first, and often nothing else.',
  help: 'Add a one-sentence summary that distinguishes the operation from others.',
  ignoresWording: true,
  check(api, report) {
    for (const { summary, label, pointer } of api.exposed) {
      if (summary === undefined) report(pointer, { operation: label });
    }
  },
  cases: {
    good: [{ 'get /tasks': { summary: 'List tasks' } }],
    bad: [{ 'get /tasks': {} }, { 'get /t': { summary: ' ' } }],
  },
};
