/** Guarded fetching over real sockets, against a hostile upstream. */
import type { LookupAddress } from 'node:dns';
import { isFailure } from '@dragoman/model';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { GuardedHost, GuardedHostOptions } from '../../packages/server/src/outbound/guarded-host.js';
import { createGuardedHost, nextAddress } from '../../packages/server/src/outbound/guarded-host.js';
import type { HostileUpstream } from './hostile-upstream.js';
import { startHostileUpstream, startSelfSigned } from './hostile-upstream.js';

let upstream: HostileUpstream;
const open: GuardedHost[] = [];

const names: Record<string, LookupAddress[]> = {
  'inside.example': [{ address: '127.0.0.1', family: 4 }],
  'half-inside.example': [
    { address: '93.184.215.14', family: 4 },
    { address: '::1', family: 6 },
  ],
  'named.example': [{ address: '127.0.0.1', family: 4 }],
  'nowhere.example': [],
};

function host(options: Partial<GuardedHostOptions> = {}): GuardedHost {
  const made = createGuardedHost({
    allow: [`127.0.0.1:${upstream.port}`, 'named.example'],
    allowHttp: true,
    timeouts: { connectMs: 2_000, firstByteMs: 400, totalMs: 800 },
    maxBytes: 256 * 1024,
    maxRedirects: 5,
    dnsLookup: async (name) => {
      const found = names[name];
      if (found === undefined) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
      return found;
    },
    ...options,
  });
  open.push(made);
  return made;
}

const at = (path: string, name = '127.0.0.1') => `http://${name}:${upstream.port}${path}`;

async function failureOf(uri: string, options: Partial<GuardedHostOptions> = {}) {
  const thrown = await host(options)
    .fetch(uri)
    .catch((error: unknown) => error);
  if (!isFailure(thrown))
    throw new Error(`expected a failure for ${uri}, got ${JSON.stringify(thrown)}`, { cause: thrown });
  return { code: thrown.code, message: thrown.message };
}

beforeAll(async () => {
  upstream = await startHostileUpstream();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.close()));
  upstream.seen.length = 0;
});
afterAll(() => upstream.close());

