/** Any description in, every protocol out: one service from each, called over each, the upstream and the caller compared. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { HttpHost } from './http-host.js';
import { startHttpHost } from './http-host.js';
import { checksInput, clients } from './matrix-clients.js';
import { refusals, toldCode, toldRetryable } from './matrix-refusals.js';
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
  it.each(pairs)('%s → %s: the upstream is asked, and the caller answered, alike', async (from, to) => {
    seen.length = 0;
    const called = await clients[to]?.(gateway, ids.get(from) ?? '', { vessel: 'Hel', nights: 3 });
    expect(called).toEqual({ output: { berth: 'B7', nights: 3 } });
    expect(seen).toEqual([{ vessel: 'Hel', nights: 3 }]);
  });

  const failing = pairs.flatMap(([from, to]) =>
    refusals.map(
      (refusal) => [from, to, refusal.vessel, toldCode(refusal, from, to), toldRetryable(refusal, from)] as const,
    ),
  );

  it.each(failing)('%s → %s: what %s meets is %s; to be tried again: %s', async (from, to, vessel, code, retryable) => {
    const called = await clients[to]?.(gateway, ids.get(from) ?? '', { vessel, nights: 3 });
    expect(called).toEqual({ code, retryable });
  });

  it.each(pairs)('%s → %s: faulty input is told as such, and nothing is sent', async (from, to) => {
    seen.length = 0;
    const called = await clients[to]?.(gateway, ids.get(from) ?? '', { vessel: 'Hel', nights: 99 });
    expect(called).toEqual({ code: checksInput.has(to) ? 'INVALID_ARGUMENT' : 'INVALID_INPUT', retryable: false });
    expect(seen).toEqual([]);
  });
});
