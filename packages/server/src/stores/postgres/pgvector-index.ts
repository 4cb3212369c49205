/**
 * The HNSW index of a model with many vectors: built in the background, used once it is valid. One node builds it; an
 * aborted build leaves an invalid index that the next start removes.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { PgvectorExtension } from './pgvector-extension.js';
import type { PostgresDatabase } from './postgres-database.js';

/** Up to this many vectors of a model are compared without an index. */
const exactUpTo = 20_000;
/** Maximum dimensions that pgvector's HNSW supports. */
const maxDimensions = 4_000;
/** Milliseconds for which the existence of an index is cached; another node may have built it. */
const believedMs = 60_000;

/** The indexes of the models. */
export interface PgvectorIndexes {
  /** Approximate number of indexed vectors of the model; 0 without an index. */
  sizeOf(model: string): Promise<number>;
  /** Builds the index where it is missing and needed; takes long. */
  build(model: string, dimensions: number): Promise<void>;
  /** Cancels a running build. */
  close(): Promise<void>;
}

/** Dependencies of the indexes. */
export interface PgvectorIndexPorts {
  database: PostgresDatabase;
  extension: PgvectorExtension;
  /** A separate connection without a statement timeout. */
  unhurried: () => PostgresDatabase;
  now: () => number;
  /** Number of vectors from which a model has an index. */
  from?: number;
}

/** The column expression of a vector that the index of its dimension uses. */
export function indexedColumn({ schema }: PgvectorExtension, dimensions: number): string {
  return `(vector::${schema}.halfvec(${dimensions}))`;
}

/** Creates and monitors the indexes. */
export function createPgvectorIndexes(ports: PgvectorIndexPorts): PgvectorIndexes {
  const { database, extension, now, from = exactUpTo } = ports;
  const table = `${database.schema}.compared_vectors`;
  const believed = new Map<string, { size: number; until: number }>();
  let building: { pid: number; done: Promise<unknown> } | undefined;

  async function read(model: string): Promise<{ state: 'none' | 'broken' | 'growing' | 'valid'; size: number }> {
    const { rows } = await database.query<{ valid: boolean; growing: boolean; size: number }>(
      `SELECT indisvalid AS valid, reltuples::float8 AS size, EXISTS (
         SELECT 1 FROM pg_stat_progress_create_index AS progress WHERE progress.index_relid = indexrelid) AS growing
       FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indexrelid = to_regclass($1)`,
      [`${database.schema}.${indexName(model)}`],
    );
    const [row] = rows;
    if (row === undefined) return { state: 'none', size: 0 };
    // The database updates its estimate now and then; there are at least as many as an index was built for.
    if (row.valid) return { state: 'valid', size: Math.max(from, row.size) };
    return { state: row.growing ? 'growing' : 'broken', size: 0 };
  }

  async function sizeOf(model: string): Promise<number> {
    const known = believed.get(model);
    if (known !== undefined && now() < known.until) return known.size;
    const { size } = await read(model);
    believed.set(model, { size, until: now() + believedMs });
    return size;
  }

  async function isLarge(model: string): Promise<boolean> {
    const sql = `SELECT count(*)::integer AS count FROM (SELECT 1 FROM ${table} WHERE model = $1 LIMIT $2) AS counted`;
    const { rows } = await database.query<{ count: number }>(sql, [model, from + 1]);
    return (rows[0]?.count ?? 0) > from;
  }

  async function create(model: string, dimensions: number, broken: boolean): Promise<void> {
    const connection = ports.unhurried();
    try {
      const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const name = indexName(model);
      const done = (async () => {
        if (broken) await connection.query(`DROP INDEX CONCURRENTLY IF EXISTS ${database.schema}.${name}`);
        await connection.query(
          `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${table}
           USING hnsw (${indexedColumn(extension, dimensions)} ${extension.schema}.halfvec_ip_ops)
           WHERE model = ${pg.escapeLiteral(model)}`,
        );
      })();
      building = { pid: rows[0]?.pid ?? 0, done };
      await done;
    } finally {
      building = undefined;
      await connection.close();
    }
  }

  return {
    sizeOf,
    async build(model, dimensions) {
      if (building !== undefined || dimensions > maxDimensions || !(await isLarge(model))) return;
      const { state } = await read(model);
      if (state === 'none' || state === 'broken') await create(model, dimensions, state === 'broken');
      believed.delete(model);
    },
    async close() {
      if (building === undefined) return;
      const { pid, done } = building;
      await database.query('SELECT pg_cancel_backend($1)', [pid]);
      await done.catch(() => undefined);
    },
  };
}

function indexName(model: string): string {
  return `compared_vectors_${createHash('sha256').update(model).digest('hex').slice(0, 16)}`;
}
