/** Backs a store up while servers use it, and restores it elsewhere. The sealing key is never part of a backup. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Store } from '@dragoman/core/engine';
import { verifyAudit } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { systemClock, timestamp } from '@dragoman/core/http';
import type { Config } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';
import { keyOrigin } from '../credentials/open-credentials.js';
import { openSealingKeys } from '../credentials/sealing-keys.js';
import { readVersion } from '../runtime/version.js';
import type { TableSource, TableTarget } from '../stores/index.js';
import { openPostgresStore, openSqliteStore } from '../stores/index.js';
import { createSqliteTables, readSqliteTables } from '../stores/sqlite/sqlite-tables.js';
import type { BackupHeader, BackupRows } from './backup-file.js';
import { backupFormat, readBackup, writeBackup } from './backup-file.js';

/** What a backup has. */
export interface BackupReport extends Pick<BackupHeader, 'at' | 'program' | 'store' | 'schema' | 'sealingKeys'> {
  rows: number;
  tables: Record<string, number>;
}

/** What was restored. */
export interface RestoreReport extends BackupReport {
  /** Records of the audit log whose chain was verified. */
  auditRecords: number;
  /** Sealing keys that the restored secrets need and that are not available here. */
  missingKeys: string[];
}

/** Options of both. */
export interface BackupOptions {
  clock?: Clock;
  /** Schema of the tables in PostgreSQL, `dragoman` by default. */
  schema?: string;
}

/** Writes a backup of the configured store and reads it back; throws an error that says what to do. */
export async function createBackup(config: Config, path: string, options: BackupOptions = {}): Promise<BackupReport> {
  const { clock = systemClock } = options;
  if (existsSync(path)) throw new StartRefused(`The file ${path} exists.`, 'Name another file.');
  const source = await openSource(config, options);
  try {
    const header: BackupHeader = {
      format: backupFormat,
      program: readVersion(),
      store: config.store.databaseUrl === undefined ? 'sqlite' : 'postgres',
      schema: source.version,
      at: timestamp(clock),
      sealingKeys: await findSealingKeys(source),
      tables: source.tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
    };
    await writeBackup(path, header, allRows(source));
  } finally {
    await source.close();
  }
  return verifyBackup(path);
}

async function* allRows(source: TableSource): AsyncGenerator<BackupRows> {
  for (const { name } of source.tables) {
    for await (const rows of source.rows(name)) yield { table: name, rows };
  }
}

/** Reads a whole backup and compares its checksum and its numbers of rows. */
export async function verifyBackup(path: string): Promise<BackupReport> {
  const { header, end } = await readBackup(path);
  return report(header, end.rows);
}

function report(
  { at, program, store, schema, sealingKeys }: BackupHeader,
  tables: Record<string, number>,
): BackupReport {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return { at, program, store, schema, sealingKeys, rows, tables };
}

/** Fills the configured store, which must not exist, and verifies it: numbers of rows, references, the audit chain. */
export async function restoreBackup(config: Config, path: string, options: BackupOptions = {}): Promise<RestoreReport> {
  // A damaged file is found before anything is written.
  const found = await verifyBackup(path);
  requireFitting(config, found);
  const target = await openTarget(config, found.schema, options);
  const columns = new Map<string, readonly string[]>();
  try {
    const { end } = await readBackup(path, {
      async header({ tables }) {
        for (const { name, columns: names } of tables) columns.set(name, names);
      },
      async rows({ table, rows }) {
        if (!target.tables.includes(table))
          throw new StartRefused(`The table ${table} is unknown.`, 'Use the version of Dragoman that made the backup.');
        await target.insert(table, columns.get(table) ?? [], rows);
      },
    });
    for (const [table, count] of Object.entries(end.rows)) {
      const stored = await target.count(table);
      if (stored !== count) throw new Error(`the table ${table} has ${stored} rows instead of ${count}`);
    }
    await target.commit();
  } catch (error) {
    await target.abandon();
    throw error;
  }
  return { ...found, ...(await verifyRestored(config, found, options)) };
}

function requireFitting(config: Config, { store }: BackupReport): void {
  const wanted = config.store.databaseUrl === undefined ? 'sqlite' : 'postgres';
  if (store === wanted) return;
  throw new StartRefused(
    `The backup is of ${store === 'sqlite' ? 'an embedded database' : 'a PostgreSQL database'}.`,
    store === 'sqlite'
      ? 'Restore it into a file: --store <file>.'
      : 'Restore it into a database: --database-url <url>.',
  );
}

async function verifyRestored(config: Config, { sealingKeys }: BackupReport, options: BackupOptions) {
  const store = await openRestored(config, options);
  try {
    const verdict = await verifyAudit(store.audit);
    if (!verdict.ok) {
      const [first] = verdict.breaks;
      throw new Error(`the audit chain of the restored store is broken at record ${first?.seq}: ${first?.detail}`);
    }
    const keys = openSealingKeys(keyOrigin(config));
    return {
      auditRecords: verdict.checked,
      missingKeys: sealingKeys.filter((name) => keys.find(name) === undefined),
    };
  } finally {
    await store.close();
  }
}

async function openRestored({ store }: Config, { clock = systemClock, schema }: BackupOptions): Promise<Store> {
  if (store.databaseUrl === undefined) return openSqliteStore({ path: store.path, clock });
  return openPostgresStore({ url: store.databaseUrl, clock, ...(schema === undefined ? {} : { schema }) });
}

async function openSource({ store }: Config, { schema }: BackupOptions): Promise<TableSource> {
  if (store.databaseUrl === undefined) return readSqliteTables(store.path);
  const { readPostgresTables } = await import('../stores/postgres/postgres-tables.js');
  return readPostgresTables({ url: store.databaseUrl, ...(schema === undefined ? {} : { schema }) });
}

async function openTarget({ store }: Config, version: number, options: BackupOptions): Promise<TableTarget> {
  const { clock = systemClock, schema } = options;
  if (store.databaseUrl === undefined) return createSqliteTables(store.path, version, clock);
  const { createPostgresTables } = await import('../stores/postgres/postgres-tables.js');
  return createPostgresTables({ url: store.databaseUrl, ...(schema === undefined ? {} : { schema }) }, version, clock);
}

/** Names of keys in the tables of credentials and secrets. */
async function findSealingKeys(source: TableSource): Promise<string[]> {
  const found = new Set<string>();
  for (const { name, columns } of source.tables) {
    if (name !== 'credentials' && name !== 'secrets') continue;
    const at = columns.indexOf('sealed_with');
    for await (const rows of source.rows(name)) {
      for (const row of rows) {
        const cells = at >= 0 ? [row[at]] : row.map((cell) => /sealed:([0-9a-f]{16})/.exec(cell ?? '')?.[1]);
        for (const cell of cells) {
          const [key] = /[0-9a-f]{16}/.exec(cell ?? '') ?? [];
          if (key !== undefined) found.add(key);
        }
      }
    }
  }
  return [...found].sort();
}

/** Writes a copy of the sealing keys to a file that only its owner may read; the file must not exist. */
export async function copySealingKeys(config: Config, path: string): Promise<void> {
  const key = openSealingKeys(keyOrigin(config)).current();
  const text = `# Sealing key of Dragoman; keep it apart from the backup of the database.\n${key.bytes.toString('base64url')}\n`;
  await writeFile(path, text, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(
      `The file ${path} cannot be written (${error.code ?? 'unknown reason'}).`,
      'Name another file.',
    );
  });
}
