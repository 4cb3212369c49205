import { describe, expect, it } from 'vitest';
import { writeApiText } from './write-api.js';

const problem = { schema: { $ref: '#/components/schemas/Problem' } };
const responses = { '404': { description: 'No such task', content: { 'application/problem+json': problem } } };
const api = {
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1', description: 'Tasks of a team.' },
  tags: [{ name: 'tasks', description: 'What is to be done.' }, { name: 'unused' }],
  paths: {
    '/tasks/{task_id}': {
      parameters: [{ $ref: '#/components/parameters/TaskId' }],
      get: { operationId: 'task_read', summary: 'Read a task', tags: ['tasks'], responses },
      patch: {
        operationId: 'task_update',
        summary: 'Change a task',
        deprecated: true,
        parameters: [{ name: 'X-Dry-Run', in: 'header', schema: { type: 'boolean' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                required: ['title'],
                properties: { title: { type: 'string' }, state: { enum: ['open', 'done'] } },
              },
            },
          },
        },
      },
      delete: { operationId: 'hidden', 'x-internal': true },
    },
  },
  components: {
    parameters: { TaskId: { name: 'task_id', in: 'path', required: true, schema: { type: 'string' } } },
    schemas: { Problem: { properties: { code: { enum: ['NOT_FOUND', 'CONFLICT'] } } } },
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'A token of the team.' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    },
  },
};

describe('writeApiText', () => {
  it('[PROF-DISC-04] lists operations with parameters, the meaning of errors and how to authenticate, and nothing else', () => {
    expect(writeApiText(api, ['A sentence before.'])).toBe(
      `# Tasks

Tasks of a team.

A sentence before.

## Tasks

What is to be done.

- [task_read](/tasks/{task_id}): \`GET /tasks/{task_id}\` Read a task. Takes \`task_id\` string (required).

## Operations

- [task_update](/tasks/{task_id}): \`PATCH /tasks/{task_id}\` Change a task. Deprecated. Takes \`task_id\` string (required), \`title\` string (required), \`state\` open|done.

## Errors

- \`404\`: No such task
- \`code\` is one of NOT_FOUND, CONFLICT

## Authentication

- token: \`Authorization: Bearer …\` A token of the team.
- key: apiKey \`X-Key\` in the header
`,
    );
  });

  it('never throws, whatever document it gets', () => {
    const loop = { paths: { '/x': { get: { parameters: [{ $ref: '#/paths/~1x/get/parameters/0' }] } } } };
    expect(writeApiText(loop)).toBe('# API\n\n## Operations\n\n- [GET /x](/x): `GET /x`\n');
    expect(writeApiText({})).toBe('# API\n');
    expect(writeApiText({ info: 7, paths: [1], tags: 'x', components: null })).toBe('# API\n');
    const odd = {
      paths: { '/x': { get: { parameters: [{ $ref: '#/%E0' }, { $ref: 'https://x.example/' }], tags: 4 } } },
    };
    expect(writeApiText(odd)).toContain('GET /x');
  });

  it('limits the page of a large API to a readable size', () => {
    const paths = Object.fromEntries(
      Array.from({ length: 700 }, (_, at) => [`/p${at}`, { get: { operationId: `o${at}` } }]),
    );
    const text = writeApiText({ paths });
    expect(text.match(/^- /gm)).toHaveLength(500);
    expect(text).toContain('And 200 more operations.');
  });
});
