/** Migrations: forward-only, numbered 1, 2, 3 …, each applied once. The part shared by both databases. */
import { StoreOpenError } from './store-open-error.js';

/** One step of a store's schema; its number is its position in the list. */
export interface Migration {
  name: string;
  sql: string;
  /**
   * True for a step that only adds (expand): programs of the previous version can use the schema after it. Without it,
   * they cannot (contract).
   */
  expands?: true;
}

/** A migration with its number. */
export interface PendingMigration extends Migration {
  version: number;
  /** Number of the oldest step whose programs can use the schema after this one. */
  needs: number;
}

/** The steps of a schema, as the database records them. */
export interface SchemaState {
  /** Number of the last step; 0 for an empty database. */
  version: number;
  /** Number of the oldest step whose programs can use it. */
  needs: number;
}

/** The migrations that a store in this state still needs; throws when the store is too new for the program. */
export function pendingMigrations(
  migrations: readonly Migration[],
  { version, needs }: SchemaState,
  where: string,
): PendingMigration[] {
  if (needs > migrations.length) {
    throw new StoreOpenError(
      `${where} has schema version ${version}, but this program supports versions up to ${migrations.length}.`,
      'Run the newer version of Dragoman that wrote it, or restore a copy made before the upgrade. Nothing was changed.',
    );
  }
  let oldest = 0;
  const numbered = migrations.map((migration, index) => {
    oldest = migration.expands === true ? oldest : index + 1;
    return { ...migration, version: index + 1, needs: oldest };
  });
  return numbered.slice(version);
}

/** What opening a store would change. */
export interface MigrationPlan {
  /** Name of the database for messages. */
  where: string;
  /** Schema version of the database, and of this program. */
  current: number;
  newest: number;
  pending: { version: number; name: string; kind: 'expand' | 'contract' }[];
}

/** The plan for a store in this state; throws when the store is too new for the program. */
export function planMigrations(migrations: readonly Migration[], state: SchemaState, where: string): MigrationPlan {
  const pending = pendingMigrations(migrations, state, where).map(({ version, name, expands }) => {
    return { version, name, kind: expands === true ? ('expand' as const) : ('contract' as const) };
  });
  return { where, current: state.version, newest: migrations.length, pending };
}

/** How far a database has been migrated. */
export interface SchemaVersion {
  /** Version of the database; 0 for one without our tables. */
  found: number;
  /** Version that this program needs. */
  needed: number;
  /** Clock of the database server in milliseconds since the epoch; absent for an embedded one. */
  now?: number;
  /** Version of the database server. */
  server?: string;
}
