/** PROF-DESC-10: every operation has a description. */
import { isJsonObject } from '@dragoman/model';
import type { Rule } from '../../rule-model/rule.js';

/** Two sentences of three words or more. */
const sentences = /\w+\W+\w+\W+\w+[.!?]\s+\w+\s+\w+\s+\w+/;

/** Words of a summary that says as much as a description. */
const longSummary = 8;

/** Operations without a description. */
export const descriptionMissing: Rule = {
  id: 'description-missing',
  requirement: 'PROF-DESC-10',
  severity: 'error',
  varies: 'info when the summary has two or more sentences, or eight or more words',
  targets: ['openapi', 'tools'],
  message: '{operation} has no description.',
  why: 'Without a description an agent does not know when to use the operation or what side effects it has.',
  help: 'Describe when to use it, when not to use it, and what it changes.',
  check(api, report) {
    for (const { description, summary = '', label, pointer, value } of api.exposed) {
      // A description that is not a text violates the specification, which is reported as such.
      if (description !== undefined || isJsonObject(value.description)) continue;
      const isDescribed = sentences.test(summary) || summary.split(/\s+/).length >= longSummary;
      report(pointer, { operation: label }, isDescribed ? { severity: 'info' } : {});
    }
  },
  cases: {
    good: [{ 'get /tasks': { description: 'Use this when you need tasks.' } }],
    bad: [
      { 'get /tasks': {} },
      { 'get /tasks': { summary: 'List all tasks that are due in one week' } },
      { 'post /locks/drop': { summary: 'Drops a lock. All tasks that wait for this lock are started.' } },
    ],
  },
};
