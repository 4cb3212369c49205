/** The task tracker on Express. */
import type { CallRecord } from '@dragoman/middleware';
import { addProperties } from '@dragoman/middleware/express';
import express, { type Express, type Response } from 'express';
import { createHandlers, type Reply } from '../task-tracker/handlers.js';
import { callerOf, createProperties } from '../task-tracker/properties.js';
import { createTracker } from '../task-tracker/tracker.js';

/** Creates the application; `log` receives a record of each call. */
export function createApp(log: (record: CallRecord) => void): Express {
  const handlers = createHandlers(createTracker());
  const app = express();
  addProperties(app, createProperties(log), { caller: ({ headers }) => callerOf(headers.authorization) });
  app.use(express.json());
  app.get('/tasks', (request, response) => send(response, handlers.tasks_find(request)));
  app.post('/tasks', (request, response) => send(response, handlers.task_create(request, request.body)));
  app.post('/tasks/batch', (request, response) => send(response, handlers.tasks_create_batch(request, request.body)));
  app.get('/tasks/:id', (request, response) => send(response, handlers.task_read(request, request.params.id)));
  app.patch('/tasks/:id', (request, response) =>
    send(response, handlers.task_update(request, request.params.id, request.body)),
  );
  app.delete('/tasks/:id', (request, response) => send(response, handlers.task_delete(request, request.params.id)));
  app.get('/todos/:id', (request, response) => send(response, handlers.task_read(request, request.params.id)));
  app.post('/exports', async (request, response) => send(response, await handlers.export_start(request, request.body)));
  return app;
}

function send(response: Response, { status, body }: Reply): void {
  response.status(status).json(body);
}
