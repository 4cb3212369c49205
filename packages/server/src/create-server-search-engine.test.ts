import { lookAlikesOf, type Store } from '@dragoman/core/engine';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pierWeather, startTestServer, type TestServer } from './server.support.js';
import { openStoreOn } from './stores/postgres/open-postgres-store.js';
import { type PgliteForTests, startPglite } from './stores/postgres/pglite.support.js';

let lite: PgliteForTests;
let bare: PgliteForTests;
beforeAll(async () => {
  lite = await startPglite();
  bare = await startPglite({ pgvector: false });
}, 120_000);
afterAll(async () => {
  await lite.close();
  await bare.close();
});

const opened: TestServer[] = [];
afterEach(async () => {
  for (const { server } of opened.splice(0)) await server.close();
});

const clock = { now: () => Date.now() };

function openStore(schema: string): Promise<Store> {
  return openStoreOn({ connect: () => lite.connect(schema), clock, pgvector: 'on', where: 'a test' });
}

async function start(store: Store, flags: Record<string, string> = {}): Promise<TestServer> {
  const server = await startTestServer({
    store,
    flags: { 'search.embedder': 'instant', 'search.engine': 'postgres', ...flags },
  });
  opened.push(server);
  return server;
}

const ledger = {
  ...pierWeather,
  id: 'ledger',
  name: 'Ledger',
  description: 'Settles invoices by bank transfer.',
  capabilities: ['payments'],
  tags: ['money'],
};

async function search(server: TestServer, query: string, filters: object = {}) {
  const answer = await server.ask('POST', '/agents/search', { body: { query, ...filters } });
  const { results } = (await answer.json()) as { results: { id: string }[] };
  return { ids: results.map(({ id }) => id), matching: answer.headers.get('x-dragoman-matching') };
}

interface Ready {
  search: { engine?: string; vectors_waiting?: number; entries_waiting?: number };
}

async function readSearch(server: TestServer): Promise<Ready['search']> {
  return ((await (await server.ask('GET', '/readyz')).json()) as Ready).search;
}

async function readIndexPart(server: TestServer): Promise<object | undefined> {
  const status = (await (await server.ask('GET', '/status')).json()) as { parts: { part: string }[] };
  return status.parts.find(({ part }) => part === 'index');
}

async function untilComplete(server: TestServer): Promise<void> {
  const waiting = async () => {
    const { vectors_waiting: texts = 0, entries_waiting: entries = 0 } = await readSearch(server);
    return texts + entries;
  };
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
}

