/** For each check, the faults that make it fail, and the message that it reports. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { Asked, FaultInjector } from '../task-api.support.js';
import { problem } from '../task-api.support.js';
import { taskDescription } from '../task-description.support.js';
import { actionFaultCases } from './action-fault-cases.support.js';
import { edited, type FaultCase, inError, json, lenient, omit, without } from './inject-faults.support.js';

const isList = ({ method, path }: Asked) => method === 'GET' && path === '/tasks';
const isMake = ({ method, path, headers }: Asked) =>
  method === 'POST' && path === '/tasks' && headers.get('x-dry-run') === null;

const freshTask = ({ count }: Asked) => json({ task_id: `t_9${count}`, title: 'x', status: 'open' }, 201);
const manyTasks = { items: Array.from({ length: 60 }, (_, n) => ({ task_id: `t_${n}` })) };

/** Rejects each key when it is repeated. */
function refuseRepeats(): FaultInjector {
  const keys = new Set<string>();
  return (asked) => {
    const key = isMake(asked) ? (asked.headers.get('idempotency-key') ?? '') : undefined;
    if (key === undefined || !keys.has(key)) {
      if (key !== undefined) keys.add(key);
      return undefined;
    }
    return problem(409, 'TAKEN');
  };
}

/** Every check by id, with at least one fault that makes it fail. */
export const faultCases: Readonly<Record<string, readonly FaultCase[]>> = {
  ...actionFaultCases,
  'operation-answers': [
    {
      says: 'tasks_list: it is described and returned status 404.',
      injectFault: (asked) => (isList(asked) ? problem(404, 'NOT_FOUND') : undefined),
    },
    {
      says: 'tasks_list: it failed: status 500.',
      injectFault: (asked) => (isList(asked) ? problem(500, 'INTERNAL') : undefined),
    },
  ],
  'answer-fits-schema': [
    {
      says: /tasks_list: in the response, items is missing/,
      injectFault: edited((body, asked) => (isList(asked) ? omit(body, 'items') : body)),
    },
    {
      says: /task_read: in the response, status is not one of the enum values/,
      injectFault: edited((body, { path }) => (/t_\d/.test(path) ? { ...body, status: 'lost' } : body)),
    },
  ],
  'identifier-works': [
    {
      says: 'task_read: the identifier from the list returned status 404.',
      injectFault: ({ path }) => (/\/t_\d+$/.test(path) ? problem(404, 'NOT_FOUND') : undefined),
    },
  ],
  'answer-size': [
    {
      says: /task_read: \d+ bytes by default; at most 8192 are recommended/,
      injectFault: edited((body, { path }) => (/t_\d/.test(path) ? { ...body, notes: 'x'.repeat(9000) } : body)),
    },
  ],
  'deprecation-headers': [
    {
      says: 'old_tasks_list: it is deprecated and its response lacks Deprecation and Sunset.',
      injectFault: without('deprecation', 'sunset'),
    },
    { says: 'old_tasks_list: it is deprecated and its response links no successor.', injectFault: without('link') },
  ],
  'deprecation-described': [
    {
      says: 'task_read: it sends a Deprecation header and is not described as deprecated.',
      injectFault: ({ path }, answer) => {
        if (/t_\d/.test(path)) answer.headers.set('sunset', 'Fri, 01 Jan 2027 00:00:00 GMT');
        return undefined;
      },
    },
  ],
  'quota-signal': [
    { says: 'tasks_list: no header reports the remaining quota.', injectFault: without('ratelimit-remaining') },
  ],
  'conditional-read': [
    { says: 'task_read: the response has neither ETag nor Last-Modified.', injectFault: without('etag') },
    {
      says: 'task_read: the ETag is not a quoted string.',
      injectFault: (_, answer) => {
        answer.headers.set('etag', 'abc');
        return undefined;
      },
    },
    {
      says: "task_read: a request with the API's own validator returned status 200.",
      injectFault: (_, answer) => (answer.status === 304 ? json({}) : undefined),
    },
    {
      says: 'task_read: a request with a different ETag returned status 304.',
      injectFault: ({ headers }) => (headers.has('if-none-match') ? new Response(null, { status: 304 }) : undefined),
    },
  ],
  'head-like-get': [
    {
      says: 'tasks_list: HEAD returned status 404.',
      injectFault: ({ method }) => (method === 'HEAD' ? new Response(null, { status: 404 }) : undefined),
    },
  ],
  'options-answered': [
    {
      says: 'tasks_list: OPTIONS returned status 404 and no Allow header.',
      injectFault: ({ method }) => (method === 'OPTIONS' ? problem(404, 'NOT_FOUND') : undefined),
    },
  ],
  'order-stable': [
    {
      says: 'tasks_list: the order of the same items differs between two calls.',
      injectFault: edited((body, asked) =>
        isList(asked) && asked.count % 2 === 1 ? { ...body, items: [...(body.items as JsonValue[])].reverse() } : body,
      ),
    },
  ],
  'cursor-walk': [
    {
      says: 'tasks_list: an incomplete page names no continuation.',
      injectFault: edited((body) => omit(body, 'next_cursor')),
    },
    {
      says: 'tasks_list: the continuation points back to an earlier page.',
      injectFault: (asked) =>
        isList(asked) ? json({ items: [{ task_id: `t_9${asked.count}` }], next_cursor: 'again' }) : undefined,
    },
    {
      says: 'tasks_list: an item is on two pages.',
      injectFault: edited((body, asked) =>
        isList(asked) && asked.url.searchParams.has('cursor') ? { ...body, items: [{ task_id: 't_1' }] } : body,
      ),
    },
    {
      says: 'tasks_list: the continuation returned status 400.',
      injectFault: ({ url }) => (url.searchParams.has('cursor') ? problem(400, 'INVALID') : undefined),
    },
    {
      says: 'tasks_list: the continuation is unusable: it points to another origin.',
      injectFault: edited((body) => ({ ...omit(body, 'next_cursor'), next: 'https://evil.example/tasks' })),
    },
  ],
  'cursor-refused': [{ says: 'tasks_list: a forged cursor returned status 200.', injectFault: lenient([400]) }],
  'cursor-bound': [{ says: 'tasks_list: a cursor is accepted under another filter.', injectFault: lenient([400]) }],
  'page-bounds': [
    { says: 'tasks_list: the page size "probe" returned status 200.', injectFault: lenient([400]) },
    {
      says: 'tasks_list: the page size "-1" returned status 500.',
      injectFault: ({ url }) => (url.searchParams.get('limit') === '-1' ? problem(500, 'INTERNAL') : undefined),
    },
    {
      says: /tasks_list: a page size of 100000 returned status 200 and 60 items/,
      injectFault: ({ url }) => (url.searchParams.get('limit') === '100000' ? json(manyTasks) : undefined),
    },
    {
      says: 'tasks_list: the default page has 60 items.',
      injectFault: (asked) => (isList(asked) ? json(manyTasks) : undefined),
    },
  ],
  'field-selection': [
    {
      says: 'tasks_list: selecting task_id,title returned task_id,title,extra.',
      injectFault: edited((body, { url }) =>
        url.searchParams.has('fields') && Array.isArray(body.items)
          ? { items: body.items.map((each) => ({ ...(each as JsonObject), extra: 1 })) }
          : body,
      ),
    },
    {
      says: 'tasks_list: selecting task_id,title returned status 400.',
      injectFault: ({ url }) => (url.searchParams.has('fields') ? problem(400, 'INVALID') : undefined),
    },
  ],
  verbosity: [
    {
      says: /tasks_list: concise has (\d+) bytes and detailed has \1/,
      injectFault: ({ url }) =>
        url.searchParams.has('response_format')
          ? json({ items: [{ task_id: 't_1' }], padding: 'x'.repeat(40) })
          : undefined,
    },
  ],
  'wrong-type-refused': [
    { says: 'tasks_list: "probe" for limit returned status 200.', injectFault: lenient([400]) },
    {
      says: 'tasks_list: "probe" for limit was rejected without naming limit.',
      injectFault: inError(() => ({ detail: 'no' })),
    },
  ],
  'closed-set-enforced': [
    { says: 'tasks_list: "probe-no-such-value" for status returned status 200.', injectFault: lenient([400]) },
    {
      says: 'tasks_list: "probe-no-such-value" for status was rejected without the allowed values.',
      injectFault: inError(() => ({ detail: 'status is wrong' })),
    },
  ],
  'field-errors-together': [
    {
      says: 'tasks_list: limit and min_age are invalid; reported by name: limit.',
      injectFault: inError((body) => ({ ...body, field_errors: [{ field: 'limit' }] })),
    },
    {
      says: 'tasks_list: limit and min_age are invalid; reported by name: none.',
      injectFault: inError((body) => ({ ...body, field_errors: ['limit', 'min_age'] })),
    },
    { says: 'tasks_list: invalid limit and min_age returned status 200.', injectFault: lenient([400]) },
  ],
  'unknown-property-refused': [
    { says: 'tasks_search: an unknown property returned status 200.', injectFault: lenient([400, 422]) },
    {
      says: 'tasks_search: an unknown property was rejected without being named.',
      injectFault: inError(() => ({ detail: 'no' })),
    },
  ],
  'unknown-parameter-told': [
    { says: 'tasks_list: an unknown query parameter is silently ignored.', injectFault: lenient([400]) },
  ],
  'unknown-thing-refused': [
    { says: 'The API: an unknown URL returned status 200.', injectFault: lenient([404]) },
    {
      says: 'task_read: an unknown identifier returned status 200.',
      injectFault: ({ path }, answer) => (path.startsWith('/tasks/') && answer.status === 404 ? json({}) : undefined),
    },
  ],
  'method-refused': [
    { says: 'tasks_list: the 405 response has no Allow header.', injectFault: without('allow') },
    {
      says: 'tasks_list: an unsupported method returned status 404.',
      injectFault: ({ method }) => (method === 'PROPFIND' ? problem(404, 'NOT_FOUND') : undefined),
    },
  ],
  'answer-type-negotiated': [
    {
      says: 'tasks_list: a request for an unavailable type returned status 200 and image/png.',
      injectFault: ({ headers }) =>
        headers.get('accept')?.includes('x-probe')
          ? new Response('x', { headers: { 'content-type': 'image/png' } })
          : undefined,
    },
  ],
  'body-type-refused': [
    { says: 'tasks_search: a text/x-probe body returned status 200.', injectFault: lenient([415]) },
    {
      says: 'tasks_search: a text/x-probe body was rejected with status 400, not 415.',
      injectFault: (_, answer) => (answer.status === 415 ? problem(400, 'INVALID') : undefined),
    },
  ],
  'trace-context': [
    {
      says: 'tasks_list: a request with traceparent returned status 400.',
      injectFault: ({ headers }) => (headers.has('traceparent') ? problem(400, 'INVALID') : undefined),
    },
  ],
  'trace-answered': [
    { says: 'tasks_list: a response names neither trace nor request.', injectFault: without('x-request-id') },
  ],
  'credential-demanded': [
    {
      says: 'tasks_list: a call without credentials succeeds, although the operation is described as protected.',
      injectFault: lenient([401]),
    },
    { says: 'tasks_list: the 401 response has no WWW-Authenticate header.', injectFault: without('www-authenticate') },
  ],
  'description-served': [
    {
      says: /The API: no description at \/openapi\.json/,
      injectFault: ({ path }) =>
        /openapi|swagger|api-/.test(path) ? new Response('<html>', { status: 200 }) : undefined,
    },
  ],
  'llms-txt': [
    {
      says: /The API: 1 of 2 listed operations are not described, such as GET \/gone/,
      injectFault: ({ path }) => (path === '/llms.txt' ? new Response('GET /tasks\nGET /gone\n') : undefined),
    },
  ],
  'idempotent-replay': [
    {
      says: 'task_create: the second call was executed again.',
      injectFault: (asked) => (isMake(asked) ? freshTask(asked) : undefined),
    },
    {
      says: 'task_create: the second call returned status 409.',
      injectFault: refuseRepeats(),
    },
    {
      says: 'task_create: the second call returned another body.',
      injectFault: edited((body, asked) => (isMake(asked) ? { ...body, at: asked.count } : body)),
    },
  ],
  'idempotent-together': [
    {
      says: 'task_create: both calls had an effect.',
      injectFault: (asked) => (isMake(asked) ? freshTask(asked) : undefined),
    },
  ],
  'idempotency-conflict': [
    {
      says: 'task_create: the key with another body returned status 201.',
      injectFault: (asked, answer) => (isMake(asked) && answer.status === 409 ? freshTask(asked) : undefined),
    },
  ],
  'dry-run': [
    {
      says: 'task_create: the state changed after the dry run.',
      injectFault: edited((body, asked) => (isList(asked) ? { ...body, at: asked.count } : body)),
    },
    {
      says: 'task_create: the response does not say that it is a dry run.',
      injectFault: edited((body, { headers }) => (headers.has('x-dry-run') ? { title: 'x' } : body)),
    },
  ],
  'tag-changes': [
    {
      says: 'task_update: the tag did not change after a change.',
      injectFault: (_, answer) => {
        answer.headers.set('etag', '"same"');
        return undefined;
      },
    },
    {
      says: 'task_update: the old tag still returns 304 after a change.',
      injectFault: ({ headers }) => (headers.has('if-none-match') ? new Response(null, { status: 304 }) : undefined),
    },
  ],
  'stale-write-refused': [{ says: 'task_update: a stale tag returned status 200.', injectFault: lenient([412]) }],
  'cursor-under-inserts': [
    {
      says: /tasks_list: \d items were returned twice/,
      // Counts from the front, where new items are inserted.
      injectFault: offsetPages(),
    },
  ],
  'error-structured': [
    {
      says: 'The API: the body of the 404 response is not a JSON object (text/html).',
      injectFault: (_, answer) =>
        answer.status === 404
          ? new Response('<h1>', { status: 404, headers: { 'content-type': 'text/html' } })
          : undefined,
    },
    {
      says: 'The API: the 404 response is application/json.',
      injectFault: (_, answer) => (answer.status === 404 ? json({ message: 'no' }, 404) : undefined),
    },
    {
      says: 'The API: the 404 response lacks title, detail.',
      injectFault: inError((body) => omit(omit(body, 'title'), 'detail')),
    },
    {
      says: 'The API: the 404 response has status 400 in its body.',
      injectFault: inError((body) => ({ ...body, status: 400 })),
    },
  ],
  'error-code': [
    { says: 'The API: the 404 response has no code.', injectFault: inError((body) => omit(body, 'code')) },
    {
      says: 'The API: the code of the 404 response is a number.',
      injectFault: inError((body) => ({ ...body, code: '404' })),
    },
    {
      says: 'The API: the same error has two codes.',
      injectFault: inError((body, { count }) => ({ ...body, code: `NOT_FOUND_${count}` })),
    },
  ],
  'error-retryable': [
    {
      says: 'The API: the 404 response does not say whether it is retryable.',
      injectFault: inError((body) => omit(body, 'retryable')),
    },
    {
      says: 'The API: the 404 response says that it is retryable.',
      injectFault: inError((body) => ({ ...body, retryable: true })),
    },
  ],
  'error-shape-same': [
    {
      says: 'The API: 2 kinds of error have 2 different shapes.',
      injectFault: (_, answer) => (answer.status === 405 ? json({ message: 'no' }, 405) : undefined),
    },
  ],
  'cursor-pagination': [
    {
      says: 'tasks_list: it is paginated by offset or page number.',
      document: countedPages(),
      injectFault: () => undefined,
    },
  ],
  'retry-after': [
    {
      burst: 5,
      says: 'The API: the 429 response has no Retry-After header.',
      injectFault: ({ count }) => (count > 8 ? problem(429, 'RATE_LIMITED') : undefined),
    },
    {
      burst: 5,
      says: 'The API: Retry-After is neither seconds nor a date.',
      injectFault: ({ count }) => (count > 8 ? problem(429, 'RATE_LIMITED', {}, { 'retry-after': 'soon' }) : undefined),
    },
    {
      burst: 5,
      says: 'The API: Retry-After is 30 but the body says 3.',
      injectFault: ({ count }) =>
        count > 8 ? problem(429, 'RATE_LIMITED', { retry_after: 3 }, { 'retry-after': '30' }) : undefined,
    },
  ],
};

/** The description with `offset` instead of the cursor. */
function countedPages(): JsonObject {
  return JSON.parse(JSON.stringify(taskDescription).replaceAll('"cursor"', '"offset"')) as JsonObject;
}

/** Pages counted from the newest item, so that an insert shifts them. */
export function offsetPages(count = 4): FaultInjector {
  const tasks = Array.from({ length: count }, (_, n) => ({ task_id: `t_${n + 1}` }));
  return (asked) => {
    if (isMake(asked)) {
      tasks.unshift({ task_id: `t_8${tasks.length}` });
      return json(tasks[0] as JsonObject, 201);
    }
    if (!isList(asked)) return undefined;
    const { searchParams } = asked.url;
    const [start, size] = [Number(searchParams.get('cursor') ?? 0), Number(searchParams.get('limit') ?? 20)];
    const next = start + size < tasks.length ? { next_cursor: String(start + size) } : {};
    return json({ items: tasks.slice(start, start + size), ...next });
  };
}
