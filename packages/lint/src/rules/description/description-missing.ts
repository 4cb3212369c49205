/** PROF-DESC-10: every operation has a description. */
import { isJsonObject } from '@dragoman/model';
import type { ApiOperation } from '../../api/api.js';
import { contentWords } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

/** Operations without a description. */
export const descriptionMissing: Rule = {
  id: 'description-missing',
  requirement: 'PROF-DESC-10',
  severity: 'error',
  varies:
    'error without a summary; warning for a summary of few words on an operation that changes something or has inputs; info when the summary says what the call does',
  targets: ['openapi', 'tools'],
  message: '{operation} has no {missing}.',
  why: 'Without a description an agent does not know when to use the operation or what side effects it has.',
  help: 'Describe when to use it, when not to use it, and what it changes.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { description, summary, label, pointer, value } = operation;
      // A description that is not a text violates the specification, which is reported as such.
      if (description !== undefined || isJsonObject(value.description)) continue;
      const severity = summary === undefined ? 'error' : isThin(operation) ? 'warning' : 'info';
      const missing = summary === undefined ? 'summary and no description' : 'description';
      report(pointer, { operation: label, missing }, { severity });
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

/** "Delete a recipient" names a change and no effect of it, and "List items" no use of its inputs. */
function isThin({ summary = '', kinds, parameters, input }: ApiOperation): boolean {
  const words = new Set(contentWords(summary)).size;
  if (kinds.write) return words <= 3;
  return words <= 2 && (input !== undefined || parameters.some(({ in: place }) => place !== 'path'));
}
