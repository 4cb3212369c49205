import { randomUUID } from 'node:crypto';
import type { Store, VectorComparer } from '@dragoman/core/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeMeaningSearch } from '../../../../core/src/discovery/meaning-search.contract.js';
import { openStoreOn } from './open-postgres-store.js';
import { type PgliteForTests, startPglite } from './pglite.support.js';
import { createPgvectorComparer } from './pgvector-comparer.js';
import type { PgvectorExtension } from './pgvector-extension.js';
import { createPgvectorIndexes, type PgvectorIndexes } from './pgvector-index.js';
import type { PostgresDatabase } from './postgres-database.js';
import { openPostgresDatabase } from './postgres-database.js';
import { requirePostgres } from './require-postgres.support.js';

/** A database that has pgvector. */
interface Place {
  connect(schema: string): PostgresDatabase;
  close(): Promise<void>;
}

const postgres = await requirePostgres();

async function hasPgvector(): Promise<boolean> {
  if (!postgres.reachable) return false;
  const found = await postgres.execute(`SELECT 1 FROM pg_available_extensions WHERE name = 'vector'`);
  if (found.length === 0) console.warn('This PostgreSQL has no pgvector: its tests run in PGlite only');
  return found.length > 0;
}

/** Shared by all tests, since it is slow to start. */
let lite: Promise<PgliteForTests> | undefined;
afterAll(async () => (await lite)?.close());

async function openLite(): Promise<Place> {
  lite ??= startPglite();
  const { connect } = await lite;
  return { connect, close: async () => undefined };
}

const places: Record<string, () => Promise<Place>> = {
  PGlite: openLite,
  ...((await hasPgvector()) ? { PostgreSQL: openServer } : {}),
};

async function openServer(): Promise<Place> {
  const opened: PostgresDatabase[] = [];
  const schemas = new Set<string>();
  const limits = { poolSize: 4, statementTimeoutMs: 10_000, answerTimeoutMs: 15_000, connectTimeoutMs: 5_000 };
  return {
    connect(schema) {
      schemas.add(schema);
      const logger = { info: () => undefined, warn: () => undefined };
      const database = openPostgresDatabase({ url: postgres.url, schema, logger, ...limits });
      opened.push(database);
      return database;
    },
    async close() {
      for (const database of opened) await database.close();
      for (const schema of schemas) await postgres.dropSchema(schema);
    },
  };
}

/** Milliseconds; includes the start of a database. */
const timeoutMs = 120_000;
const clock = { now: () => Date.now() };
const newSchema = () => `test_${randomUUID().replaceAll('-', '')}`;

function openOn(place: Place, schema: string): Promise<Store> {
  return openStoreOn({ connect: () => place.connect(schema), clock, pgvector: 'on', where: 'a test' });
}

