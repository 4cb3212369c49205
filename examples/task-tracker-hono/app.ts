/** The task tracker on Hono. */
import type { CallRecord } from '@dragoman/middleware';
import { addProperties } from '@dragoman/middleware/hono';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { createHandlers, type Reply } from '../task-tracker/handlers.js';
import { callerOf, createProperties } from '../task-tracker/properties.js';
import { createTracker } from '../task-tracker/tracker.js';

/** Creates the application; `log` receives a record of each call. */
export function createApp(log: (record: CallRecord) => void): Hono {
  const handlers = createHandlers(createTracker());
  const app = new Hono();
  addProperties(app, createProperties(log), { caller: ({ req }) => callerOf(req.header('authorization')) });
  // The properties answer thrown errors; without this handler Hono would also print them.
  app.onError((_error, context) => context.body(null, 500));
  app.get('/tasks', (context) => send(context, handlers.tasks_find(context)));
  app.post('/tasks', async (context) => send(context, handlers.task_create(context, await context.req.json())));
  app.post('/tasks/batch', async (context) =>
    send(context, handlers.tasks_create_batch(context, await context.req.json())),
  );
  app.get('/tasks/:id', (context) => send(context, handlers.task_read(context, context.req.param('id'))));
  app.patch('/tasks/:id', async (context) =>
    send(context, handlers.task_update(context, context.req.param('id'), await context.req.json())),
  );
  app.delete('/tasks/:id', (context) => send(context, handlers.task_delete(context, context.req.param('id'))));
  app.get('/todos/:id', (context) => send(context, handlers.task_read(context, context.req.param('id'))));
  app.post('/exports', async (context) =>
    send(context, await handlers.export_start(context, await context.req.json())),
  );
  return app;
}

function send(context: Context, { status, body }: Reply): Response {
  return context.json(body, status as ContentfulStatusCode);
}
