/** Rare constructs of real documents: none is dropped silently or sent to another location. */
import type { HttpBinding, JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { prepareHttp } from './call.js';
import { context, documentOf, propertiesOf, read, readOne, responses, swaggerOf } from './openapi.support.js';
import { readOpenApi } from './read.js';

const bindingOf = (document: JsonValue) => readOne(document).binding as HttpBinding;
const found = (document: JsonValue, code: string) =>
  read(document)
    .diagnostics.filter((each) => each.code === code)
    .map(({ location, message }) => `${location.pointer}: ${message}`);
const taking = (content: JsonObject, more: JsonObject = {}): JsonObject =>
  documentOf({ '/a': { post: { operationId: 'sendIt', requestBody: { required: true, content }, responses } } }, more);
const takingJson = (schema: JsonValue, more?: JsonObject) => taking({ 'application/json': { schema } }, more);
const newer = (document: JsonObject): JsonObject => ({ ...document, openapi: '3.1.0' });

describe('parameters', () => {
  const header = (name: string, more: JsonObject = {}) => ({ name, in: 'header', schema: { type: 'string' }, ...more });

  it('in headers are case-insensitive, and the one of the operation wins', () => {
    const get = { parameters: [header('x-over', { schema: { type: 'integer' } })], responses };
    const { input } = readOne(documentOf({ '/a': { parameters: [header('X-Over', { required: true })], get } }));
    expect(input).toEqual({
      type: 'object',
      properties: { 'x-over': { type: 'integer' } },
      additionalProperties: false,
    });
  });

  it('in headers that differ only in case are reported as one', () => {
    const document = documentOf({ '/a': { get: { parameters: [header('X-Id'), header('x-id')], responses } } });
    expect(found(document, 'openapi/parameter-repeated')).toHaveLength(1);
  });

  it('are described by the reference to them since 3.1, and not before', () => {
    const document = documentOf(
      { '/a': { get: { parameters: [{ $ref: '#/components/parameters/Q', description: 'Here.' }], responses } } },
      { components: { parameters: { Q: { name: 'q', in: 'query', description: 'There.', schema: {} } } } },
    );
    expect(propertiesOf(readOne(document).input)).toEqual({ q: { description: 'There.' } });
    expect(propertiesOf(readOne(newer(document)).input)).toEqual({ q: { description: 'Here.' } });
  });

  it('of Swagger 2.0 are joined as collectionFormat defines, in paths and headers too', () => {
    const list = (name: string, place: string) => ({
      name,
      in: place,
      type: 'array',
      items: { type: 'integer' },
      collectionFormat: 'pipes',
      required: true,
    });
    const get = { parameters: [list('ids', 'path'), list('X-Ids', 'header')], responses };
    const { url, headers } = prepareHttp(bindingOf(swaggerOf({ '/a/{ids}': { get } })), {
      ids: [1, 2],
      'X-Ids': [3, 4],
    });
    expect([url, headers]).toEqual(['https://api.example.org/v1/a/1%7C2', { 'x-ids': '3|4' }]);
  });
});

describe('servers of an operation', () => {
  const at = (servers: JsonValue) => documentOf({ '/a': { get: { servers, responses } } });

  it.each(['ftp://files.example/a', './relative', 'https://name:word@other.example'])(
    'that cannot be called (%s) do not redirect the call to another server',
    (url) => {
      expect(bindingOf(at([{ url }])).urlTemplate).toBe('/a');
      expect(found(at([{ url }]), 'openapi/no-server')).toEqual([expect.stringContaining('/paths/~1a/get/servers: ')]);
    },
  );

  it('that are several are reported like those of the document', () => {
    const document = at([{ url: 'https://one.example' }, { url: 'https://two.example' }]);
    expect(found(document, 'openapi/server-left-out')).toEqual([
      '/paths/~1a/get/servers: one of 2 servers is used: https://one.example',
    ]);
  });

  it('that are called with plain http come after those with https', () => {
    const servers = [{ url: 'http://plain.example' }, { url: 'https://one.example' }, { url: 'https://two.example' }];
    expect(bindingOf(at(servers)).urlTemplate).toBe('https://one.example/a');
    expect(bindingOf(at(servers.slice(0, 1))).urlTemplate).toBe('http://plain.example/a');
  });

  it.each([
    [{ url: 'https://x.example/a?key=1#top' }, 'everything after its path is ignored'],
    [
      { url: 'https://{host}/a', variables: { host: { default: 'y.example', enum: ['x.example'] } } },
      'y.example is not an allowed value of its variable host',
    ],
  ])('that violate the specification are reported: %j', (server, reason) => {
    expect(found(at([server]), 'openapi/server-faulty')).toEqual([expect.stringContaining(reason)]);
  });

  it('with a variable without a value are reported', () => {
    const document = at([{ url: 'https://x.example/{tenant}' }]);
    expect(found(document, 'openapi/server-variable-open')).toEqual([
      '/paths/~1a/get/servers/0/variables: the server variable tenant has no value; its name is used as the value',
    ]);
  });
});

describe('constructs that an entry cannot express', () => {
  it.each(['GET', 'connect'])('are reported with their location: %s', (method) => {
    const document = documentOf({ '/a': { [method]: { responses }, get: { responses }, 'x-own': {} } });
    expect(found(document, 'openapi/method-unknown')).toEqual([
      `/paths/~1a/${method}: ${method} is not a method of a path item; its value was ignored`,
    ]);
  });

  it('include an operationId that is not a string, and a body without content', () => {
    const document = documentOf({ '/a': { post: { operationId: 42, requestBody: { required: true }, responses } } });
    expect(found(document, 'openapi/shape').map((text) => text.split(':')[0])).toEqual([
      '/paths/~1a/post/operationId',
      '/paths/~1a/post/requestBody',
    ]);
  });

  it('include the headers of a part', () => {
    const encoding = { file: { headers: { 'X-Rate': { schema: {} }, 'Content-Type': { schema: {} } } } };
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } };
    expect(found(taking({ 'multipart/form-data': { schema, encoding } }), 'openapi/part-headers')).toEqual([
      '/paths/~1a/post/requestBody/content/multipart~1form-data/encoding/file/headers: the headers X-Rate of the part file are not sent',
    ]);
  });

  it('include objects of a part that is declared as a text without a known form', () => {
    const berth = { type: 'object', properties: { id: { type: 'string' } } };
    const properties = { berth, berths: { type: 'array', items: berth }, note: { type: 'string' }, plan: berth };
    const encoding = {
      berth: { contentType: 'application/yaml' },
      berths: { contentType: 'text/csv' },
      note: { contentType: 'application/xml' },
      plan: { contentType: 'application/vnd.plan+json' },
    };
    const media = { schema: { type: 'object', properties }, encoding };
    const at = '/paths/~1a/post/requestBody/content/multipart~1form-data/encoding';
    expect(found(taking({ 'multipart/form-data': media }), 'openapi/part-json')).toEqual([
      `${at}/berth: the part berth is declared as application/yaml; its objects are sent as JSON`,
      `${at}/berths: the part berths is declared as text/csv; its objects are sent as JSON`,
    ]);
  });

  it('include OAuth flows without a login and descriptions of scopes, each scheme once', () => {
    const flow = { tokenUrl: 'https://id.test/token', scopes: { read: 'Read', write: '' } };
    const login = { ...flow, authorizationUrl: 'https://id.test/login' };
    const schemes = { both: { type: 'oauth2', flows: { clientCredentials: flow, authorizationCode: login } } };
    const document = documentOf(
      { '/a': { get: { responses }, post: { responses } } },
      { components: { securitySchemes: schemes }, security: [{ both: ['read'] }] },
    );
    const lost = found(document, 'openapi/not-carried').map((text) => text.replace(/^.*document: /, ''));
    expect(lost).toEqual(['OAuth flow clientCredentials (1)', 'description of a scope (2)']);
  });
});

