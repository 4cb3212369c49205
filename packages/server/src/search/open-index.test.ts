/** A restart with a snapshot finds the same as a restart without one, whatever happened to the file and to the store. */
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore, local, type Store } from '@dragoman/core/engine';
import { systemClock } from '@dragoman/core/http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/load-config.js';
import { createServer, type DragomanServer } from '../create-server.js';
import { createLogger } from '../observe/logger.js';
import { address, pierWeather } from '../server.support.js';
import { openPostgresStore, openSqliteStore } from '../stores/index.js';
import { requirePostgres } from '../stores/postgres/require-postgres.support.js';
import { openIndexSnapshot, snapshotPath } from './index-snapshot.js';
import { openIndex } from './open-index.js';

let folder: string;
let database: string;
let file: string;
let lines: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-snapshot-'));
  database = join(folder, 'registry.db');
  file = `${database}.index`;
  lines = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const logger = () => createLogger({ level: 'debug', pretty: false }, { write: (line) => lines.push(line) });

function start(flags: Record<string, unknown> = {}): Promise<DragomanServer> {
  const own = { 'store.path': database, 'search.embedder': 'none', 'secrets.key': '0'.repeat(64), ...flags };
  return createServer(loadConfig({ cwd: folder, environment: {}, flags: own }), { logger: logger() });
}

async function send(server: DragomanServer, method: string, path: string, body?: unknown): Promise<Response> {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return server.fetch(new Request(new URL(path, address), { method, ...sent }));
}

const berths = ['weather', 'tides', 'invoice', 'crane', 'pilot'];
const document = (id: string, change: object = {}) => ({ ...pierWeather, id, name: `Pier ${id}`, ...change });

async function fill(server: DragomanServer): Promise<void> {
  for (const id of berths) expect((await send(server, 'POST', '/agents', document(id))).status).toBe(201);
}

/** Everything that the search of a fresh server answers. */
async function answers(flags: Record<string, unknown> = {}): Promise<unknown> {
  const server = await start(flags);
  const search = async (query: string) => {
    const { search_time: _, ...rest } = (await (
      await send(server, 'POST', '/agents/search', { query, top: 50 })
    ).json()) as Record<string, unknown>;
    return rest;
  };
  const found = [await search('pier weather'), await search('invoice'), await search('rent a crane')];
  const listed = await (await send(server, 'GET', '/agents?top=100')).json();
  const copied = await (
    await send(server, 'POST', '/agents?dry_run=true', document('copy', { name: 'Pier tides' }))
  ).json();
  await server.close();
  return { found, listed, copied };
}

/** Compares a restart with the current file with a restart without one. */
async function expectSame({ used }: { used: boolean }): Promise<void> {
  lines = [];
  const withFile = await answers();
  expect(lines.join('').includes('snapshot of the search index is not usable')).toBe(!used);
  expect(withFile).toEqual(await answers({ 'search.snapshot': 'off' }));
}

async function filled(): Promise<void> {
  const server = await start();
  await fill(server);
  // The snapshot has what the server has followed.
  await send(server, 'GET', '/readyz');
  await server.close();
}

