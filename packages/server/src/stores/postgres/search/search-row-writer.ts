/** Writes and removes rows with their terms. */
import type { AnalyzedRow } from '@dragoman/core/engine';
import { qualityOf } from '@dragoman/core/engine';
import { toColumn } from '../../column-text.js';
import type { PostgresQuery } from '../postgres-database.js';
import type { SearchDictionary } from './search-dictionary.js';
import { type CountedRow, codeMask, countRows, kindOf, weightBits } from './search-statistics.js';
import type { kinds } from './search-tables.js';

/** Dependencies of the writer of rows. */
export interface SearchRowPorts {
  /** Quoted schema of the tables. */
  schema: string;
  terms: Record<keyof typeof kinds, SearchDictionary>;
  facets: SearchDictionary;
}

/** A row of an entry with a number. */
export interface NumberedRow extends AnalyzedRow {
  entry: number;
  /** Who may see it; null when everyone may. */
  readers: string[] | null;
}

/** Rows whose terms one statement removes. */
const rowsAtOnce = 500;

/** Removes the rows of these entries. */
export async function removeRows(query: PostgresQuery, schema: string, entries: readonly number[]): Promise<void> {
  if (entries.length === 0) return;
  const { rows } = await query<CountedRow & { number: number }>(
    `DELETE FROM ${schema}.search_rows WHERE entry = ANY($1::bigint[])
     RETURNING number::float8 AS number, place, flags, length, terms`,
    [entries],
  );
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await query(
      `DELETE FROM ${schema}.search_postings AS kept
       USING unnest($1::integer[], $2::smallint[], $3::bigint[]) AS gone (term, quality, row_number)
       WHERE kept.term = gone.term AND kept.quality = gone.quality AND kept.row_number = gone.row_number`,
      postingColumns(rows.slice(from, from + rowsAtOnce)),
    );
  }
  await countRows(query, schema, rows, -1);
}

/** Adds rows. */
export async function writeRows(
  query: PostgresQuery,
  { schema, terms, facets }: SearchRowPorts,
  rows: readonly NumberedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const labels = await facets.enter(query, [...new Set(rows.flatMap((row) => [...row.facets]))]);
  const termsOf = (kind: keyof typeof kinds) => [
    ...new Set(rows.filter(({ place }) => kindOf(place) === kind).flatMap((row) => [...row.terms.keys()])),
  ];
  const numbers = {
    entry: await terms.entry.enter(query, termsOf('entry')),
    operation: await terms.operation.enter(query, termsOf('operation')),
  };
  const packed = rows.map(({ place, terms: own }) =>
    [...own].map(([term, code]) => ((numbers[kindOf(place)].get(term) ?? 0) << weightBits) | code),
  );
  const { rows: written } = await query<{ number: number; entry: number; place: number }>(
    `INSERT INTO ${schema}.search_rows (entry, place, flags, length, hash, readers, facets, terms)
     SELECT entry, place, flags, length, hash, readers::text[], facets::integer[], terms::integer[]
     FROM unnest($1::bigint[], $2::integer[], $3::smallint[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::text[])
       AS given (entry, place, flags, length, hash, readers, facets, terms)
     RETURNING number::float8 AS number, entry::float8 AS entry, place`,
    [
      rows.map(({ entry }) => entry),
      rows.map(({ place }) => place),
      rows.map(({ flags }) => flags),
      rows.map(({ length }) => length),
      rows.map(({ text }) => text?.hash ?? null),
      rows.map(({ readers }) => (readers === null ? null : textArray(readers))),
      rows.map((row) => numberArray([...row.facets].map((key) => labels.get(key) ?? 0))),
      packed.map(numberArray),
    ],
  );
  const numberOf = new Map(written.map(({ number, entry, place }) => [`${entry} ${place}`, number]));
  const counted = rows.map(({ entry, place, flags, length }, at) => ({
    place,
    flags,
    length,
    terms: packed[at] ?? [],
    number: numberOf.get(`${entry} ${place}`) ?? 0,
  }));
  await query(
    `INSERT INTO ${schema}.search_postings SELECT * FROM unnest($1::integer[], $2::smallint[], $3::bigint[])
       AS given (term, quality, row_number) ORDER BY term, quality, row_number`,
    postingColumns(counted),
  );
  await countRows(query, schema, counted, 1);
}

/** The terms of rows as columns: term, quality and row. */
function postingColumns(rows: readonly (CountedRow & { number: number })[]): [number[], number[], number[]] {
  const [term, quality, number]: [number[], number[], number[]] = [[], [], []];
  for (const row of rows) {
    for (const word of row.terms) {
      term.push(word >>> weightBits);
      quality.push(qualityOf(word & codeMask, row.length, kindOf(row.place)));
      number.push(row.number);
    }
  }
  return [term, quality, number];
}

function numberArray(values: readonly number[]): string {
  return `{${values.join(',')}}`;
}

/** An array literal of texts. */
function textArray(values: readonly string[]): string {
  const quoted = values.map((value) => `"${toColumn(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);
  return `{${quoted.join(',')}}`;
}
