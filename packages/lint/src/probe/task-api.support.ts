/** A small in-memory API with every property that the probe checks, and a hook through which a test injects faults. */
import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { taskDescription } from './task-description.support.js';

/** Changes or replaces a response; undefined leaves it unchanged. */
export type FaultInjector = (asked: Asked, answer: Response) => Response | undefined | Promise<Response | undefined>;

/** The incoming request. */
export interface Asked {
  method: string;
  path: string;
  url: URL;
  headers: Headers;
  body: JsonValue | undefined;
  /** Number of earlier requests. */
  count: number;
}

/** Creates the API with three tasks; each instance has its own tasks. */
export function createTaskApi({
  injectFault,
  tasks = 3,
  key,
}: {
  injectFault?: FaultInjector;
  tasks?: number;
  key?: string;
} = {}) {
  const state: State = { tasks: [], exports: new Map(), kept: new Map(), next: 1 };
  for (let n = 0; n < tasks; n += 1) add(state, { title: `Task ${n}` });
  const arrived: Asked[] = [];
  return {
    state,
    arrived,
    async fetch(input: string, init: RequestInit): Promise<Response> {
      const url = new URL(input);
      const headers = new Headers(init.headers);
      const text = typeof init.body === 'string' ? init.body : undefined;
      const body = text === undefined || !headers.get('content-type')?.includes('json') ? undefined : JSON.parse(text);
      const asked = { method: init.method ?? 'GET', path: url.pathname, url, headers, body, count: arrived.length };
      arrived.push(asked);
      const closed =
        key !== undefined && headers.get('authorization') !== `Bearer ${key}` && !/openapi|llms/.test(asked.path);
      const answer = closed ? unauthorised() : respond(state, asked, text);
      return (await injectFault?.(asked, answer)) ?? answer;
    },
  };
}

/** The state of the API. */
export interface State {
  tasks: JsonObject[];
  /** How often the status of each export was read; negative when it was canceled. */
  exports: Map<string, number>;
  kept: Map<string, { body: string; answer: Reply }>;
  next: number;
}

interface Reply {
  status: number;
  body: JsonValue;
  headers?: Record<string, string>;
}

function add(state: State, { title, status = 'open', note }: JsonObject): JsonObject {
  const task = {
    task_id: `t_${state.next}`,
    title: title ?? '',
    status,
    notes: 'a long note that only the detailed form has',
    ...(note === undefined ? {} : { note }),
  };
  state.next += 1;
  state.tasks.push(task);
  return task;
}

/** Problem Details as the profile recommends. */
export function problem(
  status: number,
  code: string,
  more: JsonObject = {},
  headers: Record<string, string> = {},
): Response {
  const body = {
    type: `/problems/${code}`,
    title: code,
    status,
    detail: code,
    code,
    retryable: status === 429,
    ...more,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', ...usual, ...headers },
  });
}

const usual = { 'ratelimit-remaining': '99', 'x-request-id': 'r-1' };

function unauthorised(): Response {
  return problem(401, 'UNAUTHENTICATED', {}, { 'www-authenticate': 'Bearer' });
}

function json(
  body: JsonValue,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...usual, ...headers },
  });
}

const methodsOf: Readonly<Record<string, string>> = {
  '/tasks': 'GET, HEAD, POST, OPTIONS',
  '/tasks/search': 'POST, OPTIONS',
  '/tasks/batch': 'POST, OPTIONS',
  '/exports': 'POST, OPTIONS',
  '/graphql': 'POST, OPTIONS',
  '/old-tasks': 'GET, HEAD, OPTIONS',
  '/openapi.json': 'GET',
  '/llms.txt': 'GET',
};

