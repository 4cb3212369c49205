/** The one statement that is sent to a database behind a data class. */
import type { RowQuery } from '@dragoman/core/faces';
import type { JsonValue } from '@dragoman/model';
import { Failure } from '@dragoman/model';

/** A statement with its values, in the order of its places. */
export interface ViewStatement {
  sql: string;
  values: (string | number)[];
}

const plainName = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/** Writes the statement; `place` writes the n-th place for a value. Throws for a name that could be anything else. */
export function writeViewStatement(
  { view, fields, filters, limit }: RowQuery,
  place: (at: number) => string,
): ViewStatement {
  if (view === undefined) throw new Failure('UNAVAILABLE', { message: 'The class names no view of its database.' });
  if (fields.length === 0) throw new Failure('UNAVAILABLE', { message: 'The class shows no field.' });
  const given = Object.entries(filters);
  const conditions = given.map(([name], at) => `${quote(name)} = ${place(at + 1)}`);
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return {
    sql: `SELECT ${fields.map(quote).join(', ')} FROM ${quote(view)}${where} LIMIT ${Math.max(1, Math.floor(limit))}`,
    values: given.map(([, value]) => bindable(value)),
  };
}

function quote(name: string): string {
  if (plainName.test(name)) return `"${name}"`;
  throw new Failure('UNAVAILABLE', { message: 'A name of the class cannot stand in a statement.' });
}

function bindable(value: JsonValue): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  throw new Failure('INVALID_INPUT', { message: 'A filter takes a text, a number, true or false.' });
}
