/** The fault matrix over real sockets: for every kind of upstream failure, what the caller gets and what was sent. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { isFailure } from '@dragoman/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Expected, FaultRow } from './fault-table.js';
import { faultTable } from './fault-table.js';
import type { FaultyUpstream } from './faulty-upstream.js';
import { startFaultyUpstream, upstreamPem } from './faulty-upstream.js';
import { freePort } from './free-port.js';
import { createTestClient, requestTo } from './upstream-client.js';

let upstream: FaultyUpstream;

beforeAll(async () => {
  upstream = await startFaultyUpstream();
});
afterAll(() => upstream.close());

/** Makes a call and reads the response to its end; resolves to the result. */
async function outcomeOf(url: string, repeatable: boolean, options: Parameters<typeof createTestClient>[0] = {}) {
  const client = createTestClient(options);
  let sends = 0;
  const onSend = async () => {
    sends += 1;
  };
  const outcome = await client
    .send(requestTo(url, { repeatable, onSend }))
    .then(async ({ status, headers, attempts, body }) => ({
      status,
      headers,
      attempts,
      text: await new Response(body).text(),
    }))
    .catch((error: unknown) => error);
  const { active } = client.status();
  await client.close();
  if (isFailure(outcome)) return { code: outcome.code, words: outcome.message, sends, active };
  return { ...(outcome as { status: number; headers: Record<string, string>; attempts: number }), sends, active };
}

function check(outcome: Awaited<ReturnType<typeof outcomeOf>>, expected: Expected) {
  const { tries, words, ...rest } = expected;
  const said = words === undefined ? {} : { words: expect.stringContaining(words) };
  // An attempt counts as sent only if it was, and no slot is held afterwards.
  expect(outcome).toMatchObject({ ...rest, ...said, sends: tries, active: 0 });
}

const titled = (rows: readonly FaultRow[]) => rows.map((row) => [row.fault, row] as const);

describe.concurrent.each(titled(faultTable.filter(({ waits }) => waits)))('%s', (_fault, row) => describeRow(row));
describe.each(titled(faultTable.filter(({ waits }) => !waits)))('%s', (_fault, row) => describeRow(row));

function describeRow(row: FaultRow): void {
  it.each(['repeatable', 'once'] as const)('a call that is %s', async (kind) => {
    const path = `/${row.fault}/${kind}`;
    check(await outcomeOf(`http://127.0.0.1:${upstream.port}${path}`, kind === 'repeatable'), row[kind]);
    expect(upstream.tries(path)).toBe(row[kind].tries);
  });
}

describe('an upstream that cannot be reached', () => {
  it('refuses the connection: nothing is sent, so every call is retried', async () => {
    const url = `http://127.0.0.1:${await freePort()}/fine`;
    for (const repeatable of [true, false]) {
      const client = createTestClient();
      const failure = await client.send(requestTo(url, { repeatable })).catch((error: unknown) => error);
      await client.close();
      expect(failure).toMatchObject({ code: 'UPSTREAM_ERROR', message: expect.stringContaining('not be reached') });
      expect(client.told).toEqual(['retried failure', 'retried failure', 'called UPSTREAM_ERROR']);
    }
  });

  it.each([
    ['expired', 'it has expired', true],
    ['other', 'another host name', true],
    ['server', 'its issuer is unknown', false],
  ])('presents the certificate %s: nothing is sent', async (certificate, words, trusted) => {
    const secure = await startFaultyUpstream(certificate);
    const ca = trusted ? { ca: upstreamPem('issuer.cert') } : {};
    const url = `https://127.0.0.1:${secure.port}/fine`;
    check(await outcomeOf(url, true, ca), { code: 'UPSTREAM_UNTRUSTED', words, tries: 0 });
    expect(secure.seen).toEqual([]);
    await secure.close();
  });

  it('does not support TLS', async () => {
    const plain = createServer((socket) => {
      socket.on('error', () => undefined).on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    }).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const url = `https://127.0.0.1:${(plain.address() as AddressInfo).port}/fine`;
    check(await outcomeOf(url, true), { code: 'UPSTREAM_ERROR', words: 'secure connection', tries: 0 });
    plain.close();
  });

  it('hangs in the TLS handshake', async () => {
    const url = `https://127.0.0.1:${upstream.port}/fine/tls`;
    check(await outcomeOf(url, true), { code: 'UPSTREAM_TIMEOUT', tries: 0 });
  });

  it('succeeds with a trusted certificate', async () => {
    const secure = await startFaultyUpstream('server');
    const url = `https://127.0.0.1:${secure.port}/fine`;
    check(await outcomeOf(url, true, { ca: upstreamPem('issuer.cert') }), { status: 200, tries: 1 });
    await secure.close();
  });
});

describe('connections to an upstream', () => {
  const response = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

  it.each([
    ['are reused', response, 1],
    ['are not reused after it sent unrequested bytes', `${response}HTTP/1.1 200 OK\r\n`, 3],
  ])('%s', async (_what, bytes, expected) => {
    let connections = 0;
    let requests = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      socket.on('data', () => {
        requests += 1;
        socket.write(requests === 1 ? bytes : response);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = createTestClient();
    for (let n = 0; n < 3; n += 1) {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      expect(await new Response((await client.send(requestTo(url))).body).text()).toBe('{}');
    }
    expect({ connections, requests }).toEqual({ connections: expected, requests: 3 });
    await client.close();
    server.close();
  });
});

describe('response floods', () => {
  it('are aborted after a small part of a gigabyte', async () => {
    const before = upstream.flooded();
    await outcomeOf(`http://127.0.0.1:${upstream.port}/gigabyte/little`, true);
    await outcomeOf(`http://127.0.0.1:${upstream.port}/announced-gigabyte/little`, true);
    expect(upstream.flooded() - before).toBeLessThan(64 * 1024 * 1024);
  });
});
