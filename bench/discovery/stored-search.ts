/**
 * Search in the database (`search.engine: postgres`) next to the index in memory: quality on the evaluation sets, and cost
 * by size. Vectors are compared in PGlite, inside this process, and in the server at DATABASE_URL if it has pgvector;
 * without it the server is measured by words.
 */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { plainText } from '@dragoman/core/descriptions';
import {
  anonymous,
  embedWaitingTexts,
  type Meaning,
  type OperationQuery,
  type Store,
  type StoredEntry,
  type StoredSearch,
} from '@dragoman/core/engine';
import type { BuiltInEmbedder } from '@dragoman/embedder';
import pg from 'pg';
import { openPostgresStore, openStoreOn } from '../../packages/server/src/stores/postgres/open-postgres-store.js';
import { startPglite } from '../../packages/server/src/stores/postgres/pglite.support.js';
import { executeOn } from '../../packages/server/src/stores/postgres/require-postgres.support.js';
import type { BenchReport } from '../bench.js';
import { makeEntry, makeOperation, makeStored } from '../entries.js';
import { percentile } from '../measure.js';
import { findAsServed, rememberVectors } from './finders.js';
import { depth, measureRankings } from './ranking-metrics.js';
import type { RetrievalSet } from './retrieval-set.js';
import { buildIndex, listRequests, makeEntries, type ScaleSubject } from './scale.js';

/** A database under measurement. */
interface Place {
  name: string;
  store: Store;
  search: StoredSearch;
  /** True when it compares vectors. */
  hasVectors: boolean;
  query(sql: string): Promise<Record<string, unknown>[]>;
  schema: string;
  /** Opens the same store again, as a node does when it starts. */
  reopen(): Promise<Store>;
  close(): Promise<void>;
}

const clock = { now: () => Date.now() };
const shown = 10;
const mostAsked = 100;
/** Entries that are written at once. */
const together = 40;
/** Operations up to which the answers are compared with those of the index in memory. */
const comparedUpTo = 100_000;
/** Operations up to which PGlite is measured; it is many times slower than a server. */
const liteUpTo = 10_000;

async function openLite(): Promise<Place> {
  const lite = await startPglite();
  const schema = 'bench';
  const open = () => openStoreOn({ connect: () => lite.connect(schema), clock, pgvector: 'on', where: 'PGlite' });
  const store = await open();
  return {
    name: 'PGlite',
    store,
    search: searchOf(store),
    hasVectors: true,
    query: async (sql) => (await lite.connect(schema).query<Record<string, unknown>>(sql, [])).rows,
    schema,
    reopen: open,
    close: async () => {
      await store.close();
      await lite.close();
    },
  };
}

async function openServer(url: string): Promise<Place> {
  const schema = `bench_${randomUUID().replaceAll('-', '')}`;
  const open = () =>
    openPostgresStore({ url, schema, clock, pgvector: 'auto', statementTimeoutMs: 60_000, answerTimeoutMs: 90_000 });
  const store = await open();
  const search = searchOf(store);
  const query = (sql: string) => executeOn(url, sql);
  const version = String((await query('SHOW server_version'))[0]?.server_version ?? '').split(' ')[0];
  return {
    name: `PostgreSQL ${version}${search.comparer === undefined ? ', by words' : ''}`,
    store,
    search,
    hasVectors: search.comparer !== undefined,
    query,
    schema,
    reopen: open,
    async close() {
      await store.close();
      await query(`DROP SCHEMA ${pg.escapeIdentifier(schema)} CASCADE`);
    },
  };
}

function searchOf({ search }: Store): StoredSearch {
  if (search === undefined) throw new Error('this store does not search');
  return search;
}

/** Stores the entries and indexes them; returns the seconds of indexing. */
async function fill({ store, search }: Place, entries: Iterable<StoredEntry>, model: string): Promise<number> {
  let spent = 0;
  const flush = async (some: StoredEntry[]) => {
    const context = { actor: 'bench', traceId: '0'.repeat(32), at: new Date().toISOString() };
    const stored = await Promise.all(
      some.map(({ entry }) => store.entries.change(entry.id, () => ({ action: 'entry.create', entry }), context)),
    );
    const began = performance.now();
    await search.write(
      stored.flatMap((each) => each.stored ?? []),
      model,
    );
    spent += performance.now() - began;
  };
  let waiting: StoredEntry[] = [];
  for (const entry of entries) {
    waiting.push(entry);
    if (waiting.length < together) continue;
    await flush(waiting);
    waiting = [];
  }
  await flush(waiting);
  return spent / 1000;
}

