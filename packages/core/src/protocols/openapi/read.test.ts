/** Documents become entries: every construct that real documents use, and the findings on the rest. */

import { compileSchema } from '@dragoman/documents';
import type { HttpBinding, JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { prepareHttp } from './call.js';
import { context, documentOf, propertiesOf, read, readOne, responses, swaggerOf } from './openapi.support.js';
import { readOpenApi } from './read.js';

const bindingOf = (document: JsonObject) => readOne(document).binding as HttpBinding;

describe('an entry from a document', () => {
  it('[PROF-TOOL-07] gives headers that make a call safe the names that tools use for them, and sends them as those headers', () => {
    const header = (name: string, type: string) => ({ name, in: 'header', schema: { type } });
    const parameters = [
      header('Idempotency-Key', 'string'),
      header('X-Dry-Run', 'boolean'),
      header('X-Team', 'string'),
    ];
    const document = documentOf({ '/pets': { post: { operationId: 'createPet', parameters, responses } } });
    const operation = readOne(document);
    expect(Object.keys(propertiesOf(operation.input))).toEqual(['idempotency_key', 'dry_run', 'X-Team']);
    const { headers } = prepareHttp(operation.binding as HttpBinding, {
      idempotency_key: 'k-1',
      dry_run: true,
      'X-Team': 'blue',
    });
    expect(headers).toMatchObject({ 'idempotency-key': 'k-1', 'x-dry-run': 'true', 'x-team': 'blue' });
  });

  it('names the replacement of a deprecated operation by its name in the entry', () => {
    const gone = { operationId: 'oldPets', deprecated: true, responses };
    const document = documentOf({
      '/pets': { get: { operationId: 'listPets', responses } },
      '/old': { get: { ...gone, 'x-sunset': '2027-01-31', 'x-agent': { replaced_by: 'listPets' } } },
      '/older': { get: { ...gone, operationId: 'olderPets', 'x-replaced-by': 'nothingThatExists' } },
    });
    const { value } = readOpenApi(document, context);
    expect(value?.operations.map(({ lifecycle }) => lifecycle)).toEqual([
      undefined,
      { deprecated: true, sunset: '2027-01-31T00:00:00.000Z', replacement: 'list_pets' },
      { deprecated: true },
    ]);
  });

  it('has the facts of the document, and the same ids whenever it is read', () => {
    const document = documentOf(
      {
        '/pets': {
          get: { operationId: 'listPets', summary: 'List pets', tags: ['pets'], deprecated: true, responses },
        },
      },
      {
        info: {
          title: 'Pets',
          version: '2',
          description: 'All pets.',
          contact: { name: 'Ada' },
          license: { name: 'MIT' },
        },
      },
    );
    const { value } = readOpenApi(document, context);
    expect(value).toMatchObject({
      name: 'Pets',
      description: 'All pets.',
      version: '2',
      publisher: 'Ada',
      endpoint: 'https://api.example.org/v1',
      capabilities: ['pets'],
      origin: { protocol: 'openapi' },
      operations: [
        {
          name: 'list_pets',
          summary: 'List pets',
          impact: 'informational',
          idempotent: true,
          lifecycle: { deprecated: true },
        },
      ],
    });
    expect(value?.operations[0]?.derived).toEqual(expect.arrayContaining(['impact', 'idempotent']));
    const again = readOpenApi(structuredClone(document), context).value;
    expect([again?.id, again?.operations[0]?.id]).toEqual([value?.id, value?.operations[0]?.id]);
  });

  it.each<[string, JsonObject, string | undefined, string]>([
    ['an absolute server', { servers: [{ url: 'https://a.example/x/' }] }, undefined, 'https://a.example/x'],
    [
      'a relative one',
      { servers: [{ url: '../v2' }] },
      'https://d.example/docs/v1/openapi.json',
      'https://d.example/docs/v2',
    ],
    ['no server at all', { servers: [] }, 'https://d.example/docs/openapi.json', 'https://d.example'],
    [
      'variables',
      {
        servers: [
          {
            url: 'https://{r}.example:{p}',
            variables: { r: { default: 'eu' }, p: { enum: ['8443'], default: '8443' } },
          },
        ],
      },
      undefined,
      'https://eu.example:8443',
    ],
  ])('is called at %s', (_, more, uri, expected) => {
    const document = documentOf({ '/a': { get: { responses } } }, more);
    expect(read(document, uri === undefined ? {} : { uri }).operations[0]?.binding).toMatchObject({
      urlTemplate: `${expected}/a`,
    });
  });

  it('has a finding when no URL is known, and uses the one that the importer sets', () => {
    const document = documentOf({ '/a': { get: { responses } } }, { servers: [] });
    expect(read(document).codes).toContain('openapi/no-server');
    const named = read(document, { curation: { server: 'https://mine.example/' } });
    expect(named.operations[0]?.binding).toMatchObject({ urlTemplate: 'https://mine.example/a' });
  });

  it('has per-operation servers and security', () => {
    const schemes = { key: { type: 'apiKey', in: 'header', name: 'X-Key' }, token: { type: 'oauth2', flows: {} } };
    const document = documentOf(
      {
        '/a': { get: { servers: [{ url: 'https://other.example' }], security: [{ token: ['read'] }, {}], responses } },
        '/b': { get: { responses } },
      },
      { components: { securitySchemes: schemes }, security: [{ key: [] }] },
    );
    const [one, other] = read(document).operations.map(({ binding }) => binding);
    expect(one).toMatchObject({
      urlTemplate: 'https://other.example/a',
      security: [[{ type: 'oauth2_bearer', scopes: ['read'] }], []],
    });
    expect(other).toMatchObject({ security: [[{ scheme: 'key', type: 'api_key', in: 'header', name: 'X-Key' }]] });
    expect(readOpenApi(document, context).value?.authentication).toMatchObject({ type: 'api_key' });
  });
});

describe('the input', () => {
  it('merges parameters and an object body, and records the location of each', () => {
    const operation = readOne(
      documentOf({
        '/pets/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          post: {
            parameters: [
              { name: 'id', in: 'query', schema: { type: 'string' } },
              { name: 'filter[state]', in: 'query', style: 'deepObject', explode: true, schema: { type: 'object' } },
              { name: 'X-Trace', in: 'header', description: 'Trace.', schema: { type: 'string' } },
              { name: 'Authorization', in: 'header', schema: { type: 'string' } },
            ],
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    required: ['id', 'name'],
                    properties: { id: { type: 'number' }, name: { type: 'string' } },
                  },
                },
              },
            },
            responses,
          },
        },
      }),
    );
    expect(operation.input).toMatchObject({ type: 'object', required: ['id', 'body_id', 'name'] });
    expect(Object.keys(propertiesOf(operation.input))).toEqual([
      'id',
      'query_id',
      'filter_state',
      'X-Trace',
      'body_id',
      'name',
    ]);
    expect(operation.binding).toMatchObject({
      method: 'POST',
      parameters: {
        id: { in: 'path' },
        query_id: { in: 'query', name: 'id' },
        filter_state: { in: 'query', name: 'filter[state]', style: 'deepObject', explode: true },
        body_id: { in: 'body', name: 'id' },
        name: { in: 'body' },
      },
      body: { mediaType: 'application/json', required: true, open: true },
    });
  });

  it.each<[string, JsonObject]>([
    ['an array', { type: 'array', items: { type: 'string' } }],
    ['a choice', { oneOf: [{ type: 'object', properties: { a: {} } }, { type: 'string' }] }],
    ['a free object', { type: 'object', additionalProperties: { type: 'string' } }],
  ])('keeps %s as the member body', (_, schema) => {
    const operation = readOne(
      documentOf({
        '/a': { post: { requestBody: { required: true, content: { 'application/json': { schema } } }, responses } },
      }),
    );
    expect(operation.input).toMatchObject({
      properties: { body: schema },
      required: ['body'],
      additionalProperties: false,
    });
    expect(operation.binding).toMatchObject({ body: { whole: 'body' } });
  });

  it('flattens an object through references and allOf, and keeps the definitions that they refer to', () => {
    const operation = readOne(
      documentOf(
        {
          '/a': {
            post: {
              requestBody: {
                required: true,
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Cat' } } },
              },
              responses,
            },
          },
        },
        {
          components: {
            schemas: {
              Pet: {
                type: 'object',
                required: ['name'],
                properties: { name: { type: 'string' }, id: { type: 'integer', readOnly: true } },
              },
              Cat: {
                allOf: [
                  { $ref: '#/components/schemas/Pet' },
                  { type: 'object', properties: { mother: { $ref: '#/components/schemas/Cat' } } },
                ],
              },
            },
          },
        },
      ),
    );
    expect(Object.keys(propertiesOf(operation.input))).toEqual(['name', 'mother']);
    const { validate } = compileSchema(operation.input);
    expect(validate({ name: 'Tom', mother: { name: 'Ann', mother: { name: 'Eve' } } })).toEqual([]);
    expect(validate({ name: 'Tom', mother: { mother: 1 } })).not.toEqual([]);
  });

  it('reads forms with files, and a body of bytes as Base64', () => {
    const form = {
      type: 'object',
      properties: { title: { type: 'string' }, photo: { type: 'string', format: 'binary' } },
    };
    const encoding = { photo: { contentType: 'image/png, image/jpeg' } };
    const post = (content: JsonObject) =>
      bindingOf(documentOf({ '/a': { post: { requestBody: { content }, responses } } }));
    expect(post({ 'multipart/form-data': { schema: form, encoding } }).body).toMatchObject({
      mediaType: 'multipart/form-data',
      parts: { photo: { binary: true, contentType: 'image/png' } },
    });
    expect(post({ 'image/png': {} }).body).toMatchObject({ whole: 'body', binary: true });
    expect(post({ 'application/xml': {}, 'application/json': { schema: form } }).body?.mediaType).toBe(
      'application/json',
    );
  });
});

