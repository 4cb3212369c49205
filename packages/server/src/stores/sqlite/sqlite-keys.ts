/** API keys in SQLite. */
import type { KeyRecord, KeyStore } from '@dragoman/core/engine';
import { Failure } from '@dragoman/model';
import { toColumn } from '../column-text.js';
import type { KeyRow } from '../key-row.js';
import { fromKeyRow, keyChanges, keyColumns, toKeyRow } from '../key-row.js';
import { appendRecord } from './sqlite-audit.js';
import type { SqliteDatabase } from './sqlite-database.js';

const marks = keyColumns.map(() => '?').join(', ');
const noteUse = "UPDATE keys SET last_used_at = ?1 WHERE id = ?2 AND coalesce(last_used_at, '') < ?1";
const countUsable =
  'SELECT count(*) AS count FROM keys WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)';

/** Keys in SQLite; every change of access is audited in its transaction. */
export function createSqliteKeys(database: SqliteDatabase): KeyStore {
  const one = (id: string) => database.rows<KeyRow>('SELECT * FROM keys WHERE id = ?', toColumn(id))[0];

  return {
    add: (key, audit) =>
      database.write(() => {
        if (one(key.id) !== undefined) {
          throw new Failure('CONFLICT', { message: 'A key with this id already exists.' });
        }
        insert(database, key);
        appendRecord(database, audit);
      }),
    find: (id) =>
      database.read(() => {
        const row = one(id);
        return row === undefined ? undefined : fromKeyRow(row);
      }),
    list: () =>
      database.read(() => {
        return database.rows<KeyRow>('SELECT * FROM keys ORDER BY created_at DESC, id DESC').map(fromKeyRow);
      }),
    update: (id, change, audit) =>
      database.write(() => {
        if (one(id) === undefined) return false;
        for (const [column, value] of keyChanges(change)) {
          database.run(`UPDATE keys SET ${column} = ? WHERE id = ?`, value, toColumn(id));
        }
        appendRecord(database, audit);
        return true;
      }),
    touch: (id, at) =>
      database.write(() => {
        database.run(noteUse, toColumn(at), toColumn(id));
      }),
    countUsable: (at) =>
      database.read(() => {
        return database.rows<{ count: number }>(countUsable, toColumn(at))[0]?.count ?? 0;
      }),
  };
}

function insert(database: SqliteDatabase, key: KeyRecord) {
  const row = toKeyRow(key);
  const values = keyColumns.map((column) => row[column]);
  database.run(`INSERT INTO keys (${keyColumns.join(', ')}) VALUES (${marks})`, ...values);
}
