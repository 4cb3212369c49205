import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';
import type { Scripted } from './registry.support.js';
import { rejection, scriptedRegistry } from './registry.support.js';

const id = '0198c0de-0000-7000-8000-000000000001';
const accepted = { status: 202, body: { id, state: 'queued', retry_after: 1 }, headers: { 'retry-after': '1' } };
const running = { body: { id, state: 'running', agent: 'a', operation: 'o' }, headers: { 'retry-after': '5' } };
const ended = {
  body: {
    id,
    state: 'succeeded',
    agent: 'a',
    operation: 'o',
    trace_id: 't',
    result: {
      origin: '/agents/a',
      trust: 'untrusted',
      status: 201,
      content: { done: 1 },
      findings: [{ code: 'gateway/output-mismatch', severity: 'warning', message: 'm', pointer: '/done' }],
    },
  },
};
const failed = {
  body: { id, state: 'failed', failure: { code: 'UPSTREAM_TIMEOUT', status: 504, detail: 'too slow' } },
};

function clientOf(...script: Scripted[]) {
  const { fetch, received } = scriptedRegistry(...script);
  const waits: number[] = [];
  const client = createClient({
    baseUrl: 'https://registry.example',
    fetch,
    async sleep(milliseconds) {
      waits.push(milliseconds);
    },
  });
  const paths = () => received.map(({ method, url }) => `${method} ${url.pathname}${url.search}`);
  return { client, received, waits, paths };
}

describe('asynchronous calls', () => {
  it('return images of the result, and those next to it', async () => {
    const data = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
    const media = { mediaType: 'image/png', size: 8 };
    const image = { body: { ...ended.body, result: { content: data, media_type: 'image/png' } } };
    const parts = [{ type: 'image', mimeType: 'image/png', data }];
    const structured = { body: { ...ended.body, result: { content: { wind: 7 }, parts } } };
    const { client } = clientOf(image, structured);
    expect(await client.operations.wait(id)).toMatchObject({
      mediaType: 'image/png',
      media: [{ ...media, pointer: '' }],
    });
    const other = await client.operations.wait(id);
    expect(other).toMatchObject({ output: { wind: 7 }, media: [media] });
    expect(other.media?.[0]).not.toHaveProperty('pointer');
    expect(Buffer.from(other.media?.[0]?.bytes() ?? []).toString('base64')).toBe(data);
  });

  it('start at the gateway, and are polled at its interval', async () => {
    const { client, waits, received, paths } = clientOf(accepted, running, running, ended);
    const call = await client.agents.invoke('a', {}, { async: true, webhook: 'https://me.example/hook' });
    expect(call).toMatchObject({ kind: 'accepted', id, state: 'queued', pollAfter: 1 });
    expect(received[0]?.headers.get('prefer')).toBe('respond-async');
    expect(received[0]?.headers.get('x-webhook-url')).toBe('https://me.example/hook');
    const states: string[] = [];
    const answer = await call.wait({ onPoll: ({ state }) => void states.push(state) });
    expect(answer).toMatchObject({
      output: { done: 1 },
      status: 201,
      untrusted: true,
      origin: 'a',
      verdict: 'breaks',
      findings: [{ message: 'm', pointer: '/done' }],
      traceId: 't',
    });
    expect([states, waits]).toEqual([
      ['running', 'running', 'succeeded'],
      [5000, 5000],
    ]);
    expect(paths().slice(1)).toEqual(Array(3).fill(`GET /operations/${id}`));
  });

  it('are awaited automatically when the gateway switches to asynchronous processing', async () => {
    const { client } = clientOf(accepted, running, ended);
    const answer = await client.agents.invoke('a', {}, { idempotencyKey: 'k' });
    expect(answer).toMatchObject({ kind: 'answer', output: { done: 1 }, idempotencyKey: 'k' });
  });

  it('throw the final failure, and stop waiting at the timeout', async () => {
    const { client } = clientOf(running, failed);
    expect(await rejection(client.operations.wait(id))).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      status: 504,
      message: 'too slow',
    });
    const slow = clientOf(running);
    const error = await rejection(slow.client.operations.wait(id, { maxWaitMs: 12_000 }));
    expect(error).toMatchObject({ code: 'TIMED_OUT', message: expect.stringContaining('still running') });
    expect(slow.waits).toEqual([5000, 5000]);
    const lost = clientOf({ body: { id, state: 'interrupted' } });
    expect(await rejection(lost.client.operations.wait(id))).toMatchObject({
      message: expect.stringContaining('interrupted'),
    });
  });

  it('are listed, read and canceled', async () => {
    const first = { body: { operations: [running.body] }, headers: { link: '</operations?cursor=c>; rel="next"' } };
    const second = { body: { operations: [failed.body] } };
    const rest = [running, { body: { id, state: 'cancelled' } }, { body: { id: 1 } }, { body: { secret: 'whsec_x' } }];
    const { client, paths } = clientOf(first, second, ...rest);
    const states: string[] = [];
    for await (const { state } of client.operations.list({ pageSize: 1 })) states.push(state);
    expect(states).toEqual(['running', 'failed']);
    expect(await client.operations.read(id)).toMatchObject({ state: 'running', ended: false, pollAfter: 5 });
    expect(await client.operations.cancel(id)).toMatchObject({ state: 'cancelled', ended: true });
    expect(await rejection(client.operations.read(id))).toMatchObject({ code: 'INVALID_RESPONSE' });
    expect(await client.operations.webhookSecret()).toBe('whsec_x');
    expect(paths().slice(0, 4)).toEqual([
      'GET /operations?limit=1',
      'GET /operations?cursor=c',
      `GET /operations/${id}`,
      `POST /operations/${id}/cancel`,
    ]);
  });

  it('report a gateway that responded synchronously although asked not to', async () => {
    const { client } = clientOf({ body: { done: true } });
    expect(await rejection(client.agents.invoke('a', {}, { async: true }))).toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});
