/** Upstream credentials in SQLite; only sealed text is stored. */
import type { CredentialStore } from '@dragoman/core/engine';
import { toColumn } from '../column-text.js';
import type { CredentialColumns, UsableColumns } from '../credential-row.js';
import { credentialColumns, credentialValues, fromCredentialColumns, fromUsableColumns } from '../credential-row.js';
import { appendRecord } from './sqlite-audit.js';
import type { SqliteDatabase } from './sqlite-database.js';

const put = `INSERT OR REPLACE INTO credentials (${credentialColumns.join(', ')})
  VALUES (${credentialColumns.map(() => '?').join(', ')})`;
const reseal = 'UPDATE credentials SET sealed = ?, sealed_with = ? WHERE id = ? AND sealed = ?';
const usable = `SELECT DISTINCT agent_id, subject IS NULL AS shared FROM credentials
  WHERE (subject IS NULL OR subject = ?) AND agent_id IN (SELECT value FROM json_each(?))`;
const noteUse = "UPDATE credentials SET last_used_at = ?1 WHERE id = ?2 AND coalesce(last_used_at, '') < ?1";

/** Credentials in SQLite; additions, replacements and removals are audited in their transaction. */
export function createSqliteCredentials(database: SqliteDatabase): CredentialStore {
  const select = (rest: string, ...values: (string | number)[]) =>
    database.read(() =>
      database.rows<CredentialColumns>(`SELECT * FROM credentials ${rest}`, ...values).map(fromCredentialColumns),
    );

  return {
    put: (credential, audit) =>
      database.write(() => {
        database.run(put, ...credentialValues(credential));
        appendRecord(database, audit);
      }),
    find: async (id) => (await select('WHERE id = ?', toColumn(id)))[0],
    listFor: (agentId) => select('WHERE agent_id = ? ORDER BY created_at, id', toColumn(agentId)),
    usableBy: (subject, agentIds) =>
      database.read(() => {
        const values = [toColumn(subject), JSON.stringify(agentIds.map(toColumn))];
        return database.rows<UsableColumns>(usable, ...values).map(fromUsableColumns);
      }),
    notSealedWith: (key, limit) =>
      select('WHERE sealed_with <> ? ORDER BY created_at, id LIMIT ?', toColumn(key), limit),
    reseal: (id, before, after) =>
      database.write(() => database.run(reseal, ...[after.sealed, after.sealedWith, id, before].map(toColumn)) > 0),
    remove: (id, audit) =>
      database.write(() => {
        if (database.run('DELETE FROM credentials WHERE id = ?', toColumn(id)) === 0) return false;
        appendRecord(database, audit);
        return true;
      }),
    touch: (id, at) =>
      database.write(() => {
        database.run(noteUse, toColumn(at), toColumn(id));
      }),
  };
}