describe('a fetch', () => {
  it('returns a card with its validators', async () => {
    const fetched = await host().fetch(at('/card'));
    expect(fetched).toMatchObject({ outcome: 'fetched', mediaType: 'application/json', etag: '"one"' });
    expect(fetched.outcome === 'fetched' && Buffer.from(fetched.bytes).toString()).toBe('{"name":"card"}');
  });

  it('also accepts application/agent-card+json', async () => {
    expect(await host().fetch(at('/agent-card'))).toMatchObject({ mediaType: 'application/agent-card+json' });
  });

  it('returns 304 when the validators match', async () => {
    const made = host();
    const first = await made.fetch(at('/conditional'));
    expect(first).toMatchObject({ etag: '"one"', lastModified: 'Sun, 15 Nov 2026 00:00:00 GMT' });
    expect(await made.fetch(at('/conditional'), { etag: '"one"' })).toEqual({ outcome: 'unchanged' });
    expect(await failureOf(at('/always-304'))).toMatchObject({ code: 'UPSTREAM_ERROR' });
  });

  it('follows a redirect and returns the final URL', async () => {
    expect(await host().fetch(at('/to-card'))).toMatchObject({ outcome: 'fetched', uri: at('/card') });
  });

  it('reaches a private host that the operator allowed', async () => {
    expect(await host().fetch(at('/card', 'named.example'))).toMatchObject({ outcome: 'fetched' });
  });

  it('[PROF-OBS-02] propagates the trace id to the upstream, with a new span', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    await host().fetch(at('/to-card'), { traceId });
    expect(upstream.seen).toHaveLength(2);
    const sent = upstream.seen.map(({ headers }) => headers.traceparent);
    for (const value of sent) expect(value).toMatch(new RegExp(`^00-${traceId}-(?!0{16})[0-9a-f]{16}-01$`));
    expect(new Set(sent).size).toBe(2);
    await host().fetch(at('/card'));
    expect(upstream.seen.at(-1)?.headers.traceparent).toBeUndefined();
  });

  it('sends nothing that identifies the caller', async () => {
    await host().fetch(at('/card'));
    expect(Object.keys(upstream.seen[0]?.headers ?? {}).sort()).toEqual([
      'a2a-version',
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });
});

describe('requests that are refused before anything is sent', () => {
  it.each([
    ['plain http without outbound.allowHttp', 'http://example.com/card', { allowHttp: false }],
    ['plain http to a host that is not allowed', 'http://inside.example/card', {}],
    ['plain http to a public address that is not allowed', 'http://93.184.215.14/card', {}],
    ['another scheme', 'ftp://example.com/card', {}],
    ['a file', 'file:///etc/passwd', {}],
    ['an invalid URL', 'not an address', {}],
    ['a long URL', `https://example.com/${'a'.repeat(3_000)}`, {}],
    ['credentials in the URL', 'https://user:word@example.com/', {}],
    ['loopback', 'https://127.0.0.1/', {}],
    ['loopback in decimal', 'https://2130706433/', {}],
    ['loopback in hexadecimal', 'https://0x7f000001/', {}],
    ['loopback in octal', 'https://0177.0.0.1/', {}],
    ['mapped loopback', 'https://[::ffff:127.0.0.1]/', {}],
    ['metadata', 'https://169.254.169.254/latest', {}],
    ['a name that resolves to loopback', 'https://inside.example/', {}],
    ['a name with one private address', 'https://half-inside.example/', {}],
    ['an unknown name', 'https://unknown.example/', {}],
    ['a name without an address', 'https://nowhere.example/', {}],
  ])('refuses %s', async (_what, uri, options) => {
    expect((await failureOf(uri, options)).code).toBe('UPSTREAM_REFUSED');
    expect(upstream.seen).toHaveLength(0);
  });

  it('returns the same error for a private name, an unknown name and an open or closed port', async () => {
    const answers = await Promise.all([
      failureOf('https://inside.example/'),
      failureOf('https://unknown.example/'),
      failureOf(`https://inside.example:${upstream.port}/card`),
      failureOf('https://inside.example:1/'),
    ]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it.each(['/to-private', '/to-metadata', '/to-name', '/to-file', '/to-credentials'])(
    'refuses the redirect of %s and does not call its target',
    async (path) => {
      expect((await failureOf(at(path))).code).toBe('UPSTREAM_REFUSED');
      expect(upstream.seen.map((request) => request.path)).toEqual([path]);
    },
  );

  it('checks the address that it connects to, not the result of an earlier lookup', async () => {
    const answers = ['127.0.0.2', '127.0.0.1'];
    const dnsLookup = async () => [{ address: answers.shift() ?? '', family: 4 }];
    const made = host({
      dnsLookup,
      allow: ['127.0.0.2'],
      timeouts: { connectMs: 300, firstByteMs: 300, totalMs: 300 },
    });
    const ask = () => made.fetch(at('/card', 'rebinding.example')).catch((error: unknown) => error);
    expect(await ask()).not.toMatchObject({ code: 'UPSTREAM_REFUSED' });
    expect(await ask()).toMatchObject({ code: 'UPSTREAM_REFUSED' });
    expect(upstream.seen).toHaveLength(0);
  });

  it('does not follow a redirect from https to http', () => {
    const from = new URL('https://example.com/a');
    expect(nextAddress(from, '/b').href).toBe('https://example.com/b');
    expect(() => nextAddress(from, 'http://example.com/b')).toThrow(/unencrypted/);
  });
});

describe('limits', () => {
  it('abort an endless body soon after the limit', async () => {
    expect(await failureOf(at('/endless'))).toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: expect.stringContaining('262144'),
    });
    expect(upstream.bytesSent()).toBeLessThan(64 * 1024 * 1024);
  });

  it('[PROF-SEC-06] reject a body with a declared length of 1 GB', async () => {
    expect(await failureOf(at('/announced'))).toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: expect.stringContaining('larger'),
    });
  });

  it.each(['/silent', '/trickle'])('abort an endless response: %s', async (path) => {
    expect((await failureOf(at(path))).code).toBe('UPSTREAM_TIMEOUT');
  });

  it('stop a redirect loop', async () => {
    expect((await failureOf(at('/loop'))).message).toContain('more than 5 times');
    expect(upstream.seen).toHaveLength(6);
  });

  it('reject a compressed response', async () => {
    expect((await failureOf(at('/gzip-bomb'))).message).toContain('compressed');
  });

  it.each([
    ['/html', "media type 'text/html'"],
    ['/typeless', 'no media type'],
    ['/gone', 'status 404'],
    ['/to-nowhere', 'without a valid URL'],
    ['/cut', 'closed the connection'],
    ['/no-http', 'valid HTTP'],
    ['/header-bomb', 'valid HTTP'],
  ])('reject an unusable response: %s', async (path, words) => {
    expect(await failureOf(at(path))).toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: expect.stringContaining(words),
    });
  });

  it('abort a fetch whose caller has disconnected', async () => {
    const leaving = new AbortController();
    const fetched = host({ timeouts: { connectMs: 5_000, firstByteMs: 5_000, totalMs: 5_000 } })
      .fetch(at('/silent'), { signal: leaving.signal })
      .catch((error: unknown) => error);
    leaving.abort();
    expect(await fetched).toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('encryption', () => {
  it('rejects an untrusted certificate, even for an allowed host', async () => {
    let asked = 0;
    const secure = await startSelfSigned((_request, response) => {
      asked += 1;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const failure = await failureOf(`https://127.0.0.1:${secure.port}/card`, { allow: ['127.0.0.1'] });
    expect(failure).toMatchObject({ code: 'UPSTREAM_UNTRUSTED', message: expect.stringContaining('self-signed') });
    expect(asked).toBe(0);
    await secure.close();
  });

  it('refuses plain http, except for an allowed host with outbound.allowHttp', async () => {
    expect(await failureOf(at('/card'), { allowHttp: false })).toMatchObject({
      code: 'UPSTREAM_REFUSED',
      message: expect.stringMatching(
        /^The settings of this server allow calls of https addresses only\. .*outbound\.allowHttp=true and 127\.0\.0\.1:\d+ in outbound\.allow\./,
      ),
    });
    expect(await failureOf(at('/card'), { allow: [] })).toMatchObject({
      code: 'UPSTREAM_REFUSED',
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ may not be called from here: .*outbound\.allow\./),
    });
    expect(upstream.seen).toHaveLength(0);
    expect(await host().fetch(at('/card'))).toMatchObject({ outcome: 'fetched' });
  });
});
