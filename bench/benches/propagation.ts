/**
 * How long a change takes to reach another node: from the answer of the node that made it to the event of another node, and
 * whether a request to the other node, sent at that moment, still sees the state before.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withDatabase } from '../../scripts/faults/test-database.js';
import { type ServerProcess, startServerProcess } from '../../tests/e2e/server-process.js';
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import { percentile } from '../measure.js';

const [changes, quickChanges] = [300, 40];
const pauseMs = 20;
const waitMs = 5_000;

/** What was measured with one setup. */
interface Measured {
  /** Milliseconds from the answer to the event of the other node; negative if the event came first. */
  delays: number[];
  /** Reads of the other node that did not see the change, and keys that it accepted after they were revoked. */
  stale: number;
  accepted: number;
  /** Events that did not arrive. */
  missing: number;
}

const json = { 'content-type': 'application/json' };

/** Notes when the event of each service arrives. */
function listen({ url }: ServerProcess, arrivedAt: Map<string, number>): AbortController {
  const end = new AbortController();
  const read = async () => {
    const response = await fetch(`${url}/events?topics=catalogue&seconds=300`, { signal: end.signal });
    for await (const chunk of response.body ?? []) {
      for (const [, id = ''] of Buffer.from(chunk)
        .toString()
        .matchAll(/"(?:id|agent|service)":"(change-\d+)"/g))
        if (!arrivedAt.has(id)) arrivedAt.set(id, performance.now());
    }
  };
  void read().catch(() => undefined);
  return end;
}

const documentOf = (id: string) => ({
  id,
  name: id,
  description: `Quotes freight for ${id}.`,
  version: '1.0.0',
  publisher: 'Northquay',
  capabilities: ['freight_quote'],
  endpoint: 'http://127.0.0.1:9/do',
  inputs: { type: 'object' },
  outputs: { type: 'object' },
});

async function measure([here, there]: [ServerProcess, ServerProcess], count: number): Promise<Measured> {
  const arrivedAt = new Map<string, number>();
  const end = listen(there, arrivedAt);
  await sleep(500);
  const answeredAt = new Map<string, number>();
  let stale = 0;
  for (let number = 0; number < count; number += 1) {
    const id = `change-${number}`;
    const body = JSON.stringify(documentOf(id));
    const answer = await fetch(`${here.url}/agents`, { method: 'POST', headers: json, body });
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    answeredAt.set(id, performance.now());
    const read = await fetch(`${there.url}/agents/${id}`);
    if (read.status !== 200) stale += 1;
    await Promise.all([answer.body?.cancel(), read.body?.cancel()]);
    await sleep(pauseMs);
  }
  for (let waited = 0; arrivedAt.size < count && waited < waitMs; waited += 50) await sleep(50);
  end.abort();
  const delays = [...answeredAt].flatMap(([id, at]) => {
    const arrived = arrivedAt.get(id);
    return arrived === undefined ? [] : [arrived - at];
  });
  return { delays, stale, accepted: await countAccepted([here, there], count / 4), missing: count - delays.length };
}

/** Revokes keys at one node and uses them at once at the other. */
async function countAccepted([here, there]: [ServerProcess, ServerProcess], count: number): Promise<number> {
  const send = async (method: string, path: string, key: string, body?: object) => {
    const headers = { ...json, ...(key === '' ? {} : { authorization: `Bearer ${key}` }) };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    return (await (await fetch(`${here.url}${path}`, { method, headers, ...init })).json()) as Record<string, string>;
  };
  const { key: admin = '' } = await send('POST', '/keys', '', { name: 'admin', scopes: ['admin'] });
  let accepted = 0;
  for (let number = 0; number < count; number += 1) {
    const { id, key } = await send('POST', '/keys', admin, { name: `key-${number}`, scopes: ['registry:read'] });
    const use = () => fetch(`${there.url}/agents?top=0`, { headers: { authorization: `Bearer ${key}` } });
    await (await use()).body?.cancel();
    const revoked = await fetch(`${here.url}/keys/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${admin}` },
    });
    if (!revoked.ok) throw new Error(`the key was not revoked: ${revoked.status} ${await revoked.text()}`);
    const again = await use();
    // After many invalid credentials an address gets 429 instead of 401.
    if (again.ok) accepted += 1;
    await again.body?.cancel();
  }
  return accepted;
}

async function measureSetup(count: number, environment: Record<string, string>): Promise<Measured | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-propagation-'));
  const nodes: ServerProcess[] = [];
  let measured: Measured | undefined;
  try {
    await withDatabase(async (databaseUrl) => {
      const env = { DATABASE_URL: databaseUrl, ...generous, ...environment };
      const [here, there] = [
        await startServerProcess({ cwd: folder, env }),
        await startServerProcess({ cwd: folder, env }),
      ];
      nodes.push(here, there);
      measured = await measure([here, there], count);
      for (const node of nodes) await node.stop();
      return { title: '', method: '', counts: new Map(), violations: [] };
    });
    return measured;
  } finally {
    for (const node of nodes) await node.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Limits that the bench does not reach. */
const generous = {
  DRAGOMAN_LIMITS_LOCAL_PER_MINUTE_WRITE: '100000',
  DRAGOMAN_LIMITS_LOCAL_PER_MINUTE_READ: '100000',
  DRAGOMAN_LIMITS_PER_MINUTE_WRITE: '100000',
  DRAGOMAN_LIMITS_PER_MINUTE_READ: '100000',
};

async function run({ quick, progress }: BenchOptions): Promise<BenchReport> {
  const count = quick ? quickChanges : changes;
  const setups = [
    {
      key: 'redis',
      name: 'PostgreSQL and Redis',
      env: { DRAGOMAN_REDIS_URL: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379' },
    },
    { key: 'postgres', name: 'PostgreSQL', env: {} },
  ];
  const figures: Record<string, number> = {};
  const rows: (string | number)[][] = [];
  for (const { key, name, env } of setups) {
    progress(name);
    const measured = await measureSetup(count, env);
    if (measured === undefined) return { tables: [], notes: ['PostgreSQL is not reachable.'], figures };
    const { delays, stale, accepted, missing } = measured;
    const [p50, p99] = [percentile(delays, 0.5), percentile(delays, 0.99)];
    rows.push([name, p50, p99, Math.max(...delays), missing, stale, accepted]);
    Object.assign(figures, {
      [`propagation.${key}.p50_ms`]: p50,
      [`propagation.${key}.p99_ms`]: p99,
      [`propagation.${key}.stale_reads`]: stale,
      [`propagation.${key}.revoked_keys_accepted`]: accepted,
    });
  }
  return {
    tables: [
      {
        title: `${count} services registered at one node, seen by another; ${count / 4} keys revoked`,
        columns: [
          'shared through',
          'p50 ms',
          'p99 ms',
          'max ms',
          'events missing',
          'stale reads',
          'revoked keys accepted',
        ],
        rows,
      },
    ],
    notes: [
      'Milliseconds from the answer to the registration until the event is read from the other node; events are collected for 25 ms. A read and a revoked key are sent to the other node right after the answer.',
    ],
    figures,
  };
}

/** Changes that reach other nodes. */
export const propagation: Bench = {
  name: 'propagation',
  summary: 'how long a change takes to reach another node, and whether that node answers from the state before',
  run,
};
