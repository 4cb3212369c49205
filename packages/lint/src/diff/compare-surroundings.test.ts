/** Differences around the schemas: schemes, links, labels, servers, webhooks, versions. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { readApi } from '../api/read-api.js';
import { defaultSettings } from '../settings/settings.js';
import { compareApis } from './compare-apis.js';

const document = (operation: JsonObject, more: JsonObject = {}): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Museum', version: '1.0.0' },
  ...more,
  paths: {
    '/loans': { post: { operationId: 'loan_request', responses: {}, ...operation } },
    ...(more.paths as object),
  },
});

const differ = (before: JsonObject, after: JsonObject) =>
  compareApis(readApi(before, defaultSettings), readApi(after, defaultSettings));

const reported = (before: JsonObject, after: JsonObject) =>
  differ(before, after).changes.filter(({ rule }) => rule !== 'breaking-change-without-version');
const changesOf = (before: JsonObject, after: JsonObject) =>
  reported(before, after).map(({ effect, message }) => [effect, message]);
const effectsOf = (before: JsonObject, after: JsonObject) => reported(before, after).map(({ effect }) => effect);
const pointersOf = (before: JsonObject, after: JsonObject) => reported(before, after).map(({ pointer }) => pointer);

const scheme = (given: JsonObject): JsonObject =>
  document({ security: [{ curator: [] }] }, { components: { securitySchemes: { curator: given } } });
const oauth = (kind: string, flow: JsonObject): JsonObject =>
  scheme({ type: 'oauth2', flows: { [kind]: { tokenUrl: 'https://id.museum.test/token', scopes: {}, ...flow } } });
const at = '/components/securitySchemes/curator';

describe('compareApis, security schemes of the same name', () => {
  it('reports a flow that was replaced', () => {
    const before = oauth('clientCredentials', {});
    const after = oauth('authorizationCode', { authorizationUrl: 'https://id.museum.test/login' });
    expect(changesOf(before, after)).toEqual([
      ['breaking', expect.stringContaining('no longer has the flow clientCredentials')],
      ['compatible', 'The security scheme curator now has the flow authorizationCode.'],
    ]);
    expect(pointersOf(before, after)).toEqual([at, at]);
  });

  it('reports other addresses, but not a slash at the end', () => {
    const elsewhere = changesOf(
      oauth('clientCredentials', {}),
      oauth('clientCredentials', { tokenUrl: 'https://other.test/token' }),
    );
    expect(elsewhere).toMatchObject([['meaning', expect.stringContaining('is https://other.test/token')]]);
    const connect = (openIdConnectUrl: string) => scheme({ type: 'openIdConnect', openIdConnectUrl });
    expect(effectsOf(connect('https://a.test/x'), connect('https://b.test/x'))).toEqual(['meaning']);
    expect(changesOf(connect('https://a.test/x'), connect('https://a.test/x/'))).toEqual([]);
  });

  it('reports scopes and texts', () => {
    const before = oauth('clientCredentials', { scopes: { read: 'Read', return: 'Return' } });
    const after = oauth('clientCredentials', { scopes: { read: 'Read loans', restore: 'Restore' } });
    expect(effectsOf(before, after)).toEqual(['description', 'meaning', 'compatible']);
  });

  it('ignores schemes that no operation uses', () => {
    const unused = (tokenUrl: string) => {
      const flows = { clientCredentials: { tokenUrl, scopes: {} } };
      return document({}, { components: { securitySchemes: { spare: { type: 'oauth2', flows } } } });
    };
    expect(changesOf(unused('https://a.test'), unused('https://b.test'))).toEqual([]);
  });
});

describe('compareApis, links and labels', () => {
  const linked = (links: JsonObject) => document({ responses: { '201': { description: 'Requested', links } } });

  it('reports links that were removed, added or got another target', () => {
    const before = linked({ gone: { operationId: 'a' }, moved: { operationId: 'a' }, other: { operationId: 'a' } });
    const after = linked({
      moved: { operationId: 'b' },
      other: { operationId: 'a', parameters: { id: '$response.body#/id' } },
      fresh: { operationId: 'a' },
    });
    expect(changesOf(before, after)).toMatchObject([
      ['meaning', 'The link gone of the response 201 was removed.'],
      ['meaning', 'The link moved of the response 201 pointed to a and now points to b.'],
      ['meaning', 'The link other of the response 201 passes different values.'],
      ['compatible', 'The link fresh of the response 201 was added.'],
    ]);
  });

  it('reports the title, tags and x-agent', () => {
    const before = document({ tags: ['loans'], 'x-agent': { impact: 'reversible', next: ['loan_read'] } });
    const after = document(
      { tags: ['lending'], 'x-agent': { impact: 'irreversible' } },
      { info: { title: 'Gallery', version: '1.0.0' } },
    );
    expect(changesOf(before, after).map(([effect, message]) => `${effect}: ${message}`)).toEqual([
      'description: The tag "loans" was removed.',
      'description: The tag "lending" was added.',
      'meaning: x-agent: impact was "reversible" and is "irreversible".',
      'compatible: x-agent: next was ["loan_read"] and is absent.',
      'description: The title of the API was "Museum" and is "Gallery".',
    ]);
  });

  it('reports a property that becomes deprecated', () => {
    const body = (property: JsonObject) =>
      document({
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { shelf: property } } } },
        },
      });
    expect(changesOf(body({ type: 'string' }), body({ type: 'string', deprecated: true }))).toMatchObject([
      ['compatible', 'shelf is now deprecated.'],
    ]);
  });
});

describe('compareApis, places', () => {
  const servers = (...urls: string[]): JsonValue => urls.map((url) => ({ url }));

  it('compares the servers of an operation with those of the document that they replace', () => {
    const root = { servers: servers('https://a.test') };
    const own = document({ servers: servers('https://b.test') }, root);
    expect(changesOf(document({}, root), own)).toMatchObject([
      ['meaning', expect.stringContaining('https://a.test was removed')],
      ['compatible', 'The server https://b.test was added.'],
    ]);
    const same = document({ servers: servers('https://a.test/') }, root);
    expect(changesOf(document({}, root), same)).toEqual([]);
  });

  it('points into webhooks and callbacks where they are', () => {
    const receive = (schema: JsonObject): JsonObject => ({
      post: { requestBody: { content: { 'application/json': { schema } } }, responses: {} },
    });
    const given = (schema: JsonObject) =>
      document(
        { callbacks: { returned: { '{$request.body#/url}': receive(schema) } } },
        { webhooks: { 'loan due': receive(schema) } },
      );
    const [before, after] = [
      given({ type: 'object', required: ['id'], properties: { id: { type: 'string' } } }),
      given({ type: 'object', properties: { id: { type: 'string' } } }),
    ];
    const schema = 'post/requestBody/content/application~1json/schema';
    expect(pointersOf(before, after)).toEqual([
      `/webhooks/loan due/${schema}`,
      `/paths/~1loans/post/callbacks/returned/{$request.body#~1url}/${schema}`,
    ]);
  });

  it('ignores what is next to a reference in OpenAPI 3.0 only', () => {
    const given = (openapi: string, beside: JsonObject) =>
      document(
        {
          requestBody: {
            content: { 'application/json': { schema: { type: 'object', properties: { room: beside } } } },
          },
        },
        { openapi, components: { schemas: { Room: { type: 'string' } } } },
      );
    const room = { $ref: '#/components/schemas/Room' };
    for (const beside of [{ maxLength: 3 }, { nullable: true }, { readOnly: true }, { enum: ['east'] }]) {
      expect(changesOf(given('3.0.3', room), given('3.0.3', { ...room, ...beside }))).toEqual([]);
    }
    expect(effectsOf(given('3.1.0', room), given('3.1.0', { ...room, maxLength: 3 }))).toEqual(['breaking']);
  });
});

describe('compareApis, versions', () => {
  const removed = (before: string, after: string) => {
    const of = (version: string) => ({ info: { title: 'Museum', version } });
    const difference = differ(
      document({}, { ...of(before), paths: { '/rooms': { get: {} } } }),
      document({}, of(after)),
    );
    const note = difference.changes.find(({ rule }) => rule === 'breaking-change-without-version')?.message;
    return [difference.versions.suggested, note];
  };

  it.each([
    ['2024-01-01', '2025-01-01', '2025-01-01', undefined],
    ['2024-01-01', '2024-06-01', '2024-06-01', undefined],
    ['2024-06-01', '2024-06-01', '2024-06-01', 'is still 2024-06-01'],
    ['2024-06-01', '2023-06-01', '2024-06-01', 'was lowered from 2024-06-01 to 2023-06-01'],
    ['2024-06-01-preview', '2024-06-01', '2024-06-01', undefined],
    ['3.0.0', '2.0.0', '4.0.0', 'was lowered from 3 to 2'],
    ['3.0.0', '3.9.0', '4.0.0', 'is still 3'],
    ['v9', 'v10', 'v10', undefined],
    ['20240101', '20250101', '20250101', undefined],
    ['2024-01-01', '1.0.0', '2024-01-01', undefined],
  ])('[PROF-VER-02] judges a breaking change from %s to %s', (before, after, suggested, note) => {
    const [said, found] = removed(before, after);
    expect(said).toBe(suggested);
    expect(found).toEqual(note === undefined ? undefined : `The major version ${note}, despite breaking changes (1).`);
  });
});

describe('compareApis, values', () => {
  const body = (property: JsonValue) =>
    document({
      requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { frame: property } } } } },
    });
  const text = { type: 'string' };

  it.each<[string, JsonValue, JsonValue, string[]]>([
    ['false', text, false, ['breaking: frame was string and now allows no value.']],
    ['an empty list', text, { enum: [] }, ['breaking: frame was string and now allows no value.']],
    ['from false', false, text, ['compatible: frame allowed no value and is string.']],
    ['not anything', { type: 'integer' }, { not: {} }, ['breaking: frame was integer and now allows no value.']],
    [
      'the constant null',
      { type: ['string', 'null'] },
      { const: null },
      ['breaking: frame was null or string and is null.', 'breaking: frame is now restricted to null.'],
    ],
    [
      'mixed values',
      { enum: [1, '1', null] },
      {},
      [
        'compatible: frame was integer or null or string and is anything.',
        'compatible: frame is no longer restricted to 1, "1", null.',
      ],
    ],
    [
      'many values',
      text,
      { type: 'string', enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
      ['breaking: frame is now restricted to "a", "b", "c", "d", "e" and 2 more.'],
    ],
  ])('names %s', (_, before, after, expected) => {
    expect(changesOf(body(before), body(after)).map(([effect, message]) => `${effect}: ${message}`)).toEqual(expected);
  });
});
