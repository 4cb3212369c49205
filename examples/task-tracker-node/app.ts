/** The task tracker on `node:http` without a framework: a table of routes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { type CallRecord, Failure } from '@dragoman/middleware';
import { addProperties, type Listener } from '@dragoman/middleware/node';
import { createHandlers, type Handlers, type Reply } from '../task-tracker/handlers.js';
import { callerOf, createProperties } from '../task-tracker/properties.js';
import { createTracker, type NewTask, type TaskMembers, type TaskState } from '../task-tracker/tracker.js';

/** Creates the listener; `log` receives a record of each call. */
export function createApp(log: (record: CallRecord) => void): Listener {
  const handlers = createHandlers(createTracker());
  const listener: Listener = async (request, response) => send(response, await answer(handlers, request));
  return addProperties(listener, createProperties(log), { caller: ({ headers }) => callerOf(headers.authorization) });
}

async function answer(handlers: Handlers, request: IncomingMessage): Promise<Reply> {
  const [, collection, id = ''] =
    /^\/(tasks\/batch|tasks|todos|exports)(?:\/([^/?]+))?(?:\?.*)?$/.exec(request.url ?? '') ?? [];
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  switch (`${method} ${collection}${id === '' ? '' : '/id'}`) {
    case 'GET tasks':
      return handlers.tasks_find(request);
    case 'POST tasks':
      return handlers.task_create(request, (await json(request)) as NewTask);
    case 'POST tasks/batch':
      return handlers.tasks_create_batch(request, (await json(request)) as { items: NewTask[] });
    case 'GET tasks/id':
    case 'GET todos/id':
      return handlers.task_read(request, id);
    case 'PATCH tasks/id':
      return handlers.task_update(request, id, (await json(request)) as TaskMembers);
    case 'DELETE tasks/id':
      return handlers.task_delete(request, id);
    case 'POST exports':
      return handlers.export_start(request, (await json(request)) as { state: TaskState });
    default:
      throw new Failure('NOT_FOUND');
  }
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