describe('a form that is not described as an object', () => {
  const inputOf = (mediaType: string, schema: JsonValue) => read(taking({ [mediaType]: { schema } })).operations[0];

  it('has the one file that its schema describes', () => {
    const operation = inputOf('multipart/form-data', { type: 'string', format: 'binary' });
    expect(operation?.input).toMatchObject({ properties: { file: { type: 'string', contentEncoding: 'base64' } } });
    expect(operation?.binding).toMatchObject({ body: { parts: { file: { binary: true } } } });
  });

  it.each([[{}], [{ type: 'array', items: {} }]])('accepts any members when it says %j', (schema) => {
    expect(inputOf('multipart/form-data', schema)?.input).toMatchObject({ properties: { body: { type: 'object' } } });
    expect(found(taking({ 'multipart/form-data': { schema } }), 'openapi/form-shape')).toHaveLength(1);
  });

  it('as text may be given as that text', () => {
    const input = inputOf('application/x-www-form-urlencoded', { type: 'string' })?.input;
    expect(input).toMatchObject({ properties: { body: { type: 'string' } } });
  });
});

describe('effects that the provider declares', () => {
  const conduct = (method: string, extensions: JsonObject) => {
    const [operation] = read(documentOf({ '/a': { [method]: { responses, ...extensions } } })).operations;
    return [operation?.impact, operation?.idempotent, operation?.derived.filter((fact) => /impact|idem/.test(fact))];
  };

  it.each<[string, JsonObject, unknown[]]>([
    ['post', {}, ['reversible', false, ['impact', 'idempotent']]],
    ['get', { 'x-agent': { impact: 'irreversible', idempotent: false } }, ['irreversible', false, []]],
    ['post', { 'x-agent': { read_only: true } }, ['informational', false, ['idempotent']]],
    ['post', { 'x-agent': { read_only: true, risk: { irreversible: true } } }, ['irreversible', false, ['idempotent']]],
    ['post', { 'x-openai-isConsequential': true }, ['irreversible', false, ['idempotent']]],
    ['post', { 'x-mcp': { annotations: { readOnlyHint: true, idempotentHint: true } } }, ['informational', true, []]],
    ['put', { 'x-idempotent': false }, ['reversible', false, ['impact']]],
    [
      'get',
      { 'x-agent': { impact: 'harmless', idempotent: 'yes' } },
      ['informational', true, ['impact', 'idempotent']],
    ],
  ])('stand above the method: %s with %j', (method, extensions, expected) => {
    expect(conduct(method, extensions)).toEqual(expected);
  });

  it.each<[string, JsonObject, string[]]>([
    ['delete', { 'x-agent': { impact: 'informational' } }, ['DELETE /a', 'is a DELETE']],
    ['post', { summary: 'Pay an invoice', 'x-agent': { read_only: true } }, ['POST /a', "moves money: 'pay'"]],
    ['delete', { 'x-agent': { impact: 'reversible' } }, []],
    ['post', { summary: 'Spray a field', 'x-agent': { read_only: true } }, []],
  ])('are reported where they say that something harmful only reads: %s with %j', (method, extensions, expected) => {
    const messages = found(
      documentOf({ '/a': { [method]: { responses, ...extensions } } }),
      'openapi/declared-harmless',
    );
    expect(messages).toHaveLength(expected.length === 0 ? 0 : 1);
    for (const part of expected) expect(messages[0]).toContain(part);
  });
});

