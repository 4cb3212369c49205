/** Changes of all nodes on one PostgreSQL database: marks in one statement, and notifications by triggers. */
import type { ChangeFeed } from '@dragoman/core/engine';
import type { PostgresDatabase } from './postgres-database.js';
import type { Listening } from './postgres-listener.js';

/** Channel of the notifications; their payload is the schema and the table. */
export const changeChannel = 'dragoman_changes';

/** Listens on the channel. */
export type ListenForChanges = (onNotice: (payload?: string) => void) => Listening;

/** Creates the feed. */
export function createPostgresChanges(
  database: PostgresDatabase,
  { schemaName, listen }: { schemaName: string; listen: ListenForChanges },
): ChangeFeed {
  const { schema } = database;
  const sql = `SELECT coalesce((SELECT max(seq) FROM ${schema}.entries), 0)::float8 AS entries,
    (SELECT value FROM ${schema}.change_marks WHERE part = 'keys')::float8 AS keys`;
  return {
    async marks() {
      const { rows } = await database.query<{ entries: number; keys: number | null }>(sql);
      return { entries: rows[0]?.entries ?? 0, keys: rows[0]?.keys ?? 0 };
    },
    listen: (listener) =>
      listen((payload) => {
        // Several registries may use one database, each in its own schema.
        if (payload === undefined) listener();
        else if (payload === `${schemaName} keys`) listener('keys');
        else if (payload === `${schemaName} entries`) listener('entries');
      }),
  };
}
