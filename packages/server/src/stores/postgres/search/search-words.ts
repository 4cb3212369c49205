/**
 * Candidates by words. The rarest terms of a query lead: their rows are read best first, up to a bounded number, and the
 * sum of their weights orders the candidates. The exact score, with all terms, is computed from each candidate's row.
 */
import type { StoredTerm, WordScale } from '@dragoman/core/engine';
import { createWordScale } from '@dragoman/core/engine';
import { toColumn } from '../../column-text.js';
import type { PostgresQuery } from '../postgres-database.js';
import { type SearchFilter, shifted } from './search-filter.js';
import { kinds } from './search-tables.js';

/** A row that was found. */
export interface FoundRow {
  number: number;
  entry: number;
  place: number;
  flags: number;
  length: number;
  hash: string | null;
  /** Only of entries. */
  facets: number[] | null;
  /** Only the terms of the query. */
  terms: number[];
}

/** The columns of a found row; `asked` is the parameter with the numbers of the query's terms. */
export function foundColumns(asked: string): string {
  return `r.number::float8 AS number, r.entry::float8 AS entry, r.place, r.flags, r.length, r.hash,
    CASE WHEN r.place < 0 THEN r.facets END AS facets,
    ARRAY(SELECT word FROM unnest(r.terms) AS word WHERE word >> 8 = ANY(${asked}::integer[])) AS terms`;
}

/** The numbers of a query's terms. */
export function askedNumbers({ terms }: Pick<WeighedQuery, 'terms'>): number[] {
  return terms.flatMap(({ number }) => number ?? []);
}

/** The terms of a query as the database knows them. */
export interface WeighedQuery {
  terms: StoredTerm[];
  scale: WordScale;
}

/** Rows of terms that one query reads at most, rows of one term, and best rows that conditions are applied to. */
const budget = { all: 20_000, one: 10_000, filtered: 4_000 };

/** Reads the statistics of the terms. */
export async function weighTerms(
  query: PostgresQuery,
  schema: string,
  kind: keyof typeof kinds,
  terms: readonly string[],
): Promise<WeighedQuery> {
  const { rows } = await query<{ number: number | null; rows: number | null; entries: number; length: number }>(
    `SELECT t.number, t.public_rows AS rows, s.public_rows::float8 AS entries, s.public_length::float8 AS length
     FROM ${schema}.search_statistics AS s LEFT JOIN unnest($1::text[]) WITH ORDINALITY AS given (term, at) ON true
     LEFT JOIN ${schema}.search_terms AS t ON t.kind = s.kind AND t.term = given.term
     WHERE s.kind = ${kinds[kind]} ORDER BY given.at`,
    [terms.map(toColumn)],
  );
  const { entries = 0, length = 0 } = rows[0] ?? {};
  const known = rows
    .slice(0, terms.length)
    .map(({ number, rows: count }): StoredTerm => ({ number: number ?? undefined, rows: count ?? 0 }));
  return { terms: known, scale: createWordScale({ entries, length }, known) };
}

/** The best rows by their leading terms, at most so many, and whether all rows with a term were considered. */
export async function findByWords(
  query: PostgresQuery,
  schema: string,
  { terms, scale }: WeighedQuery,
  { filter, wanted }: { filter: SearchFilter; wanted: (isComplete: boolean) => number },
): Promise<{ rows: FoundRow[]; isComplete: boolean }> {
  const { leading, isComplete } = leadingTerms(terms, scale);
  if (leading.length === 0) return { rows: [], isComplete: true };
  const { where, values } = shifted(filter, 5);
  const { rows } = await query<FoundRow>(
    `WITH scored AS MATERIALIZED (
       SELECT p.row_number, sum(given.weight * p.quality) AS score
       FROM unnest($1::integer[], $2::float8[], $3::integer[]) AS given (term, weight, most)
       CROSS JOIN LATERAL (
         SELECT row_number, quality FROM ${schema}.search_postings WHERE term = given.term
         ORDER BY quality DESC, row_number DESC LIMIT given.most) AS p
       GROUP BY p.row_number)
     SELECT ${foundColumns('$5')} FROM (SELECT * FROM scored ORDER BY score DESC LIMIT ${budget.filtered}) AS s
     CROSS JOIN LATERAL (SELECT * FROM ${schema}.search_rows AS r WHERE r.number = s.row_number AND ${where} OFFSET 0) AS r
     ORDER BY s.score DESC LIMIT $4`,
    [
      leading.map(({ number }) => number),
      leading.map(scale.weightOf),
      leading.map(({ most }) => most),
      wanted(isComplete),
      askedNumbers({ terms }),
      ...values,
    ],
  );
  return { rows, isComplete };
}

/** Rows that satisfy a condition that few rows satisfy, whatever their words. */
export async function findNarrow(
  query: PostgresQuery,
  schema: string,
  filter: SearchFilter,
  { isEntry, most, weighed }: { isEntry: boolean; most: number; weighed: WeighedQuery },
): Promise<FoundRow[]> {
  const { where, values } = shifted(filter, 1);
  const sql = `SELECT ${foundColumns('$1')} FROM ${schema}.search_rows AS r
    WHERE r.place ${isEntry ? '<' : '>='} 0 AND ${where} LIMIT ${most}`;
  return (await query<FoundRow>(sql, [askedNumbers(weighed), ...values])).rows;
}

/** The terms whose rows are read, rarest first, within the budget; a common term adds its best rows. */
function leadingTerms(terms: readonly StoredTerm[], { weightOf }: WordScale) {
  const known = terms.filter((term) => term.number !== undefined).sort((a, b) => weightOf(b) - weightOf(a));
  const leading: (StoredTerm & { most: number })[] = [];
  let left = budget.all;
  let isComplete = true;
  for (const term of known) {
    // Private rows are not counted; there may be more rows than the statistics say.
    const most = Math.min(budget.one, left);
    if (most <= 0 || (leading.length > 0 && term.rows > left)) {
      isComplete = false;
      continue;
    }
    leading.push({ ...term, most });
    isComplete &&= term.rows <= most;
    left -= Math.min(most, term.rows);
  }
  return { leading, isComplete: isComplete && budget.all - left <= budget.filtered };
}
