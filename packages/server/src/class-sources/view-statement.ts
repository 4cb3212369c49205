/** Writes the SQL statement that reads rows of a data class. */
import type { RowQuery } from '@dragoman/core/faces';
import type { JsonValue } from '@dragoman/model';
import { Failure } from '@dragoman/model';

/** A statement with its values, in placeholder order. */
export interface ViewStatement {
  sql: string;
  values: (string | number)[];
}

const plainName = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/** Writes the statement; `placeholder` writes the n-th placeholder. Throws on a name that is not a plain identifier. */
export function writeViewStatement(
  { view, fields, filters, limit }: RowQuery,
  placeholder: (at: number) => string,
): ViewStatement {
  if (view === undefined) throw new Failure('UNAVAILABLE', { message: 'The class has no view in its database.' });
  if (fields.length === 0) throw new Failure('UNAVAILABLE', { message: 'The class has no visible field.' });
  const given = Object.entries(filters);
  const conditions = given.map(([name], at) => `${quote(name)} = ${placeholder(at + 1)}`);
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return {
    sql: `SELECT ${fields.map(quote).join(', ')} FROM ${quote(view)}${where} LIMIT ${Math.max(1, Math.floor(limit))}`,
    values: given.map(([, value]) => bindable(value)),
  };
}

function quote(name: string): string {
  if (plainName.test(name)) return `"${name}"`;
  throw new Failure('UNAVAILABLE', { message: 'A field or view name of the class is not a valid identifier.' });
}

function bindable(value: JsonValue): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  throw new Failure('INVALID_INPUT', { message: 'A filter value must be a string, a number, true or false.' });
}
