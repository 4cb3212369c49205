/** PostgreSQL becomes unreachable and returns: the server reports it, keeps running, and loses nothing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyAudit } from '@dragoman/core/engine';
import { systemClock } from '@dragoman/core/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../packages/server/src/stores/index.js';
import { requirePostgres } from '../../packages/server/src/stores/postgres/require-postgres.support.js';
import { startTcpProxy, type TcpProxy } from '../../packages/server/src/stores/postgres/tcp-proxy.support.js';
import { agentDocument } from './agent-document.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';

const postgres = await requirePostgres();
const database = `dragoman_outage_${process.pid}_${Math.floor(Math.random() * 2 ** 31)}`;
const direct = Object.assign(new URL(postgres.url), { pathname: `/${database}` });

let folder: string;
let proxy: TcpProxy;
let server: ServerProcess;

interface Answer {
  status: number;
  retryAfter: string | null;
  body: Record<string, unknown>;
}

async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  const text = await response.text();
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: text === '' ? {} : JSON.parse(text),
  };
}

const register = (id: string) => ask('POST', '/agents', agentDocument(id));

async function until(path: string, status: number): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if ((await ask('GET', path)).status === status) return;
    await sleep(50);
  }
  throw new Error(`${path} never answered ${status}:\n${server.output()}`);
}

describe.skipIf(!postgres.reachable)('a PostgreSQL outage', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-outage-'));
    await postgres.execute(`CREATE DATABASE ${database}`);
    proxy = await startTcpProxy({ host: direct.hostname, port: Number(direct.port || 5432) });
    const through = new URL(direct);
    through.host = `127.0.0.1:${proxy.port}`;
    server = await startServerProcess({ cwd: folder, env: { DATABASE_URL: through.href } });
  });
  afterAll(async () => {
    await server?.kill();
    await proxy?.close();
    await postgres.execute(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await rm(folder, { recursive: true, force: true });
  });

  it('causes 503 with Retry-After, and ends without a restart', async () => {
    const acknowledged: string[] = [];
    const tried: string[] = [];
    const attempt = async (id: string) => {
      tried.push(id);
      const answer = await register(id);
      if (answer.status === 201) acknowledged.push(id);
      return answer;
    };
    for (let outage = 0; outage < 3; outage += 1) {
      expect((await attempt(`before-${outage}`)).status).toBe(201);
      const flood = Array.from({ length: 40 }, (_, n) => sleep(n).then(() => attempt(`during-${outage}-${n}`)));
      await sleep(15 + outage * 10);
      proxy.cut('refuse');
      for (const { status, retryAfter, body } of await Promise.all(flood)) {
        expect([201, 503]).toContain(status);
        if (status !== 503) continue;
        // A commit that lost its connection may have taken effect, so it is not retryable.
        const retryable = body.outcome_unknown !== true;
        expect([body.code, body.retryable, Number(retryAfter) > 0]).toEqual(['UNAVAILABLE', retryable, true]);
      }
      await until('/readyz', 503);
      const refused = await attempt(`without-${outage}`);
      expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE', retryable: true } });
      expect(Number(refused.retryAfter)).toBeGreaterThan(0);
      expect(JSON.stringify(refused.body)).not.toMatch(/ECONN|postgres|127\.0\.0\.1|pg_/i);
      expect((await ask('GET', '/healthz')).status).toBe(200);
      proxy.restore();
      await until('/readyz', 200);
      expect((await attempt(`after-${outage}`)).status).toBe(201);
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(6);
    for (const id of acknowledged) expect((await ask('GET', `/agents/${encodeURIComponent(id)}`)).status).toBe(200);

    const store = await openPostgresStore({ url: direct.href, clock: systemClock });
    try {
      expect((await verifyAudit(store.audit)).breaks).toEqual([]);
      const stored = await store.entries.readMany(tried);
      expect(stored.map(({ entry }) => entry.id)).toEqual(expect.arrayContaining(acknowledged));
      expect(stored.every(({ revision }) => revision === 1)).toBe(true);
      for (const { entry } of stored) await until(`/agents/${encodeURIComponent(entry.id)}`, 200);
      expect(await store.entries.readMany(tried.filter((id) => id.startsWith('without')))).toEqual([]);
    } finally {
      await store.close();
    }
  });

  it('is detected even if the network drops all packets, and no request hangs', async () => {
    expect((await register('swallow-before')).status).toBe(201);
    proxy.stall();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => register(`swallowed-${n}`)));
    for (const { status, body } of answers) expect([status, body.code]).toEqual([503, 'UNAVAILABLE']);
    expect((await ask('GET', '/healthz')).status).toBe(200);
    proxy.restore();
    await until('/readyz', 200);
    expect((await register('swallow-after')).status).toBe(201);
    expect((await ask('GET', '/agents/swallow-before')).status).toBe(200);
  });
});
