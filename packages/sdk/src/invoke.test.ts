import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';
import { isDragomanError } from './dragoman-error.js';
import type { Scripted } from './registry.support.js';
import { freightDesk, rejection, scriptedRegistry } from './registry.support.js';

const marked = { 'x-dragoman-origin': '/agents/freight-desk', 'x-dragoman-trust': 'untrusted' };

function clientOf(...script: Scripted[]) {
  const { fetch, received } = scriptedRegistry(...script);
  const waits: number[] = [];
  let ids = 0;
  const client = createClient({
    baseUrl: 'https://registry.example',
    fetch,
    credential: { apiKey: 'mine' },
    random: () => 0,
    newId: () => `key-${++ids}`,
    async sleep(milliseconds) {
      waits.push(milliseconds);
    },
  });
  return { client, received, waits };
}

describe('calling a service through the gateway', () => {
  it('returns type and bytes of an output that is an image, and of parts of an output', async () => {
    const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
    const data = png.toString('base64');
    const { client } = clientOf(
      { status: 200, body: data, headers: { ...marked, 'x-dragoman-media-type': 'image/png' } },
      { status: 200, body: { content: [{ type: 'image', mimeType: 'image/png', data }] }, headers: marked },
      { status: 200, body: data, headers: marked },
    );
    const image = await client.agents.invoke('freight-desk', {});
    expect(image).toMatchObject({ mediaType: 'image/png', media: [{ mediaType: 'image/png', size: 8, pointer: '' }] });
    expect(Buffer.from(image.media?.[0]?.bytes() ?? [])).toEqual(png);
    const parts = await client.agents.invoke('freight-desk', {});
    expect(parts.media).toMatchObject([{ mediaType: 'image/png', size: 8, pointer: '/content/0/data' }]);
    expect(parts.mediaType).toBeUndefined();
    expect((await client.agents.invoke('freight-desk', {})).media).toBeUndefined();
  });

  it('posts the input, and returns the output as untrusted with its origin', async () => {
    const { client, received } = clientOf({ status: 201, body: { rate: 7 }, headers: marked });
    const answer = await client.agents.invoke('freight-desk', { from: 'Gdansk' }, { requestId: 'r-1' });
    expect(answer).toEqual({
      kind: 'answer',
      output: { rate: 7 },
      status: 201,
      untrusted: true,
      origin: 'freight-desk',
      verdict: 'fits',
      findings: [],
      replayed: false,
      attempts: 1,
      idempotencyKey: 'key-1',
    });
    const [request] = received;
    expect(request).toMatchObject({ method: 'POST', body: { from: 'Gdansk' } });
    expect(request?.url.href).toBe('https://registry.example/agents/freight-desk/invoke');
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
      'content-type': 'application/json',
      'x-api-key': 'mine',
      'idempotency-key': 'key-1',
      'x-request-id': 'r-1',
    });
  });

  it('[AIDIP-INV-12] treats 200 and 201 as success', async () => {
    for (const status of [200, 201]) {
      const { client } = clientOf({ status, body: { ok: true } });
      expect(await client.agents.invoke('a', {})).toMatchObject({ status, output: { ok: true } });
    }
    const { client } = clientOf({ status: 400, body: { error: { code: 'InvalidInput', message: 'no' } } });
    expect(await rejection(client.agents.invoke('a', {}))).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('puts the operation name next to the inputs, or into the URL when there is no room', async () => {
    const { client, received } = clientOf({ body: {} });
    await client.agents.invoke('a', { x: 1 }, { operation: 'quote' });
    await client.agents.invoke('a', { operation: 'mine' }, { operation: 'quote' });
    await client.agents.invoke('a', [1], { operation: 'a/b' });
    expect(received.map(({ url, body }) => [url.pathname, body])).toEqual([
      ['/agents/a/invoke', { operation: 'quote', x: 1 }],
      ['/agents/a/invoke/quote', { operation: 'mine' }],
      ['/agents/a/invoke/a%2Fb', [1]],
    ]);
  });

  it('[AIDIP-ERR-10] waits for Retry-After and retries on 503, but not on 400', async () => {
    const busy = { status: 503, body: { code: 'UNAVAILABLE' }, headers: { 'retry-after': '7' } };
    const patient = clientOf(busy, busy, { body: 1 });
    expect(await patient.client.agents.invoke('a', {})).toMatchObject({ output: 1, attempts: 3 });
    expect(patient.waits).toEqual([7000, 7000]);
    const faulty = clientOf({ status: 400, body: { code: 'INVALID_INPUT' } }, { body: 1 });
    expect(await rejection(faulty.client.agents.invoke('a', {}))).toMatchObject({ code: 'INVALID_INPUT' });
    expect(faulty.received).toHaveLength(1);
  });

  it('[AIDIP-FLOW-07] retries after a connection error with the same key, and without a key not at all', async () => {
    const keyed = clientOf('broken', { status: 409, body: { code: 'CALL_RUNNING', retry_after: 1 } }, { body: 1 });
    expect(await keyed.client.agents.invoke('a', {})).toMatchObject({ attempts: 3, idempotencyKey: 'key-1' });
    expect(keyed.received.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['key-1', 'key-1', 'key-1']);
    await keyed.client.agents.invoke('a', {});
    expect(keyed.received.at(-1)?.headers.get('idempotency-key')).toBe('key-2');

    const keyless = clientOf('broken', { body: 1 });
    const error = await rejection(keyless.client.agents.invoke('a', {}, { idempotencyKey: false }));
    expect(error).toMatchObject({ code: 'CONNECTION_FAILED', message: expect.stringContaining('not retried') });
    expect(keyless.received).toHaveLength(1);
    expect(keyless.received[0]?.headers.get('idempotency-key')).toBeNull();
  });

  it('never retries a call with an unknown outcome', async () => {
    const { client, received } = clientOf('broken', { status: 409, body: { code: 'OUTCOME_UNKNOWN' } }, { body: 1 });
    const error = await rejection(client.agents.invoke('a', {}, { idempotencyKey: 'own' }));
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', retryable: false, attempts: 2 });
    expect(received.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['own', 'own']);
  });

  it('previews without a key, and calls with the token', async () => {
    const preview = {
      dry_run: true,
      agent: 'a',
      operation: 'cancel_booking',
      version: 1,
      target: 'https://a.example/',
      method: 'POST',
      impact: 'irreversible',
      reversible: false,
      confirmation_required: true,
      confirmation: { token: 'tok', expires_at: '2026-01-01T00:00:00Z' },
      input: { booking: 'B' },
    };
    const { client, received } = clientOf({ body: preview }, { body: { ok: true } });
    const shown = await client.agents.invoke('a', { booking: 'B' }, { dryRun: true });
    expect(shown).toMatchObject({
      kind: 'preview',
      impact: 'irreversible',
      confirmationRequired: true,
      confirmation: { token: 'tok', expiresAt: '2026-01-01T00:00:00Z' },
    });
    await client.agents.invoke('a', { booking: 'B' }, { confirm: shown.confirmation?.token ?? '' });
    expect(received[0]?.headers.get('x-dry-run')).toBe('true');
    expect(received[0]?.headers.get('idempotency-key')).toBeNull();
    expect(received[1]?.headers.get('x-confirm')).toBe('tok');
    expect(received[1]?.headers.get('x-dry-run')).toBeNull();
  });

  it('accepts a dry run of the service as a preview only when the gateway confirms it', async () => {
    const headers = { ...marked, 'x-confirm': 'tok', 'x-confirm-expires': 'soon' };
    const vouched = clientOf({ body: { would: 'cancel' }, headers });
    expect(await vouched.client.agents.invoke('a', {}, { dryRun: true })).toMatchObject({
      confirmation: { token: 'tok', expiresAt: 'soon' },
      rehearsal: { output: { would: 'cancel' }, untrusted: true },
    });
    const { client } = clientOf({ body: { done: true } });
    expect(await rejection(client.agents.invoke('a', {}, { dryRun: true }))).toMatchObject({
      code: 'INVALID_RESPONSE',
      message: expect.stringContaining('may have been executed'),
    });
  });

  it('reports gateway warnings, replays and deprecation', async () => {
    const { client } = clientOf({
      body: {},
      headers: {
        ...marked,
        'x-dragoman-findings': 'gateway/output-mismatch, text/instructions',
        'idempotency-replayed': 'true',
        deprecation: '@1700000000',
        sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
        link: '</agents/a/invoke/new>; rel="successor-version"',
        traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      },
    });
    expect(await client.agents.invoke('a', {})).toMatchObject({
      verdict: 'breaks',
      findings: [{ code: 'gateway/output-mismatch' }, { code: 'text/instructions' }],
      replayed: true,
      deprecation: { since: '@1700000000', successor: '/agents/a/invoke/new' },
      traceId: 'a'.repeat(32),
    });
  });

  it('forwards only a token for the service, and no other credentials', async () => {
    const { client, received } = clientOf({ body: {} });
    await client.agents.invoke('a', {}, { credentials: { token: 'theirs' } });
    expect(received[0]?.headers.get('x-agent-authorization')).toBe('Bearer theirs');
    expect(received[0]?.headers.get('authorization')).toBeNull();
    const refused = await rejection(client.agents.invoke('a', {}, { credentials: { apiKey: 'k' } }));
    expect(refused).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(received).toHaveLength(1);
  });

  it('with metadata, rejects an invalid input and an untrusted service before anything is sent', async () => {
    const { client, received } = clientOf({ body: {} });
    const agent = { ...freightDesk, inputs: { type: 'object', required: ['from'], properties: {} } };
    const error = await rejection(client.agents.invoke('freight-desk', {}, { agent }));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', fieldErrors: [{ field: 'from', code: 'input/required' }] });
    const trust = { certifiedOnly: true };
    const blocked = await rejection(client.agents.invoke('freight-desk', { from: 'x' }, { agent, trust }));
    expect(blocked).toMatchObject({ code: 'UNTRUSTED_AGENT' });
    expect(received).toEqual([]);
  });

  it('[AIDIP-SEC-10] reads the metadata when there are trust rules, and calls no service that violates them', async () => {
    const trust = { certifiedOnly: true };
    for (const agent of [freightDesk, { ...freightDesk, certification: { verified: false } }]) {
      const { client, received } = clientOf({ body: agent });
      const blocked = await rejection(client.agents.invoke('freight-desk', {}, { trust }));
      expect(blocked).toMatchObject({ code: 'UNTRUSTED_AGENT' });
      expect(await rejection(client.agents.invokeBatch('freight-desk', [{}], { trust }))).toMatchObject({
        code: 'UNTRUSTED_AGENT',
      });
      expect(received.map(({ method }) => method)).toEqual(['GET', 'GET']);
    }
    const certified = clientOf({ body: { ...freightDesk, certification: { verified: true } } }, { body: { ok: true } });
    expect(await certified.client.agents.invoke('freight-desk', {}, { trust })).toMatchObject({ output: { ok: true } });
  });

  it('needs no key when the metadata declares the operation idempotent', async () => {
    const agent = { ...freightDesk, idempotent: true };
    const { client, received } = clientOf('broken', { body: 1 });
    expect(await client.agents.invoke('freight-desk', {}, { agent })).toMatchObject({ output: 1, attempts: 2 });
    expect(received.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null, null]);
    await client.agents.invoke('freight-desk', {}, { agent, idempotencyKey: 'own' });
    expect(received.at(-1)?.headers.get('idempotency-key')).toBe('own');
  });

  it('returns a result or failure for each input of a batch', async () => {
    const failure = { code: 'UPSTREAM_TIMEOUT', status: 504, error: { code: 'Timeout', message: 'too slow' } };
    const { client, received } = clientOf({ status: 207, body: [{ a: 1 }, failure], headers: marked }, { body: [] });
    const { items, failed, untrusted } = await client.agents.invokeBatch('a', [{ x: 1 }, { x: 2 }], { operation: 'o' });
    expect([failed, untrusted, items[0]?.output]).toEqual([1, true, { a: 1 }]);
    expect(isDragomanError(items[1]?.error) && items[1].error.code).toBe('UPSTREAM_TIMEOUT');
    expect(received[0]).toMatchObject({ body: [{ x: 1 }, { x: 2 }], url: { pathname: '/agents/a/invoke/o' } });
    expect(await rejection(client.agents.invokeBatch('a', [{}]))).toMatchObject({ code: 'INVALID_RESPONSE' });
  });

  it('returns type and bytes of the images of a batch', async () => {
    const data = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
    const headers = { ...marked, 'x-dragoman-media-type': 'image/png;items="1"' };
    const { client } = clientOf({ status: 200, body: [{ a: 1 }, data], headers });
    const { items } = await client.agents.invokeBatch('a', [{}, {}]);
    expect(items).toMatchObject([
      { output: { a: 1 } },
      { mediaType: 'image/png', media: [{ mediaType: 'image/png', size: 8, pointer: '' }] },
    ]);
    expect(items[0]).not.toHaveProperty('media');
  });

  it('passes on the parts of a streamed response as they come, and returns all of them', async () => {
    const streamed = { ...marked, 'content-type': 'text/event-stream' };
    const parts = 'data: {"n":1}\n\nevent: more\ndata: two\n\nevent: done\ndata: {}\n\n';
    const { client, received } = clientOf({ text: parts, headers: streamed });
    const seen: string[] = [];
    const onEvent = ({ event, data }: { event: string; data: string }) => seen.push(`${event} ${data}`);
    expect(await client.agents.invoke('a', {}, { onEvent })).toMatchObject({
      kind: 'answer',
      output: [{ n: 1 }, 'two'],
      streamed: true,
      verdict: 'unchecked',
    });
    expect(seen).toEqual(['message {"n":1}', 'more two', 'done {}']);
    expect(received[0]?.headers.get('accept')).toMatch(/^text\/event-stream/);
  });

  it('returns the output after its progress with the findings of the gateway, and plain responses as usual', async () => {
    const streamed = { ...marked, 'content-type': 'text/event-stream' };
    const text =
      'event: progress\ndata: {"progress":1}\n\nevent: output\ndata: {"sum":3}\n\nevent: done\ndata: {"status":200,"findings":["gateway/output-mismatch"]}\n\n';
    const { client } = clientOf(
      { text, headers: streamed },
      { status: 201, body: { rate: 7 }, headers: { ...marked, 'content-type': 'application/json' } },
    );
    const onEvent = () => undefined;
    const answer = await client.agents.invoke('a', {}, { onEvent });
    expect(answer).toMatchObject({ output: { sum: 3 }, verdict: 'breaks' });
    expect(answer.findings).toMatchObject([{ code: 'gateway/output-mismatch' }]);
    expect(await client.agents.invoke('a', {}, { onEvent })).toMatchObject({ output: { rate: 7 }, verdict: 'fits' });
    const failed = clientOf({
      text: 'event: error\ndata: {"code":"UPSTREAM_TIMEOUT","status":504}\n\n',
      headers: streamed,
    });
    expect(await rejection(failed.client.agents.invoke('a', {}, { onEvent }))).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
    });
  });

  it('streams, and accepts only one mode at a time', async () => {
    const text = 'data: {"n":1}\n\nevent: done\ndata: {}\n\n';
    const { client, received } = clientOf({ text, headers: { ...marked, 'content-type': 'text/event-stream' } });
    const stream = await client.agents.invoke('a', {}, { stream: true });
    expect(stream).toMatchObject({ kind: 'stream', mediaType: 'text/event-stream', untrusted: true });
    const names = [];
    for await (const { event } of stream.events) names.push(event);
    expect(names).toEqual(['message', 'done']);
    expect(received[0]?.headers.get('accept')).toMatch(/^text\/event-stream/);
    const both = client.agents.invoke('a', {}, { stream: true, dryRun: true } as { stream: true });
    expect(await rejection(both)).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});
