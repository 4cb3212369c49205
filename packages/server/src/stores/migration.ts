/** Migrations: forward-only, numbered 1, 2, 3 …, each applied once. The part shared by both databases. */
import { StoreOpenError } from './store-open-error.js';

/** One step of a store's schema; its number is its position in the list. */
export interface Migration {
  name: string;
  sql: string;
}

/** A migration with its number. */
export interface PendingMigration extends Migration {
  version: number;
}

/** The migrations that a store at this version still needs; throws when the store is newer than the program. */
export function pendingMigrations(
  migrations: readonly Migration[],
  version: number,
  where: string,
): PendingMigration[] {
  if (version > migrations.length) {
    throw new StoreOpenError(
      `${where} has schema version ${version}, but this program supports versions up to ${migrations.length}.`,
      'Run the newer version of Dragoman that wrote it, or restore a copy made before the upgrade. Nothing was changed.',
    );
  }
  return migrations.map((migration, index) => ({ ...migration, version: index + 1 })).slice(version);
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
