/**
 * Every service call has one record, also a rejected one; a request that never became a call is recorded as a
 * request.
 */
import type { Upstream } from '@dragoman/core/engine';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestServer } from './server.support.js';
import { pierWeather, startTestServer } from './server.support.js';

const running: TestServer[] = [];

/** A service that returns the same wind for every call. */
const upstream: Upstream = {
  async send(request) {
    await request.onSend?.();
    request.onDeparture?.();
    const body = new Response('{"wind":7}').body as ReadableStream<Uint8Array>;
    return {
      status: 200,
      headers: {},
      mediaType: 'application/json',
      body,
      attempts: 1,
      origin: 'https://weather.example',
    };
  },
  async close() {},
};

async function start(flags: Record<string, unknown> = {}) {
  const started = await startTestServer({ flags: { 'auth.mode': 'optional', ...flags }, overrides: { upstream } });
  running.push(started);
  const owner = await started.keyFor('olga', 'registry:write');
  await started.ask('POST', '/agents', { key: owner, body: pierWeather });
  const audited = async () => {
    // Closing flushes the log.
    await started.server.close();
    const records = await started.store.audit.list({ limit: 1000 });
    return records.filter(({ action }) => action === 'call' || action.includes('invoke'));
  };
  const call = (key: string | undefined, body: unknown, headers: Record<string, string> = {}) =>
    started.ask('POST', '/agents/pier-weather/invoke', { ...(key === undefined ? {} : { key }), body, headers });
  return { ...started, audited, call };
}

afterEach(async () => {
  for (const { server } of running.splice(0)) await server.close();
});

describe('the record of a call', () => {
  it('is one, whether the call was made or rejected', async () => {
    const { call, keyFor, audited } = await start({ 'gateway.callsPerMinute': 3 });
    const [ann, reader] = [await keyFor('ann', 'agents:invoke'), await keyFor('bob', 'registry:read')];
    const statuses: number[] = [];
    for (const [key, body] of [
      [ann, { pier: 'north' }],
      [ann, { pier: 5 }],
      [ann, { pier: 'north' }],
      [ann, { pier: 'north' }],
      [reader, { pier: 'north' }],
    ] as const) {
      statuses.push((await call(key, body)).status);
    }
    expect(statuses).toEqual([200, 400, 200, 429, 403]);
    const records = await audited();
    expect(records.map(({ action, actor, code }) => [action, actor, code])).toEqual([
      ['call', 'ann', ''],
      ['call', 'ann', 'INVALID_INPUT'],
      ['call', 'ann', ''],
      ['call', 'ann', 'RATE_LIMITED'],
      ['call', 'bob', 'FORBIDDEN'],
    ]);
    expect(JSON.stringify(records)).not.toContain('north');
  });

  it('is that of a request when no call resulted', async () => {
    const { call, audited } = await start();
    expect((await call('dgm_wrong_key', { pier: 'north' })).status).toBe(401);
    expect((await audited()).map(({ action, code }) => [action, code])).toEqual([
      ['POST /agents/{id}/invoke', 'INVALID_CREDENTIAL'],
    ]);
  });

  it('represents as many calls as were made at once', async () => {
    const { call, keyFor, audited } = await start({ 'gateway.callsPerMinute': 10_000 });
    const key = await keyFor('ann', 'agents:invoke');
    await Promise.all(Array.from({ length: 200 }, () => call(key, { pier: 'north' })));
    expect(await audited()).toHaveLength(200);
  });
});
