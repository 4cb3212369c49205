/** Designs in SQLite: the current state in one table, every version in another. */
import type { Design, DesignKind, DesignStore, DesignVersion } from '@dragoman/core/engine';
import { applyDesign } from '@dragoman/core/engine';
import { toColumn } from '../column-text.js';
import { appendRecord } from './sqlite-audit.js';
import type { SqliteDatabase } from './sqlite-database.js';

const put = `INSERT INTO designs (kind, id, version, deleted, design) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (kind, id) DO UPDATE SET version = excluded.version, deleted = excluded.deleted, design = excluded.design`;
const keep = 'INSERT INTO design_versions (kind, id, version, kept) VALUES (?, ?, ?, ?)';

/** Designs in SQLite; a change, its version and its audit record are one transaction. */
export function createSqliteDesigns(database: SqliteDatabase): DesignStore {
  const read = (kind: DesignKind, id: string): Design | undefined => {
    const sql = 'SELECT design FROM designs WHERE kind = ? AND id = ?';
    return database.rows<{ design: string }>(sql, kind, toColumn(id)).map(toDesign)[0];
  };
  const versions = (rest: string, ...values: (string | number)[]) =>
    database.read(() =>
      database
        .rows<{ kept: string }>(`SELECT kept FROM design_versions WHERE kind = ? AND id = ? ${rest}`, ...values)
        .map(({ kept }) => JSON.parse(kept) as DesignVersion),
    );

  return {
    read: (kind, id) => database.read(() => read(kind, id)),
    list: (kind, after, limit) =>
      database.read(() => {
        const sql = 'SELECT design FROM designs WHERE kind = ? AND deleted = 0 AND id > ? ORDER BY id LIMIT ?';
        return database.rows<{ design: string }>(sql, kind, toColumn(after ?? ''), limit).map(toDesign);
      }),
    change: (kind, id, decide, context) =>
      database.write(() => {
        const current = read(kind, id);
        const decision = decide(current);
        if (decision === undefined) return read(kind, id);
        const { design, kept, audit } = applyDesign(decision, { kind, id, current: read(kind, id), context });
        const { version, deletedAt } = design;
        database.run(put, kind, toColumn(id), version, deletedAt === undefined ? 0 : 1, JSON.stringify(design));
        database.run(keep, kind, toColumn(id), version, JSON.stringify(kept));
        appendRecord(database, audit);
        return design;
      }),
    versions: (kind, id, limit, before = Number.MAX_SAFE_INTEGER) =>
      versions('AND version < ? ORDER BY version DESC LIMIT ?', kind, toColumn(id), before, limit),
    version: async (kind, id, version) => (await versions('AND version = ?', kind, toColumn(id), version))[0],
  };
}

function toDesign(row: { design: string }): Design {
  return JSON.parse(row.design) as Design;
}
