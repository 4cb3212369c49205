import type { JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { context, documentOf, responses, swaggerOf } from '../openapi.support.js';
import { readOpenApi } from '../read.js';

function refusalsOf(document: JsonValue): (string | undefined)[] {
  const { diagnostics } = readOpenApi(document, { ...context, strict: true });
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ location }) => location.pointer);
}

const get = (more: JsonObject): JsonObject => ({ '/locks': { get: { operationId: 'listLocks', responses, ...more } } });
const lock: JsonObject = { type: 'object', properties: { kind: { type: 'string' } } };

/** A document of a version with one operation, and named schemas. */
function of(version: string, operation: JsonObject = {}, { schema = lock, ...more }: JsonObject = {}): JsonObject {
  return documentOf(get(operation), { openapi: `${version}.0`, components: { schemas: { Lock: schema }, ...more } });
}

const apiKey: JsonObject = { key: { type: 'apiKey', in: 'header', name: 'X-Key' } };
const query = (schema: JsonObject): JsonObject => ({ parameters: [{ name: 'n', in: 'query', schema }] });
const choice = (more: JsonObject): JsonObject => ({
  oneOf: [{ $ref: '#/components/schemas/Lock' }],
  discriminator: { propertyName: 'kind', ...more },
});
const body = (schema: JsonObject): JsonObject => ({
  requestBody: { content: { 'multipart/form-data': { schema, encoding: { scan: { contentType: 'image/png' } } } } },
});
const callback = (operationId: string): JsonObject => ({
  callbacks: { done: { '{$request.query.url}': { post: { operationId, responses } } } },
});
const links = (link: JsonObject): JsonObject => ({
  responses: { '200': { description: 'All.', links: { one: link } } },
});
const server = (url: string, variables: JsonObject): JsonObject => ({ servers: [{ url, variables }] });

