import { readdirSync, readFileSync } from 'node:fs';
import { failures } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';
import type { DragomanError } from './dragoman-error.js';
import { clientFailures, isDragomanError } from './dragoman-error.js';
import { freightDesk, rejection, scriptedRegistry } from './registry.support.js';

const found = { body: freightDesk };

describe('addresses', () => {
  it('rejects plain http before anything is sent; loopback only with an explicit option', () => {
    const make = (baseUrl: string, allowInsecure?: boolean) => () =>
      createClient({ baseUrl, ...(allowInsecure === undefined ? {} : { allowInsecure }) });
    expect(make('http://registry.example')).toThrow(/not an https URL/);
    expect(make('http://registry.example', true)).toThrow(/not an https URL/);
    expect(make('http://127.0.0.1.evil.example', true)).toThrow(/not an https URL/);
    expect(make('http://127.0.0.1:4780')).toThrow(/not an https URL/);
    expect(make('ftp://127.0.0.1', true)).toThrow(/not an https URL/);
    for (const host of ['127.0.0.1:4780', 'localhost', '[::1]:80', 'a.localhost']) {
      expect(make(`http://${host}`, true)).not.toThrow();
    }
    expect(make('https://user:secret@registry.example')).toThrow(/separately/);
    expect(make('registry.example')).toThrow(/absolute URL/);
  });

  it.each([{}, { baseUrl: undefined }, { baseUrl: '' }])('names the missing option baseUrl: %j', (options) => {
    const make = () => createClient(options as { baseUrl: string });
    expect(make).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    expect(make).toThrow(/^The option baseUrl is missing; pass the registry's URL/);
  });

  it('encodes an id as one segment below the base path', async () => {
    const { fetch, received } = scriptedRegistry(found);
    const client = createClient({ baseUrl: 'https://host.example/registry', fetch });
    for (const id of ['a/b?c#d', 'urn:x:y', '%2e', '🛳', '...']) await client.agents.read(id);
    expect(received.map(({ url }) => url.pathname)).toEqual([
      '/registry/agents/a%2Fb%3Fc%23d',
      '/registry/agents/urn%3Ax%3Ay',
      '/registry/agents/%252e',
      '/registry/agents/%F0%9F%9B%B3',
      '/registry/agents/...',
    ]);
  });

  it.each([
    ['empty', ''],
    ['a dot', '.'],
    ['two dots', '..'],
    ['half a character', '\ud800'],
    ['too long', 'x'.repeat(3_000)],
  ])('rejects an id that a URL cannot contain: %s', async (_, id) => {
    const { fetch, received } = scriptedRegistry(found);
    const client = createClient({ baseUrl: 'https://host.example', fetch });
    expect(await rejection((async () => client.agents.read(id))())).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(received).toEqual([]);
  });
});

it('continues the trace of the caller', async () => {
  const { fetch, received } = scriptedRegistry({ body: { results: [] } });
  const traceparent = `00-${'ab'.repeat(16)}-00f067aa0ba902b7-01`;
  await createClient({ baseUrl: 'https://host.example', fetch }).imports.create([], { traceparent });
  expect(received[0]?.headers.get('traceparent')).toBe(traceparent);
});

it('rejects content that is not JSON, before anything is sent', async () => {
  const { fetch, received } = scriptedRegistry(found);
  const client = createClient({ baseUrl: 'https://host.example', fetch });
  const circle: Record<string, unknown> = { ...freightDesk };
  circle.self = circle;
  expect(await rejection(client.agents.replace('x', circle as typeof freightDesk))).toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
  expect(received).toEqual([]);
});

describe('credentials', () => {
  it('sends a key or a token in its header, and calls a credential function each time', async () => {
    const { fetch, received } = scriptedRegistry(found);
    const tokens = ['t1', 't2'];
    const baseUrl = 'https://host.example';
    await createClient({ baseUrl, fetch, credential: { apiKey: 'dgm_1_s' } }).agents.read('x');
    const renewing = createClient({ baseUrl, fetch, credential: async () => ({ token: tokens.shift() ?? '' }) });
    await renewing.agents.read('x');
    await renewing.agents.read('x');
    await createClient({ baseUrl, fetch }).agents.read('x');
    expect(received.map(({ headers }) => [headers.get('x-api-key'), headers.get('authorization')])).toEqual([
      ['dgm_1_s', null],
      [null, 'Bearer t1'],
      [null, 'Bearer t2'],
      [null, null],
    ]);
  });

  it('never shows credentials that cannot be sent', async () => {
    const { fetch, received } = scriptedRegistry(found);
    const client = createClient({ baseUrl: 'https://host.example', fetch, credential: { apiKey: 'top\nsecret' } });
    const error = (await rejection(client.agents.read('x'))) as DragomanError;
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain('secret');
    expect(received).toEqual([]);
  });

  it('does not send credentials to a redirect target', async () => {
    const { fetch, received } = scriptedRegistry(
      { status: 302, headers: { location: 'https://evil.example/' } },
      found,
    );
    const client = createClient({ baseUrl: 'https://host.example', fetch, credential: { apiKey: 'k' } });
    expect(await rejection(client.agents.read('x'))).toMatchObject({ code: 'INVALID_RESPONSE', status: 302 });
    expect(received).toHaveLength(1);
  });
});

describe('errors', () => {
  const ask = (line: Parameters<typeof scriptedRegistry>[0]) =>
    rejection(
      createClient({
        baseUrl: 'https://host.example',
        fetch: scriptedRegistry(line).fetch,
        retry: { attempts: 1 },
        maxResponseBytes: 10_000,
      }).agents.read('x'),
    ) as Promise<DragomanError>;

  it('carries code, status, invalid fields, trace id and the retry flag', async () => {
    const error = await ask({
      status: 400,
      body: {
        code: 'INVALID_INPUT',
        detail: 'The request has 1 problem.',
        retryable: false,
        field_errors: [{ field: 'endpoint', pointer: '/endpoint', code: 'missing', detail: 'endpoint is missing' }],
        trace_id: 'abc',
        error: { code: 'InvalidInput', message: 'other words' },
      },
    });
    expect(isDragomanError(error)).toBe(true);
    expect(error).toMatchObject({
      name: 'DragomanError',
      code: 'INVALID_INPUT',
      status: 400,
      message: 'The request has 1 problem.',
      retryable: false,
      traceId: 'abc',
      fieldErrors: [{ field: 'endpoint', pointer: '/endpoint', code: 'missing', detail: 'endpoint is missing' }],
    });
  });

  it('[AIDIP-ERR-04] ignores unknown members, and reads the details of any registry', async () => {
    const details = [{ field: 'name', problem: 'missing', severity: 9 }, 'odd', {}];
    const error = await ask({
      status: 400,
      body: { error: { code: 'InvalidInput', message: 'No.', details, hint: { deep: [1] } }, more: true },
    });
    expect(error).toMatchObject({ code: 'INVALID_INPUT', message: 'No.' });
    expect(error.fieldErrors).toEqual([{ field: 'name', code: 'invalid', detail: 'missing' }]);
    const bare = await ask({ status: 400, body: { error: { code: 'InvalidInput', message: 'No.' } } });
    expect(bare).toMatchObject({ code: error.code, message: error.message, status: error.status });
  });

  it.each([
    [401, 'Unauthorized', 'UNAUTHENTICATED'],
    [403, 'Forbidden', 'FORBIDDEN'],
    [404, 'NotFound', 'NOT_FOUND'],
    [412, 'Conflict', 'PRECONDITION_FAILED'],
    [500, 'AgentError', 'INTERNAL'],
    [502, undefined, 'UPSTREAM_ERROR'],
    [504, 'Timeout', 'UPSTREAM_TIMEOUT'],
    [418, 'Teapot', 'UNEXPECTED_STATUS'],
  ])('reads status %i with the code %s as %s', async (status, word, code) => {
    expect(await ask({ status, body: { error: { code: word, message: 'm' } } })).toMatchObject({ code, status });
  });

  it('has client-side codes that the server does not use', () => {
    expect(Object.keys(clientFailures).filter((code) => Object.hasOwn(failures, code))).toEqual([]);
  });

  it('survives error pages, invalid JSON, hostile types and endless responses', async () => {
    expect(await ask({ status: 503, text: '<html>' })).toMatchObject({ code: 'UNAVAILABLE', retryable: true });
    expect(await ask({ text: '{"id": ' })).toMatchObject({ code: 'INVALID_RESPONSE', status: 200 });
    expect(await ask({ body: [] })).toMatchObject({ code: 'INVALID_RESPONSE' });
    expect(await ask({ text: `{"id":"${'x'.repeat(20_000)}"}` })).toMatchObject({ code: 'INVALID_RESPONSE' });
    const odd = { code: '__proto__', detail: 7, retryable: 'yes', field_errors: { a: 1 }, retry_after: -1, error: [] };
    expect(await ask({ status: 404, body: odd })).toMatchObject({
      code: 'NOT_FOUND',
      retryable: false,
      fieldErrors: [],
    });
  });
});

it('runs wherever fetch does: the sources import no Node modules', () => {
  const folder = new URL('.', import.meta.url);
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
  for (const name of sources) {
    const text = readFileSync(new URL(name, folder), 'utf8');
    expect(text, name).not.toMatch(/['"]node:|\bprocess\.|\bBuffer\b|\brequire\(/);
    for (const [, from] of text.matchAll(/from '([^']+)'/g)) {
      expect(from?.startsWith('./') === true || from === '@dragoman/model', `${name} imports ${from}`).toBe(true);
    }
  }
});
