import { signWebhook, webhookSecret } from '@dragoman/core/http';
import { describe, expect, it } from 'vitest';
import { addProperties } from '../../fetch.js';
import { createMemoryStore } from '../../stores/index.js';
import { createWebhookReceiver, type WebhookReceiverOptions } from './index.js';

const secret = webhookSecret('the sender\u2019s own', 'ada');
const time = { now: Date.UTC(2026, 10, 15) };
const clock = { now: () => time.now };

function receiver(answer: () => Response | Promise<Response>, options: Partial<WebhookReceiverOptions> = {}) {
  const taken: string[] = [];
  const serve = addProperties(
    async (request) => {
      taken.push(await request.text());
      return answer();
    },
    [createWebhookReceiver({ secret, clock, report: () => undefined, ...options })],
  );
  const post = (body: string, headers: Record<string, string>) =>
    serve(new Request('https://receiver.example/hook', { method: 'POST', body, headers }));
  const send = (id: string, body = '{"type":"operation.succeeded"}', seconds = time.now / 1000) =>
    post(body, { ...signWebhook(secret, { id, seconds, body }) });
  return { taken, post, send };
}

const done = () => new Response(null, { status: 202 });

describe('createWebhookReceiver', () => {
  it('[PROF-LRO-08] passes on messages signed for it, and no forged or modified ones', async () => {
    const { taken, post, send } = receiver(done);
    expect((await send('a')).status).toBe(202);
    const body = '{"n":1}';
    const signed = signWebhook(secret, { id: 'b', seconds: time.now / 1000, body });
    const others = signWebhook(webhookSecret('another', 'ada'), { id: 'b', seconds: time.now / 1000, body });
    const wrong: [string, Record<string, string>][] = [
      ['{"n":2}', { ...signed }],
      [body, { ...signed, 'webhook-id': 'c' }],
      [body, { ...signed, 'webhook-signature': 'v1,' }],
      [body, { ...signed, 'webhook-signature': 'v2,AAAA '.repeat(10_000) }],
      [body, { ...others }],
      [body, {}],
    ];
    for (const [sent, headers] of wrong) {
      const refused = await post(sent, headers);
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([401, 'UNAUTHENTICATED']);
    }
    expect(taken).toHaveLength(1);
    expect((await post(body, { ...signed })).status).toBe(202);
  });

  it('[PROF-LRO-09] rejects old messages, and those from the future', async () => {
    const { taken, send } = receiver(done);
    expect((await send('old', '{}', time.now / 1000 - 301)).status).toBe(401);
    expect((await send('early', '{}', time.now / 1000 + 301)).status).toBe(401);
    expect((await send('late', '{}', time.now / 1000 - 299)).status).toBe(202);
    expect(taken).toHaveLength(1);
  });

  it('[PROF-LRO-10] drops duplicates, also in another process, and accepts a redelivery after an error', async () => {
    const store = createMemoryStore();
    const failing = receiver(() => new Response(null, { status: 500 }), { store });
    expect((await failing.send('a')).status).toBe(500);
    const throwing = receiver(() => Promise.reject(new Error('broken')), { store });
    await expect(throwing.send('a')).rejects.toThrow('broken');
    const [one, other] = [receiver(done, { store }), receiver(done, { store })];
    expect((await one.send('a')).status).toBe(202);
    expect((await other.send('a', undefined, time.now / 1000 + 60)).status).toBe(204);
    expect([one.taken.length, other.taken.length]).toEqual([1, 0]);
  });

  it('passes a message to one of many concurrent handlers', async () => {
    const { taken, send } = receiver(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return done();
    });
    const statuses = (await Promise.all(Array.from({ length: 200 }, () => send('same')))).map(({ status }) => status);
    expect(taken).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([202, 409]));
    expect((await send('same')).status).toBe(204);
  });

  it('rejects a message above the size limit', async () => {
    const { taken, send } = receiver(done);
    expect((await send('large', 'x'.repeat(300_000))).status).toBe(413);
    expect(taken).toEqual([]);
  });
});
