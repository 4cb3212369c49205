/** Usage of services in SQLite. */
import type { UsageStore } from '@dragoman/core/engine';
import { toColumn } from '../column-text.js';
import type { UsageRow } from '../usage-row.js';
import { stepSeconds, toUsagePoint, toUsageTotal, usageColumns, usageRows } from '../usage-row.js';
import type { SqliteDatabase } from './sqlite-database.js';

const add = `INSERT INTO usage (service, step, at, ${usageColumns.join(', ')})
  VALUES (?, ?, ?, ${usageColumns.map(() => '?').join(', ')})
  ON CONFLICT (service, step, at) DO UPDATE SET ${usageColumns.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`;

/** Usage of services in SQLite. */
export function createSqliteUsage(database: SqliteDatabase): UsageStore {
  return {
    async add(points) {
      if (points.length === 0) return;
      await database.write(() => {
        for (const { service, step, at, counts } of usageRows(points)) database.run(add, service, step, at, ...counts);
      });
    },
    read: (service, step, { since, until }) =>
      database.read(() => {
        const sql = 'SELECT * FROM usage WHERE service = ? AND step = ? AND at >= ? AND at < ? ORDER BY at';
        return database.rows<UsageRow>(sql, toColumn(service), stepSeconds[step], since, until).map(toUsagePoint);
      }),
    totals: (since, limit, services) =>
      database.read(() => {
        const some = services === undefined ? [] : [JSON.stringify(services.map(toColumn))];
        const chosen = services === undefined ? '' : 'AND service IN (SELECT value FROM json_each(?))';
        const sql = `SELECT service, sum(calls) AS calls, sum(errors) AS errors, sum(refused) AS refused, sum(limited) AS limited
          FROM usage WHERE step = 3600 AND at >= ? ${chosen} GROUP BY service ORDER BY sum(calls) DESC, service LIMIT ?`;
        return database.rows<UsageRow>(sql, since, ...some, limit).map(toUsageTotal);
      }),
    prune: ({ minutes, hours }) =>
      database.write(() => {
        const remove = 'DELETE FROM usage WHERE step = ? AND at < ?';
        return database.run(remove, stepSeconds.minute, minutes) + database.run(remove, stepSeconds.hour, hours);
      }),
  };
}
