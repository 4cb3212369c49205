/** PROF-DESC-08: every operation has a short summary. */
import type { Rule } from '../../rule-model/rule.js';

/** Operations without a summary. */
export const summaryMissing: Rule = {
  id: 'summary-missing',
  requirement: 'PROF-DESC-08',
  severity: 'info',
  varies:
    'info when there is a description, which serves as a summary, and without one, because description-missing reports the operation as an error',
  message: '{operation} has no summary.',
  why: 'An agent reads the summary first, and often nothing else.',
  help: 'Add a one-sentence summary that distinguishes the operation from others.',
  check(api, report) {
    for (const { summary, label, pointer } of api.exposed) {
      if (summary === undefined) report(pointer, { operation: label });
    }
  },
  cases: {
    good: [{ 'get /tasks': { summary: 'List tasks' } }],
    bad: [{ 'get /tasks': {} }, { 'get /t': { summary: ' ' } }, { 'get /t/{id}': { description: 'Reads a task.' } }],
  },
};