/** Computes the vectors of all waiting texts; returns the seconds that it took. */
async function embedAll({ store, search }: Place, model: BuiltInEmbedder): Promise<number> {
  const began = performance.now();
  for (;;) {
    const texts = await search.claimTexts(500);
    if (texts.length === 0) break;
    await embedWaitingTexts({ embedder: model, store: store.vectors }, texts, new AbortController().signal);
    await search.finishTexts(texts.map(({ hash }) => hash));
  }
  await store.vectors.comparer?.tend(model.model, model.dimensions);
  return (performance.now() - began) / 1000;
}

/** Quality on the sets: the index in memory and the database, with the same model. */
export async function measureStoredQuality(
  sets: readonly RetrievalSet[],
  model: BuiltInEmbedder,
  report: BenchReport,
  progress: (line: string) => void,
): Promise<void> {
  const rows: (string | number)[][] = [];
  const sums = { memory: 0, database: 0 };
  for (const set of sets) {
    progress(`${set.name}: search in the database`);
    const place = await openLite();
    try {
      const embedder = rememberVectors(model);
      const inMemory = await findAsServed(set.tools, { model: model.model, embedder });
      const entries = set.tools.map(({ id, name, description }, number) =>
        makeStored(makeEntry(id, { name, description, operations: [makeOperation(name, [])] }), number + 1),
      );
      await fill(place, entries, model.model);
      await embedAll(place, model);
      const places = new Map(set.tools.map(({ id }, at) => [id, at]));
      const found: number[][] = [];
      const times: number[] = [];
      for (const text of set.requests) {
        const meaning: Meaning = { model: model.model, vector: embedder.embedNow(plainText(text)) };
        const began = performance.now();
        const hits = await ask(place, { text, conditions: [], top: depth }, meaning);
        times.push(performance.now() - began);
        found.push(hits.map(({ entryId }) => places.get(entryId) ?? -1));
      }
      const memory = measureRankings(set.requests.map(inMemory), set.relevant);
      const database = measureRankings(found, set.relevant);
      sums.memory += memory.ndcg10;
      sums.database += database.ndcg10;
      rows.push([
        set.name,
        set.tools.length,
        set.requests.length,
        memory.ndcg10,
        database.ndcg10,
        memory.recall10,
        database.recall10,
        percentile(times, 0.5),
      ]);
      report.figures[`discovery.stored.${set.name}.ndcg10`] = database.ndcg10;
      report.figures[`discovery.stored.${set.name}.memory_ndcg10`] = memory.ndcg10;
    } finally {
      await place.close();
    }
  }
  const [memory, database] = [sums.memory / sets.length, sums.database / sets.length];
  rows.push(['mean', '', '', memory, database, '', '', '']);
  report.figures['discovery.stored.mean.ndcg10'] = database;
  report.figures['discovery.stored.mean.memory_ndcg10'] = memory;
  report.tables.push({
    title: `search in the database next to memory, ${model.model}, PGlite`,
    columns: ['set', 'tools', 'requests', 'nDCG@10 memory', 'database', 'recall@10 memory', 'database', 'p50 ms'],
    rows,
  });
}

async function ask({ search, hasVectors }: Place, query: OperationQuery, meaning: Meaning) {
  if (!hasVectors) return search.findOperations(query, anonymous);
  const looked = await search.lookUp({ ...query, meaning }, anonymous);
  return search.findOperations({ ...query, meaning: looked }, anonymous);
}

/** Cost at one size: indexing, vectors, bytes, latency and start, in every database that there is. */
export async function measureStoredScale(subject: ScaleSubject, report: BenchReport): Promise<void> {
  const url = process.env.DATABASE_URL;
  if (url !== undefined) await measureIn(await openServer(url), subject, report);
  if (subject.count <= liteUpTo) await measureIn(await openLite(), subject, report);
}

