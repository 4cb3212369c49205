/** Running servers in SQLite. */
import type { NodeRecord, NodeStore } from '@dragoman/core/engine';
import type { SqliteDatabase } from './sqlite-database.js';

/** Running servers in SQLite; each change is one transaction. */
export function createSqliteNodes(database: SqliteDatabase): NodeStore {
  const columns = 'id, model, seen_at AS seenAt, version';
  const find = `SELECT ${columns} FROM nodes WHERE id <> ? AND model NOT IN (?, '') ORDER BY id LIMIT 1`;
  const put = `INSERT INTO nodes (id, model, seen_at, version) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET model = excluded.model, seen_at = excluded.seen_at`;
  return {
    enter: ({ id, model, seenAt, version }, { since, force }) =>
      database.write(() => {
        database.run('DELETE FROM nodes WHERE seen_at < ?', since);
        const [other] = database.rows<NodeRecord>(find, id, model);
        if (other !== undefined && model !== '' && !force) return { ...other };
        database.run(put, id, model, seenAt, version);
        return undefined;
      }),
    list: () => database.read(() => database.rows<NodeRecord>(`SELECT ${columns} FROM nodes ORDER BY id`)),
    async leave(id) {
      await database.write(() => database.run('DELETE FROM nodes WHERE id = ?', id));
    },
  };
}