describe('Swagger 2.0', () => {
  it('is read with its own forms of parameters, bodies and files', () => {
    const { operations } = read(
      swaggerOf(
        {
          '/pets/{id}': {
            get: {
              parameters: [
                { name: 'id', in: 'path', required: true, type: 'string' },
                { name: 'tags', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'pipes' },
                { name: 'any', in: 'query', type: 'array', items: { type: 'string' } },
                { name: 'many', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
              ],
              responses: { '200': { description: 'A pet.', schema: { $ref: '#/definitions/Pet' } } },
            },
            put: {
              parameters: [
                { name: 'id', in: 'path', required: true, type: 'string' },
                { name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } },
              ],
              responses,
            },
            post: {
              consumes: ['multipart/form-data'],
              parameters: [
                { name: 'id', in: 'path', required: true, type: 'string' },
                { name: 'photo', in: 'formData', type: 'file', required: true },
                { name: 'note', in: 'formData', type: 'string' },
              ],
              responses,
            },
          },
        },
        {
          definitions: {
            Pet: {
              type: 'object',
              required: ['name'],
              properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0, exclusiveMinimum: true } },
            },
          },
        },
      ),
    );
    const [get, put, post] = ['GET', 'PUT', 'POST'].map((method) =>
      operations.find(({ binding }) => binding.kind === 'http' && binding.method === method),
    );
    expect(get?.binding).toMatchObject({
      urlTemplate: 'https://api.example.org/v1/pets/{id}',
      parameters: {
        tags: { style: 'pipeDelimited', explode: false },
        any: { style: 'form', explode: false },
        many: { style: 'form', explode: true },
      },
    });
    expect(get?.output).toMatchObject({
      $ref: '#/$defs/Pet',
      $defs: { Pet: { properties: { age: { type: 'integer', exclusiveMinimum: 0 } } } },
    });
    expect(put?.binding).toMatchObject({
      parameters: { name: { in: 'body' } },
      body: { mediaType: 'application/json', required: true },
    });
    expect(post?.binding).toMatchObject({
      body: { mediaType: 'multipart/form-data', parts: { photo: { binary: true } } },
    });
  });
});

