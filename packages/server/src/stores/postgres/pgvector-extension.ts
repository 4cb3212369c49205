/**
 * Finds out at the start whether the database can compare vectors itself: whether pgvector is there or may be created,
 * and new enough. What it needs is created next to the tables of the store; it can be dropped and is created again.
 */
import { isFailure } from '@dragoman/model';
import pg from 'pg';
import { StoreOpenError } from '../store-open-error.js';
import type { PostgresDatabase, PostgresQuery } from './postgres-database.js';
import { lockSchema } from './postgres-migrations.js';

/** Whether the database is to compare vectors: when it can, in any case, or never. */
export type PgvectorMode = 'auto' | 'on' | 'off';

/** The extension as this database has it. */
export interface PgvectorExtension {
  version: string;
  /** Quoted schema of its types and operators. */
  schema: string;
}

/** The extension, or why it is not used. */
export type PgvectorFinding = { extension: PgvectorExtension } | { reason: string };

/** Scans that go on until enough rows satisfy the conditions came with this version. */
const leastVersion = [0, 8] as const;

/** Makes the extension ready; with `on`, throws a `StoreOpenError` when it cannot be used. */
export async function openPgvector(
  database: PostgresDatabase,
  { mode, where }: { mode: PgvectorMode; where: string },
): Promise<PgvectorFinding> {
  if (mode === 'off') return { reason: 'the setting search.pgvector is off' };
  const finding = await findOrCreate(database);
  if ('reason' in finding && mode === 'on') {
    throw new StoreOpenError(
      `The setting search.pgvector is on, but PostgreSQL at ${where} cannot compare vectors: ${finding.reason}.`,
      'Install pgvector 0.8 or later on the database server and run CREATE EXTENSION vector, or set search.pgvector to auto.',
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
  if (extension === undefined) return { reason: 'the extension vector is not there' };
  if (!isNewEnough(extension.version)) {
    return { reason: `pgvector ${extension.version} is older than ${leastVersion.join('.')}` };
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

/** Why it cannot be created; undefined when it is there. */
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
  return major > leastVersion[0] || (major === leastVersion[0] && minor >= leastVersion[1]);
}

/** What is compared stands apart from what is kept, so that the plain way goes on whenever this one is given up. */
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
