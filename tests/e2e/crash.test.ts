/**
 * Durability of every 201 and 200: a server under concurrent writes is killed repeatedly at random moments,
 * on both stores; afterwards every acknowledged write must exist, and no other write may be partial.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@dragoman/core/engine';
import { verifyAudit } from '@dragoman/core/engine';
import { systemClock } from '@dragoman/core/http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore, openSqliteStore } from '../../packages/server/src/stores/index.js';
import { requirePostgres } from '../../packages/server/src/stores/postgres/require-postgres.support.js';
import { createRandom } from './seeded-random.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';
import type { Ledger, LedgerLine } from './write-ledger.js';
import { descriptionOf, revisionOf, runWriter, wordOf } from './write-ledger.js';

const rounds = 5;
const writers = 8;
const seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31));
const postgres = await requirePostgres();
const database = `dragoman_crash_${process.pid}_${seed}`;
const databaseUrl = Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href;

let folder: string;
let latest: ServerProcess | undefined;

async function startOne(env: Record<string, string>): Promise<ServerProcess> {
  latest = await startServerProcess({ cwd: folder, env });
  return latest;
}

/** One run of the server: several concurrent writers, killed at a random moment. */
async function runUntilKilled(
  server: ServerProcess,
  ledger: Ledger,
  round: number,
  random: () => number,
): Promise<void> {
  let dead = false;
  const work = Array.from({ length: writers }, (_, n) => runWriter(server.url, ledger, `r${round}w${n}`, () => dead));
  await firstAcknowledgement(ledger, `r${round}w`);
  await sleep(Math.floor(random() * 400));
  await server.kill();
  dead = true;
  await Promise.all(work);
}

/** The first requests after a start are slow; a kill before them would test nothing. */
async function firstAcknowledgement(ledger: Ledger, prefix: string): Promise<void> {
  const acknowledged = () => [...ledger.values()].some((line) => line.id.startsWith(prefix) && line.acknowledged > 0);
  for (let tries = 0; tries < 3_000 && !acknowledged(); tries += 1) await sleep(10);
}

async function checkOverHttp(server: ServerProcess, ledger: Ledger): Promise<number> {
  let present = 0;
  for (const line of ledger.values()) present += (await checkEntry(server, line)) ? 1 : 0;
  const list = await fetch(`${server.url}/agents?top=0`);
  expect(Number(list.headers.get('x-total-count'))).toBe(present);
  return present;
}

/** The entry is complete and at least as new as the last acknowledged write; a never acknowledged one may be missing. */
async function checkEntry(server: ServerProcess, line: LedgerLine): Promise<boolean> {
  const response = await fetch(`${server.url}/agents/${line.id}`);
  const body = (await response.json()) as { id?: string; description?: string; operations?: unknown; inputs?: unknown };
  if (response.status === 404 && line.acknowledged === 0) return false;
  expect([line.id, response.status]).toEqual([line.id, 200]);
  const number = Number(/^Write (\d+) /.exec(body.description ?? '')?.[1]);
  expect(body).toMatchObject({ id: line.id, description: descriptionOf(line.id, number) });
  expect(number).toBeGreaterThanOrEqual(line.acknowledged);
  expect(number).toBeLessThanOrEqual(line.tried);
  const revision = revisionOf(response.headers.get('etag'));
  expect(revision).toBeGreaterThanOrEqual(line.revision);
  expect(revision).toBeLessThanOrEqual(line.tried);
  line.acknowledged = number;
  line.revision = revision;
  return true;
}

async function checkSearch(server: ServerProcess, ledger: Ledger): Promise<void> {
  const lines = [...ledger.values()].filter(({ acknowledged }) => acknowledged > 0);
  for (const line of lines.filter((_, place) => place % Math.ceil(lines.length / 25) === 0)) {
    const response = await fetch(`${server.url}/agents/search`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: wordOf(line.id), top: 5 }),
    });
    const { results } = (await response.json()) as { results: { id: string }[] };
    expect(results.map(({ id }) => id)).toContain(line.id);
  }
}

/** Checks the store itself: no missing version, no change without its record, no record without its change. */
async function checkStore(store: Store): Promise<void> {
  const verdict = await verifyAudit(store.audit);
  expect(verdict.breaks).toEqual([]);
  let changes = 0;
  for await (const portion of store.entries.all()) {
    for (const { entry, revision } of portion) {
      const versions = await store.entries.versions(entry.id, 10_000);
      expect(versions.map((version) => version.revision)).toEqual(
        Array.from({ length: revision }, (_, place) => revision - place),
      );
      const records = await store.audit.list({ limit: 10_000, target: entry.id });
      expect(records.filter(({ outcome }) => outcome === 'done').map(({ action }) => action)).toEqual(
        versions.map(({ action }) => action).reverse(),
      );
      changes += revision;
    }
  }
  const { seq } = await store.audit.head();
  expect(seq).toBe(changes);
}

async function surviveKills(env: Record<string, string>, openStore: () => Promise<Store>): Promise<void> {
  const random = createRandom(seed);
  const ledger: Ledger = new Map();
  for (let round = 0; round < rounds; round += 1) {
    const server = await startOne(env);
    await checkOverHttp(server, ledger);
    await runUntilKilled(server, ledger, round, random);
  }
  const server = await startOne(env);
  const present = await checkOverHttp(server, ledger);
  await checkSearch(server, ledger);
  expect(await server.stop()).toBe(0);
  const store = await openStore();
  await checkStore(store).finally(() => store.close());
  const acknowledged = [...ledger.values()].reduce((sum, line) => sum + line.acknowledged, 0);
  console.info(`${rounds} kills (CRASH_SEED=${seed}): ${present} entries, ${acknowledged} writes kept`);
  expect(present).toBeGreaterThan(writers);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-crash-'));
  if (postgres.reachable) await postgres.execute(`CREATE DATABASE ${database}`);
});
afterEach(() => latest?.kill());
afterAll(async () => {
  if (postgres.reachable) await postgres.execute(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await rm(folder, { recursive: true, force: true });
});

describe('a server that is killed repeatedly under concurrent registrations', () => {
  it(`loses no acknowledged write and keeps no partial write on SQLite (CRASH_SEED=${seed})`, async () => {
    const path = join(folder, 'crash.db');
    await surviveKills({ DRAGOMAN_STORE_PATH: path }, () =>
      Promise.resolve(openSqliteStore({ path, clock: systemClock })),
    );
  });

  it.skipIf(!postgres.reachable)(
    `loses no acknowledged write and keeps no partial write on PostgreSQL (CRASH_SEED=${seed})`,
    async () => {
      await surviveKills({ DATABASE_URL: databaseUrl }, () =>
        openPostgresStore({ url: databaseUrl, clock: systemClock }),
      );
    },
  );
});
