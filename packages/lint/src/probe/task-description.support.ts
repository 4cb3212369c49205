/** The description of the test API. */
import type { JsonObject } from '@dragoman/model';

const task: JsonObject = {
  type: 'object',
  required: ['task_id'],
  properties: {
    task_id: { type: 'string', pattern: '^t_[0-9]+$', description: 'Id of the task' },
    title: { type: 'string', maxLength: 120, description: 'What is to be done' },
    status: { type: 'string', enum: ['open', 'done'], description: 'Where it stands' },
    notes: { type: 'string', maxLength: 500, description: 'More words' },
    note: {
      type: 'object',
      description: 'What a user wrote',
      properties: { untrusted_text: { type: 'string', maxLength: 500 }, source: { type: 'string', maxLength: 80 } },
    },
    next_actions: { type: 'object', description: 'Action to operationId', additionalProperties: { type: 'string' } },
  },
};
const query = (name: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'query',
  description: `The ${name}`,
  schema,
});
const header = (name: string, schema: JsonObject = { type: 'string' }): JsonObject => ({
  name,
  in: 'header',
  description: `The ${name}`,
  schema,
});
const path: JsonObject = {
  name: 'task_id',
  in: 'path',
  required: true,
  description: 'Id from tasks_list',
  schema: { type: 'string' },
};
const page: JsonObject = {
  type: 'object',
  required: ['items'],
  properties: {
    items: { type: 'array', items: { $ref: '#/components/schemas/Task' } },
    next_cursor: { type: 'string' },
  },
};
const answer = (schema: JsonObject): JsonObject => ({
  description: 'Done',
  content: { 'application/json': { schema } },
});
const listing: JsonObject[] = [
  query('limit', { type: 'integer', minimum: 1, maximum: 50, default: 20 }),
  query('min_age', { type: 'integer', minimum: 0 }),
  query('cursor', { type: 'string' }),
  query('status', { type: 'string', enum: ['open', 'done'] }),
  query('fields', { type: 'string' }),
  query('response_format', { type: 'string', enum: ['concise', 'detailed'], default: 'concise' }),
];
const taskInput = (required: string[], more: JsonObject = {}): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties: {
    title: { type: 'string', maxLength: 120, description: 'What is to be done' },
    status: { type: 'string', enum: ['open', 'done'], description: 'Where it stands' },
    urgent: { type: 'boolean', description: 'Whether it cannot wait' },
    note: { type: 'string', maxLength: 500, description: 'Anything that helps' },
    ...more,
  },
});
const body = (schema: JsonObject, example: JsonObject): JsonObject => ({
  required: true,
  content: { 'application/json': { schema, example } },
});
const input = (required: string[], more: JsonObject = {}): JsonObject =>
  body(taskInput(required, more), { title: 'Buy milk', status: 'open' });
const only = (name: string, schema: JsonObject): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required: [name],
  properties: { [name]: schema },
});
const read = { 'x-agent': { read_only: true, order: 'task_id' } };

const exportId: JsonObject = { ...path, name: 'export_id', description: 'Id from export_start', example: 'e_none' };
const states = ['running', 'succeeded', 'cancelled'];
const work: JsonObject = {
  type: 'object',
  properties: { export_id: { type: 'string' }, state: { type: 'string', enum: states }, links: { type: 'object' } },
};

/** Long-running export: start, status, cancel, read and delete. */
const exportPaths: JsonObject = {
  '/exports': {
    post: {
      operationId: 'export_start',
      summary: 'Begin to write all tasks into one table',
      'x-agent': { cancel: 'export_cancel' },
      parameters: [header('Idempotency-Key')],
      requestBody: body(only('status', { type: 'string', enum: ['open', 'done'] }), { status: 'open' }),
      responses: { '202': answer(work) },
    },
  },
  '/exports/{export_id}': {
    get: {
      operationId: 'export_state',
      summary: 'Ask how far a table is',
      parameters: [exportId],
      responses: { '200': answer(work) },
    },
    delete: {
      operationId: 'export_delete',
      summary: 'Delete a table',
      parameters: [exportId],
      responses: { '204': { description: 'Gone' } },
    },
  },
  '/exports/{export_id}/result': {
    get: {
      operationId: 'export_result',
      summary: 'Read a table',
      parameters: [exportId],
      responses: { '200': answer({ type: 'object', properties: { table: { type: 'string' } } }) },
    },
  },
  '/exports/{export_id}/cancel': {
    post: {
      operationId: 'export_cancel',
      summary: 'Stop writing a table',
      parameters: [exportId],
      responses: { '200': answer(work) },
    },
  },
};

/** The document. */
export const taskDescription: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1.0.0', description: 'Things to do.' },
  servers: [{ url: 'https://tasks.example' }],
  security: [{ bearer: [] }],
  paths: {
    '/tasks': {
      get: {
        operationId: 'tasks_list',
        summary: 'List tasks',
        ...read,
        parameters: listing,
        responses: { '200': answer(page) },
      },
      post: {
        operationId: 'task_create',
        summary: 'Add a task',
        parameters: [header('Idempotency-Key'), header('X-Dry-Run', { type: 'boolean' })],
        requestBody: input(['title']),
        responses: { '201': answer({ $ref: '#/components/schemas/Task' }) },
      },
    },
    '/tasks/search': {
      post: {
        operationId: 'tasks_search',
        summary: 'Search tasks',
        ...read,
        requestBody: input([], { limit: { type: 'integer', minimum: 1, maximum: 50 } }),
        responses: { '200': answer(page) },
      },
    },
    '/tasks/{task_id}': {
      get: {
        operationId: 'task_read',
        summary: 'Read a task',
        parameters: [
          path,
          query('fields', { type: 'string' }),
          query('response_format', { type: 'string', enum: ['concise', 'detailed'], default: 'concise' }),
        ],
        responses: { '200': answer({ $ref: '#/components/schemas/Task' }) },
      },
      patch: {
        operationId: 'task_update',
        summary: 'Change a task',
        parameters: [path, header('If-Match'), header('Idempotency-Key')],
        requestBody: input([]),
        responses: { '200': answer({ $ref: '#/components/schemas/Task' }) },
      },
      delete: {
        operationId: 'task_delete',
        summary: 'Delete a task',
        parameters: [path, header('If-Match')],
        responses: { '204': { description: 'Gone' } },
      },
    },
    '/tasks/batch': {
      post: {
        operationId: 'tasks_create_batch',
        summary: 'Add several tasks',
        'x-agent': { undo: 'task_delete' },
        parameters: [header('Idempotency-Key')],
        requestBody: body(only('items', { type: 'array', maxItems: 10, items: taskInput(['title']) }), {
          items: [{ title: 'Buy bread' }],
        }),
        responses: { '200': answer({ type: 'object', properties: { results: { type: 'array' } } }) },
      },
    },
    ...exportPaths,
    '/graphql': {
      post: {
        operationId: 'tasks_query',
        summary: 'Ask for tasks in a query',
        'x-agent': { read_only: true },
        requestBody: body(only('query', { type: 'string', maxLength: 2000 }), { query: '{ __typename }' }),
        responses: { '200': answer({ type: 'object', properties: { data: { type: 'object' } } }) },
      },
    },
    '/old-tasks': {
      get: {
        operationId: 'old_tasks_list',
        summary: 'List tasks as before',
        deprecated: true,
        parameters: listing,
        responses: { '200': answer(page) },
      },
    },
  },
  components: { schemas: { Task: task }, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
};
