/** Imports one service from each protocol, calls it over each protocol, and compares the upstream requests and responses. */
import { thirdPartyMark } from '@dragoman/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { HttpHost } from './http-host.js';
import { startHttpHost } from './http-host.js';
import type { Called } from './matrix-clients.js';
import { checksInput, clients } from './matrix-clients.js';
import { refusals, reportedRetryable, reportedSilence, silentErrors } from './matrix-refusals.js';
import { createUpstream, describeService } from './matrix-service.js';

const incoming = Object.keys(describeService('https://berths.example'));
const outgoing = Object.keys(clients);
const pairs = incoming.flatMap((from) => outgoing.map((to): [string, string] => [from, to]));

const textOf = (called: Called | undefined) => (called !== undefined && 'text' in called ? called.text : '');

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
    refusals.map((refusal) => [from, to, refusal.vessel, refusal.code, reportedRetryable(refusal, from)] as const),
  );

  it.each(failing)('%s → %s: a call for %s fails with %s; retryable: %s', async (from, to, vessel, code, retryable) => {
    const called = await clients[to]?.(gateway, ids.get(from) ?? '', { vessel, nights: 3 });
    expect(called).toMatchObject({ code, retryable });
    if (from === 'aidip' && to === 'openapi') return; // The error object of an AIDIP agent is passed on.
    const [line, ...words] = textOf(called)
      .replace(/^Error \(\w+\): /, '')
      .split('\n');
    // Errors of MCP tools and tasks of A2A agents have no statuses; those of their servers do.
    expect(line).toMatch(from === 'mcp' || from === 'a2a' ? /\d\d\d|reported an error\./ : /\d\d\d/);
    expect(line).toMatch(
      retryable
        ? /\. You can retry it (later|in 1 second)\. \w/
        : /\. (Do not retry it unchanged|The call may have taken effect; do not retry it yet)\. \w/,
    );
    expect([words[0], words.at(-1)]).toEqual([thirdPartyMark, expect.stringContaining('Not now.')]);
  });

  const silent = pairs.flatMap(([from, to]) => Object.keys(silentErrors).map((vessel) => [from, to, vessel] as const));

  it.each(silent)('%s → %s: an error response with %s is reported with a code', async (from, to, vessel) => {
    const called = await clients[to]?.(gateway, ids.get(from) ?? '', { vessel, nights: 3 });
    expect(called).toMatchObject(reportedSilence);
    // The client of N-ACT quotes the words of every server.
    if (to !== 'nact') expect(textOf(called)).not.toContain(thirdPartyMark);
  });

  it.each(pairs)('%s → %s: invalid input is reported, and nothing is sent', async (from, to) => {
    seen.length = 0;
    const called = await clients[to]?.(gateway, ids.get(from) ?? '', { vessel: 'Hel', nights: 99 });
    expect(called).toMatchObject({
      code: checksInput.has(to) ? 'INVALID_ARGUMENT' : 'INVALID_INPUT',
      retryable: false,
    });
    expect(seen).toEqual([]);
  });
});