function respond(state: State, asked: Asked, text: string | undefined): Response {
  const { path, method } = asked;
  const item = /^\/tasks\/(t_\d+|[\w-]{8,})$/.exec(path)?.[1];
  const allow =
    methodsOf[path] ?? (item === undefined ? exportMethods(state, path) : 'GET, HEAD, PATCH, DELETE, OPTIONS');
  if (allow === undefined) return problem(404, 'NOT_FOUND');
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
  if (!allow.split(', ').includes(method)) return problem(405, 'METHOD_NOT_ALLOWED', {}, { allow });
  if (text !== undefined && asked.body === undefined) return problem(415, 'UNSUPPORTED_MEDIA_TYPE');
  if (path === '/openapi.json') return json(taskDescription);
  if (path === '/llms.txt')
    return new Response('# Tasks\n\n- GET /tasks\n- POST /tasks\n', { headers: { 'content-type': 'text/plain' } });
  const made = route(state, asked, item);
  return method === 'HEAD' ? new Response(null, { status: made.status, headers: made.headers }) : made;
}

function route(state: State, asked: Asked, item: string | undefined): Response {
  const { method, path } = asked;
  if (path === '/tasks/search') return search(state, asked);
  if (path === '/graphql') return query(asked);
  if (path === '/tasks/batch') return createMany(state, asked);
  if (path.startsWith('/exports')) return exportTasks(state, asked);
  if (path === '/tasks' && method === 'POST') return create(state, asked);
  if (item === undefined) return list(state, asked);
  const at = state.tasks.findIndex((task) => task.task_id === item);
  const task = state.tasks[at];
  if (task === undefined) return problem(404, 'NOT_FOUND');
  if (method === 'GET' || method === 'HEAD') return tagged(asked, pick(task, asked));
  const expected = asked.headers.get('if-match');
  if (expected !== null && expected !== tagOf(pick(task, asked))) return problem(412, 'PRECONDITION_FAILED');
  if (method === 'DELETE') {
    state.tasks.splice(at, 1);
    return new Response(null, { status: 204 });
  }
  const faults = bodyFaults(asked.body);
  if (faults.length > 0) return problem(422, 'INVALID', { field_errors: faults });
  Object.assign(task, asked.body);
  return tagged(asked, pick(task, asked));
}

function tagOf(body: JsonValue): string {
  return `"${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16)}"`;
}

function tagged({ headers, method }: Asked, body: JsonValue, more: Record<string, string> = {}): Response {
  const etag = tagOf(body);
  const known = method !== 'PATCH' && headers.get('if-none-match') === etag;
  return known ? new Response(null, { status: 304, headers: { etag } }) : json(body, { headers: { etag, ...more } });
}

/** The concise form by default, reduced to the selected fields. */
function pick(task: JsonObject, { url }: Asked): JsonObject {
  const { notes, note, ...rest } = task;
  const next = task.status === 'open' ? { complete: 'task_update' } : { reopen: 'task_update' };
  const concise = { ...rest, next_actions: { ...next, delete: 'task_delete' } };
  const texts = {
    notes: notes ?? '',
    ...(note === undefined ? {} : { note: { untrusted_text: note, source: 'user' } }),
  };
  const shown = url.searchParams.get('response_format') === 'detailed' ? { ...concise, ...texts } : concise;
  const fields = url.searchParams.get('fields')?.split(',');
  return fields === undefined
    ? shown
    : Object.fromEntries(Object.entries(shown).filter(([name]) => fields.includes(name)));
}

const statuses = ['open', 'done'];
const known = ['limit', 'min_age', 'cursor', 'status', 'fields', 'response_format'];

