/** Usage of services in PostgreSQL. */
import type { UsageStore } from '@dragoman/core/engine';
import { toColumn } from '../column-text.js';
import type { UsageRow } from '../usage-row.js';
import { stepSeconds, toUsagePoint, toUsageTotal, usageColumns, usageRows } from '../usage-row.js';
import type { PostgresDatabase } from './postgres-database.js';
import { rowKey } from './row-key.js';

/** Usage of services in PostgreSQL. */
export function createPostgresUsage(database: PostgresDatabase): UsageStore {
  const table = `${database.schema}.usage`;
  const add = `INSERT INTO ${table} AS kept (key, service, step, at, ${usageColumns.join(', ')})
    SELECT * FROM unnest($1::bytea[], $2::text[], $3::int[], $4::text[], ${usageColumns.map((_, place) => `$${place + 5}::bigint[]`).join(', ')})
    ON CONFLICT (key, step, at) DO UPDATE SET ${usageColumns.map((name) => `${name} = kept.${name} + excluded.${name}`).join(', ')}`;
  return {
    async add(points) {
      // In one order on every node, so that two of them do not wait for each other.
      const rows = usageRows(points).sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
      if (rows.length === 0) return;
      await database.transact((query) =>
        query(add, [
          rows.map(({ service }) => rowKey(service)),
          rows.map(({ service }) => service),
          rows.map(({ step }) => step),
          rows.map(({ at }) => at),
          ...usageColumns.map((_, place) => rows.map(({ counts }) => counts[place] ?? 0)),
        ]),
      );
    },
    async read(service, step, { since, until }) {
      const sql = `SELECT * FROM ${table} WHERE key = $1 AND step = $2 AND at >= $3 AND at < $4 ORDER BY at`;
      const values = [rowKey(toColumn(service)), stepSeconds[step], since, until];
      return (await database.query<UsageRow>(sql, values)).rows.map(toUsagePoint);
    },
    async totals(since, limit, services) {
      const chosen = services === undefined ? '' : 'AND key = ANY ($3::bytea[])';
      const sql = `SELECT service, sum(calls) AS calls, sum(errors) AS errors, sum(refused) AS refused, sum(limited) AS limited
        FROM ${table} WHERE step = 3600 AND at >= $1 ${chosen} GROUP BY service ORDER BY sum(calls) DESC, service LIMIT $2`;
      const some = services === undefined ? [] : [services.map((service) => rowKey(toColumn(service)))];
      const values = [since, limit, ...some];
      return (await database.query<UsageRow>(sql, values)).rows.map(toUsageTotal);
    },
    async prune({ minutes, hours }) {
      const remove = `DELETE FROM ${table} WHERE (step = 60 AND at < $1) OR (step = 3600 AND at < $2)`;
      return (await database.query(remove, [minutes, hours])).count;
    },
  };
}

function orderOf({ service, step, at }: { service: string; step: number; at: string }): string {
  return `${step} ${at} ${service}`;
}
