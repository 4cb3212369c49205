/** Hostile documents always get an answer in bounded time, and never cause access outside the document. */

import { checkSchema, compileSchema } from '@dragoman/documents';
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { codesOf, context, documentOf, read, readOne, responses } from './openapi.support.js';
import { readOpenApi } from './read.js';

const answering = (schema: JsonValue): JsonObject => ({
  responses: { '200': { description: 'x', content: { 'application/json': { schema } } } },
});

const refused = (document: JsonValue) => {
  const { value, diagnostics } = readOpenApi(document, context);
  expect(value).toBeUndefined();
  return codesOf(diagnostics);
};

const isError = ({ severity }: Diagnostic) => severity === 'error';

describe('documents that are not OpenAPI', () => {
  it.each<[JsonValue, string]>([
    [{ openapi: '4.0.0' }, 'openapi/version'],
    [{ openapi: 3.1 }, 'openapi/version'],
    [{ swagger: '1.2' }, 'openapi/version'],
    [{ swagger: 2 }, 'openapi/version'],
    [{ openapi: null }, 'openapi/version'],
    [{ openapi: '3.0.0', paths: {} }, 'openapi/no-operations'],
    [
      { openapi: '3.0.0', info: [], paths: [], servers: 'x', components: 7, security: {}, tags: 1 },
      'openapi/no-operations',
    ],
  ])('%j is refused', (document, code) => {
    expect(refused(document)).toContain(code);
  });

  it('whose every part has another form than expected are read as far as possible', () => {
    const odd: JsonValue[] = [
      null,
      1,
      'x',
      [],
      [null],
      { $ref: 7 },
      { $ref: '#/nowhere' },
      { $ref: 'https://169.254.169.254/x' },
    ];
    for (const value of odd) {
      const document = documentOf({
        '/a': { get: { parameters: [value], requestBody: value, responses: { '200': value, '404': value } } },
        '/b': {
          parameters: value,
          post: { parameters: value, responses: value, security: value, servers: value, tags: value, callbacks: value },
        },
        '/c': value,
      });
      expect(() => readOpenApi(document, context)).not.toThrow();
    }
  });
});

describe('references', () => {
  it('to files, metadata URLs and missing targets are reported and never followed', () => {
    const { codes } = read(
      documentOf({
        '/a': { get: answering({ $ref: 'file:///etc/passwd' }) },
        '/b': { get: answering({ $ref: 'http://169.254.169.254/latest' }) },
        '/c': { get: answering({ $ref: '#/components/schemas/Gone' }) },
        '/d': { $ref: '../../secret.yaml' },
      }),
    );
    expect(codes).toEqual(expect.arrayContaining(['openapi/reference-not-followed', 'openapi/reference-dangling']));
  });

  it('in cycles end: of schemas, of parameters, of path items', () => {
    const schemas = {
      A: { $ref: '#/components/schemas/B' },
      B: { $ref: '#/components/schemas/A' },
      C: { allOf: [{ $ref: '#/components/schemas/D' }] },
      D: { allOf: [{ $ref: '#/components/schemas/C' }] },
    };
    const parameters = { P: { $ref: '#/components/parameters/P' } };
    const { operations, codes } = read(
      documentOf(
        {
          '/a': {
            get: {
              parameters: [{ $ref: '#/components/parameters/P' }],
              ...answering({ $ref: '#/components/schemas/A' }),
            },
          },
          '/b': { get: answering({ $ref: '#/components/schemas/C' }) },
          '/c': { $ref: '#/paths/~1c' },
        },
        { components: { schemas, parameters } },
      ),
    );
    expect(codes).toContain('openapi/reference-endless');
    for (const { output } of operations) expect(compileSchema(output).validate({})).toEqual([]);
  });
});

