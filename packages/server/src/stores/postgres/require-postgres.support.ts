/** Decides in one place what tests do without a PostgreSQL server: skip loudly, or fail where one is required. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The server that tests use, with functions to create and remove schemas. */
export interface PostgresForTests {
  url: string;
  /** False when the tests are skipped. */
  reachable: boolean;
  /** A schema name that no other run uses. */
  newSchema(): string;
  /** Runs SQL outside the store. */
  execute(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  dropSchema(schema: string): Promise<void>;
}

/** Looks for the server at `DATABASE_URL` or on this machine; throws in CI without one. */
export async function requirePostgres(): Promise<PostgresForTests> {
  const url = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test';
  const { host } = new URL(url);
  const reachable = await answers(url);
  if (!reachable) {
    const sentence = `PostgreSQL is not reachable at ${host}: its tests are SKIPPED`;
    if (process.env.CI || process.env.DRAGOMAN_REQUIRE_SERVICES === '1') {
      throw new Error(`PostgreSQL is not reachable at ${host}, and here its tests may not be skipped`);
    }
    console.warn(sentence);
  }
  const execute = (sql: string, values?: unknown[]) => executeOn(url, sql, values);
  return {
    url,
    reachable,
    newSchema: () => `test_${randomUUID().replaceAll('-', '')}`,
    execute,
    async dropSchema(schema) {
      await execute(`DROP SCHEMA IF EXISTS ${pg.escapeIdentifier(schema)} CASCADE`);
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    await executeOn(url, 'SELECT 1');
    return true;
  } catch {
    return false;
  }
}

/** Runs SQL on a connection of its own. */
export async function executeOn(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
