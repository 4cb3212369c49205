/** Tests webhooks: sent once, signed, safe against forgery and replay, and never to a private address. */
import {
  createAddressPolicy,
  signWebhook,
  verifyWebhook,
  type WebhookHeaders,
  webhookSecret,
} from '@dragoman/core/http';
import { Failure, type JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { addProperties } from '../../fetch.js';
import { createMemoryStore } from '../../stores/index.js';
import { createOperations, type OperationsOptions, startOperation, type WebhookDelivery } from './index.js';
import { createGuardedPost } from './post-guarded.js';

const secret = 'a secret that is long enough to be one';
const hook = 'https://caller.example/hook';

interface Api extends OperationsOptions {
  /** Responses of the receivers, in order. */
  answers?: (() => number)[];
  /** URL given by the handler instead of a header. */
  named?: string;
}

function createApi({ answers = [], named, ...options }: Api = {}) {
  const told: WebhookDelivery[] = [];
  const time = { now: Date.UTC(2026, 10, 15) };
  const deliver = async (message: WebhookDelivery) => {
    told.push(message);
    return answers.shift()?.() ?? 204;
  };
  const clock = { now: () => time.now };
  const operations = createOperations({ clock, webhooks: { secret, deliver }, report: () => undefined, ...options });
  const serve = addProperties(
    async (request) => {
      const given = named === undefined ? {} : { webhook: named };
      return Response.json(await startOperation(request, async () => ({ result: 'for ada alone' }), given), {
        status: 202,
      });
    },
    [operations],
    { caller: (request) => request.headers.get('x-user') ?? undefined },
  );
  const ask = async (path: string, headers: Record<string, string> = { 'x-user': 'ada' }, method = 'GET') =>
    (await (await serve(new Request(`https://api.example${path}`, { method, headers }))).json()) as JsonObject & {
      links: { self: string };
      secret: string;
    };
  const start = (headers: Record<string, string> = { 'x-user': 'ada', 'x-webhook-url': hook }) =>
    ask('/exports', headers, 'POST');
  return { told, time, ask, start };
}

function received({ headers, body }: WebhookDelivery) {
  return { headers: headers as unknown as WebhookHeaders, body: JSON.stringify(body) };
}

describe('operation webhooks', () => {
  it('[PROF-LRO-07] send state and links at the end, and nothing of the result', async () => {
    const { told, ask, start } = createApi();
    const { links } = await start();
    await expect
      .poll(() => ask(links.self))
      .toMatchObject({ webhook: { url: hook, attempts: 1, delivered_at: expect.any(String) } });
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      url: hook,
      body: { type: 'operation.succeeded', data: { state: 'succeeded', links: { self: links.self } } },
    });
    expect(JSON.stringify(told)).not.toContain('for ada alone');
  });

  it('[PROF-LRO-08] [PROF-LRO-09] are signed with the caller’s own secret and a timestamp, so that forgeries and replays are detected', async () => {
    const { told, time, ask, start } = createApi();
    await start();
    await expect.poll(() => told.length).toBe(1);
    const { headers, body } = received(told[0] as WebhookDelivery);
    const { secret: own } = await ask('/operations/webhook-secret');
    expect(own).toBe(webhookSecret(secret, 'caller:ada'));
    const now = time.now / 1000;
    expect(verifyWebhook(own, { headers, body, now })).toBe(true);
    expect(verifyWebhook(own, { headers, body: body.replace('succeeded', 'cancelled'), now })).toBe(false);
    expect(verifyWebhook(own, { headers, body, now: now + 301 })).toBe(false);
    const later = { ...headers, 'webhook-timestamp': String(now + 301) };
    expect(verifyWebhook(own, { headers: later, body, now: now + 301 })).toBe(false);
    const { secret: others } = await ask('/operations/webhook-secret', { 'x-user': 'bob' });
    expect(verifyWebhook(others, { headers, body, now })).toBe(false);
    const forged = signWebhook(others, { id: headers['webhook-id'], seconds: now, body });
    expect(verifyWebhook(own, { headers: forged, body, now })).toBe(false);
  });

  it('[PROF-LRO-10] are retried with the same id, and given up after a while', async () => {
    const { told, time, ask, start } = createApi({
      answers: [
        () => 500,
        () => {
          throw new Failure('UPSTREAM_TIMEOUT');
        },
        ...Array.from({ length: 20 }, () => () => 503),
      ],
    });
    const { links } = await start();
    for (let tries = 1; tries <= 8; tries += 1) {
      await expect
        .poll(() => ask(links.self))
        .toMatchObject({ webhook: { attempts: tries, last_error: expect.any(String) } });
      time.now += 8 * 3600 * 1000;
    }
    await ask(links.self);
    expect(told).toHaveLength(8);
    expect(new Set(told.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(told.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8);
  });

  it('continue after a restart, and report an interruption', async () => {
    const store = createMemoryStore();
    const dying = createApi({ store, leaseSeconds: 30 });
    const clock = { now: () => dying.time.now };
    const serve = addProperties(
      async (request) =>
        Response.json(await startOperation(request, () => new Promise(() => undefined)), { status: 202 }),
      [createOperations({ store, clock, webhooks: { secret, deliver: async () => 204 }, report: () => undefined })],
      { caller: () => 'ada' },
    );
    await serve(new Request('https://api.example/exports', { method: 'POST', headers: { 'x-webhook-url': hook } }));
    dying.time.now += 31_000;
    await dying.ask('/operations/other');
    await expect.poll(() => dying.told).toMatchObject([{ body: { type: 'operation.interrupted' } }]);
  });

  it('use a URL given by the handler', async () => {
    const { told, start } = createApi({ named: 'https://other.example/hook' });
    await start();
    await expect.poll(() => told).toMatchObject([{ url: 'https://other.example/hook' }]);
    await expect(createApi({ named: hook, webhooks: undefined }).start()).rejects.toThrow('no webhooks');
  });

  it('reject a forbidden URL before anything is started', async () => {
    const { told, start } = createApi();
    for (const url of [
      'http://caller.example/hook',
      'https://127.0.0.1/hook',
      'https://[::ffff:10.0.0.1]/hook',
      'https://169.254.169.254/latest/meta-data',
      'https://0x7f.1/hook',
      'https://user:word@caller.example/',
      'file:///etc/passwd',
      'no address',
      `https://caller.example/${'x'.repeat(3000)}`,
    ]) {
      expect(await start({ 'x-user': 'ada', 'x-webhook-url': url })).toMatchObject({
        code: 'INVALID_INPUT',
        field_errors: [{ field: 'X-Webhook-URL', code: 'request/webhook' }],
      });
    }
    expect(told).toEqual([]);
  });

  it('need a caller who can be identified', async () => {
    const { ask, start } = createApi();
    expect(await start({ 'x-webhook-url': hook })).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await ask('/operations/webhook-secret', {})).toMatchObject({ code: 'UNAUTHENTICATED' });
    const silent = createApi({ webhooks: undefined });
    expect(await silent.ask('/operations/webhook-secret')).toMatchObject({ code: 'NOT_FOUND' });
    expect(() => createOperations({ webhooks: { secret: 'short' } })).toThrow('32 characters');
  });
});

describe('the webhook client', () => {
  const message = { url: hook, headers: {}, body: {}, signal: AbortSignal.timeout(60_000) };

  it('rejects names with a private address', async () => {
    for (const addresses of [['10.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::1'], []]) {
      const guard = { policy: createAddressPolicy([]), allowHttp: false };
      const post = createGuardedPost(guard, async () => addresses.map((address) => ({ address, family: 4 })));
      await expect(post(message)).rejects.toMatchObject({ code: 'UPSTREAM_REFUSED' });
    }
  });

  it('calls a private address only when the host allows it, and plain http only there', async () => {
    const guard = { policy: createAddressPolicy(['hooks.internal']), allowHttp: true };
    const post = createGuardedPost(guard, async () => [{ address: '127.0.0.1', family: 4 }]);
    await expect(post({ ...message, url: 'http://hooks.internal:1/' })).rejects.not.toMatchObject({
      code: 'UPSTREAM_REFUSED',
    });
    await expect(post({ ...message, url: 'http://other.internal:1/' })).rejects.toMatchObject({
      code: 'UPSTREAM_REFUSED',
    });
  });
});