describe('size', () => {
  it('of nested allOf that would expand exponentially costs nothing', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [
        `S${at}`,
        { allOf: Array.from({ length: 8 }, () => ({ $ref: `#/components/schemas/S${at + 1}` })) },
      ]),
    );
    const whole = { ...schemas, S200: { type: 'object', properties: { a: { type: 'string' } } } };
    const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } } };
    const operation = readOne(
      documentOf({ '/a': { post: { requestBody: body, responses } } }, { components: { schemas: whole } }),
    );
    expect(JSON.stringify(operation.input).length).toBeLessThan(200_000);
  });

  it('of paths is limited, and the rest is reported', () => {
    const paths = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`/p${at}`, { get: { responses } }]));
    const { operations, diagnostics } = read(documentOf(paths));
    expect(operations).toHaveLength(10_000);
    const [beyond] = diagnostics.filter(({ code }) => code === 'openapi/operations-beyond-limit');
    expect(beyond?.message).toBe(
      '90000 operations beyond the first 10000 were omitted: everything from GET /p10000 on',
    );
    expect(new Set(operations.map(({ name }) => name)).size).toBe(10_000);
  }, 120_000);

  it('of schemas is limited: the rest accepts any value, and is reported', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [
        `S${at}`,
        {
          type: 'object',
          description: 'x'.repeat(400),
          properties: { next: { $ref: `#/components/schemas/S${at + 1}` } },
        },
      ]),
    );
    const whole = { ...schemas, S400: { type: 'string' } };
    const { operations, codes } = read(
      documentOf({ '/a': { get: answering({ $ref: '#/components/schemas/S0' }) } }, { components: { schemas: whole } }),
    );
    expect(codes).toContain('openapi/schema-abridged');
    expect(JSON.stringify(operations[0]?.output).length).toBeLessThan(40_000);
  });

  it('of depth is limited', () => {
    let schema: JsonObject = { type: 'string' };
    for (let depth = 0; depth < 50; depth += 1) schema = { type: 'array', items: schema };
    expect(read(documentOf({ '/a': { get: answering(schema) } })).codes).toContain('openapi/schema-too-deep');
    let deep: JsonValue = {};
    for (let depth = 0; depth < 200; depth += 1) deep = [deep];
    expect(refused({ openapi: '3.0.0', paths: {}, 'x-deep': deep })).toContain('openapi/too-large');
  });

  it('of findings is limited', () => {
    const paths = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, at) => [`/p/{a${at}}/${at}`, { get: { responses } }]),
    );
    expect(read(documentOf(paths)).diagnostics.length).toBeLessThan(600);
  });
});

describe('names', () => {
  it('of Object.prototype are ordinary names', () => {
    const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__'];
    const operation = readOne(
      documentOf({
        '/a': {
          get: { parameters: names.map((name) => ({ name, in: 'query', schema: { type: 'string' } })), responses },
        },
      }),
    );
    expect(operation.binding).toMatchObject({
      parameters: { constructor: { in: 'query' }, proto: { name: '__proto__' } },
    });
    const tags = read(
      documentOf({ '/a': { get: { tags: ['__proto__', 'constructor'], operationId: 'constructor', responses } } }),
    );
    expect(tags.operations[0]?.name).toBe('constructor');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('that two operations share are reported, and made unique', () => {
    const get = { operationId: 'read', responses };
    const { operations, codes } = read(documentOf({ '/a': { get }, '/b/{id}': { get }, '/c': { get } }));
    expect(codes).toContain('openapi/operation-id-repeated');
    expect(new Set(operations.map(({ name }) => name)).size).toBe(3);
  });
});

describe('schemas that no validator accepts', () => {
  it.each<[JsonValue]>([
    [{ type: 'string', pattern: '(((' }],
    [{ type: 'nonsense', enum: 'x', required: true, properties: [] }],
    [{ enum: Array.from({ length: 5_000 }, (_, at) => at) }],
    [{ $dynamicRef: '#x', $id: 'https://x.example/', $anchor: '%' }],
    [{ not: 5, items: 'x', allOf: [], anyOf: {} }],
  ])('are replaced by a schema that accepts values: %j', (schema) => {
    const { output } = readOne(documentOf({ '/a': { get: answering(schema) } }));
    expect(compileSchema(output).validate('x')).toEqual([]);
  });
});

describe('definitions that several operations share', () => {
  const both = (schema: JsonValue, schemas: JsonObject) =>
    read(
      documentOf(
        { '/a': { get: answering(schema) }, '/b': { get: answering({ type: 'array', items: schema }) } },
        { components: { schemas } },
      ),
    );

  it('and that are circular are reported for each, and leave schemas that accept values', () => {
    const { operations, codes } = both(
      { $ref: '#/components/schemas/A' },
      {
        A: { description: 'x', anyOf: [{ $ref: '#/components/schemas/B' }] },
        B: { not: { $ref: '#/components/schemas/A' } },
      },
    );
    expect(codes).toContain('openapi/schema-refused');
    expect(operations.map(({ output }) => compileSchema(output).validate([]))).toEqual([[], []]);
  });

  it('and are many and large stay within the limits of the validator', () => {
    const wide = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`p${at}`, { enum: Array(12).fill(at) }]));
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `S${at}`,
        { type: 'object', properties: { ...wide, next: { $ref: `#/components/schemas/S${at + 1}` } } },
      ]),
    );
    const { operations } = both({ $ref: '#/components/schemas/S0' }, { ...schemas, S40: { type: 'string' } });
    for (const { output } of operations) expect(checkSchema(output).filter(isError)).toEqual([]);
  });
});

describe('strict reading', () => {
  it('rejects violations of the specification', () => {
    const document = documentOf({ '/a/{id}': { get: { operationId: 'a', responses } } });
    expect(readOpenApi(document, context).value).toBeDefined();
    expect(readOpenApi(document, { ...context, strict: true }).value).toBeUndefined();
  });
});
