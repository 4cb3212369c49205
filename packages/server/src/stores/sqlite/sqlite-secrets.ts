/** The server's own secrets in SQLite. */
import type { SecretStore } from '@dragoman/core/engine';
import { fromColumn, toColumn } from '../column-text.js';
import type { SqliteDatabase } from './sqlite-database.js';

/** Secrets in SQLite; each change is one transaction. */
export function createSqliteSecrets(database: SqliteDatabase): SecretStore {
  const find = (name: string) =>
    database.rows<{ secret: string }>('SELECT secret FROM secrets WHERE name = ?', toColumn(name))[0]?.secret;
  const change = (sql: string, ...values: string[]) => database.write(() => database.run(sql, ...values) > 0);
  return {
    read: (name) => database.read(() => find(name)),
    add: (name, text) =>
      database.write(() => {
        database.run('INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING', toColumn(name), text);
        return find(name) ?? text;
      }),
    replace: (name, from, to) =>
      change('UPDATE secrets SET secret = ? WHERE name = ? AND secret = ?', to, toColumn(name), from),
    remove: (name, from) => change('DELETE FROM secrets WHERE name = ? AND secret = ?', toColumn(name), from),
    names: () =>
      database.read(() =>
        database.rows<{ name: string }>('SELECT name FROM secrets ORDER BY name').map(({ name }) => fromColumn(name)),
      ),
  };
}
