/** The upstream client over real sockets: what is sent, when, how often, over which connections, and what stops it. */
import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FaultyUpstream } from './faulty-upstream.js';
import { startFaultyUpstream, upstreamPem } from './faulty-upstream.js';
import { freePort } from './free-port.js';
import type { TestClient } from './upstream-client.js';
import { createTestClient, requestTo, testOptions } from './upstream-client.js';

let upstream: FaultyUpstream;
const open: TestClient[] = [];

function client(options: Parameters<typeof createTestClient>[0] = {}): TestClient {
  const made = createTestClient(options);
  open.push(made);
  return made;
}

const at = (path: string, host = '127.0.0.1') => `http://${host}:${upstream.port}${path}`;
const fail = (thrown: Promise<unknown>) =>
  thrown.then(
    () => 'no failure',
    (error: unknown) => error,
  );

/** Waits until a condition holds; otherwise the test times out. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}

beforeAll(async () => {
  upstream = await startFaultyUpstream();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.close()));
  await until(() => upstream.open() === 0);
});
afterAll(() => upstream.close());

describe('the upstream client', () => {
  it('sends the body, the trace and the credential, and nothing that identifies the caller', async () => {
    const credential = { headers: { 'x-api-key': 's3cret' }, query: { token: 'a b' } };
    const response = await client().send(requestTo(at('/fine/sent?x=1'), { credential }));
    expect(await new Response(response.body).json()).toEqual({ ok: true });
    expect(response).toMatchObject({ status: 200, attempts: 1, mediaType: 'application/json' });
    expect(response.origin).toBe(`http://127.0.0.1:${upstream.port}`);
    const [request] = upstream.seen.filter(({ path }) => path.startsWith('/fine/sent'));
    expect(request?.path).toBe('/fine/sent?x=1&token=a%20b');
    expect(request?.body).toBe('{"question":"how"}');
    expect(request?.head.split('\r\n').slice(1).sort()).toEqual([
      'accept-encoding: identity',
      'accept: application/json',
      'connection: keep-alive',
      'content-length: 18',
      'content-type: application/json',
      `host: 127.0.0.1:${upstream.port}`,
      'traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      'user-agent: dragoman',
      'x-api-key: s3cret',
    ]);
  });

  it('sends nothing before onSend has ended, and calls onSend once for each attempt', async () => {
    let sends = 0;
    const onSend = async () => {
      sends += 1;
      await sleep(50);
      expect(upstream.tries('/unavailable/gate')).toBe(sends - 1);
    };
    const response = await client().send(requestTo(at('/unavailable/gate'), { repeatable: true, onSend }));
    expect([response.status, response.attempts, sends]).toEqual([503, 3, 3]);
  });

  it('sends nothing when onSend fails', async () => {
    const made = client();
    const onSend = () => Promise.reject(new Error('the store is gone'));
    expect(await fail(made.send(requestTo(at('/fine/unsent'), { onSend, repeatable: true })))).toMatchObject({
      code: 'INTERNAL',
    });
    await sleep(30);
    expect(upstream.tries('/fine/unsent')).toBe(0);
    expect(made.told).toEqual(['called INTERNAL']);
  });

  it('does not call onSend when the connection is refused', async () => {
    let sends = 0;
    const onSend = async () => {
      sends += 1;
    };
    const url = `http://127.0.0.1:${await freePort()}/`;
    expect(await fail(client().send(requestTo(url, { onSend })))).toMatchObject({ code: 'UPSTREAM_ERROR' });
    expect(sends).toBe(0);
  });

  it('sends no header that could smuggle another', async () => {
    const headers = { 'x-a': 'b\r\nx-injected: c' };
    expect(await fail(client().send(requestTo(at('/fine/smuggled'), { headers })))).toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(upstream.tries('/fine/smuggled')).toBe(0);
  });
});

describe('the address guard', () => {
  const names: Record<string, LookupAddress[]> = {
    'inside.example': [{ address: '127.0.0.1', family: 4 }],
    'half.example': [
      { address: '93.184.215.14', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
  };
  const dnsLookup = async (name: string) => names[name] ?? [];

  it.each([
    ['a private address', 'https://127.0.0.1/', {}],
    ['a private address in another spelling', 'https://[::ffff:7f00:1]/', {}],
    ['the metadata address', 'https://169.254.169.254/latest/meta-data', {}],
    ['a name that resolves to a private address', 'https://inside.example/', {}],
    ['a name with one private address', 'https://half.example/', {}],
    ['plain http to a host that is not allowed', 'http://inside.example/', {}],
    ['plain http without outbound.allowHttp', 'http://127.0.0.1/', { allowHttp: false }],
  ])('refuses %s without an attempt', async (_what, url, options) => {
    const made = client({ allow: [], dnsLookup, ...options });
    expect(await fail(made.send(requestTo(url, { repeatable: true })))).toMatchObject({ code: 'UPSTREAM_REFUSED' });
    expect(made.told).toEqual(['called UPSTREAM_REFUSED']);
  });

  it('checks the address of each new connection', async () => {
    const answers = ['127.0.0.1', '127.0.0.2'];
    const made = client({
      allow: ['127.0.0.1'],
      dnsLookup: async () => [{ address: answers.shift() ?? '127.0.0.2', family: 4 }],
    });
    const first = await made.send(requestTo(at('/reset-in-body/rebinding', 'rebinding.example')));
    expect(await fail(new Response(first.body).text())).toMatchObject({ code: 'UPSTREAM_ERROR' });
    expect(await fail(made.send(requestTo(at('/fine/rebinding', 'rebinding.example'))))).toMatchObject({
      code: 'UPSTREAM_REFUSED',
    });
    expect(upstream.tries('/fine/rebinding')).toBe(0);
  });

  it('does not count refusals against the upstream', async () => {
    const made = client({ allow: [], dnsLookup });
    for (let call = 0; call < 20; call += 1) await fail(made.send(requestTo('https://inside.example/')));
    expect(made.status().breakers).toEqual({ closed: 1, open: 0, 'half-open': 0 });
  });
});

describe('connections', () => {
  it('are reused for the next call', async () => {
    const made = client();
    for (let call = 0; call < 20; call += 1) {
      const onSend = call % 2 === 0 ? { onSend: async () => undefined } : {};
      await new Response((await made.send(requestTo(at('/fine/kept'), onSend))).body).text();
    }
    // A connection is idle for a moment after each response, so two alternate.
    expect(upstream.open()).toBeLessThanOrEqual(2);
  });

  it('of the least recently used origin are closed when there are too many', async () => {
    const others = await Promise.all([startFaultyUpstream(), startFaultyUpstream()]);
    const made = client({ origins: 2 });
    for (const port of [upstream.port, ...others.map((other) => other.port)]) {
      await new Response((await made.send(requestTo(`http://127.0.0.1:${port}/fine`))).body).text();
    }
    await until(() => upstream.open() === 0);
    expect(others.map((other) => other.open())).toEqual([1, 1]);
    await made.close();
    await Promise.all(others.map((other) => other.close()));
  });

  it('with a client certificate are not shared with other credentials', async () => {
    const seen: string[] = [];
    const secure = await startFaultyUpstream('server', { requestCert: true, ca: upstreamPem('issuer.cert') });
    const made = client({ ca: upstreamPem('issuer.cert') });
    const call = async (name?: string) => {
      const pem = (part: string) => upstreamPem(`${name}.${part}`);
      const credential = name === undefined ? {} : { credential: { tls: { cert: pem('cert'), key: pem('key') } } };
      return made.send(requestTo(`https://127.0.0.1:${secure.port}/fine`, credential));
    };
    secure.onConnection((socket) => seen.push(String((socket as TLSSocket).getPeerCertificate().subject.CN)));
    for (const name of ['client-a', 'client-b', 'client-a']) await new Response((await call(name)).body).text();
    expect(seen).toEqual(['client-a', 'client-b']);
    expect(await fail(call())).toMatchObject({ code: 'UPSTREAM_ERROR' });
    await made.close();
    await secure.close();
  });
});

describe('an invalid client certificate', () => {
  it('is reported without its content, and nothing is sent', async () => {
    const secure = await startFaultyUpstream('server');
    const made = client({ ca: upstreamPem('issuer.cert') });
    const credential = { tls: { cert: 'not a certificate', key: 'nor a key' } };
    const failure = await fail(made.send(requestTo(`https://127.0.0.1:${secure.port}/fine`, { credential })));
    expect(failure).toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: 'A secure connection to the upstream could not be established.',
    });
    expect(secure.seen).toEqual([]);
    await made.close();
    await secure.close();
  });
});

describe('attempts', () => {
  it('end with the total timeout of the call', async () => {
    const made = client({ timeouts: { ...testOptions().timeouts, totalMs: 800 } });
    const call = made.send(requestTo(at('/hang/whole'), { repeatable: true }));
    expect(await fail(call)).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(upstream.tries('/hang/whole')).toBe(2);
  });

  it('have the timeout of the call itself', async () => {
    const call = client().send(requestTo(at('/hang/own-time'), { repeatable: true, totalMs: 700 }));
    expect(await fail(call)).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(upstream.tries('/hang/own-time')).toBe(1);
  });

  it('end when the caller disconnects, also between two of them', async () => {
    const leaving = new AbortController();
    const retry = { ...testOptions().retry, baseMs: 60_000, maxMs: 60_000, longestWaitMs: 90_000 };
    const timeouts = { ...testOptions().timeouts, totalMs: 120_000 };
    const made = client({ retry, timeouts });
    const call = made.send(requestTo(at('/unavailable/left'), { repeatable: true, signal: leaving.signal }));
    await until(() => made.told.includes('retried status'));
    leaving.abort();
    expect(await fail(call)).toMatchObject({ code: 'CANCELLED' });
    expect(upstream.tries('/unavailable/left')).toBe(1);
  });

  it('are not started for a caller that has disconnected', async () => {
    const call = client().send(requestTo(at('/fine/gone'), { signal: AbortSignal.abort() }));
    expect(await fail(call)).toMatchObject({ code: 'CANCELLED' });
    expect(upstream.tries('/fine/gone')).toBe(0);
  });

  it('abort the upstream request when the caller disconnects', async () => {
    const leaving = new AbortController();
    const made = client();
    const call = made.send(requestTo(at('/hang/leaving'), { signal: leaving.signal }));
    await until(() => upstream.tries('/hang/leaving') === 1);
    leaving.abort();
    expect(await fail(call)).toMatchObject({ code: 'CANCELLED' });
    await until(() => upstream.open() === 0);
    expect(made.status().active).toBe(0);
  });

  it('exceed the number of calls by at most a fifth, beyond the reserve', async () => {
    const breaker = { ...testOptions().breaker, minSamples: 1_000_000 };
    const retry = { ...testOptions().retry, baseMs: 1, maxMs: 1 };
    const made = client({ breaker, retry });
    for (let call = 0; call < 100; call += 1) {
      const response = await made.send(requestTo(at('/unavailable/budget'), { repeatable: true }));
      await response.body.cancel();
    }
    expect(upstream.tries('/unavailable/budget')).toBeGreaterThan(100);
    expect(upstream.tries('/unavailable/budget')).toBeLessThanOrEqual(130);
  });
});

describe('the breaker', () => {
  it('opens when too many calls fail, blocks calls, allows one test call, and closes', async () => {
    const made = client({ retry: { ...testOptions().retry, attempts: 1 } });
    for (let call = 0; call < 10; call += 1) {
      await (await made.send(requestTo(at('/unavailable/breaker')))).body.cancel();
    }
    expect(made.status().breakers.open).toBe(1);
    expect(await fail(made.send(requestTo(at('/fine/breaker'))))).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
    expect(upstream.tries('/fine/breaker')).toBe(0);
    await sleep(450);
    const both = await Promise.all([
      made.send(requestTo(at('/hang/breaker'), { totalMs: 300 })).catch((error: unknown) => error),
      made.send(requestTo(at('/fine/breaker'))).catch((error: unknown) => error),
    ]);
    expect(both).toMatchObject([{ code: 'UPSTREAM_TIMEOUT' }, { code: 'UNAVAILABLE' }]);
    await sleep(450);
    expect(await made.send(requestTo(at('/fine/breaker')))).toMatchObject({ status: 200 });
    expect(made.told.filter((line) => line.startsWith('breaker'))).toEqual(
      ['open', 'half-open', 'open', 'half-open', 'closed'].map((state) => `breaker ${state}`),
    );
  });

  it('does not open for 4xx responses', async () => {
    const made = client();
    for (let call = 0; call < 15; call += 1) {
      await (await made.send(requestTo(at(call % 2 === 0 ? '/not-found/x' : '/too-many/x')))).body.cancel();
    }
    expect(made.status().breakers).toEqual({ closed: 1, open: 0, 'half-open': 0 });
  });

  it('opens for responses that break off', async () => {
    const made = client();
    for (let call = 0; call < 10; call += 1) {
      const response = await made.send(requestTo(at('/reset-in-body/breaker')));
      await fail(new Response(response.body).text());
    }
    expect(made.status().breakers.open).toBe(1);
  });
});

describe('connection slots', () => {
  const admission = { perOrigin: 2, total: 4, queuedPerOrigin: 2, queued: 4, queueMs: 200 };

  it('are limited; excess calls get Retry-After', async () => {
    const made = client({ admission });
    const calls = Array.from({ length: 6 }, () => fail(made.send(requestTo(at('/hang/places')))));
    await until(() => made.status().active === 2);
    expect(made.status()).toMatchObject({ active: 2, queued: 2 });
    const codes = (await Promise.all(calls)).map((error) => (error as { code: string }).code).sort();
    expect(codes).toEqual([...Array(4).fill('UNAVAILABLE'), 'UPSTREAM_TIMEOUT', 'UPSTREAM_TIMEOUT']);
    expect(upstream.tries('/hang/places')).toBe(2);
    expect(made.status()).toMatchObject({ active: 0, queued: 0 });
  });

  it('are held until the body has been read or released', async () => {
    const made = client({ admission });
    const first = await made.send(requestTo(at('/hang-in-body/held')));
    const second = await made.send(requestTo(at('/hang-in-body/held')));
    expect(await fail(made.send(requestTo(at('/fine/held'))))).toMatchObject({ code: 'UNAVAILABLE' });
    await first.body.cancel();
    expect(await made.send(requestTo(at('/fine/held')))).toMatchObject({ status: 200 });
    await second.body.cancel();
    expect(made.status().active).toBe(0);
  });

  it('are released automatically when a response is not read', async () => {
    const made = client({ admission });
    await made.send(requestTo(at('/hang-in-body/unread'), { totalMs: 200 }));
    expect(made.status().active).toBe(1);
    await until(() => made.status().active === 0);
    expect(made.told).toContain('broken UPSTREAM_TIMEOUT');
  });
});

describe('streams', () => {
  it('are forwarded chunk by chunk', async () => {
    const { body, mediaType } = await client().send(requestTo(at('/events/pieces')));
    expect(mediaType).toBe('text/event-stream');
    const pieces: string[] = [];
    for await (const piece of body) pieces.push(Buffer.from(piece).toString());
    expect(pieces).toEqual(['data: {"n":1}\n\n', 'data: {"n":2}\n\n']);
  });

  it('may last longer than other calls', async () => {
    const timeouts = { ...testOptions().timeouts, totalMs: 60 };
    const { body } = await client({ timeouts }).send(requestTo(at('/events/longer')));
    expect(await new Response(body).text()).toContain('"n":2');
  });

  it('that break cause an error for the reader after the received chunks', async () => {
    const { body } = await client().send(requestTo(at('/events-reset/broken')));
    const reader = body.getReader();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toContain('"n":1');
    expect(await fail(reader.read())).toMatchObject({ code: 'UPSTREAM_ERROR' });
  });

  it('apply backpressure', async () => {
    const before = upstream.flooded();
    const made = client({ answer: { ...testOptions().answer, bodyBytes: 1024 ** 3 } });
    const { body } = await made.send(requestTo(at('/gigabyte/unread')));
    await sleep(300);
    const held = upstream.flooded() - before;
    expect(held).toBeLessThan(32 * 1024 * 1024);
    await sleep(200);
    expect(upstream.flooded() - before).toBe(held);
    await body.cancel();
    await until(() => upstream.open() === 0);
  });

  it('end at the upstream when the reader cancels or the caller disconnects', async () => {
    const leaving = new AbortController();
    const made = client();
    const one = await made.send(requestTo(at('/drip-body/cancel')));
    const two = await made.send(requestTo(at('/drip-body/abort'), { signal: leaving.signal }));
    await one.body.cancel();
    leaving.abort();
    expect(await fail(new Response(two.body).text())).toMatchObject({ code: 'CANCELLED' });
    await until(() => upstream.open() === 0);
    expect(made.status().active).toBe(0);
  });
});

describe('closing', () => {
  it('ends running calls and accepts no more', async () => {
    const made = client();
    const running = fail(made.send(requestTo(at('/hang/closing'))));
    await until(() => upstream.tries('/hang/closing') === 1);
    await made.close();
    expect(await running).toMatchObject({ code: 'UPSTREAM_ERROR' });
    expect(await fail(made.send(requestTo(at('/fine/closed'))))).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('sends no queued call', async () => {
    const admission = { ...testOptions().admission, perOrigin: 1 };
    const made = client({ admission });
    const running = fail(made.send(requestTo(at('/hang/waiting'))));
    const waiting = fail(made.send(requestTo(at('/fine/waiting'))));
    await until(() => upstream.tries('/hang/waiting') === 1);
    await made.close();
    expect(await running).toMatchObject({ code: 'UPSTREAM_ERROR' });
    expect(await waiting).toMatchObject({ code: 'UNAVAILABLE' });
    expect(upstream.tries('/fine/waiting')).toBe(0);
  });

  it('works with an ordinary server too', async () => {
    const server = createServer((request, response) => request.pipe(response)).listen(0, '127.0.0.1');
    await until(() => server.listening);
    const { port } = server.address() as { port: number };
    const { body } = await client().send(requestTo(`http://127.0.0.1:${port}/`));
    expect(await new Response(body).json()).toEqual({ question: 'how' });
    server.closeAllConnections();
    server.close();
  });
});
