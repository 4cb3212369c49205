import { readFile } from 'node:fs/promises';
import { systemClock } from '@dragoman/core/http';
import { describe, expect, it } from 'vitest';
import { expectFilledStore } from '../filled-store.support.js';
import { StoreOpenError } from '../store-open-error.js';
import { openSqliteStore } from './open-sqlite-store.js';
import { openSqliteDatabase } from './sqlite-database.js';
import { withFolder } from './sqlite-files.support.js';
import { migrateSqlite, sqliteMigrations } from './sqlite-migrations.js';

const newest = sqliteMigrations.length;
const all = sqliteMigrations.map((_, index) => index + 1);

async function versionsOf(path: string): Promise<number[]> {
  const database = openSqliteDatabase({ path });
  try {
    return database.rows<{ version: number }>('SELECT version FROM schema_migrations').map(({ version }) => version);
  } finally {
    database.close();
  }
}

describe('SQLite migrations', () => {
  it('migrate an empty file to the newest schema, once', () =>
    withFolder(async (file) => {
      const database = openSqliteDatabase({ path: file });
      expect(await migrateSqlite(database, systemClock, { path: file })).toEqual(all);
      expect(await migrateSqlite(database, systemClock, { path: file })).toEqual([]);
      database.close();
    }));

  it.each([1, 2])('migrate a filled file of version %i to the newest schema, with every row', (version) =>
    withFolder(async (file) => {
      const old = openSqliteDatabase({ path: file });
      old.execute(await readFile(new URL(`./fixtures/version-${version}.sql`, import.meta.url), 'utf8'));
      old.close();
      const store = await openSqliteStore({ path: file, clock: systemClock });
      await expectFilledStore(store);
      await store.close();
      expect(await versionsOf(file)).toEqual(all);
    }),
  );

  it('leave the old version unchanged when a step fails', () =>
    withFolder(async (file) => {
      const database = openSqliteDatabase({ path: file });
      await migrateSqlite(database, systemClock, { path: file });
      const failing = [
        ...sqliteMigrations,
        { name: 'fine', sql: 'CREATE TABLE half (id TEXT); DELETE FROM audit_points;' },
        { name: 'broken', sql: 'ALTER TABLE nowhere ADD COLUMN x TEXT;' },
      ];
      await expect(migrateSqlite(database, systemClock, { path: file, migrations: failing })).rejects.toThrow();
      database.close();
      expect(await versionsOf(file)).toEqual(all);
      const store = await openSqliteStore({ path: file, clock: systemClock });
      expect(await store.audit.head()).toMatchObject({ seq: 0 });
      await store.close();
    }));

  it('reject a file that is newer than the program, naming both versions, and leave it unchanged', () =>
    withFolder(async (file) => {
      const database = openSqliteDatabase({ path: file });
      const newer = [...sqliteMigrations, { name: 'from the future', sql: 'CREATE TABLE future (id TEXT)' }];
      await migrateSqlite(database, systemClock, { path: file, migrations: newer });
      database.close();
      const refusal = await openSqliteStore({ path: file, clock: systemClock }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(StoreOpenError);
      expect(refusal).toMatchObject({ help: expect.stringContaining('newer version of Dragoman') });
      expect(String(refusal)).toContain(`version ${newest + 1}`);
      expect(String(refusal)).toContain(`up to ${newest}`);
      expect(await versionsOf(file)).toEqual([...all, newest + 1]);
    }));

  it('leave the database of another program unchanged', () =>
    withFolder(async (file) => {
      const foreign = openSqliteDatabase({ path: file });
      foreign.execute('CREATE TABLE entries (something TEXT)');
      foreign.close();
      await expect(openSqliteStore({ path: file, clock: systemClock })).rejects.toThrow('belongs to another program');
    }));
});
