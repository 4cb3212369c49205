/** The description of the small API that the probe's tests ask. */
import type { JsonObject } from '@dragoman/model';

const task: JsonObject = {
  type: 'object',
  required: ['task_id'],
  properties: {
    task_id: { type: 'string', pattern: '^t_[0-9]+$', description: 'Id of the task' },
    title: { type: 'string', maxLength: 120, description: 'What is to be done' },
    status: { type: 'string', enum: ['open', 'done'], description: 'Where it stands' },
    notes: { type: 'string', maxLength: 500, description: 'More words' },
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
const input = (required: string[], more: JsonObject = {}): JsonObject => ({
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        additionalProperties: false,
        required,
        properties: {
          title: { type: 'string', maxLength: 120, description: 'What is to be done' },
          status: { type: 'string', enum: ['open', 'done'], description: 'Where it stands' },
          urgent: { type: 'boolean', description: 'Whether it cannot wait' },
          ...more,
        },
      },
      example: { title: 'Buy milk', status: 'open' },
    },
  },
});
const read = { 'x-agent': { read_only: true, order: 'task_id' } };

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
        parameters: [path, query('fields', { type: 'string' })],
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
