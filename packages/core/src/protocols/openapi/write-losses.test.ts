/** What is lost between AGIS and OpenAPI is named, and nothing else. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { context, entryOf } from '../agis/agis.support.js';
import { documentOf, read, responses } from './openapi.support.js';
import { readOpenApi } from './read.js';
import { writeOpenApi } from './write.js';

function endpoint(more: JsonObject = {}, semantic: JsonObject = {}): JsonObject {
  return {
    method: 'RELEASE',
    path: '/berths/{berth_id}',
    semantic: {
      intent: 'Releases a berth',
      actor: 'agent',
      outcome: 'The berth is free',
      impact_tier: 'reversible',
      is_idempotent: true,
      ...semantic,
    },
    input: { type: 'object', required: ['berth_id'], properties: { berth_id: { type: 'string' } } },
    output: { type: 'object' },
    errors: ['berth_unknown'],
    ...more,
  };
}

function entry(endpoints: JsonObject[], more: JsonObject = {}) {
  return entryOf({
    agis: '1.0',
    service: 'Berths',
    agtp: 'agtp://berths.example',
    x_http_base: 'https://berths.example/agis',
    endpoints,
    vocabulary: { declared_verbs: ['RELEASE'], namespace: 'berths' },
    ...more,
  });
}

/** The lost parts of the only operation and of the service. */
function lostOf(endpoints: JsonObject[], more: JsonObject = {}): (string | undefined)[] {
  const { diagnostics } = writeOpenApi({ id: 'berths', ...entry(endpoints, more) }, { face: 'own' });
  return diagnostics.map(({ message }) => /^[^:]*: (.*) cannot be expressed in OpenAPI$/.exec(message)?.[1]);
}

function readBack(endpoints: JsonObject[]) {
  const { value } = writeOpenApi({ id: 'berths', ...entry(endpoints) }, { face: 'own' });
  return readOpenApi(value, context).value?.operations[0];
}

describe('an AGIS document as OpenAPI', () => {
  it('loses only what AGIS alone has', () => {
    expect(lostOf([endpoint()])).toEqual(['actor', 'the AGTP address']);
  });

  it('names members that the author added, safeguards and what its errors say', () => {
    const own = {
      x_note: 'ask first',
      x_safety: { confirm: false, dry_run: true, batch: true },
      errors: [{ name: 'berth_unknown', retry: 'later' }, 'tide_low'],
    };
    expect(lostOf([endpoint(own, { x_mood: 'calm' })], { x_owner: 'quay' })).toEqual([
      'actor, the dry run of the service, its batches, that it asks for no confirmation, members of its errors (retry), further members (x_note, x_mood)',
      'the AGTP address, further members (x_owner)',
    ]);
  });

  it('names the path, the namespace and the names of inputs that its own request does not show', () => {
    const request = { method: 'PUT', url: '/free', parameters: { berth_id: { in: 'query', name: 'b' } } };
    expect(lostOf([endpoint({ x_http_request: request })])).toEqual([
      'actor, its path /berths/{berth_id}, inputs that are named differently in requests (berth_id)',
      'the AGTP address, namespace',
    ]);
  });

  it('keeps a derived impact next to a confirmation', () => {
    const release = readBack([endpoint({ x_safety: { confirm: true }, x_review: ['impact_tier'] })]);
    expect(release).toMatchObject({ impact: 'reversible', safety: { confirm: true } });
  });

  it('keeps derived facts that the written words would not give, as derived', () => {
    const semantic = { impact_tier: 'informational', is_idempotent: false };
    const release = readBack([endpoint({ x_review: ['impact_tier', 'is_idempotent'] }, semantic)]);
    expect(release).toMatchObject({ impact: 'informational', idempotent: false });
    expect(release?.derived).toEqual(expect.arrayContaining(['impact', 'idempotent']));
  });

  it('cannot make harmless by derived facts what its words call irreversible', () => {
    const post = { summary: 'Pays out the balance', responses, 'x-agent': { derived: { impact: 'informational' } } };
    expect(read(documentOf({ '/payouts': { post } })).operations[0]).toMatchObject({ impact: 'irreversible' });
  });

  it('keeps the codes of all errors that have no status', () => {
    const release = readBack([endpoint({ errors: ['berth_unknown', 'tide_low'] })]);
    expect(release?.errors.map(({ code }) => code)).toEqual(['berth_unknown', 'tide_low']);
  });
});