async function measureIn(place: Place, subject: ScaleSubject, report: BenchReport): Promise<void> {
  const { count, model, operations } = subject;
  try {
    const indexS = await fill(place, makeEntries(subject), place.hasVectors ? model.model : '');
    const vectorS = place.hasVectors ? await embedAll(place, model) : Number.NaN;
    for (const table of ['search_rows', 'search_entries', 'search_postings', 'search_terms', 'entries']) {
      await place.query(`VACUUM ANALYZE ${place.schema}.${table}`);
    }
    const asked = listRequests(operations).slice(0, mostAsked);
    const impact: OperationQuery['conditions'] = [{ field: 'impact', values: ['informational'], mode: 'any' }];
    const open = await timeAll(place, subject, { asked, conditions: [] });
    const filtered = await timeAll(place, subject, { asked, conditions: impact });
    const agreement = place.hasVectors && count <= comparedUpTo ? await agreementOf(place, subject, asked) : Number.NaN;
    const bytes = await sizes(place, count);
    const startMs = await timeStart(place);
    const figures = {
      index_per_s: count / indexS,
      vectors_per_s: count / vectorS,
      p50_ms: percentile(open, 0.5),
      p95_ms: percentile(open, 0.95),
      filtered_p95_ms: percentile(filtered, 0.95),
      agreement10: agreement,
      word_bytes: bytes.words,
      vector_bytes: bytes.vectors,
      entry_bytes: bytes.entries,
      start_ms: startMs,
    };
    report.tables.push({
      title: `${count} operations in the database: ${place.name}`,
      columns: [
        'indexed/s',
        'vectors/s',
        'p50 ms',
        'p95 ms',
        'filtered p95 ms',
        'ten best as in memory %',
        'bytes of words',
        'of vectors',
        'of entries',
        'start ms',
      ],
      rows: [Object.values(figures)],
    });
    const name = place.name.startsWith('PGlite') ? 'pglite' : 'server';
    for (const [key, value] of Object.entries(figures))
      report.figures[`discovery.stored.${name}.${count}.${key}`] = value;
  } finally {
    await place.close();
  }
}

/** Share of the ten best operations of the index in memory that are among the ten best of the database. */
async function agreementOf(place: Place, subject: ScaleSubject, asked: readonly string[]): Promise<number> {
  const { index } = await buildIndex(subject);
  let [met, wanted] = [0, 0];
  for (const text of asked) {
    const meaning: Meaning = { model: subject.model.model, vector: subject.model.embedNow(plainText(text)) };
    const query = { text, conditions: [], top: shown };
    const keyOf = ({ entryId, place: at }: { entryId: string; place: number }) => `${entryId} ${at}`;
    const found = new Set((await ask(place, query, meaning)).map(keyOf));
    const expected = index?.findOperations({ ...query, meaning }, anonymous).map(keyOf) ?? [];
    met += expected.filter((key) => found.has(key)).length;
    wanted += expected.length;
  }
  return (100 * met) / wanted;
}

async function timeAll(
  place: Place,
  { model }: ScaleSubject,
  { asked, conditions }: { asked: readonly string[]; conditions: OperationQuery['conditions'] },
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    for (const text of asked) {
      const meaning: Meaning = { model: model.model, vector: model.embedNow(plainText(text)) };
      const began = performance.now();
      await ask(place, { text, conditions, top: shown }, meaning);
      // The first round fills the caches of the database.
      if (round > 0) times.push(performance.now() - began);
    }
  }
  return times;
}

/** Bytes per operation of the tables and their indexes. */
async function sizes({ query, schema }: Place, count: number) {
  const of = async (...tables: string[]) => {
    const sum = tables
      .map((table) => `coalesce(pg_total_relation_size(to_regclass('${schema}.${table}')), 0)`)
      .join(' + ');
    const [row] = await query(`SELECT (${sum})::float8 AS bytes`);
    return Number(row?.bytes ?? 0) / count;
  };
  return {
    words: await of(
      'search_rows',
      'search_entries',
      'search_postings',
      'search_terms',
      'search_facets',
      'search_names',
    ),
    vectors: await of('vectors', 'compared_vectors'),
    entries: await of('entries', 'versions', 'audit_records'),
  };
}

/** Milliseconds from opening the store to the first answer. */
async function timeStart({ reopen }: Place): Promise<number> {
  const began = performance.now();
  const store = await reopen();
  await searchOf(store).findOperations({ text: 'list invoices', conditions: [], top: shown }, anonymous);
  const ms = performance.now() - began;
  await store.close();
  return ms;
}
