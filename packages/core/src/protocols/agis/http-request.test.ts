/** Documents whose services answer at their own HTTP addresses: converted, read back, and hostile. */
import type { HttpBinding, JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { readOpenApi } from '../openapi/read.js';
import { writeOpenApi } from '../openapi/write.js';
import { context, entryOf, validator } from './agis.support.js';
import { isSameSite, readHttpRequest } from './http-request.js';
import { readAgis } from './read.js';
import { writeAgis } from './write.js';

const openapi: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Quay Parcels', version: '2' },
  servers: [{ url: 'https://parcels.example/api/v2' }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  security: [{ key: [] }],
  paths: {
    '/parcels/{parcelId}/labels': {
      post: {
        operationId: 'purchaseLabel',
        summary: 'Purchase a label for a parcel',
        parameters: [
          { name: 'parcelId', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'X-Region', in: 'header', schema: { type: 'string' } },
          { name: 'sizes', in: 'query', style: 'pipeDelimited', schema: { type: 'array', items: { type: 'string' } } },
        ],
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: { paper: { type: 'string' } } },
            },
          },
        },
        responses: { 201: { description: 'Bought' } },
      },
    },
  },
};

const read = (document: JsonObject) => readOpenApi(document, context).value ?? expect.fail('not read');

describe('a converted document', () => {
  const entry = read(openapi);
  const { document } = writeAgis(entry, { validator });
  const [operation] = entryOf(document).operations;

  it('keeps server, method, locations of inputs, body and credentials', () => {
    expect(document.x_http_base).toBe('https://parcels.example/api/v2');
    const [given = expect.fail('no operation')] = entry.operations;
    const { parameters, ...binding } = given.binding as HttpBinding;
    const { parcelId, ...others } = parameters;
    expect(operation?.binding).toEqual({
      ...binding,
      parameters: { parcel_id: { ...parcelId, name: 'parcelId' }, ...others },
    });
    expect(entryOf(document).authentication?.type).toBe('api_key');
  });

  it.each(['M-SEARCH', 'Search', 'QUERY'])('is called with the method %s', (method) => {
    const operationOf = { summary: 'Searches the parcels', responses: { 200: { description: 'Found' } } };
    const paths = { '/parcels': { additionalOperations: { [method]: operationOf } } };
    const { document: written } = writeAgis(read({ ...openapi, openapi: '3.2.0', paths }), { validator });
    expect(entryOf(written).operations.map(({ binding }) => (binding as HttpBinding).method)).toEqual([method]);
  });

  it('warns of a request to the host of another organization, which its readers leave out', () => {
    const paths = {
      '/scans/{id}': {
        servers: [{ url: 'https://scans.example.org' }],
        get: {
          operationId: 'readScan',
          summary: 'Read a scan',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'The scan' } },
        },
      },
      ...(openapi.paths as JsonObject),
    };
    const written = writeAgis(read({ ...openapi, paths }), { validator });
    const warned = written.diagnostics.filter(({ code }) => code === 'agis/request-not-callable');
    expect(warned.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      expect.stringMatching(/^warning: read_scan cannot be called with this document: .* scans\.example\.org/),
    ]);
    const again = readAgis(written.document, context);
    expect(again.value?.operations.map(({ name }) => name)).toEqual(['purchase_label']);
  });

  it('keeps the impact, and that it was derived', () => {
    expect(operation).toMatchObject({
      impact: 'irreversible',
      derived: expect.arrayContaining(['impact', 'idempotent']),
    });
    expect(writeAgis(entryOf(document), { validator }).document).toEqual(document);
  });

  it('has the errors that the description implies, marked for review and in no other document', () => {
    const [endpoint = expect.fail('no endpoint')] = document.endpoints as JsonObject[];
    expect(endpoint.errors).toEqual([
      { name: 'parcel_not_found', description: 'Nothing exists for the given parcel_id', x_status: 404 },
      { name: 'credential_missing', description: 'The service requires a valid credential', x_status: 401 },
    ]);
    expect(endpoint.x_review).toContain('errors');
    expect(operation?.errors).toEqual([]);
  });

  it('names no request of the service when calls go through the gateway', () => {
    const options = { validator, httpBase: 'https://gate.example/agis' };
    for (const given of [entry, entryOf(document)]) {
      expect(JSON.stringify(writeAgis(given, options).document)).not.toContain('x_http_request');
    }
  });
});