describe('reading an OpenAPI document', () => {
  const partsOf = (paths: JsonObject, more: JsonObject = {}) => {
    const { diagnostics } = read(documentOf(paths, more));
    const lost = diagnostics.filter(({ code }) => code === 'openapi/not-carried');
    return lost.map(({ message }) => message.split('document: ')[1]);
  };

  it('names nothing when everything is kept', () => {
    const requestBody = { content: { 'application/json': { schema: { type: 'object' }, example: { a: 1 } } } };
    expect(partsOf({ '/a': { post: { summary: 'Adds', tags: ['x'], requestBody, responses } } })).toEqual([]);
  });

  it('counts the parts that an entry has no place for', () => {
    const schema = { type: 'object', 'x-order': 1, properties: { a: { type: 'string' } } };
    const content = { 'application/json': { schema, examples: { one: { value: {} }, two: { value: {} } } } };
    const answers = {
      '200': { description: 'All.', content: { 'application/json': { example: {} } } },
      '304': { description: 'Same.' },
      '400': { description: 'Bad.', content: { 'application/json': { schema: { type: 'object' } } } },
      default: { description: 'Else.' },
    };
    const post = {
      externalDocs: { url: 'https://x.example.com' },
      requestBody: { description: 'The lock.', content },
      responses: answers,
    };
    const servers = [{ url: 'https://api.example.org', description: 'Main.' }];
    expect(partsOf({ '/a': { summary: 'Locks', post } }, { servers })).toEqual([
      'description of a body (1)',
      'description of a server (1)',
      'example of a request (1)',
      'example of a response (1)',
      'link to documentation (1)',
      'response that is neither a success nor an error (2)',
      'schema of an error (1)',
      'schema with extensions (1)',
      'text about a path (1)',
    ]);
  });

  it('takes the first of several examples as the example of the operation', () => {
    const examples = { one: { value: { a: 1 } }, two: { value: { a: 2 } } };
    const examplesWith = (schema: JsonObject) => {
      const requestBody = { content: { 'application/json': { schema, examples } } };
      return read(documentOf({ '/a': { post: { requestBody, responses } } })).operations[0]?.examples;
    };
    expect(examplesWith({ type: 'object', properties: { a: {} } })).toEqual([{ input: { a: 1 } }]);
    expect(examplesWith({})).toEqual([{ input: { body: { a: 1 } } }]);
  });
});

describe('the login of a service', () => {
  const address = 'https://id.test';
  const written = (scheme: JsonObject) => {
    const paths = {
      '/a': {
        get: { responses, security: [{ login: ['read'] }] },
        post: { responses, security: [{ login: ['write'] }] },
      },
    };
    const document = documentOf(paths, { components: { securitySchemes: { login: scheme } } });
    const { value: draft } = readOpenApi(document, context);
    if (draft === undefined) throw new Error('refused');
    const { value, diagnostics } = writeOpenApi({ ...draft, id: 'berths' }, { face: 'own' });
    const { securitySchemes } = (value?.components ?? {}) as JsonObject;
    return { scheme: (securitySchemes as JsonObject).login, messages: diagnostics.map(({ message }) => message) };
  };

  it('is written with its addresses and the scopes of the operations', () => {
    const flow = { authorizationUrl: `${address}/login`, tokenUrl: `${address}/token` };
    const { scheme, messages } = written({ type: 'oauth2', flows: { authorizationCode: { ...flow, scopes: {} } } });
    expect(scheme).toEqual({
      type: 'oauth2',
      flows: { authorizationCode: { ...flow, scopes: { read: '', write: '' } } },
    });
    expect(messages.join()).not.toContain('authorization server');
  });

  it('is written as OpenID Connect, and OAuth metadata is named as lost', () => {
    const openIdConnectUrl = `${address}/.well-known/openid-configuration`;
    expect(written({ type: 'openIdConnect', openIdConnectUrl }).scheme).toEqual({
      type: 'openIdConnect',
      openIdConnectUrl,
    });
    const oauth2MetadataUrl = `${address}/.well-known/oauth-authorization-server`;
    const flows = { authorizationCode: { scopes: {} } };
    const { scheme, messages } = written({ type: 'oauth2', oauth2MetadataUrl, flows });
    expect(scheme).toEqual({ type: 'http', scheme: 'bearer' });
    expect(messages.join()).toContain('the metadata URL of its authorization server');
  });

  it('is a bearer token where people cannot log in', () => {
    const flows = { clientCredentials: { tokenUrl: `${address}/token`, scopes: {} } };
    expect(written({ type: 'oauth2', flows }).scheme).toEqual({ type: 'http', scheme: 'bearer' });
  });
});

describe('limits of the members of a body', () => {
  const roundTrip = (parameters: JsonObject[], limits: JsonObject) => {
    const schema = {
      type: 'object',
      properties: { id: { type: 'string' }, mark: { type: 'string' } },
      additionalProperties: false,
      ...limits,
    };
    const requestBody = { required: true, content: { 'application/json': { schema } } };
    const document = documentOf({ '/a/{id}': { post: { parameters, requestBody, responses } } });
    const { value: draft } = readOpenApi(document, context);
    if (draft === undefined) throw new Error('refused');
    const { value } = writeOpenApi({ ...draft, id: 'berths' }, { face: 'own' });
    return [draft.operations[0]?.input, readOpenApi(value ?? {}, context).value?.operations[0]?.input];
  };
  const path = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const header = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } };

  it.each<[string, JsonObject[], JsonObject]>([
    ['next to required inputs', [path], { minProperties: 1, maxProperties: 2 }],
    ['next to an optional input', [path, header], { minProperties: 1 }],
    ['in a body of its own', [path, header], { maxProperties: 1 }],
    ['with conditions on a renamed member', [path], { anyOf: [{ required: ['id'] }, { required: ['mark'] }] }],
  ])('are written and read back %s', (_, parameters, limits) => {
    const [read, again] = roundTrip(parameters, limits);
    expect(again).toEqual(read);
    expect(JSON.stringify(read)).toMatch(/Properties|propertyNames|anyOf/);
  });
});
