import type { Store, VectorComparer } from '@dragoman/core/engine';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pierWeather, startTestServer, type TestServer } from './server.support.js';
import { openStoreOn } from './stores/postgres/open-postgres-store.js';
import { type PgliteForTests, startPglite } from './stores/postgres/pglite.support.js';

let lite: PgliteForTests;
beforeAll(async () => {
  lite = await startPglite();
}, 120_000);
afterAll(() => lite.close());

const opened: TestServer[] = [];
afterEach(async () => {
  for (const { server } of opened.splice(0)) await server.close();
});

function openStore(schema: string): Promise<Store> {
  const clock = { now: () => Date.now() };
  return openStoreOn({ connect: () => lite.connect(schema), clock, pgvector: 'auto', where: 'a test' });
}

async function start(store: Store, embedder = 'instant'): Promise<TestServer> {
  const server = await startTestServer({ store, flags: { 'search.embedder': embedder } });
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

/** Vectors are computed in the background. */
async function untilMeaningCounts(server: TestServer): Promise<void> {
  const waiting = async () => {
    const ready = (await (await server.ask('GET', '/readyz')).json()) as { search: { vectors_waiting: number } };
    return ready.search.vectors_waiting;
  };
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
}

describe('a server whose database compares meanings', () => {
  it('finds by meaning, under conditions, and reports where meanings are compared', async () => {
    const server = await start(await openStore('one'));
    for (const body of [pierWeather, ledger]) {
      expect((await server.ask('POST', '/agents', { body })).status).toBe(201);
    }
    await untilMeaningCounts(server);
    expect((await search(server, 'pay a bill')).ids[0]).toBe('ledger');
    expect((await search(server, 'pay a bill', { filters: { tags: ['marine'] } })).ids).not.toContain('ledger');
    const resolved = await server.ask('POST', '/agents/resolve', { body: { intent: 'pay a bill by bank transfer' } });
    expect(await resolved.json()).toMatchObject({ matched_by: ['words', 'meaning'] });
    const ready = (await (await server.ask('GET', '/readyz')).json()) as { search: object };
    expect(ready.search).toEqual({ matched_by: ['words', 'meaning'], compared_in: 'database', vectors_waiting: 0 });
    expect(server.log()).toContainEqual(
      expect.objectContaining({ msg: 'search by meaning is ready', by: 'pgvector 0.8.7' }),
    );
  });

  it('shares its database with other servers: each finds the entries of the other', async () => {
    const [one, other] = [await start(await openStore('two')), await start(await openStore('two'))];
    await one.ask('POST', '/agents', { body: pierWeather });
    await other.ask('POST', '/agents', { body: ledger });
    for (const server of [one, other]) {
      await server.ask('GET', '/readyz');
      await untilMeaningCounts(server);
      expect((await search(server, 'pay a bill')).ids[0]).toBe('ledger');
      expect((await search(server, 'gusts and swell at the quay')).ids[0]).toBe('pier-weather');
    }
  });

  it('switches to a model of another size, and compares meanings until then', async () => {
    const before = await start(await openStore('three'), 'instant');
    for (const body of [pierWeather, ledger]) await before.ask('POST', '/agents', { body });
    await untilMeaningCounts(before);
    await before.server.close();
    opened.length = 0;
    const after = await start(await openStore('three'), 'precise');
    await untilMeaningCounts(after);
    const hasChanged = async () => {
      expect((await search(after, 'pay a bill')).matching).toBe('words, meaning');
      return after.log().some(({ msg }) => msg === 'search has switched to the new model');
    };
    await expect.poll(hasChanged, { timeout: 10_000 }).toBe(true);
    expect((await search(after, 'pay a bill')).ids[0]).toBe('ledger');
  });

  it('uses words while the database does not compare, reports it, and retries later', async () => {
    const store = await openStore('four');
    let broken = false;
    const comparer = store.vectors.comparer as VectorComparer;
    const nearest: VectorComparer['nearest'] = (question) =>
      broken ? Promise.reject(new Error('gone')) : comparer.nearest(question);
    const server = await start({ ...store, vectors: { ...store.vectors, comparer: { ...comparer, nearest } } });
    await server.ask('POST', '/agents', { body: pierWeather });
    await untilMeaningCounts(server);
    broken = true;
    const { matching, ids } = await search(server, 'wind at a pier');
    expect(matching).toBe('words; the database did not compare meanings in time');
    expect(ids).toEqual(['pier-weather']);
    expect((await search(server, 'wind at a pier')).matching).toMatch(/^words; .*is paused$/);
    broken = false;
    server.clock.time += 10_000;
    expect((await search(server, 'wind at a pier')).matching).toBe('words, meaning');
  });
});
