/**
 * Nearest-neighbor search in PostgreSQL with pgvector: queried over the driver as the server does, with
 * every text permitted and with half of them. Runs if DATABASE_URL is set, in a temporary schema.
 */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { packVector } from '@dragoman/core/engine';
import { systemClock } from '@dragoman/core/http';
import { openPostgresStore } from '@dragoman/server';
import pg from 'pg';
import { executeOn } from '../../packages/server/src/stores/postgres/require-postgres.support.js';
import type { BenchReport } from '../bench.js';
import { percentile } from '../measure.js';

/** Collects vectors and measures the database. */
export interface PgvectorScan {
  take(made: readonly Float32Array[]): void;
  /** Runs the queries and adds the table; the schema is dropped afterwards. */
  measure(asked: readonly Float32Array[], report: BenchReport): Promise<void>;
}

const model = 'bench';
/** The number of rows that the server requests. */
const wanted = 500;
const shown = 10;
const mostAsked = 50;
const portion = 2_000;

/** Creates the scan; undefined without a database URL. */
export function createPgvectorScan(url = process.env.DATABASE_URL): PgvectorScan | undefined {
  if (url === undefined) return undefined;
  const vectors: Float32Array[] = [];
  return {
    take: (made) => void vectors.push(...made),
    async measure(asked, report) {
      const schema = `bench_${randomUUID().replaceAll('-', '')}`;
      const store = await openPostgresStore({ url, schema, clock: systemClock, pgvector: 'auto' });
      try {
        const { comparer } = store.vectors;
        if (comparer === undefined)
          report.notes.push('The database at DATABASE_URL has no pgvector, so it is not measured.');
        else await measureIn({ store, comparer, vectors, url, schema }, asked.slice(0, mostAsked), report);
      } finally {
        await store.close();
        await executeOn(url, `DROP SCHEMA ${pg.escapeIdentifier(schema)} CASCADE`);
      }
    },
  };
}

type Store = Awaited<ReturnType<typeof openPostgresStore>>;

interface Subject {
  store: Store;
  comparer: NonNullable<Store['vectors']['comparer']>;
  vectors: readonly Float32Array[];
  url: string;
  schema: string;
}

async function measureIn(subject: Subject, asked: readonly Float32Array[], report: BenchReport): Promise<void> {
  const { comparer, vectors, url, schema } = subject;
  const dimensions = vectors[0]?.length ?? 0;
  const began = performance.now();
  const numbers = await fill(subject);
  const filled = performance.now();
  await comparer.tend(model, dimensions);
  const indexed = performance.now();
  const half = numbers.filter((_, at) => at % 2 === 0);
  const [open, filtered] = [await askAll(subject, asked, numbers), await askAll(subject, asked, half)];
  const recall = asked.map((vector, at) => recallOf(vectors, numbers, { vector, found: open[at]?.found ?? new Map() }));
  const [size] = await executeOn(url, `SELECT pg_total_relation_size('${schema}.compared_vectors')::float8 AS bytes`);
  const figures = {
    recall10: recall.reduce((sum, each) => sum + each, 0) / recall.length,
    p50_ms: percentile(
      open.map(({ ms }) => ms),
      0.5,
    ),
    p95_ms: percentile(
      open.map(({ ms }) => ms),
      0.95,
    ),
    filtered_p95_ms: percentile(
      filtered.map(({ ms }) => ms),
      0.95,
    ),
    write_s: (filled - began) / 1000,
    index_s: (indexed - filled) / 1000,
    bytes: Number(size?.bytes ?? 0) / vectors.length,
  };
  report.tables.push({
    title: `nearest ${wanted} of ${vectors.length} vectors of ${dimensions} numbers, by ${comparer.name}`,
    columns: ['recall@10', 'p50 ms', 'p95 ms', 'filtered p95 ms', 'write s', 'index s', 'bytes each'],
    rows: [Object.values(figures)],
  });
  for (const [name, value] of Object.entries(figures))
    report.figures[`discovery.pgvector.${vectors.length}.${name}`] = value;
}

/** The numbers of the vectors, in order. */
async function fill({ store, comparer, vectors }: Subject): Promise<Uint32Array> {
  const numbers = new Uint32Array(vectors.length);
  for (let from = 0; from < vectors.length; from += portion) {
    const some = vectors.slice(from, from + portion).map((vector, at) => ({ hash: `${from + at}`, vector }));
    const kept = some.map(({ hash, vector }) => ({ hash, packed: packVector(vector) ?? new Uint8Array() }));
    await store.vectors.write(model, kept);
    for (const [hash, number] of await comparer.add(model, some)) numbers[Number(hash)] = number;
  }
  return numbers;
}

async function askAll({ comparer }: Subject, asked: readonly Float32Array[], among: Uint32Array) {
  const ask = (vector: Float32Array) => comparer.nearest({ model, vector, among, wanted, additional: [] });
  for (const vector of asked) await ask(vector);
  const answers: { found: Map<number, number>; ms: number }[] = [];
  for (const vector of asked) {
    const began = performance.now();
    answers.push({ found: await ask(vector), ms: performance.now() - began });
  }
  return answers;
}

/** Recall of the ten nearest, compared with exact arithmetic; equally near vectors count. */
function recallOf(
  vectors: readonly Float32Array[],
  numbers: Uint32Array,
  { vector, found }: { vector: Float32Array; found: ReadonlyMap<number, number> },
): number {
  const near = vectors.map((each) => each.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0));
  const least = Float64Array.from(near).sort().at(-shown) ?? 0;
  const first = new Set(
    [...found]
      .sort(([, a], [, b]) => b - a)
      .slice(0, shown)
      .map(([number]) => number),
  );
  // Vectors are stored in half precision, and many texts of the corpus are equal.
  const met = near.filter((value, at) => first.has(numbers[at] ?? 0) && value >= least - 1e-3).length;
  return Math.min(1, met / shown);
}