describe('schemas', () => {
  const output = (schema: JsonObject, version = '3.0.3') =>
    readOne(
      documentOf(
        { '/a': { get: { responses: { '200': { description: 'x', content: { 'application/json': { schema } } } } } } },
        { openapi: version },
      ),
    ).output;

  it.each<[string, JsonObject, JsonObject]>([
    ['nullable', { type: 'string', nullable: true, enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
    [
      'nullable next to allOf',
      { nullable: true, allOf: [{ type: 'string' }] },
      { anyOf: [{ allOf: [{ type: 'string' }] }, { type: 'null' }] },
    ],
    ['boolean bounds', { type: 'number', maximum: 5, exclusiveMaximum: true }, { type: 'number', exclusiveMaximum: 5 }],
    ['example', { type: 'string', example: 'x' }, { type: 'string', examples: ['x'] }],
    ['xml, docs and extensions', { type: 'string', xml: {}, externalDocs: {}, 'x-a': 1 }, { type: 'string' }],
    [
      'write-only properties',
      { type: 'object', required: ['p', 'n'], properties: { p: { writeOnly: true }, n: {} } },
      { type: 'object', required: ['n'], properties: { n: {} } },
    ],
    ['an empty part', { allOf: [{ type: 'string' }, { nullable: false }] }, { allOf: [{ type: 'string' }] }],
  ])('%s', (_, schema, expected) => {
    expect(output(schema)).toEqual(expected);
  });

  it('keep keywords next to a reference if the version allows them', () => {
    const components = { schemas: { A: { type: 'string' } } };
    const beside = { $ref: '#/components/schemas/A', type: 'object', description: 'Here.' };
    const get = { responses: { '200': { description: 'x', content: { 'application/json': { schema: beside } } } } };
    expect(readOne(documentOf({ '/a': { get } }, { components })).output).toMatchObject({
      $ref: '#/$defs/A',
      description: 'Here.',
    });
    expect(readOne(documentOf({ '/a': { get } }, { components })).output).not.toHaveProperty('type');
    expect(readOne(documentOf({ '/a': { get } }, { components, openapi: '3.1.0' })).output).toHaveProperty(
      'type',
      'object',
    );
  });

  it('report invalid keywords, and omit them', () => {
    const { codes, operations } = read(
      documentOf({
        '/a': {
          get: {
            responses: {
              '200': {
                description: 'x',
                content: {
                  'application/json': {
                    schema: { type: 'any', minLength: 'one', properties: { a: { type: 'string' } } },
                  },
                },
              },
            },
          },
        },
      }),
    );
    expect(codes).toContain('openapi/schema-keyword');
    expect(operations[0]?.output).toEqual({ properties: { a: { type: 'string' } } });
  });
});

describe('answers', () => {
  const get = (more: JsonObject) => readOne(documentOf({ '/pets/{id}': { get: { responses: more } } }));

  it.each<[string, JsonObject, unknown]>([
    [
      '201 where there is no 200',
      { '201': { description: 'x', content: { 'application/json': { schema: { type: 'string' } } } } },
      { type: 'string' },
    ],
    [
      '2XX',
      { '2XX': { description: 'x', content: { 'application/json': { schema: { type: 'number' } } } } },
      { type: 'number' },
    ],
    [
      'default alone',
      { default: { description: 'x', content: { 'application/json': { schema: { type: 'number' } } } } },
      { type: 'number' },
    ],
    ['204', { '204': { description: 'x' } }, { type: 'object' }],
    [
      'text',
      { '200': { description: 'x', content: { 'text/csv': {} } } },
      { type: 'string', contentMediaType: 'text/csv' },
    ],
    [
      'bytes',
      { '200': { description: 'x', content: { 'image/png': {} } } },
      { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' },
    ],
  ])('of %s', (_, more, expected) => {
    expect(get(more).output).toEqual(expected);
  });

  it('name their errors by their meaning', () => {
    const fixed = { type: 'object', properties: { code: { type: 'string', enum: ['PET_ASLEEP'] } } };
    const { errors } = get({
      '200': { description: 'x' },
      '404': { description: 'Not found' },
      '409': { description: 'x', content: { 'application/json': { schema: fixed } } },
      '429': { description: 'Slow down' },
      '5XX': { description: 'x' },
    });
    expect(errors.map(({ code, status, retryable }) => [code, status, retryable])).toEqual([
      ['pet_not_found', 404, undefined],
      ['pet_asleep', 409, undefined],
      ['rate_limited', 429, true],
      ['service_failed', undefined, undefined],
    ]);
  });
});

describe('omitted constructs', () => {
  it('are reported: links, headers of responses, webhooks, media types', () => {
    const { codes } = read(
      documentOf(
        {
          '/a': {
            post: {
              callbacks: { done: { '{$request.query.to}': { post: { responses: {} } } } },
              requestBody: { content: { 'application/json': {}, 'application/xml': {} } },
              responses: { '200': { description: 'x', links: { next: {} }, headers: { 'X-Rate': {} } } },
            },
          },
        },
        { openapi: '3.1.0', webhooks: { ping: { post: { responses: {} } } } },
      ),
    );
    expect(codes).toEqual(
      expect.arrayContaining(
        ['links', 'response-headers', 'webhooks', 'media-type-left-out'].map((code) => `openapi/${code}`),
      ),
    );
  });

  it('are selected: by tag, path and method, up to a maximum', () => {
    const operation = (tag: string, more: JsonObject = {}) => ({ tags: [tag], responses, ...more });
    const document = documentOf({
      '/pets': { get: operation('pets'), post: operation('pets') },
      '/pets/{id}': { get: operation('pets', { deprecated: true }) },
      '/staff': { get: operation('staff') },
    });
    const names = (curation: NonNullable<typeof context.curation>) =>
      read(document, { curation }).operations.map(({ name }) => name);
    expect(names({ include: ['tag:pets', 'method:get'] })).toEqual(['list_pets', 'get_pet']);
    expect(names({ include: ['/pets/**', '/pets'] })).toEqual(['list_pets', 'create_pet', 'get_pet']);
    expect(names({ exclude: ['pets'] })).toEqual(['get_staff']);
    expect(names({ max: 3 })).toEqual(['list_pets', 'create_pet', 'get_staff']);
    expect(read(document, { curation: { max: 3 } }).diagnostics).toContainEqual(
      expect.objectContaining({ code: 'openapi/left-out' }),
    );
  });
});
