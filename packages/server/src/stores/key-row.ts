/** An API key as a row; the same columns in both databases. */
import type { KeyRecord } from '@dragoman/core/engine';
import { fromColumn, toColumn, toNullable } from './column-text.js';

/** The columns of a key, in order. */
export const keyColumns = [
  'id',
  'name',
  'subject',
  'hash',
  'scopes',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
  'replaced_by',
] as const;

/** A key as a row. */
export type KeyRow = Record<'id' | 'name' | 'subject' | 'hash' | 'scopes' | 'created_at', string> &
  Record<'expires_at' | 'revoked_at' | 'last_used_at' | 'replaced_by', string | null>;

/** Converts a key to a row. */
export function toKeyRow(key: KeyRecord): KeyRow {
  return {
    id: toColumn(key.id),
    name: toColumn(key.name),
    subject: toColumn(key.subject),
    hash: toColumn(key.hash),
    scopes: JSON.stringify(key.scopes),
    created_at: toColumn(key.createdAt),
    expires_at: toNullable(key.expiresAt),
    revoked_at: toNullable(key.revokedAt),
    last_used_at: toNullable(key.lastUsedAt),
    replaced_by: toNullable(key.replacedBy),
  };
}

/** Converts a row to a key. */
export function fromKeyRow(row: KeyRow): KeyRecord {
  const key: KeyRecord = {
    id: fromColumn(row.id),
    name: fromColumn(row.name),
    subject: fromColumn(row.subject),
    hash: fromColumn(row.hash),
    scopes: JSON.parse(row.scopes) as string[],
    createdAt: fromColumn(row.created_at),
  };
  if (row.expires_at !== null) key.expiresAt = fromColumn(row.expires_at);
  if (row.revoked_at !== null) key.revokedAt = fromColumn(row.revoked_at);
  if (row.last_used_at !== null) key.lastUsedAt = fromColumn(row.last_used_at);
  if (row.replaced_by !== null) key.replacedBy = fromColumn(row.replaced_by);
  return key;
}

/** The columns that an update of a key sets, with their values. */
export function keyChanges(
  change: Partial<Pick<KeyRecord, 'expiresAt' | 'revokedAt' | 'replacedBy'>>,
): [column: 'expires_at' | 'revoked_at' | 'replaced_by', value: string][] {
  const columns = { expires_at: change.expiresAt, revoked_at: change.revokedAt, replaced_by: change.replacedBy };
  return (Object.entries(columns) as [keyof typeof columns, string | undefined][]).flatMap(
    ([column, value]): ReturnType<typeof keyChanges> => (value === undefined ? [] : [[column, toColumn(value)]]),
  );
}
