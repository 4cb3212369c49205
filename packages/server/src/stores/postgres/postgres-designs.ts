/** Designs in PostgreSQL: the current state in one table, every version in another. */
import type { Design, DesignKind, DesignStore, DesignVersion } from '@dragoman/core/engine';
import { applyDesign, chainRecord } from '@dragoman/core/engine';
import { toColumn } from '../column-text.js';
import { lockHead, writeRecords } from './postgres-audit.js';
import type { PostgresDatabase, PostgresQuery } from './postgres-database.js';

const highest = 2_147_483_647;

/** Designs in PostgreSQL; a change, its version and its audit record are one transaction. */
export function createPostgresDesigns(database: PostgresDatabase): DesignStore {
  const { schema } = database;
  const read = async (query: PostgresQuery, kind: DesignKind, id: string): Promise<Design | undefined> => {
    const sql = `SELECT design FROM ${schema}.designs WHERE kind = $1 AND id = $2`;
    return (await query<DesignRow>(sql, [kind, toColumn(id)])).rows.map(toDesign)[0];
  };
  const versions = async (rest: string, ...values: unknown[]) => {
    const sql = `SELECT kept FROM ${schema}.design_versions WHERE kind = $1 AND id = $2 ${rest}`;
    const { rows } = await database.query<{ kept: string }>(sql, values);
    return rows.map(({ kept }) => JSON.parse(kept) as DesignVersion);
  };

  return {
    read: (kind, id) => read(database.query, kind, id),
    async list(kind, after, limit) {
      const sql = `SELECT design FROM ${schema}.designs WHERE kind = $1 AND NOT deleted AND id > $2 ORDER BY id LIMIT $3`;
      return (await database.query<DesignRow>(sql, [kind, toColumn(after ?? ''), limit])).rows.map(toDesign);
    },
    change: (kind, id, decide, context) =>
      database.transact(async (query) => {
        // Lock the chain first: the holder of the lock is the only one that decides.
        const head = await lockHead(query, schema);
        const current = await read(query, kind, id);
        const decision = decide(structuredClone(current));
        if (decision === undefined) return current;
        const { design, kept, audit } = applyDesign(decision, { kind, id, current, context });
        await write(query, schema, design);
        const sql = `INSERT INTO ${schema}.design_versions (kind, id, version, kept) VALUES ($1, $2, $3, $4)`;
        await query(sql, [kind, toColumn(id), kept.version, JSON.stringify(kept)]);
        await writeRecords(query, schema, [chainRecord(audit, head)]);
        return design;
      }),
    versions: (kind, id, limit, before = highest) =>
      versions('AND version < $3 ORDER BY version DESC LIMIT $4', kind, toColumn(id), before, limit),
    version: async (kind, id, version) => (await versions('AND version = $3', kind, toColumn(id), version))[0],
  };
}

interface DesignRow {
  design: string;
}

function write(query: PostgresQuery, schema: string, design: Design) {
  const { kind, id, version, deletedAt } = design;
  return query(
    `INSERT INTO ${schema}.designs (kind, id, version, deleted, design) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (kind, id) DO UPDATE
     SET version = excluded.version, deleted = excluded.deleted, design = excluded.design`,
    [kind, toColumn(id), version, deletedAt !== undefined, JSON.stringify(design)],
  );
}

function toDesign(row: DesignRow): Design {
  return JSON.parse(row.design) as Design;
}
