import { randomUUID } from 'node:crypto';
import type { Embedder } from '@dragoman/core/embedder';
import type { Store } from '@dragoman/core/engine';
import { afterAll } from 'vitest';
import { describeSearchIndex, type OpenedSearch } from '../../../core/src/discovery/search-index.contract.js';
import { openPostgresStore, openStoreOn } from '../stores/postgres/open-postgres-store.js';
import { type PgliteForTests, startPglite } from '../stores/postgres/pglite.support.js';
import { requirePostgres } from '../stores/postgres/require-postgres.support.js';
import { createStoredIndex } from './stored-index.js';
import { startStoredWork } from './stored-work.js';

const clock = { now: () => Date.now() };
let lite: Promise<PgliteForTests> | undefined;
afterAll(async () => (await lite)?.close());

/** Search on a store, with its background work. */
async function openOn(store: Store, embedder: Embedder | undefined): Promise<OpenedSearch> {
  const { search } = store;
  if (search === undefined) throw new Error('this store does not search');
  const given = embedder === undefined ? {} : { embedder };
  const onError = (error: unknown) => console.error(error);
  const work = await startStoredWork({ search, vectors: store.vectors, ...given, onError, onSetAside: onError });
  const { counts, wake } = work;
  const model = embedder?.model ?? '';
  return {
    store,
    index: createStoredIndex({ search, entries: store.entries, model, counts, onWritten: wake, onError }),
    async settled() {
      for (;;) {
        wake();
        const { entriesWaiting, textsWaiting } = await work.refresh();
        if (entriesWaiting + textsWaiting === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async close() {
      await work.stop();
      await store.close();
    },
  };
}

describeSearchIndex(
  'PGlite with pgvector',
  async (embedder) => {
    lite ??= startPglite();
    const { connect } = await lite;
    const schema = `s${randomUUID().replaceAll('-', '')}`;
    const store = await openStoreOn({ connect: () => connect(schema), clock, pgvector: 'on', where: 'a test' });
    return openOn(store, embedder);
  },
  { meaning: true, catalogues: 5 },
);

const postgres = await requirePostgres();
const [extension] = postgres.reachable
  ? await postgres.execute(`SELECT 1 FROM pg_available_extensions WHERE name = 'vector'`)
  : [];
const servers = [
  { name: 'PostgreSQL by words', pgvector: 'off', isThere: postgres.reachable },
  { name: 'PostgreSQL with pgvector', pgvector: 'on', isThere: extension !== undefined },
] as const;
for (const { name, pgvector } of servers.filter(({ isThere }) => isThere)) {
  describeSearchIndex(
    name,
    async (embedder) => {
      const schema = postgres.newSchema();
      const opened = await openOn(await openPostgresStore({ url: postgres.url, schema, clock, pgvector }), embedder);
      return {
        ...opened,
        async close() {
          await opened.close();
          await postgres.dropSchema(schema);
        },
      };
    },
    { meaning: pgvector === 'on', catalogues: 3 },
  );
}
