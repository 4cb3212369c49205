/**
 * Notifications of the end of runs: signed, with one id, retried while the receiver is unreachable, and given up
 * eventually.
 */
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { json, reply } from '../gateway.support.js';
import type { UpstreamRequest } from '../upstream.js';
import { createNotifyEnds } from './notify-ends.js';
import { createRunGateway, serverSecret } from './runs.support.js';
import type { WebhookHeaders } from './webhook-signature.js';
import { verifyWebhook, webhookSecret } from './webhook-signature.js';

const webhook = 'https://caller.example/hook';

/** A run that has ended, and a function that delivers due notifications once. */
async function endedRun() {
  const { test, defer, until, find } = await createRunGateway({ works: false });
  const { store, clock, upstream } = test.ports;
  const id = await defer({ webhook });
  const run = await find(id);
  await store.runs.update({ ...run, state: 'succeeded', result: { text: 'ahoy' } }, 'queued');
  const sendDue = createNotifyEnds({ runs: store.runs, clock, upstream, secret: serverSecret, random: () => 0.5 });
  const told = () => test.sent.filter(({ url }) => url === webhook);
  return { test, id, sendDue, told, find, until };
}

function received({ headers, body }: UpstreamRequest) {
  return { headers: headers as unknown as WebhookHeaders, body: JSON.stringify(body) };
}

describe('notifications of ends', () => {
  it('sends state and links, signed with the caller’s own secret, and nothing of the result', async () => {
    const { test, id, sendDue, told, find } = await endedRun();
    test.script(() => reply('', '', 204));
    await sendDue();
    const [message] = told();
    if (message === undefined) throw new Error('nothing was sent');
    const { headers, body } = received(message);
    expect(JSON.parse(body)).toMatchObject({
      type: 'operation.succeeded',
      data: { id, state: 'succeeded', links: { result: `/operations/${id}/result` } },
    });
    expect(body).not.toContain('ahoy');
    const now = test.ports.clock.now() / 1000;
    const secret = webhookSecret(serverSecret, 'ann');
    expect(verifyWebhook(secret, { headers, body, now })).toBe(true);
    expect((await find(id)).webhooks?.[0]).toMatchObject({ attempts: 1, deliveredAt: expect.any(String) });
    await sendDue();
    expect(told()).toHaveLength(1);
  });

  it('[PROF-LRO-10] retries with increasing delays, under the same id and a new time, then gives up', async () => {
    const { test, id, sendDue, told, find } = await endedRun();
    test.script(() => json({}, 500));
    const pauses: number[] = [];
    for (let waited = 0; waited < 48 * 3600; waited += 1) {
      const before = told().length;
      await sendDue();
      if (told().length > before) pauses.push(waited);
      if ((await find(id)).webhooks?.[0]?.nextAt === undefined) break;
      test.pass(1);
    }
    expect(told()).toHaveLength(8);
    expect(pauses.slice(0, 4)).toEqual([0, 5, 25, 105]);
    expect(new Set(told().map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
    expect(new Set(told().map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8);
    expect((await find(id)).webhooks?.[0]).toMatchObject({ attempts: 8, lastError: 'the receiver answered 500' });
  });

  it.each([
    ['a URL that may not be called', () => Promise.reject(new Failure('UPSTREAM_REFUSED'))],
    ['a receiver that unsubscribes', async () => json({}, 410)],
  ])('does not retry %s', async (_, script) => {
    const { test, id, sendDue, told, find } = await endedRun();
    test.script(script);
    await sendDue();
    test.pass(7 * 24 * 3600);
    await sendDue();
    expect(told()).toHaveLength(1);
    expect((await find(id)).webhooks?.[0]).toMatchObject({ attempts: 1, lastError: expect.any(String) });
  });
});

describe('verifyWebhook', () => {
  const secret = webhookSecret('server', 'ann');

  it('[PROF-LRO-08] [PROF-LRO-09] detects forged, changed or old messages', async () => {
    const { test, sendDue, told } = await endedRun();
    await sendDue();
    const [message] = told();
    if (message === undefined) throw new Error('nothing was sent');
    const { headers, body } = received(message);
    const right = webhookSecret(serverSecret, 'ann');
    const now = test.ports.clock.now() / 1000;
    const changed = { ...headers, 'webhook-id': 'other' };
    expect(verifyWebhook(right, { headers, body, now: now + 299 })).toBe(true);
    expect(verifyWebhook(right, { headers, body, now: now + 301 })).toBe(false);
    expect(verifyWebhook(right, { headers, body, now: now - 301 })).toBe(false);
    expect(verifyWebhook(right, { headers: changed, body, now })).toBe(false);
    expect(verifyWebhook(right, { headers, body: `${body} `, now })).toBe(false);
    expect(verifyWebhook(webhookSecret(serverSecret, 'bob'), { headers, body, now })).toBe(false);
    expect(verifyWebhook(secret, { headers: { ...headers, 'webhook-timestamp': 'x' }, body, now })).toBe(false);
  });

  it('derives a secret for each caller', () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhookSecret('server', 'bob')).not.toBe(secret);
    expect(webhookSecret('server', 'ann')).toBe(secret);
  });

  it('notifies several receivers independently: one that fails is retried, the others are not', async () => {
    const { test, id, sendDue, find } = await endedRun();
    const other = 'https://other.example/hook';
    const run = await find(id);
    await test.ports.store.runs.update(
      { ...run, webhooks: [...(run.webhooks ?? []), { url: other, attempts: 0 }] },
      run.state,
    );
    test.script(({ url }) => (url === other ? json({}, 500) : reply('', '', 204)));
    await sendDue();
    expect((await find(id)).webhooks).toMatchObject([
      { url: webhook, attempts: 1, deliveredAt: expect.any(String) },
      { url: other, attempts: 1, nextAt: expect.any(String), lastError: 'the receiver answered 500' },
    ]);
    test.pass(60);
    test.script(() => reply('', '', 204));
    await sendDue();
    const asked = test.sent.map(({ url }) => url).filter((url) => url === webhook || url === other);
    expect(asked.sort()).toEqual([webhook, other, other].sort());
    expect((await find(id)).webhooks?.every(({ deliveredAt }) => deliveredAt !== undefined)).toBe(true);
  });

  it('leaves a receiver alone that was removed or added while others were notified', async () => {
    const { test, id, sendDue, find } = await endedRun();
    const later = { url: 'https://later.example/hook', attempts: 0 };
    test.script(async () => {
      const run = await find(id);
      await test.ports.store.runs.update({ ...run, webhooks: [later] }, run.state);
      return reply('', '', 204);
    });
    await sendDue();
    expect((await find(id)).webhooks).toEqual([later]);
  });
});
