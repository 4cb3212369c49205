/** The server is ready only while its store accepts writes: full disks, read-only databases, unusable vectors. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '@dragoman/core/engine';
import { createMemoryStore } from '@dragoman/core/engine';
import { systemClock } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { TestServer } from './server.support.js';
import { pierWeather, startTestServer } from './server.support.js';
import { openPostgresStore, openSqliteStore } from './stores/index.js';
import { requirePostgres } from './stores/postgres/require-postgres.support.js';
import { withFolder, withSmallDisk } from './stores/sqlite/sqlite-files.support.js';

const postgres = await requirePostgres();
const clock = systemClock;

/** A server on this store, where time passes between two requests. */
function serverOn(store: Store): Promise<TestServer> {
  let now = 0;
  const elapsed = () => {
    now += 2000;
    return now;
  };
  return startTestServer({ store, flags: { 'metrics.public': true }, overrides: { elapsed } });
}

async function readiness({ ask }: TestServer): Promise<[number, string]> {
  const response = await ask('GET', '/readyz');
  const { detail = '' } = (await response.json()) as { detail?: string };
  return [response.status, detail];
}

async function errorsOf({ ask }: TestServer): Promise<string[]> {
  const text = await (await ask('GET', '/metrics')).text();
  return text.split('\n').filter((line) => line.startsWith('dragoman_store_errors_total{'));
}

async function fill(store: Store): Promise<void> {
  for (let at = 0; at < 500; at += 1) {
    const draft = { at: '', actor: '', action: '', target: '', outcome: 'done', code: '', traceId: '' } as const;
    await store.audit.append({ ...draft, detail: 'x'.repeat(8000) });
  }
}

describe('readiness', () => {
  it('ends when the database file may not grow, with the reason and a count', () =>
    withFolder(async (path) => {
      const store = await openSqliteStore({ path, clock, maxBytes: 1_000_000 });
      const server = await serverOn(store);
      expect(await readiness(server)).toEqual([200, '']);
      await expect(fill(store)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await readiness(server)).toEqual([
        503,
        expect.stringMatching(/^The database has no space left; nothing was saved\./),
      ]);
      expect(await errorsOf(server)).toEqual(['dragoman_store_errors_total{part="ping",kind="full"} 1']);
      await server.server.close();
    }));

  it('ends when the server drains, which is not logged as an error', async () => {
    const server = await startTestServer({ flags: { 'server.drainSeconds': 0 } });
    await server.server.drain();
    expect(await readiness(server)).toEqual([503, expect.stringContaining('The server is stopping.')]);
    expect(server.log().at(-1)).toMatchObject({ level: 'info', route: '/readyz', status: 503 });
    await server.server.close();
  });

  it('ends on a full disk, and returns when there is space again', async () => {
    const ran = await withSmallDisk(4096, async (folder) => {
      const store = await openSqliteStore({ path: join(folder, 'r.db'), clock });
      const server = await serverOn(store);
      expect(await readiness(server)).toEqual([200, '']);
      await writeFile(join(folder, 'filler'), Buffer.alloc(8_000_000)).catch(() => undefined);
      await fill(store).catch(() => undefined);
      expect(await readiness(server)).toMatchObject([503, expect.stringContaining('no')]);
      await rm(join(folder, 'filler'));
      expect(await readiness(server)).toEqual([200, '']);
      await server.server.close();
    });
    if (!ran) console.warn('This machine does not allow mounting a small disk: SKIPPED');
  });

  it.skipIf(!postgres.reachable)('ends while PostgreSQL is read-only, and returns', async () => {
    const database = `dragoman_ready_${process.pid}_${Date.now()}`;
    await postgres.execute(`CREATE DATABASE ${database}`);
    const url = Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href;
    const store = await openPostgresStore({ url, clock });
    const server = await serverOn(store);
    const readOnly = async (state: 'on' | 'off') => {
      await postgres.execute(`ALTER DATABASE ${database} SET default_transaction_read_only = ${state}`);
      await postgres.execute('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);
      // The pool discards a closed connection at its first use.
      await store.keys.list().catch(() => undefined);
    };
    try {
      expect(await readiness(server)).toEqual([200, '']);
      await readOnly('on');
      expect(await readiness(server)).toEqual([
        503,
        expect.stringMatching(/^The database is currently not writable; nothing was saved\./),
      ]);
      expect(await errorsOf(server)).toContain('dragoman_store_errors_total{part="ping",kind="read-only"} 1');
      await readOnly('off');
      expect(await readiness(server)).toEqual([200, '']);
    } finally {
      await server.server.close();
      await postgres.execute(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    }
  });

  it('ends while vectors cannot be stored', async () => {
    const memory = createMemoryStore();
    let broken = true;
    const write: typeof memory.vectors.write = (model, vectors) =>
      broken
        ? Promise.reject(new Failure('UNAVAILABLE', { message: 'The table of vectors is gone.' }))
        : memory.vectors.write(model, vectors);
    const server = await startTestServer({
      store: { ...memory, vectors: { ...memory.vectors, write } },
      flags: { 'search.embedder': 'instant' },
    });
    await server.ask('POST', '/agents', { body: pierWeather });
    let state = await readiness(server);
    for (let tries = 0; tries < 500 && state[0] === 200; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      state = await readiness(server);
    }
    expect(state).toEqual([503, expect.stringMatching(/^Vectors cannot be stored\. The table of vectors is gone\./)]);
    broken = false;
    expect(await readiness(server)).toEqual([200, '']);
    await server.server.close();
  });
});