describe('a choice', () => {
  const document = documentOf({ '/a': { get: { tags: ['pets'], responses } }, '/b': { get: { responses } } });
  const choose = (curation: { include?: string[]; exclude?: string[] }) =>
    readOpenApi(document, { ...context, curation }).diagnostics.map(({ code, message }) => `${code} ${message}`);

  it('with a pattern that matches nothing is reported', () => {
    const messages = choose({ include: ['tag:pets', 'tag:pest'], exclude: ['/c/**'] });
    expect(messages).toContain('openapi/pattern-unused --include tag:pest matches no operation of the document');
    expect(messages).toContain('openapi/pattern-unused --exclude /c/** matches no operation of the document');
    expect(messages.filter((text) => text.includes('pattern-unused'))).toHaveLength(2);
  });

  it('that excludes everything is reported', () => {
    expect(choose({ include: ['tag:pest'] })).toContain(
      'openapi/no-operations no operation is left to register: the document has 2, and all are excluded by --include tag:pest',
    );
  });
});

describe('bodies', () => {
  it('of text keep the constraints of the document', () => {
    const { input } = readOne(taking({ 'text/plain': { schema: { type: 'string', maxLength: 10 } } }));
    expect(propertiesOf(input)).toEqual({
      body: { type: 'string', maxLength: 10, contentMediaType: 'text/plain' },
    });
    expect(found(taking({ 'text/plain': { schema: { type: 'object' } } }), 'openapi/body-opaque')).toEqual([
      expect.stringContaining('the body text/plain is read as a string'),
    ]);
  });

  it('have files wherever their schemas declare them: through references, in parts, in lists', () => {
    const file = { type: 'string', format: 'binary' };
    const Upload = {
      type: 'object',
      properties: { one: { $ref: '#/components/schemas/File' }, note: { type: 'string' } },
    };
    const own = {
      type: 'object',
      properties: {
        two: file,
        three: { type: 'array', items: { $ref: '#/components/schemas/File' } },
        four: { allOf: [{ $ref: '#/components/schemas/File' }], description: 'A picture.' },
        five: { ...file, nullable: true },
      },
    };
    const components = { schemas: { File: file, Upload, Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] } } };
    const allOf = [{ $ref: '#/components/schemas/Upload' }, own, { $ref: '#/components/schemas/Loop' }];
    const { body } = bindingOf(taking({ 'multipart/form-data': { schema: { allOf } } }, { components }));
    expect(Object.keys(body?.parts ?? {}).sort()).toEqual(['five', 'four', 'one', 'three', 'two']);
  });

  it('never require read-only properties, also where a part of the property declares it', () => {
    const components = { schemas: { Id: { type: 'string', readOnly: true } } };
    const properties = {
      id: { allOf: [{ $ref: '#/components/schemas/Id' }], description: 'x' },
      a: { type: 'string' },
    };
    const { input } = readOne(takingJson({ type: 'object', properties, required: ['id', 'a'] }, { components }));
    expect(input).toMatchObject({ required: ['a'] });
    expect(Object.keys(propertiesOf(input))).toEqual(['a']);
  });

  it('have members with characters that model interfaces accept, and the location of a renaming is reported', () => {
    const schema = { type: 'object', properties: { 'berth no. €': { type: 'integer' } } };
    const document = taking({ 'application/json': { schema, example: { 'berth no. €': 3 } } });
    const { input, examples, binding } = readOne(document);
    expect(Object.keys(propertiesOf(input))).toEqual(['berth_no']);
    expect(examples).toEqual([{ input: { berth_no: 3 } }]);
    const { bytes } = prepareHttp(binding as HttpBinding, { berth_no: 3 });
    expect(Buffer.from(bytes ?? []).toString()).toBe('{"berth no. €":3}');
    expect(found(document, 'openapi/input-renamed')).toEqual([
      '/paths/~1a/post/requestBody/content/application~1json: berth no. € in body became the input berth_no',
    ]);
  });
});

