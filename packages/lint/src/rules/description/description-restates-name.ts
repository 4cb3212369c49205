/** PROF-DESC-25: a description says more than the name. */
import { contentWords, tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule.js';

/** Descriptions that only repeat the name. */
export const descriptionRestatesName: Rule = {
  id: 'description-restates-name',
  requirement: 'PROF-DESC-25',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} says little beyond its name.',
  why: 'What the name says already is no help in choosing.',
  help: 'Add the entity’s context, the limits and the effects.',
  check(api, report) {
    for (const { description, id, path, label, pointer } of api.exposed) {
      if (description === undefined) continue;
      const own = new Set([...tokensOf(id ?? ''), ...tokensOf(path)]);
      const words = contentWords(description);
      const fresh = new Set(words.filter((word) => !own.has(word)));
      // A text that shares nothing with the name may be short, but repeats nothing.
      if (fresh.size < 3 && (words.length === 0 || words.some((word) => own.has(word))))
        report(`${pointer}/description`, { operation: label });
    }
  },
  cases: {
    good: [
      { 'post /tasks': { operationId: 'create_task', description: 'Not supported.' } },
      {
        'post /tasks': {
          operationId: 'create_task',
          description: 'Create a task in the project tracker. Notifies the assignee by email.',
        },
      },
    ],
    bad: [{ 'post /tasks': { operationId: 'create_task', description: 'Creates a task' } }],
  },
};