function list(state: State, asked: Asked): Response {
  const { url, path } = asked;
  const query = url.searchParams;
  const status = query.get('status');
  const { after, filter } = readCursor(query.get('cursor'));
  const faults = [
    ...[...query.keys()]
      .filter((name) => !known.includes(name))
      .map((field) => ({ field, code: 'UNKNOWN', detail: 'unknown' })),
    ...(!/^(?:[1-9]|[1-4]\d|50)$/.test(query.get('limit') ?? '20')
      ? [{ field: 'limit', code: 'RANGE', detail: '1 to 50' }]
      : []),
    ...(!/^\d+$/.test(query.get('min_age') ?? '0') ? [{ field: 'min_age', code: 'TYPE', detail: 'a number' }] : []),
    ...(status !== null && !statuses.includes(status) ? [{ field: 'status', code: 'ENUM', detail: 'open, done' }] : []),
    ...(after === undefined || (query.has('cursor') && filter !== status)
      ? [{ field: 'cursor', code: 'CURSOR', detail: 'not ours' }]
      : []),
  ];
  const format = query.get('response_format');
  if (format !== null && !['concise', 'detailed'].includes(format))
    faults.push({ field: 'response_format', code: 'ENUM', detail: 'concise, detailed' });
  if (faults.length > 0) return problem(400, 'INVALID', { field_errors: faults });
  const limit = Number(query.get('limit') ?? 20);
  const rest = state.tasks.filter(
    (task) => (status === null || task.status === status) && numberOf(task) > (after ?? 0),
  );
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const more =
    rest.length > page.length && last !== undefined ? { next_cursor: writeCursor(numberOf(last), status) } : {};
  const gone = {
    deprecation: '@1700000000',
    sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
    link: '</tasks>; rel="successor-version"',
  };
  return tagged(asked, { items: page.map((task) => pick(task, asked)), ...more }, path === '/old-tasks' ? gone : {});
}

function numberOf(task: JsonObject): number {
  return Number(String(task.task_id).slice(2));
}

function writeCursor(after: number, filter: string | null): string {
  return Buffer.from(JSON.stringify({ after, filter })).toString('base64url');
}

function readCursor(text: string | null): { after: number | undefined; filter: string | null } {
  if (text === null) return { after: 0, filter: null };
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return { after: undefined, filter: null };
  }
}

function bodyFaults(body: JsonValue | undefined): JsonObject[] {
  const given = (body ?? {}) as JsonObject;
  return Object.entries(given).flatMap(([field, value]): JsonObject[] => {
    if (!['title', 'status', 'urgent', 'note'].includes(field))
      return [{ field, code: 'UNKNOWN', detail: `${field} is not known` }];
    if (field === 'status' && !statuses.includes(String(value))) return [{ field, code: 'ENUM', detail: 'open, done' }];
    if (['title', 'note'].includes(field) && typeof value !== 'string')
      return [{ field, code: 'TYPE', detail: 'a text' }];
    return field === 'urgent' && typeof value !== 'boolean' ? [{ field, code: 'TYPE', detail: 'true or false' }] : [];
  });
}

function search(state: State, { body }: Asked): Response {
  const { limit = 20, ...rest } = (body ?? {}) as JsonObject;
  const wrong = typeof limit !== 'number' || limit < 1 || limit > 50;
  const faults = [...(wrong ? [{ field: 'limit', code: 'RANGE', detail: '1 to 50' }] : []), ...bodyFaults(rest)];
  if (faults.length > 0) return problem(400, 'INVALID', { field_errors: faults });
  return json({ items: state.tasks.slice(0, 1).map(({ notes: _, note: _note, ...task }) => task) });
}

function create(state: State, asked: Asked): Response {
  const faults = bodyFaults(asked.body);
  if (faults.length > 0) return problem(422, 'INVALID', { field_errors: faults });
  const body = (asked.body ?? {}) as JsonObject;
  if (asked.headers.get('x-dry-run') === 'true')
    return json({ dry_run: true, would_change: { title: body.title ?? '' } });
  return once(state, asked, () => {
    const { notes: _, note: _note, ...made } = add(state, body);
    return { status: 201, body: made, headers: { location: `/tasks/${made.task_id}` } };
  });
}

/** Executes a write that was not executed with the same key before. */
function once(state: State, { headers, body = {}, path }: Asked, make: () => Reply): Response {
  const key = headers.get('idempotency-key');
  const kept = key === null ? undefined : state.kept.get(`${path} ${key}`);
  if (kept !== undefined && kept.body !== JSON.stringify(body)) return problem(409, 'KEY_REUSED');
  const reply = kept?.answer ?? make();
  if (key !== null) state.kept.set(`${path} ${key}`, { body: JSON.stringify(body), answer: reply });
  return json(reply.body, reply);
}

