/** The task tracker on Fastify. */
import type { CallRecord } from '@dragoman/middleware';
import { addProperties } from '@dragoman/middleware/fastify';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { createHandlers, type Reply } from '../task-tracker/handlers.js';
import { callerOf, createProperties } from '../task-tracker/properties.js';
import { createTracker, type NewTask, type TaskMembers, type TaskState } from '../task-tracker/tracker.js';

interface One {
  Params: { id: string };
}

/** Creates the application; `log` receives a record of each call. */
export function createApp(log: (record: CallRecord) => void): FastifyInstance {
  const handlers = createHandlers(createTracker());
  const app = fastify();
  addProperties(app, createProperties(log), { caller: ({ headers }) => callerOf(headers.authorization) });
  app.get('/tasks', (request, reply) => send(reply, handlers.tasks_find(request)));
  app.post<{ Body: NewTask }>('/tasks', (request, reply) => send(reply, handlers.task_create(request, request.body)));
  app.post<{ Body: { items: NewTask[] } }>('/tasks/batch', (request, reply) =>
    send(reply, handlers.tasks_create_batch(request, request.body)),
  );
  app.get<One>('/tasks/:id', (request, reply) => send(reply, handlers.task_read(request, request.params.id)));
  app.patch<One & { Body: TaskMembers }>('/tasks/:id', (request, reply) =>
    send(reply, handlers.task_update(request, request.params.id, request.body)),
  );
  app.delete<One>('/tasks/:id', (request, reply) => send(reply, handlers.task_delete(request, request.params.id)));
  app.get<One>('/todos/:id', (request, reply) => send(reply, handlers.task_read(request, request.params.id)));
  app.post<{ Body: { state: TaskState } }>('/exports', async (request, reply) =>
    send(reply, await handlers.export_start(request, request.body)),
  );
  return app;
}

function send(reply: FastifyReply, { status, body }: Reply): FastifyReply {
  return reply.status(status).send(body);
}
