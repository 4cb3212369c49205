/** Imports one service from each protocol, calls it over each protocol, and compares the upstream requests and responses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { HttpHost } from './http-host.js';
import { startHttpHost } from './http-host.js';
import { checksInput, clients } from './matrix-clients.js';
import { refusals, reportedCode, reportedRetryable } from './matrix-refusals.js';
import { createUpstream, describeService } from './matrix-service.js';

const incoming = Object.keys(describeService('https://berths.example'));
const outgoing = Object.keys(clients);
const pairs = incoming.flatMap((from) => outgoing.map((to): [string, string] => [from, to]));

let host: HttpHost;
let gateway: GatewayServer;
const seen: unknown[] = [];
const ids = new Map<string, string>();

beforeAll(async () => {
  host = await startHttpHost(createUpstream(seen));
  gateway = await startGatewayServer({ 'upstream.breaker.minCalls': 100_000 });
  for (const [protocol, document] of Object.entries(describeService(host.origin))) {
    const { json } = await gateway.ask('POST', '/imports', { items: [{ document }] });
    const [result] = json.results as { id?: string; outcome: string }[];
    expect([protocol, result]).toMatchObject([protocol, { outcome: 'created' }]);
    ids.set(protocol, result?.id ?? '');
  }
});
afterAll(async () => {
  await gateway.server.close();
  await host.close();
});

describe('a service read from one protocol and called over another', () => {
  it.each(pairs)('%s → %s: the upstream gets the same request, and the caller the same response', async (from, to) => {
    seen.length = 0;
    const called = await clients[to]?.(gateway, ids.get(from) ?? '', { vessel: 'Hel', nights: 3 });
    expect(called).toEqual({ output: { berth: 'B7', nights: 3 } });
    expect(seen).toEqual([{ vessel: 'Hel', nights: 3 }]);
  });

  const failing = pairs.flatMap(([from, to]) =>
    refusals.map(
      (refusal) =>
        [from, to, refusal.vessel, reportedCode(refusal, from, to), reportedRetryable(refusal, from)] as const,
    ),
  );

  it.each(failing)('%s → %s: a call for %s fails with %s; retryable: %s', async (from, to, vessel, code, retryable) => {
    const called = await clients[to]?.(gateway, ids.get(from) ?? '', { vessel, nights: 3 });
    expect(called).toEqual({ code, retryable });
  });

  it.each(pairs)('%s → %s: invalid input is reported, and nothing is sent', async (from, to) => {
    seen.length = 0;
    const called = await clients[to]?.(gateway, ids.get(from) ?? '', { vessel: 'Hel', nights: 99 });
    expect(called).toEqual({ code: checksInput.has(to) ? 'INVALID_ARGUMENT' : 'INVALID_INPUT', retryable: false });
    expect(seen).toEqual([]);
  });
});