describe('a server whose database searches', () => {
  it('finds by words at once and by meaning soon, on every face', async () => {
    const server = await start(await openStore('one'));
    for (const body of [pierWeather, ledger]) {
      expect((await server.ask('POST', '/agents', { body })).status).toBe(201);
    }
    expect((await search(server, 'settles invoices')).ids).toContain('ledger');
    await untilComplete(server);
    expect(await search(server, 'pay a bill')).toMatchObject({ matching: 'words, meaning' });
    expect((await search(server, 'pay a bill')).ids[0]).toBe('ledger');
    expect((await search(server, 'pay a bill', { filters: { tags: ['marine'] } })).ids).not.toContain('ledger');
    const resolved = await server.ask('POST', '/agents/resolve', { body: { intent: 'pay a bill by bank transfer' } });
    expect(await resolved.json()).toMatchObject({ matched_by: ['words', 'meaning'] });
    const listed = await server.ask('GET', '/catalogue/operations?facets=true&text=weather');
    expect(((await listed.json()) as { operations: { agent_id: string }[] }).operations[0]).toBeDefined();
    expect(await readSearch(server)).toEqual({
      matched_by: ['words', 'meaning'],
      compared_in: 'database',
      vectors_waiting: 0,
      engine: 'postgres',
      entries_waiting: 0,
    });
    const status = (await (await server.ask('GET', '/status')).json()) as { parts: { part: string; detail: string }[] };
    expect(status.parts).toContainEqual(
      expect.objectContaining({ part: 'index', detail: 'It is in the database and up to date with the store.' }),
    );
  });

  it('indexes what servers with an index in memory have stored, and works after the setting is changed back', async () => {
    const before = await start(await openStore('two'), { 'search.engine': 'memory' });
    for (const body of [pierWeather, ledger]) await before.ask('POST', '/agents', { body });
    const other = await start(await openStore('two'));
    await untilComplete(other);
    expect((await search(other, 'pay a bill')).ids[0]).toBe('ledger');
    // The two kinds of servers may run at the same time.
    await before.ask('POST', '/agents', {
      body: { ...ledger, id: 'lens', name: 'Lens', description: 'Grinds lenses.' },
    });
    await expect.poll(async () => (await search(other, 'lenses')).ids, { timeout: 10_000 }).toEqual(['lens']);
    await other.ask('DELETE', '/agents/ledger');
    const again = await start(await openStore('two'), { 'search.engine': 'memory' });
    expect((await search(again, 'grinds lenses')).ids).toContain('lens');
    expect((await search(again, 'settles invoices')).ids).not.toContain('ledger');
  });

  it('sets aside a service that cannot be indexed, says why, indexes the others, and tries it again', async () => {
    const before = await start(await openStore('six'), { 'search.engine': 'memory' });
    const lens = { ...ledger, id: 'lens', name: 'Lens', description: 'Grinds lenses.' };
    for (const body of [pierWeather, ledger, lens]) await before.ask('POST', '/agents', { body });
    const { query } = lite.connect('six');
    await query(`ALTER TABLE six.search_entries ADD CONSTRAINT no_ledger CHECK (id <> 'ledger')`);
    const server = await start(await openStore('six'));
    await untilComplete(server);
    expect((await search(server, 'grinds lenses')).ids).toContain('lens');
    expect((await search(server, 'settles invoices')).ids).not.toContain('ledger');
    expect(await readSearch(server)).toMatchObject({ entries_set_aside: 1 });
    expect(await readIndexPart(server)).toMatchObject({
      state: 'degraded',
      detail: expect.stringMatching(/^1 service could not be indexed; .*: ledger \(.*"no_ledger"\)\.$/),
    });
    expect(await (await server.ask('GET', '/metrics')).text()).toContain('dragoman_entries_set_aside 1');
    expect(server.log()).toContainEqual(
      expect.objectContaining({ service: 'ledger', reason: expect.stringContaining('no_ledger') }),
    );
    await query('ALTER TABLE six.search_entries DROP CONSTRAINT no_ledger');
    await query('UPDATE six.search_set_aside SET retry_at = now()');
    await expect.poll(async () => (await search(server, 'settles invoices')).ids).toContain('ledger');
    expect(await readIndexPart(server)).toMatchObject({ state: 'ready' });
  });

  it('compares new services with the names of all others', async () => {
    const server = await start(await openStore('three'), { 'registry.lookAlikes': 'note' });
    const [ann, bob] = [await server.keyFor('ann', 'registry:write'), await server.keyFor('bob', 'registry:write')];
    await server.ask('POST', '/agents', { body: ledger, key: ann });
    const copy = { ...ledger, id: 'ledger-2', endpoint: 'https://other.example/ledger' };
    const answer = await server.ask('POST', '/agents', { body: copy, key: bob });
    expect(answer.status).toBe(201);
    const stored = await server.store.entries.read('ledger-2');
    expect(stored && lookAlikesOf(stored.entry).findings).toContainEqual(
      expect.objectContaining({ code: 'look-alike/equal-name', agent: 'ledger' }),
    );
    const alike = await server.ask('POST', '/agents', { body: { ...ledger, id: 'LEDGER' }, key: bob });
    expect(alike.status).toBe(409);
  });

  it('searches by words where the database has no pgvector and no model is wanted', async () => {
    const store = await openStoreOn({ connect: () => bare.connect('four'), clock, where: 'a test' });
    const server = await start(store, { 'search.embedder': 'none' });
    await server.ask('POST', '/agents', { body: ledger });
    expect((await search(server, 'invoices')).ids).toEqual(['ledger']);
    expect(await readSearch(server)).toMatchObject({ matched_by: ['words'], engine: 'postgres', entries_waiting: 0 });
  });

  it('does not start with the embedded database, and says what to set', async () => {
    await expect(
      startTestServer({ flags: { 'search.engine': 'postgres', 'search.embedder': 'none' } }),
    ).rejects.toThrow(/search\.engine is postgres, but the store is the embedded database/);
  });

  it('does not open a store without pgvector where the engine needs it, and says what to run', async () => {
    const opening = openStoreOn({
      connect: () => bare.connect('five'),
      clock,
      pgvector: 'on',
      pgvectorFor: 'search.engine is postgres',
      where: 'a test',
    });
    await expect(opening).rejects.toMatchObject({
      message: expect.stringContaining(
        'The setting search.engine is postgres, but PostgreSQL at a test cannot compare',
      ),
    });
  });
});
