/**
 * Compares vectors in PostgreSQL with pgvector. The caller evaluates the conditions and passes the numbers of the
 * texts that satisfy them, so that they apply before ranking: a few are listed one by one and compared exactly, many
 * are a bitmap that filters an index scan until it has enough results.
 */
import type { NearestQuestion, VectorComparer } from '@dragoman/core/engine';
import pg from 'pg';
import type { PgvectorExtension } from './pgvector-extension.js';
import { indexedColumn, type PgvectorIndexes } from './pgvector-index.js';
import type { PostgresDatabase, PostgresQuery } from './postgres-database.js';

/** Dependencies of the comparer. */
export interface PgvectorComparerPorts {
  database: PostgresDatabase;
  extension: PgvectorExtension;
  indexes: Pick<PgvectorIndexes, 'sizeOf' | 'build'>;
  /** Maximum number of texts that are listed one by one without an index; 2,000 by default. */
  namedUpTo?: number;
}

/** Vectors written per statement. */
const together = 100;
/** How long released vectors are kept, for nodes that still use them, and how many vectors one statement removes. */
const releasedFor = '1 day';
const removedTogether = 1_000;
/** Approximate number of lookups by number that take as long as one visit of an index scan. */
const lookUpsPerVisit = 5;
/** A search that takes longer than this falls back to words. */
const statementMs = 2_000;
/** Vectors that the first round of an index scan visits: fewer find too little, and pgvector allows no more. */
const firstRound = { least: 200, most: 1_000 };

/** Creates the comparer. */
export function createPgvectorComparer(ports: PgvectorComparerPorts): VectorComparer {
  const { database, extension, indexes, namedUpTo = 2_000 } = ports;
  const table = `${database.schema}.compared_vectors`;
  const halfvec = `${extension.schema}.halfvec`;
  const some = 'model = $1 AND hash = ANY($2::text[])';

  return {
    name: `pgvector ${extension.version}`,
    async find(model, hashes) {
      if (hashes.length === 0) return new Map();
      const values = [model, [...hashes]];
      await database.query(`UPDATE ${table} SET released_at = NULL WHERE ${some} AND released_at IS NOT NULL`, values);
      return readNumbers(database.query, `SELECT hash, number FROM ${table} WHERE ${some}`, values);
    },
    async add(model, vectors) {
      const numbers = new Map<string, number>();
      // Existing rows are written again, because only written rows return their number.
      const sql = `INSERT INTO ${table} AS kept (model, hash, vector)
        SELECT $1, hash, vector::${halfvec} FROM unnest($2::text[], $3::text[]) AS given (hash, vector)
        ON CONFLICT (model, hash) DO UPDATE SET released_at = NULL RETURNING hash, number`;
      for (let from = 0; from < vectors.length; from += together) {
        const portion = vectors.slice(from, from + together);
        const texts = portion.map(({ vector }) => toText(vector));
        const written = await readNumbers(database.query, sql, [model, portion.map(({ hash }) => hash), texts]);
        for (const [hash, number] of written) numbers.set(hash, number);
      }
      return numbers;
    },
    async nearest(question) {
      if (question.among.length === 0) return new Map();
      const way = chooseWay(question, await indexes.sizeOf(question.model), namedUpTo);
      return database.transact(async (query) => {
        await query(settings(question.wanted, way));
        const ask = createAsk(query, { table, extension, question });
        const { found, near } = await ask(way);
        // The index scan gives up at some point; then all vectors are compared.
        return way === 'indexed' && near < question.wanted ? (await ask('scanned')).found : found;
      });
    },
    async release(model, hashes) {
      const values = [model, [...hashes]];
      await database.query(`UPDATE ${table} SET released_at = now() WHERE ${some} AND released_at IS NULL`, values);
      await database.query(
        `DELETE FROM ${database.schema}.vectors AS kept WHERE ${some} AND NOT EXISTS (
           SELECT 1 FROM ${table} AS compared WHERE compared.model = kept.model AND compared.hash = kept.hash)`,
        values,
      );
    },
    async tend(model, dimensions) {
      const sql = `DELETE FROM ${database.schema}.vectors WHERE (model, hash) IN (
        SELECT model, hash FROM ${table} WHERE released_at < now() - interval '${releasedFor}' LIMIT ${removedTogether})`;
      while ((await database.query(sql)).count > 0);
      await indexes.build(model, dimensions);
    },
  };
}

