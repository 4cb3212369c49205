import { isJsonObject, type JsonObject, type JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { addProperties } from '../fetch.js';
import {
  completeDescription,
  createConditional,
  createConfirmation,
  createDeprecation,
  createDescriptionCheck,
  createDryRun,
  createFieldSelection,
  createIdempotency,
  createLlmsTxt,
  createOperations,
  createPages,
  createProblemDetails,
  createRateLimit,
  createTraceContext,
  createTruncation,
  createUntrusted,
  onlyFor,
  type Property,
} from '../index.js';

const task = {
  type: 'object',
  properties: { id: { type: 'string' }, note: { type: 'string', description: 'A note.' } },
};

function sample(more: JsonObject = {}): JsonObject {
  return {
    openapi: '3.1.0',
    info: { title: 'Tasks', version: '1' },
    servers: [{ url: 'https://tasks.example/v1' }],
    paths: {
      '/tasks': {
        get: {
          operationId: 'tasks_list',
          responses: {
            '200': {
              description: 'A page',
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Task' } } },
                  },
                  example: { items: [{ id: '1', note: 'Tea' }] },
                },
              },
            },
          },
        },
        post: {
          operationId: 'task_create',
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Task' } } } },
          responses: { '201': { $ref: '#/components/responses/Created' }, '404': { description: 'Unknown' } },
        },
      },
      '/tasks/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        delete: { operationId: 'task_delete', responses: { '204': { description: 'Removed' } } },
      },
      '/exports': { post: { operationId: 'export_start', responses: { '202': { description: 'Started' } } } },
    },
    components: {
      schemas: { Task: task },
      responses: {
        Created: {
          description: 'Created',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Task' } } },
        },
      },
    },
    ...more,
  };
}

const everything: readonly Property[] = [
  createTraceContext(),
  createProblemDetails({ codes: ['TITLE_TAKEN'] }),
  createRateLimit({ limit: 10, windowSeconds: 60 }),
  createConditional({ writes: 'handler', required: ['DELETE /v1/tasks/{id}'] }),
  createDryRun({ routes: ['POST /v1/tasks', 'DELETE /v1/tasks/{id}'] }),
  createConfirmation({ routes: ['DELETE /v1/tasks/{id}'] }),
  createIdempotency({ required: ['POST /v1/tasks'] }),
  onlyFor('GET /v1/tasks', createPages({ usual: 10, most: 40 }), createFieldSelection({ formats: { all: '*' } })),
  createTruncation(),
  createUntrusted({ texts: ['/note', '/items/*/note'] }),
  createOperations({ path: '/v1/operations' }),
];

function at(value: JsonValue | undefined, ...path: string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((inner, name) => (isJsonObject(inner) ? inner[name] : undefined), value);
}

/** The value at a path, with every reference resolved on the way. */
function find(document: JsonObject, ...path: string[]): JsonObject {
  let value: JsonValue | undefined = document;
  for (const name of [...path, '']) {
    while (isJsonObject(value) && typeof value.$ref === 'string')
      value = at(document, ...value.$ref.slice(2).split('/'));
    if (name !== '') value = Array.isArray(value) ? value[Number(name)] : at(value, name);
  }
  return value as JsonObject;
}

function namesOf(document: JsonObject, path: string, method: string): string[] {
  const { parameters } = find(document, 'paths', path, method);
  const count = Array.isArray(parameters) ? parameters.length : 0;
  return Array.from({ length: count }, (_, index) =>
    String(find(document, 'paths', path, method, 'parameters', String(index)).name),
  );
}

const complete = (description: object, properties = everything) =>
  completeDescription(description, properties) as JsonObject;

