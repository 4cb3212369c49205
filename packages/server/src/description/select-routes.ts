/** Selects a part of the API by tags or by one task, as requested in the query. */
import type { ParameterDescription, Route } from '@dragoman/core/http';
import { invalidParameters, splitValues } from '@dragoman/core/http';
import type { FieldError } from '@dragoman/model';
import { tags } from './tags.js';
import { tasks } from './tasks.js';

/** What part of the API is described; both absent: the whole. */
export interface Selection {
  tags: readonly string[];
  task?: string;
}

/** The query parameters of both descriptions. */
export const selectionParameters: readonly ParameterDescription[] = [
  {
    name: 'tags',
    in: 'query',
    description: `Only operations with one of these tags, separated by commas: ${tags.map(({ name }) => name).join(', ')}.`,
    schema: { type: 'string', minLength: 1, maxLength: 500 },
    example: 'discovery,invocation',
  },
  {
    name: 'task',
    in: 'query',
    description: 'Only the operations that this task needs; /llms.txt says what each task is.',
    schema: { type: 'string', enum: tasks.map(({ name }) => name) },
  },
];

/** Reads the selection; throws `INVALID_INPUT` with every unknown name. */
export function readSelection({ searchParams }: URL): Selection {
  const problems: FieldError[] = [];
  const known = tags.map(({ name }) => name);
  const wanted = [...new Set(splitValues(searchParams.getAll('tags')))].sort();
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const detail = `unknown: ${unknown.slice(0, 5).join(', ').slice(0, 200)}; known are ${known.join(', ')}`;
    problems.push({ field: 'tags', code: 'request/value', detail });
  }
  const task = searchParams.get('task');
  const names = tasks.map(({ name }) => name);
  if (task !== null && !names.includes(task)) {
    problems.push({ field: 'task', code: 'request/value', detail: `must be one of ${names.join(', ')}` });
  }
  if (problems.length > 0) throw invalidParameters(problems);
  return { tags: wanted, ...(task === null ? {} : { task }) };
}

/** The selected routes; a tag and a task together select what both have. */
export function selectRoutes(routes: readonly Route[], selection: Selection): readonly Route[] {
  const task = tasks.find(({ name }) => name === selection.task);
  return routes.filter(
    ({ describe }) =>
      (selection.tags.length === 0 || selection.tags.includes(describe.tag)) &&
      (task === undefined || task.operations.includes(describe.operationId)),
  );
}
