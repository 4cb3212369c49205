/** The tables of a PostgreSQL schema for backups: read in one transaction, and written in one. */
import type { Clock } from '@dragoman/core/http';
import pg from 'pg';
import { silentLogger } from '../store-logger.js';
import { StoreOpenError } from '../store-open-error.js';
import type { TableRow, TableSource, TableTarget } from '../tables.js';
import { quoteName, rowsAtOnce } from '../tables.js';
import { withoutPassword } from './open-postgres-store.js';
import { openPostgresDatabase } from './postgres-database.js';
import { toPostgresOpenError } from './postgres-failure.js';
import { migratePostgres, postgresMigrations } from './postgres-migrations.js';
import { searchTableNames } from './search/search-tables.js';

/** Which schema of which database. */
export interface PostgresPlace {
  url: string;
  schema?: string;
}

/** Derived from other tables; the server fills them again. */
const derived = ['compared_vectors', ...searchTableNames];

async function connect({ url }: PostgresPlace): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, application_name: 'dragoman' });
  client.on('error', () => {});
  await client.connect().catch((error: unknown) => {
    throw toPostgresOpenError(error, withoutPassword(url));
  });
  return client;
}

async function listTables(client: pg.Client, schema: string) {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT table_name AS name, array_agg(column_name::text ORDER BY ordinal_position) AS columns
      FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = $1 AND table_type = 'BASE TABLE' GROUP BY table_name ORDER BY table_name`,
    [schema],
  );
  return rows.filter(({ name }) => !derived.includes(name));
}

/** Opens the tables as they are now. */
export async function readPostgresTables(place: PostgresPlace): Promise<TableSource> {
  const { schema = 'dragoman' } = place;
  const client = await connect(place);
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables = await listTables(client, schema);
    if (!tables.some(({ name }) => name === 'schema_migrations')) {
      throw new StoreOpenError(
        `PostgreSQL at ${withoutPassword(place.url)} has no store of Dragoman.`,
        'Name the database of the server with --database-url.',
      );
    }
    const at = (table: string) => `${quoteName(schema)}.${quoteName(table)}`;
    const found = await client.query<{ version: number }>(
      `SELECT max(version) AS version FROM ${at('schema_migrations')}`,
    );
    return {
      version: found.rows[0]?.version ?? 0,
      tables,
      async *rows(table) {
        const columns = tables.find(({ name }) => name === table)?.columns ?? [];
        const texts = columns.map((column) => `${quoteName(column)}::text`).join(', ');
        await client.query(`DECLARE backup NO SCROLL CURSOR FOR SELECT ${texts} FROM ${at(table)}`);
        for (;;) {
          const { rows } = await client.query<TableRow>({
            text: `FETCH ${rowsAtOnce} FROM backup`,
            rowMode: 'array',
          } as never);
          if (rows.length > 0) yield rows as unknown as TableRow[];
          if (rows.length < rowsAtOnce) break;
        }
        await client.query('CLOSE backup');
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Creates the schema of that version without rows; it must not exist. */
export async function createPostgresTables(place: PostgresPlace, version: number, clock: Clock): Promise<TableTarget> {
  const { schema = 'dragoman', url } = place;
  const client = await connect(place);
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regnamespace($1) IS NOT NULL AS found', [
    quoteName(schema),
  ]);
  if (rows[0]?.found === true && (await listTables(client, schema)).length > 0) {
    await client.end();
    throw new StoreOpenError(
      `The database ${withoutPassword(url)} has a schema "${schema}" already.`,
      'Restore into a new database; nothing is overwritten.',
    );
  }
  const limits = { poolSize: 1, statementTimeoutMs: 0, answerTimeoutMs: 0, connectTimeoutMs: 5000 };
  const database = openPostgresDatabase({ url, schema, logger: silentLogger, ...limits });
  await migratePostgres(database, clock, { where: url, migrations: postgresMigrations.slice(0, version) }).finally(() =>
    database.close(),
  );
  const tables = (await listTables(client, schema)).map(({ name }) => name);
  const at = (table: string) => `${quoteName(schema)}.${quoteName(table)}`;
  await client.query('BEGIN');
  await client.query(`TRUNCATE ${tables.map(at).join(', ')}`);
  const references = await dropReferences(client, schema);
  // Otherwise every row would notify running servers.
  for (const table of tables) await client.query(`ALTER TABLE ${at(table)} DISABLE TRIGGER USER`);
  return {
    tables,
    async insert(table, columns, given) {
      const values = given.map(
        (_, row) => `(${columns.map((_, at) => `$${row * columns.length + at + 1}`).join(', ')})`,
      );
      const perStatement = Math.max(1, Math.floor(30_000 / Math.max(1, columns.length)));
      for (let from = 0; from < given.length; from += perStatement) {
        const part = given.slice(from, from + perStatement);
        const sql = `INSERT INTO ${at(table)} (${columns.map(quoteName).join(', ')}) VALUES ${values.slice(0, part.length).join(', ')}`;
        await client.query(sql, part.flat());
      }
    },
    async count(table) {
      const found = await client.query<{ count: string }>(`SELECT count(*) AS count FROM ${at(table)}`);
      return Number(found.rows[0]?.count);
    },
    async commit() {
      for (const statement of references) await client.query(statement);
      for (const table of tables) await client.query(`ALTER TABLE ${at(table)} ENABLE TRIGGER USER`);
      await client.query('COMMIT');
      await client.end();
    },
    async abandon() {
      await client.query('ROLLBACK').catch(() => {});
      await client.query(`DROP SCHEMA IF EXISTS ${quoteName(schema)} CASCADE`).catch(() => {});
      await client.end();
    },
  };
}

/** Removes foreign keys while rows are written in any order; returns the statements that add and check them again. */
async function dropReferences(client: pg.Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE contype = 'f' AND connamespace = to_regnamespace($1)`,
    [quoteName(schema)],
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return rows.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
}