async function readNumbers(query: PostgresQuery, sql: string, values: unknown[]): Promise<Map<string, number>> {
  const { rows } = await query<{ hash: string; number: number }>(sql, values);
  return new Map(rows.map(({ hash, number }) => [hash, number]));
}

/**
 * For one transaction: compiling a statement would take longer than running it, and the planner must not reject the
 * index scan.
 */
function settings(wanted: number, way: Way): string {
  const set = { statement_timeout: statementMs, jit: 'off' };
  const scan = {
    enable_sort: 'off',
    'hnsw.iterative_scan': 'relaxed_order',
    'hnsw.ef_search': Math.min(firstRound.most, Math.max(firstRound.least, wanted)),
    'hnsw.max_scan_tuples': 200_000,
    'hnsw.scan_mem_multiplier': 8,
  };
  const all = Object.entries(way === 'indexed' ? { ...set, ...scan } : set);
  return `SELECT ${all.map(([name, value]) => `set_config('${name}', '${value}', true)`).join(', ')}`;
}

interface Asking {
  table: string;
  extension: PgvectorExtension;
  question: NearestQuestion;
}

/** How the permitted texts are passed, and scanned. */
type Way = 'named' | 'scanned' | 'indexed';

/**
 * Listing them costs in proportion to their number; scanning an index, to how many it visits before enough of them
 * are found.
 */
function chooseWay({ among, wanted }: NearestQuestion, indexed: number, namedUpTo: number): Way {
  if (indexed === 0) return among.length <= namedUpTo ? 'named' : 'scanned';
  return among.length ** 2 <= lookUpsPerVisit * wanted * indexed ? 'named' : 'indexed';
}

function createAsk(query: PostgresQuery, { table, extension, question }: Asking) {
  const { model, vector, among, wanted, additional } = question;
  const asked = `$1::${extension.schema}.halfvec(${vector.length})`;
  const compare = (column: string) => `${column} OPERATOR(${extension.schema}.<#>) ${asked}`;
  return async (way: Way): Promise<{ found: Map<number, number>; near: number }> => {
    const column = way === 'indexed' ? indexedColumn(extension, vector.length) : 'vector';
    const { condition, values } = way === 'named' ? namedOne(among) : mappedBits(among);
    const { rows } = await query<{ number: number; likeness: number; near: boolean }>(
      `SELECT number, -distance AS likeness, near FROM (
        (SELECT number, ${compare(column)} AS distance, true AS near FROM ${table}
         WHERE model = ${pg.escapeLiteral(model)} AND ${condition} ORDER BY distance LIMIT $2)
        UNION ALL
        SELECT number, ${compare('vector')}, false FROM ${table} WHERE number = ANY($3::integer[])) AS found`,
      [toText(vector), wanted, additional, ...values],
    );
    const found = new Map(rows.map(({ number, likeness }) => [number, likeness]));
    return { found, near: rows.filter(({ near }) => near).length };
  };
}

function namedOne(among: Uint32Array) {
  return { condition: 'number = ANY($4::integer[])', values: [`{${among.join(',')}}`] };
}

/** One bit for each number from the smallest to the largest; numbers outside must not be looked up in the bitmap. */
function mappedBits(among: Uint32Array) {
  let [least, most] = [among[0] ?? 0, among[0] ?? 0];
  for (const number of among) {
    if (number < least) least = number;
    else if (number > most) most = number;
  }
  const bits = Buffer.alloc(((most - least) >>> 3) + 1);
  for (const number of among) {
    const at = number - least;
    bits[at >>> 3] = (bits[at >>> 3] ?? 0) | (1 << (at & 7));
  }
  const condition =
    'CASE WHEN number BETWEEN $5 AND $6 THEN get_bit($4::bytea, number - $5::integer) = 1 ELSE false END';
  return { condition, values: [bits, least, most] };
}

function toText(vector: Float32Array): string {
  return `[${vector.join(',')}]`;
}