describe('completeDescription', () => {
  it('adds the parameters that each property reads, where it applies', () => {
    const completed = complete(sample());
    expect(namesOf(completed, '/tasks', 'get').sort()).toEqual(
      ['If-None-Match', 'cursor', 'fields', 'limit', 'response_format', 'traceparent'].sort(),
    );
    expect(namesOf(completed, '/tasks', 'post').sort()).toEqual(
      ['Idempotency-Key', 'X-Dry-Run', 'dry_run', 'traceparent'].sort(),
    );
    expect(namesOf(completed, '/tasks/{id}', 'delete').sort()).toEqual(
      ['Idempotency-Key', 'If-Match', 'X-Confirm', 'X-Dry-Run', 'dry_run', 'traceparent'].sort(),
    );
  });

  it('adds headers, errors with a problem schema, previews, pages and envelopes', () => {
    const completed = complete(sample());
    const responses = (path: string, method: string) =>
      Object.keys(find(completed, 'paths', path, method, 'responses'));
    expect(responses('/tasks', 'get')).toEqual(['200', '304', '429', '4XX']);
    expect(responses('/tasks', 'post')).toEqual(['201', '404', '409', '429', '4XX']);
    expect(responses('/tasks/{id}', 'delete')).toEqual(['200', '204', '409', '412', '428', '429', '4XX']);
    expect(Object.keys(find(completed, 'paths', '/tasks', 'get', 'responses', '200', 'headers')).sort()).toEqual(
      ['ETag', 'Link', 'RateLimit', 'RateLimit-Policy', 'X-Truncated', 'traceparent'].sort(),
    );
    const unknown = find(completed, 'paths', '/tasks', 'post', 'responses', '404');
    expect(unknown.description).toBe('Unknown');
    const problem = find(unknown, 'content', 'application/problem+json');
    expect(problem).toEqual({ schema: { $ref: '#/components/schemas/AgentProblem' } });
    const codes = find(completed, 'components', 'schemas', 'AgentProblem', 'properties', 'code').enum;
    expect(codes).toEqual(expect.arrayContaining(['RATE_LIMITED', 'CONFIRMATION_REQUIRED', 'TITLE_TAKEN']));
    const created = find(completed, 'paths', '/tasks', 'post', 'responses', '201', 'content', 'application/json');
    expect(at(created, 'schema', 'anyOf')).toMatchObject([
      { properties: { note: { allOf: [{ $ref: '#/components/schemas/UntrustedText' }] } } },
      { $ref: '#/components/schemas/DryRunPreview' },
    ]);
    const page = find(completed, 'paths', '/tasks', 'get', 'responses', '200', 'content', 'application/json');
    expect(Object.keys(find(page, 'schema', 'properties'))).toEqual(['items', 'next_cursor', 'next_page']);
    expect(find(page, 'schema', 'properties', 'items').maxItems).toBe(40);
    expect(page.example).toEqual({ items: [{ id: '1', note: { untrusted_text: 'Tea', source: 'user' } }] });
    expect(find(completed, 'components', 'schemas', 'Task')).toEqual(task);
  });

  it('adds metadata and the routes that properties answer', () => {
    const completed = complete(sample());
    expect(find(completed, 'paths', '/tasks', 'post')['x-agent']).toEqual({
      idempotency: { in: 'header', name: 'Idempotency-Key', window: 'PT24H', scope: 'per caller and operation' },
      dry_run: { in: 'header', name: 'X-Dry-Run' },
      untrusted: ['/note'],
    });
    expect(find(completed, 'paths', '/tasks/{id}', 'delete')['x-agent']).toMatchObject({
      risk: { requires_confirmation: true },
    });
    const started = find(completed, 'paths', '/exports', 'post', 'responses', '202');
    expect(Object.keys(find(started, 'headers'))).toEqual(expect.arrayContaining(['Location', 'Retry-After']));
    expect(Object.keys(completed.paths as JsonObject)).toEqual([
      '/tasks',
      '/tasks/{id}',
      '/exports',
      '/operations/{operation_id}/result',
      '/operations/{operation_id}/cancel',
      '/operations/{operation_id}',
    ]);
    expect(namesOf(completed, '/operations/{operation_id}', 'get')).toContain('If-None-Match');
  });

  it.each([
    ['below the path of the server', '/v1/operations', '/operations'],
    ['next to it', '/operations', '/operations'],
  ])('describes the routes of operations completely %s', (_, path, place) => {
    const completed = complete(sample(), [createDryRun({ routes: ['POST /v1/tasks'] }), createOperations({ path })]);
    expect(namesOf(completed, `${place}/{operation_id}/cancel`, 'post')).toContain('X-Dry-Run');
    expect(namesOf(completed, `${place}/{operation_id}`, 'get')).toContain('fields');
    expect(namesOf(completed, '/exports', 'post')).not.toContain('X-Dry-Run');
    const bodyOf = (part: string, method: string) =>
      find(
        completed,
        'paths',
        `${place}/{operation_id}${part}`,
        method,
        'responses',
        '200',
        'content',
        'application/json',
      );
    const schema = { $ref: '#/components/schemas/LongRunningOperation' };
    expect(bodyOf('', 'get').schema).toEqual(schema);
    expect(at(bodyOf('/cancel', 'post').schema, 'anyOf')).toEqual([
      schema,
      { $ref: '#/components/schemas/DryRunPreview' },
    ]);
    expect(find(completed, 'components', 'schemas', 'LongRunningOperation').type).toBe('object');
    const read = find(completed, 'paths', `${place}/{operation_id}`, 'get');
    expect(read['x-agent']).toMatchObject({ next: ['operation_result_read', 'operation_cancel'] });
    expect(find(completed, 'paths', '/exports', 'post')['x-agent']).toMatchObject({ next: ['operation_read'] });
  });

  it('refers to no result whose operation has no id', () => {
    const written = sample();
    const result = { responses: { '200': { description: 'The table' } } };
    (written.paths as JsonObject)['/operations/{id}/result'] = { get: result };
    const completed = complete(written, [createOperations({ path: '/v1/operations' })]);
    expect(find(completed, 'paths', '/operations/{operation_id}', 'get')['x-agent']).toMatchObject({
      next: ['operation_cancel'],
    });
  });

  it('keeps what the author wrote, changes no input, and changes nothing the second time', () => {
    const written = sample();
    const own = { name: 'idempotency-key', in: 'header', description: 'Ours.', schema: { type: 'string' } };
    const post = find(written, 'paths', '/tasks', 'post');
    post.parameters = [own];
    post['x-agent'] = { idempotency: { window: 'P7D' }, risk: { irreversible: true } };
    find(post, 'responses')['429'] = { description: 'Slow down', content: { 'text/plain': {} } };
    const before = JSON.stringify(written);
    const completed = complete(written);
    expect(JSON.stringify(written)).toBe(before);
    const described = find(completed, 'paths', '/tasks', 'post');
    expect(described.parameters).toContainEqual(own);
    expect(namesOf(completed, '/tasks', 'post')).not.toContain('Idempotency-Key');
    expect(described['x-agent']).toMatchObject({ idempotency: { window: 'P7D' }, risk: { irreversible: true } });
    expect(find(described, 'responses', '429')).toMatchObject({
      description: 'Slow down',
      content: { 'text/plain': {} },
      headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
    });
    expect(complete(completed)).toEqual(completed);
  });

  it('writes a parameter inline when a component with its name has another value', () => {
    const written = sample();
    (written.components as JsonObject).parameters = { 'Idempotency-Key': { name: 'x', in: 'query' } };
    const completed = complete(written, [createIdempotency()]);
    expect(at(completed, 'components', 'parameters', 'Idempotency-Key')).toEqual({ name: 'x', in: 'query' });
    expect(namesOf(completed, '/tasks', 'post')).toContain('Idempotency-Key');
  });

  it('marks operations that a property deprecates', () => {
    const since = new Date('2026-01-01');
    const deprecation = createDeprecation({ since, sunset: new Date('2027-01-01') }, { refuseAfterSunset: true });
    const completed = complete(sample(), [onlyFor('GET /v1/tasks', deprecation)]);
    const list = find(completed, 'paths', '/tasks', 'get');
    expect([list.deprecated, list['x-sunset']]).toEqual([true, '2027-01-01T00:00:00.000Z']);
    expect(Object.keys(find(list, 'responses'))).toContain('410');
    expect(find(completed, 'paths', '/tasks', 'post').deprecated).toBeUndefined();
  });

  it.each([
    ['a Swagger document', { swagger: '2.0', paths: { '/a': { get: { responses: { '200': { description: '' } } } } } }],
    ['no paths', { openapi: '3.1.0' }],
  ])('leaves %s as it is', (_, document) => {
    expect(complete(document, [createRateLimit({ limit: 1, windowSeconds: 1 })])).toMatchObject(document);
  });

  it.each([
    ['paths that are a list', { paths: [] }],
    ['an item that is a text', { paths: { '/a': 'x' } }],
    ['responses that are null', { paths: { '/a': { post: { responses: null } } } }],
    ['parameters that are a text', { paths: { '/a': { post: { parameters: 'x', responses: {} } } } }],
    [
      'references in a circle and to nothing',
      {
        paths: {
          '/a': {
            post: {
              parameters: [{ $ref: '#/components/parameters/a' }, null],
              responses: { '200': { $ref: '#/nothing/%zz' }, '400': { $ref: '#/components/responses/b' } },
            },
          },
        },
        components: {
          parameters: { a: { $ref: '#/components/parameters/a' } },
          responses: { b: { $ref: '#/components/responses/b' } },
        },
      },
    ],
    [
      'a schema that contains itself',
      {
        paths: {
          '/a': {
            get: {
              responses: {
                '200': {
                  description: '',
                  content: { 'application/json': { schema: { $ref: '#/components/schemas/T' } } },
                },
              },
            },
          },
        },
        components: {
          schemas: { T: { anyOf: [{ $ref: '#/components/schemas/T' }], properties: { note: { type: 'string' } } } },
        },
      },
    ],
  ])('survives %s', (_, more) => {
    expect(() => complete({ openapi: '3.0.3', info: {}, ...more })).not.toThrow();
  });
});

