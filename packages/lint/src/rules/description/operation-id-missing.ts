/** PROF-DESC-02: every operation has an identifier. */
import type { Rule } from '../../rule-model/rule.js';

/** Operations without an identifier. */
export const operationIdMissing: Rule = {
  id: 'operation-id-missing',
  requirement: 'PROF-DESC-02',
  severity: 'error',
  message: '{operation} has no operationId.',
  why: 'The operationId becomes the tool name; without one, generators invent a name that changes with the URL.',
  help: 'Add an operationId that states the intent of the operation.',
  ignoresWording: true,
  check(api, report) {
    for (const { id, label, pointer } of api.exposed) if (id === undefined) report(pointer, { operation: label });
  },
  cases: {
    good: [{ 'get /tasks': { operationId: 'tasks_list' } }],
    bad: [{ 'get /tasks': {} }, { 'get /tasks': { operationId: '' } }],
  },
};
