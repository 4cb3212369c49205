/** Candidates by meaning: the nearest vectors whose rows satisfy the conditions, and the similarity of given rows. */
import type { Meaning } from '@dragoman/core/engine';
import pg from 'pg';
import type { PgvectorExtension } from '../pgvector-extension.js';
import { indexedColumn, type PgvectorIndexes } from '../pgvector-index.js';
import type { PostgresQuery } from '../postgres-database.js';
import { type SearchFilter, shifted } from './search-filter.js';

/** Dependencies of the comparison. */
export interface SearchVectorPorts {
  schema: string;
  extension: PgvectorExtension;
  indexes: Pick<PgvectorIndexes, 'sizeOf'>;
}

/** A search that takes longer than this falls back to words. */
const statementMs = 2_000;

/** How the nearest rows are found. */
export interface NearestOptions {
  filter: SearchFilter;
  wanted: number;
  /** `index`: in the order of the HNSW index; `order`: all vectors, ordered; `filter`: only those of rows that satisfy it. */
  by: 'index' | 'order' | 'filter';
}

/** Rows by number with the similarity of their texts: the nearest that satisfy the condition, at most so many. */
export async function nearestRows(
  query: PostgresQuery,
  { schema, extension }: SearchVectorPorts,
  { model, vector }: Meaning,
  { filter, wanted, by }: NearestOptions,
): Promise<Map<number, number>> {
  await query(settings(wanted, by === 'index'));
  const column = by === 'index' ? indexedColumn(extension, vector.length) : 'v.vector';
  const distance = `${column} OPERATOR(${extension.schema}.<#>) $1::${extension.schema}.halfvec(${vector.length})`;
  const { where, values } = shifted(filter, 2);
  const ofModel = `v.model = ${pg.escapeLiteral(model)}`;
  // Without this form, the planner joins all rows with all vectors before it takes the nearest.
  const inOrder = `SELECT r.number::float8 AS number, -v.distance AS likeness
     FROM (SELECT v.hash, ${distance} AS distance FROM ${schema}.compared_vectors AS v
       WHERE ${ofModel} ORDER BY ${distance}) AS v
     CROSS JOIN LATERAL (SELECT r.number FROM ${schema}.search_rows AS r WHERE r.hash = v.hash AND ${where} OFFSET 0) AS r
     ORDER BY v.distance LIMIT $2`;
  const ofFilter = `SELECT r.number::float8 AS number, -(${distance}) AS likeness
     FROM ${schema}.compared_vectors AS v JOIN ${schema}.search_rows AS r ON r.hash = v.hash
     WHERE ${ofModel} AND ${where} ORDER BY ${distance} LIMIT $2`;
  const sql = by === 'filter' ? ofFilter : inOrder;
  const { rows } = await query<{ number: number; likeness: number }>(sql, [toText(vector), wanted, ...values]);
  return new Map(rows.map(({ number, likeness }) => [number, likeness]));
}

/** Similarity by hash of these texts, as far as they have vectors. */
export async function similarityOf(
  query: PostgresQuery,
  { schema, extension }: SearchVectorPorts,
  { model, vector }: Meaning,
  hashes: readonly string[],
): Promise<Map<string, number>> {
  if (hashes.length === 0) return new Map();
  const { rows } = await query<{ hash: string; likeness: number }>(
    `SELECT hash, -(vector OPERATOR(${extension.schema}.<#>) $1::${extension.schema}.halfvec(${vector.length})) AS likeness
     FROM ${schema}.compared_vectors WHERE model = $2 AND hash = ANY($3::text[])`,
    [toText(vector), model, hashes],
  );
  return new Map(rows.map(({ hash, likeness }) => [hash, likeness]));
}

/** For one transaction: the planner must not reject the index scan, which continues until enough rows are found. */
function settings(wanted: number, isIndexed: boolean): string {
  const set = { statement_timeout: statementMs, jit: 'off' };
  const scan = {
    enable_sort: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
    'hnsw.iterative_scan': 'relaxed_order',
    'hnsw.ef_search': Math.min(1_000, Math.max(200, wanted)),
    'hnsw.max_scan_tuples': 200_000,
    'hnsw.scan_mem_multiplier': 8,
  };
  const all = Object.entries(isIndexed ? { ...set, ...scan } : set);
  return `SELECT ${all.map(([name, value]) => `set_config('${name}', '${value}', true)`).join(', ')}`;
}

function toText(vector: Float32Array): string {
  return `[${vector.join(',')}]`;
}
