/** Swagger 2.0 means the same as the equivalent API in OpenAPI 3.0, and every location maps back to the original. */
import { readFileSync } from 'node:fs';
import { getPointer, parseDescription } from '@dragoman/documents';
import type { JsonObject, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { completeOpenApi } from '../bundle.js';
import { prepareHttp } from '../call.js';
import { context, read, readOne, responses, swaggerOf } from '../openapi.support.js';
import { readOpenApi } from '../read.js';
import { convertSwagger, isSwagger } from './convert-swagger.js';

function load(name: string): JsonObject {
  const value = parseDescription(readFileSync(new URL(`../fixtures/${name}`, import.meta.url)));
  if (!isJsonObject(value)) throw new Error(`${name} is not an object`);
  return value;
}

const given = load('harbour.swagger.yaml');
const { operations, diagnostics } = read(given);
const byName = (name: string): Operation => {
  const found = operations.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

function request(name: string, input: JsonObject): { line: string; headers: object; body: string | undefined } {
  const { binding } = byName(name);
  if (binding.kind !== 'http') throw new Error('no HTTP binding');
  const { method, url, headers, bytes } = prepareHttp(binding, input);
  return { line: `${method} ${url}`, headers, body: bytes === undefined ? undefined : Buffer.from(bytes).toString() };
}

describe('a document of Swagger 2.0', () => {
  it('is read into the same operations as its equivalent in OpenAPI 3.0', () => {
    expect(operations).toEqual(read(load('harbour.openapi.yaml')).operations);
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it('makes the requests that its collection formats and bodies define', () => {
    const listed = {
      limit: 5,
      tags: ['a', 'b'],
      ids: [1, 2],
      words: ['x', 'y'],
      kinds: ['p', 'q'],
      'X-Traces': ['m', 'n'],
    };
    expect(request('list_vessels', listed)).toEqual({
      line: 'GET https://api.harbour.example/v2/vessels?limit=5&tags=a%7Cb&ids=1,2&words=x%20y&kinds=p&kinds=q',
      headers: { 'x-traces': 'm,n' },
      body: undefined,
    });
    expect(request('add_vessel', { kind: 'tug', name: 'Hel', flag: null })).toEqual({
      line: 'POST https://api.harbour.example/v2/vessels',
      headers: { 'content-type': 'application/vnd.harbour+json' },
      body: '{"kind":"tug","name":"Hel","flag":null}',
    });
    expect(request('search_vessels', { words: 'a b', ports: ['x', 'y'] })).toEqual({
      line: 'POST https://api.harbour.example/v2/search',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'words=a+b&ports=x&ports=y',
    });
    const paper = request('upload_paper', { id: 7, paper: Buffer.from('PDF').toString('base64'), labels: ['x', 'y'] });
    expect(paper.line).toBe('POST https://api.harbour.example/v2/vessels/7/papers');
    expect(paper.body).toMatch(/name="paper"; filename="[^"]*"[\s\S]*PDF[\s\S]*name="labels"[\s\S]*x,y/);
    expect(request('download_papers', { id: 7 })).toMatchObject({
      line: 'GET http://api.harbour.example/v2/vessels/7/papers',
      headers: { accept: 'application/pdf, application/json;q=0.9' },
    });
  });

  it('keeps its security requirements', () => {
    expect(byName('list_vessels').binding).toMatchObject({ security: [[{ type: 'oauth2_bearer', scopes: ['read'] }]] });
    expect(byName('upload_paper').binding).toMatchObject({
      security: [[{ type: 'api_key', in: 'header', name: 'X-Key' }], [{ type: 'basic' }]],
    });
  });

  it('is not modified', () => {
    const copy = structuredClone(given);
    convertSwagger(given);
    expect(given).toEqual(copy);
  });
});

describe('places', () => {
  const { document, sourceOf } = convertSwagger(given);

  it.each([
    ['/paths/~1vessels/get/parameters/0/schema/maximum', '/parameters/Limit/maximum'],
    ['/paths/~1vessels/get/parameters/1/schema/items/type', '/paths/~1vessels/get/parameters/1/items/type'],
    ['/paths/~1vessels/get/responses/404/content/application~1json/schema', '/responses/Gone/schema'],
    ['/paths/~1vessels/post/requestBody/content/application~1vnd.harbour+json/schema', '/parameters/Vessel/schema'],
    [
      '/paths/~1vessels~1{id}~1papers/post/requestBody/content/multipart~1form-data/schema/properties/note',
      '/paths/~1vessels~1{id}~1papers/post/parameters/1',
    ],
    ['/components/schemas/Vessel/properties/flag', '/definitions/Vessel/properties/flag'],
    ['/components/securitySchemes/basic', '/securityDefinitions/basic'],
    ['/paths/~1search/post/summary', '/paths/~1search/post/summary'],
  ])('%s map back to %s', (made, source) => {
    expect(getPointer(document, made)).toBeDefined();
    expect(sourceOf(made)).toBe(source);
    expect(getPointer(given, source)).toBeDefined();
  });

  it('of findings are those of the given document', () => {
    const { diagnostics: told } = read(
      swaggerOf(
        {
          '/a': {
            get: {
              parameters: [
                { name: 'b', in: 'body', schema: { type: 'object' } },
                { name: 'q', in: 'query', type: 'array' },
              ],
              responses: { '200': { description: 'x', schema: { $ref: '#/definitions/Gone' } } },
            },
          },
        },
        { security: [{ nobody: [] }], definitions: { A: { type: 'object', required: ['x'] } } },
      ),
    );
    const places = told
      .filter(({ severity }) => severity === 'warning')
      .map(({ code, location }) => [code, location.pointer]);
    expect(places).toEqual(
      expect.arrayContaining([
        ['openapi/array-without-items', '/paths/~1a/get/parameters/1'],
        ['openapi/reference-dangling', '/paths/~1a/get/responses/200/schema'],
        ['openapi/required-undeclared', '/definitions/A/required'],
        ['openapi/security-unknown', '/security/0'],
      ]),
    );
  });
});

describe('extensions in real documents', () => {
  it('body parameters of a path apply to its operations, unless they have their own', () => {
    const item = {
      parameters: [{ name: 'b', in: 'body', schema: { type: 'object', properties: { shared: { type: 'string' } } } }],
      post: { responses },
      put: {
        parameters: [{ name: 'b', in: 'body', schema: { type: 'object', properties: { own: { type: 'string' } } } }],
        responses,
      },
    };
    const found = read(swaggerOf({ '/a': item }));
    expect(found.codes).not.toContain('openapi/bodies');
    expect(found.operations.map(({ input }) => Object.keys((input as { properties: object }).properties))).toEqual(
      expect.arrayContaining([['shared'], ['own']]),
    );
  });

  it('references between operations, written by bundlers, still resolve', () => {
    const shared = { name: 'q', in: 'query', type: 'integer' };
    const body = { name: 'b', in: 'body', schema: { type: 'object', properties: { x: { type: 'string' } } } };
    const { operations: both, codes } = read(
      swaggerOf({
        '/a': { post: { operationId: 'first', parameters: [body, shared], responses } },
        '/b': { post: { operationId: 'second', parameters: [{ $ref: '#/paths/~1a/post/parameters/1' }], responses } },
        '/c': { $ref: '#/paths/~1b' },
      }),
    );
    expect(codes).toEqual(['openapi/operation-id-repeated']);
    expect(both.map(({ binding }) => Object.keys((binding as { parameters: object }).parameters))).toEqual([
      ['q', 'x'],
      ['q'],
      ['q'],
    ]);
  });

  it('path items in other files are converted too, each once', async () => {
    const host = {
      async fetch(uri: string) {
        const post = {
          parameters: [{ name: 'b', in: 'body', schema: { $ref: 'api.json#/definitions/B' } }],
          responses,
        };
        return {
          outcome: 'fetched' as const,
          uri,
          bytes: Buffer.from(JSON.stringify({ post })),
          mediaType: 'application/json',
        };
      },
    };
    const root = swaggerOf(
      { '/a': { $ref: 'item.json' }, '/b': { $ref: 'item.json' } },
      { definitions: { B: { type: 'object', properties: { x: { type: 'string' } } } } },
    );
    const whole = await completeOpenApi(host, root, { uri: 'https://docs.example/api.json' });
    const { operations: both, codes } = read(whole);
    expect(codes).toEqual([]);
    expect(both.map(({ binding }) => binding)).toMatchObject([
      { parameters: { x: { in: 'body' } } },
      { parameters: { x: { in: 'body' } } },
    ]);
    expect(Object.keys(convertSwagger(whole as JsonObject).document.components as JsonObject)).toContain('pathItems');
  });

  it.each<[JsonObject, string | undefined, string | undefined]>([
    [{ host: 'h.example', schemes: ['wss'], basePath: 'v1' }, undefined, 'https://h.example/v1'],
    [{ host: 'h.example', schemes: undefined as never }, 'http://docs.example/x/api.json', 'http://h.example'],
    [{ host: 7, basePath: '/v1' }, 'https://docs.example/x/api.json', 'https://docs.example/v1'],
    [{ host: '{customer}.example' }, undefined, undefined],
  ])('%j, read from %s, is served at %s', (more, uri, expected) => {
    const bare = { swagger: '2.0', info: { title: 'x', version: '1' }, paths: { '/a': { get: { responses } } } };
    const { value, diagnostics: told } = readOpenApi(JSON.parse(JSON.stringify({ ...bare, ...more })), {
      ...context,
      ...(uri === undefined ? {} : { uri }),
    });
    expect(value?.endpoint).toBe(expected);
    const places = told.filter(({ code }) => code === 'openapi/no-server').map(({ location }) => location.pointer);
    expect(places).toEqual(expected === undefined ? ['/host'] : []);
  });
});

describe('hostile documents of 2.0', () => {
  const odd: JsonValue[] = [null, 1, 'x', [], [null], {}, { $ref: 7 }, { $ref: '#/nowhere' }, { $ref: '#/paths/~1a' }];

  it.each(odd.map((value) => [value]))('%j in every location is reported or ignored, never thrown', (value) => {
    const operation = {
      ...{
        consumes: value,
        produces: value,
        schemes: value,
        parameters: [value, { name: 'f', in: 'formData', type: value }],
      },
      responses: { '200': value, default: { description: 'x', schema: value, headers: value, examples: value } },
    };
    const document = swaggerOf(
      { '/a': { get: operation, parameters: value, post: value }, '/b': value, '/c': { $ref: value } },
      {
        definitions: value,
        parameters: value,
        responses: value,
        securityDefinitions: value,
        security: [{ key: [] }],
        consumes: value,
      },
    );
    expect(() => readOpenApi(document, context)).not.toThrow();
    for (const name of ['host', 'basePath', 'schemes', 'paths', 'info', 'components']) {
      expect(() => readOpenApi({ ...document, [name]: value }, context)).not.toThrow();
    }
  });

  it('shared references cost one conversion', () => {
    const parameters = Array.from({ length: 400 }, (_, at) => ({ name: `p${at}`, in: 'query', type: 'string' }));
    const root = swaggerOf(
      Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`/p${at}`, { $ref: '#/x-item' }])),
      { 'x-item': { get: { parameters, responses } } },
    );
    const { document } = convertSwagger(root);
    expect(JSON.stringify(document.paths).length).toBeLessThan(300_000);
    expect(Object.keys((document.components as { pathItems: object }).pathItems)).toHaveLength(1);
  });

  it('media types of an operation are limited', () => {
    const produces = Array.from({ length: 5_000 }, (_, at) => `application/x-${at}`);
    const { document } = convertSwagger(
      swaggerOf({ '/a': { get: { responses: { '200': { description: 'x', schema: {} } } } } }, { produces }),
    );
    expect(JSON.stringify(document.paths).length).toBeLessThan(2_000);
  });

  it('names of Object.prototype are ordinary names', () => {
    const document = swaggerOf(
      { '/a': { post: { parameters: [{ name: '__proto__', in: 'formData', type: 'string' }], responses } } },
      { definitions: JSON.parse('{"__proto__":{"x-nullable":true,"polluted":1}}') as JsonObject },
    );
    readOne(document);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each([[{ swagger: '2.0', openapi: '3.0.0' }], [{ swagger: 2 }], [{ swagger: '1.2' }]])(
    '%j is not Swagger 2.0',
    (root) => {
      expect(isSwagger(root)).toBe(false);
    },
  );
});
