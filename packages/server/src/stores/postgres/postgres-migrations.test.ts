import { readFile } from 'node:fs/promises';
import { systemClock } from '@dragoman/core/http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectFilledStore } from '../filled-store.support.js';
import { silentLogger } from '../store-logger.js';
import { StoreOpenError } from '../store-open-error.js';
import { openPostgresStore } from './open-postgres-store.js';
import type { PostgresDatabase } from './postgres-database.js';
import { openPostgresDatabase } from './postgres-database.js';
import { migratePostgres, planPostgres, postgresMigrations } from './postgres-migrations.js';
import { requirePostgres } from './require-postgres.support.js';

const postgres = await requirePostgres();
const clock = systemClock;
const where = 'the test';
const newest = postgresMigrations.length;
const added2 = { name: 'more columns', expands: true as const, sql: 'ALTER TABLE more ADD COLUMN x text' };
const all = postgresMigrations.map((_, index) => index + 1);

describe.skipIf(!postgres.reachable)('PostgreSQL migrations', () => {
  let schema: string;
  let database: PostgresDatabase;

  beforeEach(() => {
    schema = postgres.newSchema();
    const limits = { poolSize: 2, statementTimeoutMs: 5000, answerTimeoutMs: 10_000, connectTimeoutMs: 5000 };
    database = openPostgresDatabase({ url: postgres.url, schema, logger: silentLogger, ...limits });
  });

  afterEach(async () => {
    await database.close();
    await postgres.dropSchema(schema);
  });

  async function versions(): Promise<unknown[]> {
    const rows = await postgres.execute(`SELECT version FROM ${schema}.schema_migrations ORDER BY version`);
    return rows.map(({ version }) => version);
  }

  it('migrate an empty schema to the newest version, once', async () => {
    expect(await migratePostgres(database, clock, { where })).toEqual(all);
    expect(await migratePostgres(database, clock, { where })).toEqual([]);
  });

  it.each([1, 2])('migrate a filled schema of version %i to the newest one, with every row', async (version) => {
    const old = await readFile(new URL(`./fixtures/version-${version}.sql`, import.meta.url), 'utf8');
    await postgres.execute(`CREATE SCHEMA ${schema}; SET search_path TO ${schema}; ${old}`);
    const store = await openPostgresStore({ url: postgres.url, schema, clock });
    await expectFilledStore(store);
    await store.close();
    expect(await versions()).toEqual(all);
  });

  it('leave the old version unchanged when a step fails', async () => {
    await migratePostgres(database, clock, { where });
    const failing = [
      ...postgresMigrations,
      { name: 'fine', sql: 'CREATE TABLE half (id text); DELETE FROM audit_points;' },
      { name: 'broken', sql: 'ALTER TABLE nowhere ADD COLUMN x text;' },
    ];
    await expect(migratePostgres(database, clock, { where, migrations: failing })).rejects.toThrow();
    expect(await versions()).toEqual(all);
    const store = await openPostgresStore({ url: postgres.url, schema, clock });
    expect(await store.audit.head()).toMatchObject({ seq: 0 });
    await store.close();
  });

  it('reject a schema that is newer than the program, naming both versions, and leave it unchanged', async () => {
    const newer = [...postgresMigrations, { name: 'from the future', sql: 'CREATE TABLE future (id text)' }];
    await migratePostgres(database, clock, { where, migrations: newer });
    const refusal = await openPostgresStore({ url: postgres.url, schema, clock }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StoreOpenError);
    expect(refusal).toMatchObject({ help: expect.stringContaining('newer version of Dragoman') });
    expect(String(refusal)).toContain(`version ${newest + 1}`);
    expect(String(refusal)).toContain(`up to ${newest}`);
    expect(await versions()).toEqual([...all, newest + 1]);
  });

  it('let a program use a schema to which a newer one has only added', async () => {
    const added = { name: 'more', expands: true as const, sql: 'CREATE TABLE more (id text)' };
    await migratePostgres(database, clock, { where, migrations: [...postgresMigrations, added, added2] });
    const store = await openPostgresStore({ url: postgres.url, schema, clock });
    await store.ping();
    await store.close();
    expect(await versions()).toEqual([...all, newest + 1, newest + 2]);
    expect(await planPostgres(database, where)).toMatchObject({ current: newest + 2, newest, pending: [] });
  });

  /** Recorded from the store contract of the release whose schema has 18 steps; record again for each release. */
  it('leave every statement of the previous release valid, unless a step contracts', async () => {
    const previous = 18;
    const isExpanding = postgresMigrations.slice(previous).every(({ expands }) => expands === true);
    expect(isExpanding).toBe(true);
    await migratePostgres(database, clock, { where });
    const text = await readFile(new URL(`./fixtures/statements-${previous}.json`, import.meta.url), 'utf8');
    const statements = JSON.parse(text) as string[];
    expect(statements.length).toBeGreaterThan(150);
    const script = statements.map((sql, at) => `PREPARE s${at} AS ${sql.replaceAll('{schema}', schema)}`);
    await postgres.execute(`${script.join(';')}; DEALLOCATE ALL`);
  });

  it('are planned without a change', async () => {
    expect(await planPostgres(database, where)).toMatchObject({ current: 0, newest });
    const [found] = await postgres.execute(`SELECT to_regnamespace('${schema}') IS NOT NULL AS found`);
    expect(found).toEqual({ found: false });
  });

  it('leave the tables of another program unchanged', async () => {
    await postgres.execute(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.entries (something text)`);
    await expect(openPostgresStore({ url: postgres.url, schema, clock })).rejects.toThrow('tables of another program');
  });
});
