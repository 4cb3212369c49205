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

/** The route of a part: its next operations are those that the part describes. */
export function withNextOf(route: Route, selected: readonly Route[]): Route {
  const { agent } = route.describe;
  const next = nextOf(route).filter((id) => selected.some(({ describe }) => describe.operationId === id));
  if (next.length === nextOf(route).length) return route;
  return { ...route, describe: { ...route.describe, agent: { ...agent, next } } };
}

function nextOf({ describe }: Route): readonly string[] {
  const next = describe.agent?.next;
  return Array.isArray(next) ? next.filter((id) => typeof id === 'string') : [];
}

/** The operations that undo, cancel or replace this one. */
function inverseOf({ describe: { agent } }: Route): readonly string[] {
  return [agent?.undo, agent?.cancel, agent?.replaced_by].filter((id) => typeof id === 'string');
}

/** Where the operations are that a part names and does not describe, as a sentence; empty for the whole. */
export function describeMissing(selected: readonly Route[], all: readonly Route[]): string {
  if (selected.length === all.length) return '';
  const described = new Set(selected.map(({ describe }) => describe.operationId));
  const text = selected
    .flatMap((route) => [route.describe.description, ...nextOf(route), ...inverseOf(route)])
    .join(' ');
  const named = new Set(text.match(/[a-z]+(?:_[a-z]+)+/g));
  const missing = all.filter(({ describe: { operationId: id } }) => named.has(id) && !described.has(id));
  const groups = tags.flatMap(({ name }) => {
    const ids = missing.filter(({ describe }) => describe.tag === name).map(({ describe }) => describe.operationId);
    return ids.length === 0 ? [] : [`${[...new Set(ids)].join(', ')} (/openapi.json?tags=${name})`];
  });
  const rest = groups.length === 0 ? '' : ` Operations that it names are described elsewhere: ${groups.join('; ')}.`;
  return ` This is a part of the API.${rest}`;
}
