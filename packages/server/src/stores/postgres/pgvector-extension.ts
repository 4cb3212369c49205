/**
 * Checks at start whether the database can compare vectors: whether pgvector exists or may be created, and is new
 * enough. Its tables are separate from the store's own; they can be dropped and are created again.
 */
import { isFailure } from '@dragoman/model';
import pg from 'pg';
import { StoreOpenError } from '../store-open-error.js';
import type { PostgresDatabase, PostgresQuery } from './postgres-database.js';
import { lockSchema } from './postgres-migrations.js';

/** Whether the database compares vectors: `auto` if it can, `on` required, `off` never. */
export type PgvectorMode = 'auto' | 'on' | 'off';

/** The extension in this database. */
export interface PgvectorExtension {
  version: string;
  /** Quoted schema of its types and operators. */
  schema: string;
}

/** The extension, or why it is not used. */
export type PgvectorFinding = { extension: PgvectorExtension } | { reason: string };

/** First version with index scans that continue until enough rows satisfy the conditions. */
const minVersion = [0, 8] as const;

/** Prepares the extension; with `on`, throws a `StoreOpenError` when it cannot be used. */
export async function openPgvector(
  database: PostgresDatabase,
  { mode, where, requiredBy }: { mode: PgvectorMode; where: string; requiredBy?: string | undefined },
): Promise<PgvectorFinding> {
  if (mode === 'off') return { reason: 'the setting search.pgvector is off' };
  const finding = await findOrCreate(database);
  if ('reason' in finding && mode === 'on') {
    throw new StoreOpenError(
      `The setting ${requiredBy ?? 'search.pgvector is on'}, but PostgreSQL at ${where} cannot compare vectors: ${finding.reason}.`,
      requiredBy === undefined
        ? 'Install pgvector 0.8 or later on the database server and run CREATE EXTENSION vector, or set search.pgvector to auto.'
        : 'Install pgvector 0.8 or later on the database server (such as the package postgresql-17-pgvector) and run CREATE EXTENSION vector as an administrator of the database; or set search.embedder to none to search by words only, or search.engine to memory.',
    );
  }
  return finding;
}

async function findOrCreate(database: PostgresDatabase): Promise<PgvectorFinding> {
  const { query } = database;
  const present = await readExtension(query);
  if (present === undefined) {
    const reason = await createExtension(database);
    if (reason !== undefined) return { reason };
  }
  const extension = present ?? (await readExtension(query));
  if (extension === undefined) return { reason: 'the extension vector does not exist' };
  if (!isNewEnough(extension.version)) {
    return { reason: `pgvector ${extension.version} is older than ${minVersion.join('.')}` };
  }
  await createTable(database, extension);
  return { extension };
}

async function readExtension(query: PostgresQuery): Promise<PgvectorExtension | undefined> {
  const { rows } = await query<{ version: string; schema: string }>(
    `SELECT extversion AS version, nspname AS schema
     FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'vector'`,
  );
  const [row] = rows;
  return row === undefined ? undefined : { version: row.version, schema: pg.escapeIdentifier(row.schema) };
}

/** Why it cannot be created; undefined when it exists. */
async function createExtension(database: PostgresDatabase): Promise<string | undefined> {
  const available = await database.query(`SELECT 1 FROM pg_available_extensions WHERE name = 'vector'`);
  if (available.count === 0) return 'pgvector is not installed on the database server';
  try {
    await database.transact(async (query) => {
      await lockSchema(query);
      await query('CREATE EXTENSION IF NOT EXISTS vector');
    });
    return undefined;
  } catch (error) {
    const cause = isFailure(error) ? error.cause : error;
    const why = cause instanceof Error ? cause.message : 'for an unknown reason';
    return `pgvector is installed on the database server, but the extension could not be created (${why})`;
  }
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > minVersion[0] || (major === minVersion[0] && minor >= minVersion[1]);
}

/**
 * The compared vectors are stored separately from the store's own, so that comparing in memory works whenever
 * pgvector is turned off.
 */
async function createTable(database: PostgresDatabase, extension: PgvectorExtension): Promise<void> {
  const { schema } = database;
  await database.transact(async (query) => {
    await lockSchema(query);
    await query(`
      CREATE TABLE IF NOT EXISTS ${schema}.compared_vectors (
        number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        model text COLLATE "C" NOT NULL,
        hash text COLLATE "C" NOT NULL,
        vector ${extension.schema}.halfvec NOT NULL,
        released_at timestamptz,
        UNIQUE (model, hash),
        FOREIGN KEY (model, hash) REFERENCES ${schema}.vectors ON DELETE CASCADE
      )`);
  });
}