describe('schemas', () => {
  it('lose one pattern in another dialect, and nothing else', () => {
    const properties = { p: { type: 'string', pattern: '([a-z' }, q: { type: 'integer' } };
    const schema = { type: 'object', properties, required: ['q'], patternProperties: { '(x': {} } };
    const { input } = readOne(takingJson(schema));
    expect(input).toMatchObject({ properties: { p: { type: 'string' }, q: { type: 'integer' } }, required: ['q'] });
    const at = '/paths/~1a/post/requestBody/content/application~1json/schema';
    expect(found(takingJson(schema), 'openapi/schema-keyword')).toEqual([
      `${at}/properties/p/pattern: the keyword pattern was omitted: it is not a regular expression`,
      `${at}/patternProperties: the keyword patternProperties was omitted: "(x" is not a regular expression`,
    ]);
  });

  it('with a discriminator accept the intended schema, also where others match as well', () => {
    const kind = (more: JsonObject = {}) => ({ type: 'object', properties: { kind: { type: 'string' }, ...more } });
    const components = { schemas: { Cat: kind(), Dog: kind({ bark: { type: 'boolean' } }) } };
    const schema = {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat', dog: 'Dog' } },
    };
    expect(propertiesOf(readOne(takingJson(schema, { components })).input).body).toEqual({
      anyOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/$defs/Cat', dog: '#/$defs/Dog' } },
    });
  });

  it('are found by anchors at any depth, and by their declared ids', () => {
    const money = 'https://example.com/schemas/money';
    const components = {
      schemas: {
        Outer: { type: 'object', properties: { x: { $anchor: 'deep', type: 'integer' } } },
        Money: {
          $id: money,
          $defs: { cents: { type: 'integer' } },
          type: 'object',
          properties: { cents: { $ref: '#/$defs/cents' } },
        },
      },
    };
    const properties = { a: { $ref: '#deep' }, b: { $ref: money }, c: { $ref: `${money}#/$defs/cents` } };
    const document = newer(takingJson({ type: 'object', properties }, { components }));
    const { operations, codes } = read(document);
    expect(codes).toEqual([]);
    expect(operations[0]?.input).toMatchObject({
      properties: { a: { $ref: '#/$defs/x' }, b: { $ref: '#/$defs/Money' }, c: { $ref: '#/$defs/cents' } },
      $defs: { x: { type: 'integer' }, Money: { properties: { cents: { $ref: '#/$defs/cents' } } } },
    });
  });

  it('that are missing are reported with the location of the reference', () => {
    const document = takingJson({ type: 'object', properties: { a: { $ref: '#/components/schemas/Nope' } } });
    expect(found(document, 'openapi/reference-dangling')).toEqual([
      '/paths/~1a/post/requestBody/content/application~1json/schema/properties/a: the reference #/components/schemas/Nope cannot be resolved',
    ]);
  });
});