/** A body with known members; all others are rejected by name. */
function soleFaults(body: JsonValue | undefined, name: string, fits: (value: JsonValue) => boolean): JsonObject[] {
  const given = (body ?? {}) as JsonObject;
  const unknown = Object.keys(given).filter((field) => field !== name);
  const wrong =
    given[name] === undefined || !fits(given[name]) ? [{ field: name, code: 'WRONG', detail: 'open, done' }] : [];
  return [...unknown.map((field) => ({ field, code: 'UNKNOWN', detail: 'unknown' })), ...wrong];
}

function createMany(state: State, asked: Asked): Response {
  const faults = soleFaults(asked.body, 'items', (value) => Array.isArray(value) && value.length <= 10);
  if (faults.length > 0) return problem(422, 'INVALID', { field_errors: faults });
  const { items } = asked.body as { items: JsonObject[] };
  return once(state, asked, () => {
    const results = items.map((item, index): JsonObject => {
      if (item.title === undefined || bodyFaults(item).length > 0)
        return { index, status: 422, code: 'INVALID', retryable: false };
      return { index, status: 201, task_id: add(state, item).task_id ?? '' };
    });
    return { status: 200, body: { results } };
  });
}

/** Rejects queries with more than ten levels. */
function query({ body }: Asked): Response {
  const faults = soleFaults(body, 'query', (value) => typeof value === 'string');
  if (faults.length > 0) return problem(400, 'INVALID', { field_errors: faults });
  const depth = String((body as JsonObject).query).split('{').length - 1;
  const refused = { message: 'The query is nested too deeply.', extensions: { code: 'TOO_DEEP' } };
  return json(depth > 10 ? { errors: [refused] } : { data: { __typename: 'Query' } });
}

function exportMethods(state: State, path: string): string | undefined {
  const [, , id = '', part] = path.split('/');
  if (!path.startsWith('/exports/') || !state.exports.has(id)) return undefined;
  return part === undefined ? 'GET, HEAD, DELETE, OPTIONS' : part === 'cancel' ? 'POST, OPTIONS' : 'GET, HEAD, OPTIONS';
}

/** An operation that finishes when its status has been read twice. */
function exportTasks(state: State, asked: Asked): Response {
  const [, , id = '', part] = asked.path.split('/');
  if (id === '') return startExport(state, asked);
  const polls = state.exports.get(id) ?? 0;
  if (asked.method === 'DELETE') {
    state.exports.delete(id);
    return new Response(null, { status: 204 });
  }
  if (part === 'result') return polls > 2 ? json({ table: 'title' }) : problem(409, 'NOT_READY');
  if (part === 'cancel') {
    if (polls > 2) return problem(409, 'ENDED');
    state.exports.set(id, -1);
  } else if (polls >= 0) state.exports.set(id, polls + 1);
  return showExport(state, id);
}

function startExport(state: State, asked: Asked): Response {
  const faults = soleFaults(asked.body, 'status', (value) => statuses.includes(String(value)));
  if (faults.length > 0) return problem(422, 'INVALID', { field_errors: faults });
  return once(state, asked, () => {
    const id = `e_${state.next}`;
    state.next += 1;
    state.exports.set(id, 0);
    const headers = { location: `/exports/${id}`, 'retry-after': '0' };
    return { status: 202, body: { export_id: id, state: 'running' }, headers };
  });
}

function showExport(state: State, id: string): Response {
  const polls = state.exports.get(id) ?? 0;
  if (polls < 0) return json({ export_id: id, state: 'cancelled' });
  return polls > 2
    ? json({ export_id: id, state: 'succeeded', links: { result: `/exports/${id}/result` } })
    : json({ export_id: id, state: 'running' }, { headers: { 'retry-after': '0' } });
}
