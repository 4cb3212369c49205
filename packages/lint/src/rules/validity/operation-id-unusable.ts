/** PROF-DESC-01: operations have names that programs can use. */
import type { Rule } from '../../rule-model/rule.js';

/** Operation ids that are no names of functions or tools. */
export const operationIdUnusable: Rule = {
  id: 'operation-id-unusable',
  requirement: 'PROF-DESC-01',
  severity: 'warning',
  varies: 'info when dots are the only such characters, else warning',
  message: 'The operationId "{id}" contains {what}, which names of functions and tools must not contain.',
  why: 'Clients, generators and agents rename the operation, each in its own way, so the name is not the same everywhere.',
  help: 'Use letters, digits, underscores and hyphens only.',
  ignoresWording: true,
  check(api, report) {
    for (const { id, pointer } of api.exposed) {
      if (id === undefined || /^[\w-]*$/.test(id)) continue;
      const what = describe(id);
      report(`${pointer}/operationId`, { id, what }, what === 'a dot' ? { severity: 'info' } : {});
    }
  },
  cases: {
    good: [{ 'get /t': { operationId: 'list_tasks' } }, { 'get /t': { operationId: 'list-tasks' } }],
    bad: [{ 'get /t': { operationId: 'List all tasks' } }, { 'get /t': { operationId: 'tasks.list' } }],
  },
};

function describe(id: string): string {
  if (/\s/.test(id)) return 'a space';
  const [other] = /[^\w.-]/.exec(id) ?? [];
  return other === undefined ? 'a dot' : `"${other}"`;
}
