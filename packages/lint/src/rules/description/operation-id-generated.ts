/** PROF-DESC-04: the identifier reveals intent and is not made from the URL. */
import type { ApiOperation } from '../../api/api.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule.js';

const empty = new Set(['get', 'post', 'handle', 'process', 'do', 'run', 'execute', 'proc', 'handler', 'v']);

/** Identifiers that a framework made. */
export const operationIdGenerated: Rule = {
  id: 'operation-id-generated',
  requirement: 'PROF-DESC-04',
  severity: 'warning',
  message: 'The operationId {id} looks generated: {reason}.',
  why: 'A name made from the URL says where the operation lives, not what it is for, and changes with the URL.',
  help: 'Name it after its intent, such as tasks_list or task_create; method and URL stay as they are.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { id, pointer } = operation;
      const reason = id === undefined ? undefined : reasonOf(id, operation);
      if (id !== undefined && reason !== undefined) report(`${pointer}/operationId`, { id, reason });
    }
  },
  cases: {
    good: [
      { 'get /projects/{project_id}/tasks': { operationId: 'tasks_list' } },
      { 'get /audit-log': { operationId: 'audit_log' } },
      { 'get /user/settings': { operationId: 'getUserSettings' } },
    ],
    bad: [
      { 'get /projects/{project_id}/tasks': { operationId: 'get_projects__project_id__tasks_get' } },
      { 'get /projects/{project_id}/tasks': { operationId: 'getProjectsProjectIdTasks' } },
      { 'get /tasks': { operationId: 'TasksController_findAll' } },
      { 'put /tasks': { operationId: 'update_1' } },
      { 'post /x': { operationId: 'proc_handler_v2' } },
    ],
  },
};

function reasonOf(id: string, { method, path }: ApiOperation): string | undefined {
  if (/__.*_(?:get|post|put|patch|delete)$/.test(id)) return 'it ends like a framework’s route name';
  if (/Controller[_.]/.test(id)) return 'it names a controller';
  if (/_\d+$/.test(id)) return 'it ends in a number';
  const words = tokensOf(id);
  const inPath = new Set(tokensOf(path));
  if (words.every((word) => empty.has(word)) && !words.some((word) => word !== method && inPath.has(word)))
    return 'none of its words says what it is for';
  const route = [method, ...tokensOf(path)].join(' ');
  const fromRoute = words.join(' ') === route && (path.includes('{') || ['post', 'put', 'patch'].includes(method));
  return fromRoute && words.length > 2 ? 'it is the method and the path' : undefined;
}