for (const [name, open] of Object.entries(places)) {
  describeMeaningSearch(`pgvector in ${name}`, async () => {
    const place = await open();
    const schema = newSchema();
    const stores = [await openOn(place, schema)];
    const vectorsOf = (store: Store | undefined) => (store as Store).vectors;
    return {
      vectors: vectorsOf(stores[0]),
      async another() {
        stores.push(await openOn(place, schema));
        return vectorsOf(stores.at(-1));
      },
      async dispose() {
        for (const store of stores) await store.close();
        await place.close();
      },
    };
  });

  describe(`the comparer in ${name}`, () => {
    const model = 'm';
    let place: Place;
    let store: Store;
    let comparer: VectorComparer;
    let indexes: PgvectorIndexes;
    let database: PostgresDatabase;
    let numbers: Map<string, number>;
    const hashes = Array.from({ length: 400 }, (_, at) => `h-${at}`);
    const vectorOf = (at: number) => Float32Array.from([Math.cos(at / 100), Math.sin(at / 100), 0, 0]);
    const ask = (over: Partial<Parameters<VectorComparer['nearest']>[0]> = {}) =>
      comparer.nearest({
        model,
        vector: vectorOf(100),
        among: Uint32Array.from(numbers.values()),
        wanted: 5,
        additional: [],
        ...over,
      });
    const hashOf = (number: number) => [...numbers].find(([, each]) => each === number)?.[0];

    beforeAll(async () => {
      place = await open();
      const schema = newSchema();
      store = await openOn(place, schema);
      database = place.connect(schema);
      const { rows } = await database.query<PgvectorExtension>(
        `SELECT extversion AS version, quote_ident(nspname) AS schema
         FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'vector'`,
      );
      const extension = rows[0] as PgvectorExtension;
      const unhurried = () => place.connect(schema);
      indexes = createPgvectorIndexes({ database, extension, unhurried, now: clock.now, from: 100 });
      comparer = createPgvectorComparer({ database, extension, indexes, namedUpTo: 20 });
      await store.vectors.write(
        model,
        hashes.map((hash) => ({ hash, packed: new Uint8Array(8) })),
      );
      numbers = await comparer.add(
        model,
        hashes.map((hash, at) => ({ hash, vector: vectorOf(at) })),
      );
    }, timeoutMs);
    afterAll(async () => {
      await store.close();
      await place.close();
    });

    it('gives each text one number, also when it occurs twice', async () => {
      expect(new Set(numbers.values()).size).toBe(400);
      const again = await comparer.add(model, [{ hash: 'h-7', vector: vectorOf(7) }]);
      expect(again.get('h-7')).toBe(numbers.get('h-7'));
      expect(await comparer.find(model, ['h-7', 'unknown'])).toEqual(new Map([['h-7', numbers.get('h-7')]]));
      expect(await comparer.find('other', ['h-7'])).toEqual(new Map());
      expect(await comparer.find(model, [])).toEqual(new Map());
    });

    async function compareBothWays(): Promise<void> {
      expect([...(await ask()).keys()].map(hashOf).sort()).toEqual(['h-100', 'h-101', 'h-102', 'h-98', 'h-99']);
      const even = Uint32Array.from([...numbers].filter((_, at) => at % 3 === 0).map(([, number]) => number));
      const found = [...(await ask({ among: even, wanted: 3 }))].map(([number]) => hashOf(number));
      expect(found.sort()).toEqual(['h-102', 'h-96', 'h-99']);
      const few = Uint32Array.from([numbers.get('h-390') ?? 0, numbers.get('h-0') ?? 0]);
      expect((await ask({ among: few })).size).toBe(2);
      expect(await ask({ among: new Uint32Array(0) })).toEqual(new Map());
      const additional = await ask({ wanted: 1, additional: [numbers.get('h-200') ?? 0] });
      expect(additional.get(numbers.get('h-200') ?? 0)).toBeCloseTo(Math.cos(1), 2);
    }

    it('finds the nearest among the permitted texts, exactly', async () => {
      expect(await indexes.sizeOf(model)).toBe(0);
      await compareBothWays();
    });

    it('builds an index for many texts, and finds the same texts with it', async () => {
      await comparer.tend(model, 4);
      expect(await indexes.sizeOf(model)).toBe(400);
      await compareBothWays();
      await comparer.tend(model, 4);
      expect((await ask({ wanted: 350 })).size).toBe(350);
    });

    it('removes vectors that were released a day ago and not used since', async () => {
      const released = ['h-0', 'h-1', 'h-2'];
      const count = async () => (await store.vectors.read(model, hashes)).length;
      await store.vectors.write(model, [{ hash: 'never-compared', packed: new Uint8Array(8) }]);
      await comparer.release(model, [...released, 'never-compared']);
      expect(await store.vectors.read(model, ['never-compared'])).toEqual([]);
      await comparer.tend(model, 4);
      expect(await count()).toBe(400);
      await database.query(`UPDATE ${database.schema}.compared_vectors
        SET released_at = released_at - interval '25 hours' WHERE released_at IS NOT NULL`);
      await comparer.find(model, ['h-1']);
      await comparer.tend(model, 4);
      expect(await count()).toBe(398);
      expect([...(await comparer.find(model, released)).keys()]).toEqual(['h-1']);
    });
  });
}

describe('openStoreOn', () => {
  let bare: PgliteForTests;
  beforeAll(async () => {
    bare = await startPglite({ pgvector: false });
  }, timeoutMs);
  afterAll(() => bare.close());

  const openBare = (pgvector: 'auto' | 'on' | 'off', said: unknown[] = []) => {
    const logger = { info: (facts: unknown) => void said.push(facts), warn: () => undefined };
    return openStoreOn({ connect: () => bare.connect('bare'), clock, logger, pgvector, where: 'db.example/x' });
  };

  it('compares in memory without pgvector, and reports that', async () => {
    const said: unknown[] = [];
    const store = await openBare('auto', said);
    expect(store.vectors.comparer).toBeUndefined();
    expect(said).toContainEqual({ reason: 'pgvector is not installed on the database server' });
    await store.close();
  });

  it('refuses to start where pgvector is required and missing', async () => {
    await expect(openBare('on')).rejects.toMatchObject({
      message: expect.stringContaining('search.pgvector is on, but PostgreSQL at db.example/x cannot compare vectors'),
      help: expect.stringContaining('CREATE EXTENSION vector'),
    });
  });
});
