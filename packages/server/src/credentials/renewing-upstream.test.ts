import type { Upstream, UpstreamCredential, UpstreamRequest } from '@dragoman/core/engine';
import { describe, expect, it } from 'vitest';
import { createRenewingUpstream } from './renewing-upstream.js';

function open(...statuses: number[]) {
  const sent: UpstreamRequest[] = [];
  const cancelled: number[] = [];
  const upstream: Upstream = {
    async send(request) {
      sent.push(request);
      const status = statuses[sent.length - 1] ?? 200;
      const body = new ReadableStream<Uint8Array>({ cancel: () => void cancelled.push(status) });
      return { status, headers: {}, mediaType: '', body, attempts: 1, origin: 'https://a.example' };
    },
    close: async () => {},
  };
  const send = (more: Partial<UpstreamRequest>) =>
    createRenewingUpstream(upstream).send({
      url: 'https://a.example/',
      method: 'POST',
      headers: {},
      repeatable: true,
      signal: new AbortController().signal,
      traceparent: '',
      ...more,
    });
  return { sent, cancelled, send };
}

const tls = { cert: 'c', key: 'k' };
const withRenew = (renew: () => Promise<UpstreamCredential | undefined>): UpstreamCredential => ({
  headers: { authorization: 'Bearer old' },
  tls,
  renew,
});
const fresh = async () => ({ headers: { authorization: 'Bearer new' } });

describe('a rejected token', () => {
  it('is renewed, and the call is sent once more, and not again', async () => {
    const { sent, cancelled, send } = open(401, 401);
    expect(await send({ credential: withRenew(fresh) })).toMatchObject({ status: 401, attempts: 2 });
    expect(sent.map(({ credential }) => credential?.headers?.authorization)).toEqual(['Bearer old', 'Bearer new']);
    expect(sent[1]?.credential).toEqual({ headers: { authorization: 'Bearer new' }, tls });
    expect(cancelled).toEqual([401]);
  });

  it('is renewed for the next call when this one may not be repeated', async () => {
    const { sent, send } = open(401);
    let renewed = 0;
    const renew = () => {
      renewed += 1;
      return fresh();
    };
    expect((await send({ repeatable: false, credential: withRenew(renew) })).status).toBe(401);
    expect([renewed, sent.length]).toEqual([1, 1]);
  });

  it.each<[string, UpstreamCredential | undefined]>([
    ['cannot be renewed', { headers: { authorization: 'Bearer old' } }],
    ['is new itself', withRenew(async () => undefined)],
    ['cannot be renewed now', withRenew(() => Promise.reject(new Error('down')))],
    ['was never sent', undefined],
  ])('and that %s leaves the response unchanged', async (_, credential) => {
    const { sent, cancelled, send } = open(401);
    expect((await send(credential === undefined ? {} : { credential })).status).toBe(401);
    expect([sent.length, cancelled]).toEqual([1, []]);
  });
});