describe('a hostile document', () => {
  const { document } = writeAgis(read(openapi), { validator });
  const [endpoint] = document.endpoints as JsonObject[];
  const change = (request: JsonObject, more: JsonObject = {}) =>
    readAgis(
      {
        ...document,
        ...more,
        endpoints: [{ ...endpoint, x_http_request: { ...(endpoint?.x_http_request as JsonObject), ...request } }],
      },
      context,
    );

  it('is read without endpoints whose requests go to another service', () => {
    const { value, diagnostics } = change({ url: 'https://evil.example/parcels/{parcelId}/labels' });
    expect(value?.operations).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toContain('agis/request-elsewhere');
  });

  it('is reported when all of its calls go to another service than it names', () => {
    const { diagnostics } = change({}, { agtp: 'agtp://bank.example' });
    expect(diagnostics.map(({ code }) => code)).toContain('agis/base-elsewhere');
  });

  it.each([
    { url: '//evil.example/a' },
    { url: 'https://{parcelId}/a' },
    { url: 'https://user:pass@parcels.example/a' },
    { url: 'file:///etc/passwd' },
    { method: 'CONNECT' },
    { method: 'POST\r\nHost: evil.example' },
    { parameters: { parcel_id: { in: 'header', name: 'Authorization' } } },
    { parameters: { parcel_id: { in: 'header', name: 'A\r\nB' } } },
    { parameters: { parcel_id: { in: 'socket' } } },
    { body: { mediaType: 'a\r\nb' } },
    { security: [['key']] },
    { accept: 'text/plain' },
  ])('is refused for the request %j', (request) => {
    const { value, diagnostics } = change(request);
    expect(value).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toContain('agis/request-invalid');
  });

  it.each([
    ['api.box.com', 'upload.box.com', true],
    ['api.box.com', 'box.com', true],
    ['a.shop.co.uk', 'b.shop.co.uk', true],
    ['shop.co.uk', 'bank.co.uk', false],
    ['box.com', 'evilbox.com', false],
    ['10.0.0.1', '10.0.0.2', false],
    ['a.example:8080', 'b.example', false],
    ['localhost', 'localhost', true],
    ['harbour.github.io', 'evil.github.io', false],
    ['a.execute-api.eu-west-1.amazonaws.com', 'b.execute-api.eu-west-1.amazonaws.com', false],
    ['harbour-uc.a.run.app', 'evil-uc.a.run.app', false],
    ['Harbour.github.io', 'harbour.github.io', true],
    ['api.github.com', 'uploads.github.com', true],
  ])('compares the hosts %s and %s', (one, other, same) => {
    expect(isSameSite(one, other)).toBe(same);
  });

  it('never throws', () => {
    for (const value of [null, 1, 'x', [], {}, { method: 'GET' }, { method: 'GET', url: '/{', parameters: 7 }]) {
      expect(readHttpRequest(value, 'https://a.example')).not.toHaveProperty('binding');
    }
  });
});

describe('an AGIS document as OpenAPI and back', () => {
  const endpoint = (method: string, impact: string, more: JsonObject): JsonObject => ({
    method,
    path: '/berth/{berth_id}',
    semantic: {
      intent: `${method === 'BOOK' ? 'Books' : 'Releases'} a berth for one vessel`,
      actor: 'agent',
      outcome: 'The berth record shows the vessel',
      capability: 'transaction',
      impact_tier: impact,
      is_idempotent: true,
    },
    input: {
      type: 'object',
      properties: { berth_id: { type: 'string' }, vessel: { type: 'string' } },
      required: ['berth_id', 'vessel'],
      additionalProperties: false,
    },
    output: { type: 'object', properties: { berth_id: { type: 'string' } } },
    errors: ['berth_taken'],
    ...more,
  });
  const document: JsonObject = {
    agis: '1.0',
    service: 'Harbor Desk',
    agtp: 'agtp://harbor.example',
    x_http_base: 'https://harbor.example/agis',
    endpoints: [
      endpoint('BOOK', 'irreversible', {}),
      endpoint('RELEASE', 'reversible', { x_safety: { confirm: true } }),
    ],
    vocabulary: { declared_verbs: ['BOOK', 'RELEASE'], namespace: 'harbor' },
  };
  const entry = entryOf(document);
  const { value } = writeOpenApi({ id: 'harbor', ...entry }, { face: 'own' });

  it('keeps address, headers, impact, confirmation and idempotency', () => {
    const [book, release] = read(value).operations;
    const parameters = {
      berth_id: { in: 'path' },
      vessel: { in: 'body' },
      'X-AGIS-Grammar': { in: 'header', fixed: 'AGIS/1.0' },
      'X-AGIS-Namespace': { in: 'header', fixed: 'harbor' },
    };
    expect(book).toMatchObject({
      impact: 'irreversible',
      idempotent: true,
      binding: {
        urlTemplate: 'https://harbor.example/agis/berth/{berth_id}',
        method: 'POST',
        parameters: { ...parameters, 'X-AGIS-Method': { in: 'header', fixed: 'BOOK' } },
      },
    });
    expect(release).toMatchObject({
      impact: 'reversible',
      safety: { confirm: true },
      derived: ['errors'],
      binding: {
        urlTemplate: expect.stringMatching(/^https:\/\/harbor\.example\/agis\/berth\/\{berth_id\}#/),
        parameters: { 'X-AGIS-Method': { fixed: 'RELEASE' } },
      },
    });
    expect(book?.input).toMatchObject({ required: ['berth_id', 'vessel'] });
  });
});
