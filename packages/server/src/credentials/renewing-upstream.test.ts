import type { Upstream, UpstreamCredential, UpstreamRequest } from '@dragoman/core/engine';
import { describe, expect, it } from 'vitest';
import { createRenewingUpstream } from './renewing-upstream.js';

function open(...answers: (number | { status: number; headers: Record<string, string> })[]) {
  const sent: UpstreamRequest[] = [];
  const cancelled: number[] = [];
  const upstream: Upstream = {
    async send(request) {
      sent.push(request);
      const answer = answers[sent.length - 1] ?? 200;
      const { status, headers } = typeof answer === 'number' ? { status: answer, headers: {} } : answer;
      const body = new ReadableStream<Uint8Array>({ cancel: () => void cancelled.push(status) });
      return { status, headers, mediaType: '', body, attempts: 1, origin: 'https://a.example' };
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

describe('a proof of possession', () => {
  const wantsNonce = (nonce: string) => ({
    status: 401,
    headers: { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': nonce },
  });
  const proven = () => {
    const noted: string[] = [];
    const proof = { header: () => '', note: (url: string, nonce: string) => void noted.push(`${url} ${nonce}`) };
    return { noted, credential: { headers: { authorization: 'DPoP t' }, proof } };
  };

  it('is made again with the nonce that the service asks for, once, even if the call may not be repeated', async () => {
    const { sent, cancelled, send } = open(wantsNonce('n-1'), { status: 200, headers: { 'dpop-nonce': 'n-2' } });
    const { noted, credential } = proven();
    expect(await send({ credential, repeatable: false })).toMatchObject({ status: 200, attempts: 2 });
    expect(noted).toEqual(['https://a.example/ n-1', 'https://a.example/ n-2']);
    expect([sent.length, cancelled]).toEqual([2, [401]]);
    const stubborn = open(wantsNonce('n-3'), wantsNonce('n-4'));
    expect(await stubborn.send(proven())).toMatchObject({ status: 401 });
    expect(stubborn.sent).toHaveLength(2);
  });

  it('is not made again for another refusal; its nonce is kept', async () => {
    const { sent, send } = open({ status: 401, headers: { 'dpop-nonce': 'n-1' } });
    const { noted, credential } = proven();
    expect(await send({ credential })).toMatchObject({ status: 401 });
    expect([sent.length, noted]).toEqual([1, ['https://a.example/ n-1']]);
  });
});