describe('an application with properties', () => {
  it('serves the completed description, and accepts what it describes', async () => {
    const description = sample();
    const serve = addProperties(
      () => Response.json({ items: [] }),
      [createLlmsTxt({ description }), createDescriptionCheck({ description }), ...everything],
    );
    const served = (await (await serve(new Request('https://tasks.example/openapi.json'))).json()) as JsonObject;
    expect(namesOf(served, '/tasks', 'get')).toContain('cursor');
    expect(await (await serve(new Request('https://tasks.example/llms.txt'))).text()).toContain('operation_cancel');
    const listed = await serve(new Request('https://tasks.example/v1/tasks?limit=3&response_format=all'));
    expect(listed.status).toBe(200);
    expect((await serve(new Request('https://tasks.example/v1/tasks?sort=x'))).status).toBe(400);
  });

  it('closes inputs on request and leaves responses with the same schema open', () => {
    const closed = complete(sample(), [createDescriptionCheck({ description: sample(), closed: true })]);
    const media = ['content', 'application/json', 'schema'];
    expect(find(closed, 'paths', '/tasks', 'post', 'requestBody', ...media)).toEqual({
      ...task,
      additionalProperties: false,
    });
    expect(find(closed, 'paths', '/tasks', 'post', 'responses', '201', ...media)).toEqual(task);
  });

  it('leaves out components that only completed copies used, and keeps those that nobody used', () => {
    const written = sample();
    const schemas = find(written, 'components', 'schemas');
    Object.assign(schemas, {
      Spare: { type: 'string' },
      Draft: { type: 'object', properties: { size: { $ref: '#/components/schemas/Size' } } },
      Size: { type: 'integer' },
    });
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Draft' } } };
    find(written, 'paths', '/tasks', 'post').requestBody = { content };
    const closed = complete(written, [createDescriptionCheck({ description: written, closed: true })]);
    expect(Object.keys(find(closed, 'components', 'schemas')).sort()).toEqual(['Size', 'Spare', 'Task']);
    expect(Object.keys(find(written, 'components', 'schemas'))).toContain('Draft');
  });

  it('states the order of pages, and gives an example of every member that it adds', () => {
    const pages = onlyFor('GET /v1/tasks', createPages({ order: 'created_at desc, id' }));
    const completed = complete(sample(), [
      pages,
      createDryRun({ routes: ['POST /v1/tasks'] }),
      createUntrusted({ texts: ['/note'] }),
    ]);
    const list = find(completed, 'paths', '/tasks', 'get');
    expect(find(list, 'x-agent').order).toBe('created_at desc, id');
    const page = find(list, 'responses', '200', 'content', 'application/json', 'schema', 'properties');
    const preview = find(completed, 'components', 'schemas', 'DryRunPreview', 'properties');
    const text = find(completed, 'components', 'schemas', 'UntrustedText', 'properties');
    const added = [
      page.next_cursor,
      page.next_page,
      preview.would_change,
      preview.reversible,
      text.untrusted_text,
      text.source,
    ];
    for (const each of added) expect(each).toHaveProperty('example');
    expect(at(page.next_page, 'example')).toMatch(/^\/v1\/tasks\?cursor=/);
  });
});