describe('the snapshot of the index', () => {
  it('is written when the server stops, readable only by its owner, and used by the next start', async () => {
    await filled();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const before = await readFile(file);
    await expectSame({ used: true });
    expect(await readFile(file)).toEqual(before);
  });

  it.each([
    ['truncated', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ['empty', () => Buffer.alloc(0)],
    ['only a header', (bytes: Buffer) => bytes.subarray(0, bytes.indexOf(10) + 1)],
    ['changed in one bit', (bytes: Buffer) => flip(bytes, bytes.length - 100)],
    [
      'changed in its header',
      (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('"seq":5', '"seq":3'), 'latin1'),
    ],
    ['something else', () => Buffer.from(`{"version":1}\n${'x'.repeat(5000)}`)],
    ['deeply nested', () => Buffer.from(`${'['.repeat(900)}\n`)],
  ])('is ignored and replaced when it is %s', async (_, change) => {
    await filled();
    await writeFile(file, change(await readFile(file)));
    await expectSame({ used: false });
  });

  it('is ignored when it is a link or a folder, which stays as it is', async () => {
    await filled();
    const other = join(folder, 'other');
    await writeFile(other, 'not ours');
    await rm(file);
    await symlink(other, file);
    await expectSame({ used: false });
    expect(await readFile(other, 'utf8')).toBe('not ours');
  });

  it('is ignored when another store or another history of the store belongs to it', async () => {
    await filled();
    await copyFile(file, join(folder, 'old.index'));
    await rm(database);
    await filled();
    await copyFile(join(folder, 'old.index'), file);
    await expectSame({ used: false });
  });

  it('is ignored when the store was replaced by an earlier copy of itself', async () => {
    await filled();
    const backup = join(folder, 'backup.db');
    await copyFile(database, backup);
    const server = await start();
    await send(server, 'DELETE', '/agents/crane');
    await send(server, 'GET', '/readyz');
    await server.close();
    await copyFile(backup, database);
    const changed = await start({ 'search.snapshot': 'off' });
    await send(changed, 'DELETE', '/agents/pilot');
    await changed.close();
    await expectSame({ used: false });
  });

  it('is brought up to date when the process was killed, or another process changed entries', async () => {
    await filled();
    await copyFile(file, join(folder, 'kept.index'));
    const server = await start();
    await send(server, 'POST', '/agents', document('later'));
    await send(server, 'PUT', '/agents/tides', document('tides', { description: 'Rents a crane by the hour.' }));
    await send(server, 'DELETE', '/agents/crane');
    await server.close();
    // A killed process leaves the earlier file.
    await copyFile(join(folder, 'kept.index'), file);
    await expectSame({ used: true });
  });

  it('gives vectors to restored entries, also when the model has changed', async () => {
    await filled();
    const server = await start({ 'search.embedder': 'instant' });
    const ready = async () => ((await (await send(server, 'GET', '/readyz')).json()) as { search: object }).search;
    expect(await ready()).toMatchObject({ matched_by: ['words', 'meaning'] });
    await expect.poll(ready, { timeout: 20_000 }).toMatchObject({ vectors_waiting: 0 });
    const found = await send(server, 'POST', '/agents/search', { query: 'how strong is the breeze' });
    expect(found.headers.get('x-dragoman-matching')).toBe('words, meaning');
    await server.close();
    const store = await openSqliteStore({ path: database, clock: systemClock });
    const [{ count } = { count: 0 }] = await store.vectors.models();
    expect(count).toBe(berths.length);
    await store.close();
  });

  it('does not stop a server that cannot write it', async () => {
    const missing = join(folder, 'missing', 'registry.index');
    const server = await start({ 'search.snapshot': missing });
    await fill(server);
    await send(server, 'GET', '/readyz');
    await server.close();
    expect(existsSync(missing)).toBe(false);
    expect(lines.join('')).toContain('the snapshot of the search index could not be written');
  });
});

describe('openIndex on PostgreSQL', async () => {
  const postgres = await requirePostgres();

  it.skipIf(!postgres.reachable)('restores the index from the configured file, and applies later changes', async () => {
    const schema = postgres.newSchema();
    const store = await openPostgresStore({ url: postgres.url, clock: systemClock, schema });
    try {
      const config = loadConfig({ cwd: folder, environment: {}, flags: { 'search.embedder': 'none' } });
      const server = await createServer(config, {
        logger: logger(),
        store: { ...store, close: async () => undefined },
      });
      await fill(server);
      const open = async () => {
        const ports = {
          store,
          clock: systemClock,
          logger: logger(),
          spare: setImmediate,
          report: console.error,
          version: '1.0.0',
        };
        const { index, follow, search } = await openIndex(config, { ...ports, snapshotPath: file });
        const restored = index.size;
        const { stop } = await follow(console.error);
        const query = { text: 'pier weather', conditions: [], order: 'relevance', top: 50, skip: 0 } as const;
        const found = (await index.find(query, local)).hits.map(({ id }) => id);
        await stop();
        await search.close();
        return { restored, found: found.sort() };
      };
      expect(await open()).toEqual({ restored: 0, found: [...berths].sort() });
      await send(server, 'DELETE', '/agents/crane');
      await server.close();
      expect(await open()).toEqual({ restored: 5, found: berths.filter((id) => id !== 'crane').sort() });
    } finally {
      await store.close();
      await postgres.dropSchema(schema);
    }
  });
});

describe('openIndexSnapshot', () => {
  const parts = { seq: 1, index: { entries: 1 } as never, names: () => ({ names: 2 }) as never };
  const open = (store: Store, version = 'one') => openIndexSnapshot({ path: file, store, logger: logger(), version });
  const record = { at: '', actor: 'a', action: 'b', target: '', outcome: 'done', code: '', traceId: '' } as const;

  it('reads what it wrote, but not what other code wrote', async () => {
    const store = createMemoryStore();
    await store.audit.append(record);
    await open(store).write(parts);
    const read = await open(store).read();
    expect({ ...read, names: read?.names() }).toEqual({ seq: 1, index: { entries: 1 }, names: { names: 2 } });
    expect(await open(store, 'two').read()).toBeUndefined();
    expect(lines.join('')).toContain('another version of the program wrote it');
  });

  it('leaves the file to another process that is writing it, and removes what a killed one left', async () => {
    const store = createMemoryStore();
    await store.audit.append(record);
    await writeFile(`${file}.new`, 'unfinished');
    await open(store).write(parts);
    expect([existsSync(file), lines]).toEqual([false, []]);
    await utimes(`${file}.new`, 0, 0);
    await open(store).write(parts);
    expect([existsSync(file), existsSync(`${file}.new`)]).toEqual([true, false]);
  });

  it('reads nothing for a store with another secret', async () => {
    const store = createMemoryStore();
    await store.audit.append(record);
    await open(store).write(parts);
    expect(await open({ ...store, secret: async () => 'another' }).read()).toBeUndefined();
  });
});

describe('snapshotPath', () => {
  it.each([
    [{ 'store.path': '/data/registry.db' }, '/data/registry.db.index'],
    [{ 'store.path': ':memory:' }, undefined],
    [{ 'store.path': '/data/registry.db', 'search.snapshot': 'off' }, undefined],
    [{ 'store.databaseUrl': 'postgres://localhost/registry' }, undefined],
    [{ 'store.databaseUrl': 'postgres://localhost/registry', 'search.snapshot': '/var/index' }, '/var/index'],
  ])('with %j is %s', (flags, path) => {
    expect(snapshotPath(loadConfig({ cwd: '/', environment: {}, flags }))).toBe(path);
  });
});

function flip(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}
