/** Statistics of terms and rows, which scores need: kept current by every change, exact, and of public rows only. */
import type { PostgresQuery } from '../postgres-database.js';
import { kinds } from './search-tables.js';

/** The part of a row that statistics need. */
export interface CountedRow {
  /** Index of the operation; negative for an entry. */
  place: number;
  flags: number;
  length: number;
  /** Term numbers with the codes of their weights in the lowest bits. */
  terms: readonly number[];
}

/** Bits of a term's code, and the flag of public rows. */
export const weightBits = 8;
export const codeMask = 255;
const publicFlag = 2;

/** The kind of a row. */
export function kindOf(place: number): keyof typeof kinds {
  return place < 0 ? 'entry' : 'operation';
}

/** Adds rows to the statistics, or removes them. */
export async function countRows(
  query: PostgresQuery,
  schema: string,
  rows: readonly CountedRow[],
  sign: 1 | -1,
): Promise<void> {
  const totals = { entry: { all: 0, open: 0, length: 0 }, operation: { all: 0, open: 0, length: 0 } };
  const perTerm = new Map<number, number>();
  for (const { place, flags, length, terms } of rows) {
    const total = totals[kindOf(place)];
    total.all += sign;
    if ((flags & publicFlag) === 0) continue;
    total.open += sign;
    total.length += sign * length;
    for (const word of terms) perTerm.set(word >>> weightBits, (perTerm.get(word >>> weightBits) ?? 0) + sign);
  }
  const both = [totals.entry, totals.operation];
  await query(
    `UPDATE ${schema}.search_statistics AS kept SET all_rows = all_rows + given.rows,
       public_rows = public_rows + given.open, public_length = public_length + given.length
     FROM unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[]) AS given (kind, rows, open, length)
     WHERE kept.kind = given.kind`,
    [
      [kinds.entry, kinds.operation],
      both.map(({ all }) => all),
      both.map(({ open }) => open),
      both.map(({ length }) => length),
    ],
  );
  await query(
    `UPDATE ${schema}.search_terms AS kept SET public_rows = public_rows + given.rows
     FROM unnest($1::integer[], $2::integer[]) AS given (number, rows) WHERE kept.number = given.number`,
    [[...perTerm.keys()], [...perTerm.values()]],
  );
}