describe('rules of the text of the specification', () => {
  it.each<[string, JsonObject, string]>([
    ['two tags of one name', { ...of('3.0'), tags: [{ name: 'a' }, { name: 'a', description: 'Again.' }] }, '/tags/1'],
    [
      'scopes of an API key before 3.1',
      of('3.0', { security: [{ key: ['read'] }] }, { securitySchemes: apiKey }),
      '/paths/~1locks/get/security/0',
    ],
    [
      'scopes of an API key in 2.0',
      swaggerOf(get({ security: [{ key: ['read'] }] }), { securityDefinitions: apiKey }),
      '/paths/~1locks/get/security/0',
    ],
    [
      'a default of another type in 2.0',
      swaggerOf(get({ parameters: [{ name: 'n', in: 'query', type: 'integer', default: '1' }] })),
      '/paths/~1locks/get/parameters/0/default',
    ],
    [
      'a default of another type in 3.0',
      of('3.0', query({ type: 'boolean', default: 'no' })),
      '/paths/~1locks/get/parameters/0/schema/default',
    ],
    [
      'an optional discriminator in 2.0',
      swaggerOf(get({}), { definitions: { Lock: { ...lock, discriminator: 'kind' } } }),
      '/definitions/Lock/discriminator',
    ],
    [
      'an optional discriminator without a default in 3.2',
      of('3.2', query(choice({}))),
      '/paths/~1locks/get/parameters/0/schema/discriminator',
    ],
    [
      'a property of both directions in 3.0',
      of('3.0', {}, { schema: { type: 'object', properties: { a: { readOnly: true, writeOnly: true } } } }),
      '/components/schemas/Lock/properties/a',
    ],
    [
      'an encoding of an unknown property',
      of('3.1', body(lock)),
      '/paths/~1locks/get/requestBody/content/multipart~1form-data/encoding',
    ],
    [
      'an operationId that a callback repeats',
      of('3.0', callback('listLocks')),
      '/paths/~1locks/get/callbacks/done/{$request.query.url}/post/operationId',
    ],
    [
      'a link to no operation',
      of('3.0', links({ operationId: 'openLock' })),
      '/paths/~1locks/get/responses/200/links/one/operationId',
    ],
    [
      'a link to a missing path',
      of('3.0', links({ operationRef: '#/paths/~1gates/get' })),
      '/paths/~1locks/get/responses/200/links/one/operationRef',
    ],
    [
      'an example with two values in 3.0',
      of('3.0', {}, { examples: { one: { value: 1, externalValue: 'https://x.example.com' } } }),
      '/components/examples/one',
    ],
    [
      'a server variable that is used twice in 3.2',
      of('3.2', server('https://{area}.example.com/{area}', { area: { default: 'n' } })),
      '/paths/~1locks/get/servers/0/url',
    ],
    [
      'a default of a server variable outside of its values since 3.1',
      of('3.1', server('https://{area}.example.com', { area: { default: 'n', enum: ['s'] } })),
      '/paths/~1locks/get/servers/0',
    ],
    [
      'a server variable without a value',
      of('3.0', { servers: [{ url: 'https://{area}.example.com' }] }),
      '/paths/~1locks/get/servers/0/variables',
    ],
    [
      'a whole query string next to a parameter of the path item',
      documentOf(
        {
          '/locks': {
            parameters: [{ name: 'n', in: 'query', schema: {} }],
            get: { parameters: [{ name: 'q', in: 'querystring', content: { 'text/plain': {} } }], responses },
          },
        },
        { openapi: '3.2.0' },
      ),
      '/paths/~1locks/get/parameters/0',
    ],
    [
      'a value of a discriminator that selects nothing',
      of('3.0', {}, { schema: choice({ mapping: { bolt: 'Lock', latch: '#/components/schemas/Latch' } }) }),
      '/components/schemas/Lock/discriminator',
    ],
    [
      'a name that a discriminator selects and nothing has',
      of('3.1', query(choice({ mapping: { latch: 'Latch' } }))),
      '/paths/~1locks/get/parameters/0/schema/discriminator',
    ],
    [
      'two servers of one name in 3.2',
      {
        ...of('3.2'),
        servers: [
          { url: 'https://a.test', name: 'live' },
          { url: 'https://b.test', name: 'live' },
        ],
      },
      '/servers/1',
    ],
    [
      'two servers of one name of an operation in 3.2',
      of('3.2', {
        servers: [
          { url: 'https://a.test', name: 'live' },
          { url: 'https://b.test', name: 'live' },
        ],
      }),
      '/paths/~1locks/get/servers/1',
    ],
  ])('reject %s', (_, document, pointer) => {
    expect(refusalsOf(document)).toEqual([pointer]);
  });

  it.each<[string, JsonObject]>([
    ['roles of an API key since 3.1', of('3.1', { security: [{ key: ['admin'] }] }, { securitySchemes: apiKey })],
    ['a null default of a nullable value', of('3.0', query({ type: 'string', nullable: true, default: null }))],
    ['a default of another type in 3.1, which JSON Schema allows', of('3.1', query({ type: 'integer', default: '1' }))],
    ['a default without a type', of('3.0', query({ default: 'x' }))],
    [
      'a required discriminator in 2.0',
      swaggerOf(get({}), { definitions: { Lock: { ...lock, required: ['kind'], discriminator: 'kind' } } }),
    ],
    ['an optional discriminator with a default in 3.2', of('3.2', query(choice({ defaultMapping: 'Lock' })))],
    ['a link to another document of the description since 3.1', of('3.1', links({ operationId: 'openLock' }))],
    [
      'an optional discriminator without alternatives in 3.2',
      of('3.2', query({ ...lock, discriminator: { propertyName: 'kind' } })),
    ],
    ['an optional discriminator in 3.1', of('3.1', query(choice({})))],
    ['an encoding of a form that allows more members', of('3.1', body({ ...lock, additionalProperties: true }))],
    ['an operationId of its own in a callback', of('3.0', callback('lockDone'))],
    ['a link to a path with braces', of('3.0', links({ operationRef: '#/paths/~1locks/get', server: { url: '/x' } }))],
    [
      'a server variable that is used twice before 3.2',
      of('3.1', server('https://{a}.x.com/{a}', { a: { default: 'n' } })),
    ],
    ['an extension that looks like a schema', of('3.0', { 'x-schema': { type: 'integer', default: 'x' } })],
    ['a value that looks like a schema', of('3.0', query({ default: { type: 'integer', default: 'x' } }))],
    [
      'schemas of another dialect that the document declares',
      {
        ...of('3.1', query({ items: [{ type: 'string' }] })),
        jsonSchemaDialect: 'http://json-schema.org/draft-07/schema#',
      },
    ],
    [
      'a security scheme that is named by its address in 3.2',
      of('3.2', { security: [{ '#/components/securitySchemes/key': [] }] }, { securitySchemes: apiKey }),
    ],
    [
      'values of a discriminator that select schemas',
      of('3.1', query(choice({ mapping: { a: 'Lock', b: '#/components/schemas/Lock', c: 'other.yaml#/Lock' } }))),
    ],
    ['a schema of another file', of('3.0', query(choice({ mapping: { a: 'latch.json' } })))],
    ['servers without a name', { ...of('3.2'), servers: [{ url: 'https://a.test' }, { url: 'https://b.test' }] }],
  ])('accept %s', (_, document) => {
    expect(refusalsOf(document)).toEqual([]);
  });

  it('accept a reference to an operation whose path has plain braces', () => {
    const paths: JsonObject = {
      '/locks/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          ...links({ operationRef: '#/paths/~1locks~1{id}/get' }),
        },
      },
    };
    expect(refusalsOf(documentOf(paths))).toEqual([]);
  });
});
