import { describe, expect, it } from 'vitest';
import { serveWith } from '../rejecting.support.js';
import { createDescriptionCheck } from './description-check.js';

const description = {
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1' },
  servers: [{ url: 'https://api.example/v1' }],
  paths: {
    '/tasks': {
      get: {
        operationId: 'tasks_list',
        parameters: [
          { name: 'state', in: 'query', schema: { type: 'string', enum: ['open', 'done'] } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } },
          {
            name: 'tag',
            in: 'query',
            schema: { type: 'array', maxItems: 2, items: { $ref: '#/components/schemas/Tag' } },
          },
          { name: 'mine', in: 'query', schema: { type: 'boolean' } },
        ],
        responses: {
          '200': { description: 'A page', content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
      post: {
        operationId: 'task_create',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewTask' } } },
        },
        responses: { '201': { description: 'Made' } },
      },
    },
    '/tasks/{task_id}': {
      get: {
        operationId: 'task_read',
        parameters: [
          { name: 'task_id', in: 'path', required: true, schema: { type: 'string', pattern: '^t_[0-9]+$' } },
        ],
        responses: { '200': { description: 'A task' } },
      },
    },
    '/tasks/summary': { get: { operationId: 'tasks_summary', responses: { '200': { description: 'Counts' } } } },
    '/upload': {
      put: {
        operationId: 'upload',
        requestBody: { required: true, content: { 'text/csv': { schema: { type: 'string' } } } },
        responses: { '204': { description: 'Taken' } },
      },
    },
  },
  components: {
    schemas: {
      Tag: { type: 'integer' },
      NewTask: {
        type: 'object',
        additionalProperties: false,
        required: ['title'],
        properties: {
          title: { type: 'string', minLength: 1, maxLength: 20 },
          priority: { type: 'string', enum: ['low', 'high'] },
          steps: {
            type: 'array',
            maxItems: 3,
            items: { type: 'object', additionalProperties: false, properties: { text: { type: 'string' } } },
          },
        },
      },
    },
  },
};

const serve = serveWith(
  async (request) => new Response(`ran ${await request.text()}`),
  [createDescriptionCheck({ description, bytes: 1000 })],
);

const get = (path: string, init: RequestInit = {}) => serve(new Request(`https://host.example/v1${path}`, init));
const post = (body: unknown, type = 'application/json') =>
  get('/tasks', {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const fields = (...names: string[]) => ({ code: 'INVALID_INPUT', fieldErrors: names.map((field) => ({ field })) });

describe('createDescriptionCheck', () => {
  it('passes valid requests with their body, and undescribed URLs', async () => {
    expect(await (await get('/tasks?state=open&limit=50&tag=1&tag=2&mine=true')).text()).toBe('ran ');
    expect(await (await post({ title: 'Wash' })).text()).toBe('ran {"title":"Wash"}');
    expect(await (await get('/tasks/t_1')).text()).toBe('ran ');
    expect(await (await get('/tasks/summary')).text()).toBe('ran ');
    expect(await (await get('/elsewhere?x=1')).text()).toBe('ran ');
  });

  it('[PROF-ERR-04] [PROF-ERR-05] reports all invalid fields at once, each by its name', async () => {
    await expect(post({ priority: 'urgent', titel: 'x', steps: [{ text: 1 }, { txt: '' }] })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      status: 400,
      fieldErrors: expect.arrayContaining([
        expect.objectContaining({ field: 'title', detail: 'missing' }),
        expect.objectContaining({ field: 'titel', detail: 'not allowed here' }),
        expect.objectContaining({ field: 'priority', detail: 'must be one of ["low","high"]' }),
        expect.objectContaining({ field: 'steps[0].text', pointer: '/steps/0/text' }),
        expect.objectContaining({ field: 'steps[1].txt' }),
      ]),
    });
    await expect(get('/tasks?state=gone&limit=0&tag=x&mine=maybe&sate=open')).rejects.toMatchObject({
      fieldErrors: expect.arrayContaining(
        ['sate', 'state', 'limit', 'tag[0]', 'mine'].map((field) => expect.objectContaining({ field })),
      ),
    });
  });

  it('rejects an unknown parameter with a suggestion', async () => {
    await expect(get('/tasks?limt=3')).rejects.toMatchObject({
      fieldErrors: [{ field: 'limt', detail: "unknown parameter; did you mean 'limit'?" }],
    });
    await expect(get('/tasks/t_1?__proto__=1')).rejects.toMatchObject(fields('__proto__'));
    await expect(get('/tasks?limit=1&limit=2')).rejects.toMatchObject(fields('limit'));
    await expect(get('/tasks/x')).rejects.toMatchObject(fields('task_id'));
  });

  it('rejects bodies that are missing, too large, of another type, or invalid', async () => {
    await expect(post('')).rejects.toMatchObject({ code: 'MALFORMED_JSON' });
    await expect(post('{"title": ')).rejects.toMatchObject({ code: 'MALFORMED_JSON' });
    await expect(post('{"title":"a","title":"b"}')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(post('[]')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(post({ title: 'x'.repeat(2000) })).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE', status: 413 });
    await expect(post('title: x', 'text/yaml')).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE', status: 415 });
    const csv = (type: string) => get('/upload', { method: 'PUT', body: 'a,b', headers: { 'content-type': type } });
    expect(await (await csv('text/csv; charset=utf-8')).text()).toBe('ran a,b');
    await expect(csv('text/plain')).rejects.toMatchObject({ status: 415 });
  });

  it('rejects an unsupported method with the supported ones, and answers OPTIONS', async () => {
    await expect(get('/tasks', { method: 'DELETE' })).rejects.toMatchObject({
      status: 405,
      headers: { allow: 'GET, POST, HEAD, OPTIONS' },
    });
    const options = await get('/tasks/t_1', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } };
    expect(await (await get('/tasks', preflight)).text()).toBe('ran ');
    expect((await get('/tasks/t_1', { method: 'HEAD' })).status).toBe(200);
  });

  it('rejects an unavailable media type', async () => {
    await expect(get('/tasks', { headers: { accept: 'text/html' } })).rejects.toMatchObject({ status: 406 });
    expect((await get('/tasks', { headers: { accept: 'text/html, */*;q=0.1' } })).status).toBe(200);
  });

  it('fails the start with an unreadable document', () => {
    expect(() => createDescriptionCheck({ description: { openapi: '3.1.0' } })).not.toThrow(RangeError);
    expect(() => createDescriptionCheck({ description: { hello: 1 } })).toThrow(TypeError);
  });

  it('[PROF-DESC-18] rejects members that the description does not list where inputs are closed', async () => {
    const node = {
      type: 'object',
      properties: { name: { type: 'string' }, next: { $ref: '#/components/schemas/Node' } },
    };
    const map = { type: 'object', additionalProperties: { type: 'string' } };
    const combined = { allOf: [{ type: 'object', properties: { a: { type: 'string' } } }] };
    const open = {
      openapi: '3.1.0',
      info: { title: 'Lists', version: '1' },
      paths: {
        '/nodes': {
          post: {
            operationId: 'node_create',
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: { node: { $ref: '#/components/schemas/Node' }, labels: map, other: combined },
                  },
                },
              },
            },
            responses: { '201': { description: 'Created' } },
          },
        },
      },
      components: { schemas: { Node: node } },
    };
    const send = (body: object, closed: boolean) =>
      serveWith(
        async () => new Response('ran'),
        [createDescriptionCheck({ description: open, closed })],
      )(
        new Request('https://host.example/nodes', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      );
    const unknown = { nodes: 1, node: { nam: 'x' } };
    expect((await send(unknown, false)).status).toBe(200);
    await expect(send(unknown, true)).rejects.toMatchObject(fields('nodes', 'node.nam'));
    expect(
      (await send({ node: { name: 'x', next: { name: 'y' } }, labels: { any: 'x' }, other: { b: 1 } }, true)).status,
    ).toBe(200);
  });
});
