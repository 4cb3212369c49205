/** Finds operations in the database: candidates by words and by meaning, ranked as in memory. */
import type { Caller, Meaning, OperationHit, OperationQuery } from '@dragoman/core/engine';
import { meaningShareOf, rankStoredOperations, storedFloor } from '@dragoman/core/engine';
import { fromColumn } from '../../column-text.js';
import type { PostgresQuery } from '../postgres-database.js';
import { readFilter, type SearchFilter } from './search-filter.js';
import type { SearchParts } from './search-parts.js';
import { nearestRows, similarityOf } from './search-vectors.js';
import {
  askedNumbers,
  type FoundRow,
  findByWords,
  findNarrow,
  foundColumns,
  type WeighedQuery,
  weighTerms,
} from './search-words.js';

/** Operations considered from each side before the two are fused, as in memory. */
const considered = 200;
/** Candidates by their leading terms, of which the best by all terms are considered: fewer where all terms lead. */
const wordCandidates = { ofAll: 300, ofLeading: 600 };
/** Nearest rows that a meaning is completed with. */
const nearest = 500;
/** Rows that are compared one by one where conditions leave few. */
const narrow = 5_000;

/** A condition on operations. */
const ofOperations = ({ where, values }: SearchFilter): SearchFilter => ({
  where: `r.place >= 0 AND ${where}`,
  values,
});

/** The meaning with the nearest rows of this caller. */
export async function lookUpOperations(
  parts: SearchParts,
  { meaning, ...query }: Omit<OperationQuery, 'top'> & { meaning: Meaning },
  caller: Caller,
): Promise<Meaning> {
  const { database, vectors, readQuery } = parts;
  if (vectors === undefined) return meaning;
  const hasIndex = query.accepts === undefined && (await vectors.indexes.sizeOf(meaning.model)) > 0;
  const by = query.accepts !== undefined ? 'filter' : hasIndex ? 'index' : 'order';
  const near = await database.transact(async (run) => {
    const filter = await readFilter(run, parts, { ...readQuery(query, caller), ...acceptsOf(query) });
    if (filter === undefined) return new Map<number, number>();
    return nearestRows(run, vectors, meaning, { filter: ofOperations(filter), wanted: nearest, by });
  });
  return { ...meaning, near };
}

/** The best operations. */
export async function findStoredOperations(
  parts: SearchParts,
  query: OperationQuery,
  caller: Caller,
): Promise<OperationHit[]> {
  const { database, schema, readQuery, vectors } = parts;
  const asked = readQuery(query, caller);
  const { meaning } = query;
  const run = database.query;
  const filter = await readFilter(run, parts, { ...asked, ...acceptsOf(query) });
  if (filter === undefined) return [];
  const weighed = await weighTerms(run, schema, 'operation', asked.terms ?? []);
  const best = await bestByWords(run, parts, weighed, { filter: ofOperations(filter), query });
  const near = [...(meaning?.near ?? [])].sort(([, a], [, b]) => b - a).slice(0, considered);
  const missing = near.map(([number]) => number).filter((number) => !best.has(number));
  for (const row of await readRows(run, schema, missing, weighed)) best.set(row.number, row);
  const rows = [...best.values()];
  const isCompared = vectors !== undefined && meaning?.near !== undefined && near.length > 0;
  const hashes = rows.flatMap(({ number, hash }) => (hash === null || meaning?.near?.has(number) ? [] : [hash]));
  const similar = isCompared ? await similarityOf(run, vectors, meaning, [...new Set(hashes)]) : undefined;
  const ids = await readIds(run, schema, [...new Set(rows.map(({ entry }) => entry))]);
  const candidates = rows.flatMap((row) => {
    const entryId = ids.get(row.entry);
    const likeness = isCompared ? (meaning.near?.get(row.number) ?? similar?.get(row.hash ?? '')) : undefined;
    if (entryId === undefined) return [];
    const words = weighed.scale.shareOf(row);
    return [{ entryId, place: row.place, words, ...(likeness === undefined ? {} : { meaning: likeness }) }];
  });
  const share = isCompared ? meaningShareOf(meaning.model) : 0;
  return rankStoredOperations(candidates, { share, top: query.top });
}

function acceptsOf({ accepts }: Pick<OperationQuery, 'accepts'>): Pick<OperationQuery, 'accepts'> {
  return accepts === undefined ? {} : { accepts };
}

/** The best rows by all their terms, by number. */
async function bestByWords(
  run: PostgresQuery,
  { schema }: SearchParts,
  weighed: WeighedQuery,
  { filter, query }: { filter: SearchFilter; query: OperationQuery },
): Promise<Map<number, FoundRow>> {
  const isNarrow = query.accepts !== undefined;
  const found = isNarrow
    ? { rows: [], isComplete: false }
    : await findByWords(run, schema, weighed, {
        filter,
        wanted: (isComplete) => (isComplete ? wordCandidates.ofAll : wordCandidates.ofLeading),
      });
  // Few of the best rows of common terms satisfy a strict condition; then the rows that do are compared.
  const isShort = found.rows.length < considered && !found.isComplete;
  const hasTerms = weighed.terms.some(({ number }) => number !== undefined);
  const more =
    hasTerms && isShort && (isNarrow || query.conditions.length > 0)
      ? await findNarrow(run, schema, filter, { isEntry: false, most: narrow, weighed })
      : [];
  const rows = [...new Map([...found.rows, ...more].map((row) => [row.number, row])).values()];
  const best = rows
    .map((row) => ({ row, share: weighed.scale.shareOf(row) }))
    .filter(({ share }) => share >= storedFloor)
    .sort((a, b) => b.share - a.share || a.row.number - b.row.number)
    .slice(0, considered);
  return new Map(best.map(({ row }) => [row.number, row]));
}

/** Rows by number. */
export async function readRows(
  run: PostgresQuery,
  schema: string,
  numbers: readonly number[],
  weighed: WeighedQuery,
): Promise<FoundRow[]> {
  if (numbers.length === 0) return [];
  const sql = `SELECT ${foundColumns('$2')} FROM ${schema}.search_rows AS r WHERE r.number = ANY($1::bigint[])`;
  return (await run<FoundRow>(sql, [numbers, askedNumbers(weighed)])).rows;
}

/** Ids of entries by number. */
export async function readIds(
  run: PostgresQuery,
  schema: string,
  numbers: readonly number[],
): Promise<Map<number, string>> {
  if (numbers.length === 0) return new Map();
  const sql = `SELECT number::float8 AS number, id FROM ${schema}.search_entries WHERE number = ANY($1::bigint[])`;
  const { rows } = await run<{ number: number; id: string }>(sql, [numbers]);
  return new Map(rows.map(({ number, id }) => [number, fromColumn(id)]));
}
