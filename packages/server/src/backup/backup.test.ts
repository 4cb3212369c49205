import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Store } from '@dragoman/core/engine';
import { verifyAudit } from '@dragoman/core/engine';
import { systemClock } from '@dragoman/core/http';
import { afterAll, describe, expect, it } from 'vitest';
import {
  always,
  sampleContext,
  sampleCredential,
  sampleDraft,
  sampleEntry,
} from '../../../core/src/catalogue/store.support.js';
import { loadConfig } from '../config/load-config.js';
import { openPostgresStore, openSqliteStore } from '../stores/index.js';
import { requirePostgres } from '../stores/postgres/require-postgres.support.js';
import { createBackup, restoreBackup, verifyBackup } from './backup.js';

const folder = mkdtempSync(join(tmpdir(), 'dragoman-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const postgres = await requirePostgres();
const configFor = (flags: Record<string, unknown>) =>
  loadConfig({ cwd: folder, environment: {}, flags: { 'secrets.key': '0'.repeat(64), ...flags } });

/** Writes until `isOver` returns true; every change has an audit record in the same transaction. */
async function writeStorm(store: Store, isOver: () => boolean): Promise<number> {
  let count = 0;
  while (!isOver()) {
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        count += 1;
        await store.entries.change(`storm-${count}`, always(sampleEntry(`storm-${count}`)), sampleContext(count));
      }),
    );
    await store.audit.append(sampleDraft());
  }
  return count;
}

/** Every stored version has its record, and the log is one chain: the copy is of one moment. */
async function expectOneMoment(store: Store): Promise<void> {
  const verdict = await verifyAudit(store.audit);
  expect(verdict).toMatchObject({ ok: true });
  const entries = await store.entries.changedSince(0, 100_000);
  const { records } = await store.audit.search({ action: 'entry.create', limit: 100_000 });
  expect(new Set(entries.map(({ entry }) => entry.id))).toEqual(new Set(records.map(({ target }) => target)));
  expect(entries.length).toBeGreaterThan(0);
}

async function backUpDuringStorm(store: Store, work: () => Promise<unknown>): Promise<number> {
  let over = false;
  await store.credentials.put(sampleCredential('c1', { sealedWith: 'abcdef0123456789' }), sampleDraft());
  await store.entries.change('weather', always(sampleEntry('weather')), sampleContext(0));
  const storm = writeStorm(store, () => over);
  await work().finally(() => {
    over = true;
  });
  return storm;
}

describe('a backup', () => {
  it('of the embedded database, taken during a write storm, is restored elsewhere as one moment', async () => {
    const path = join(folder, 'busy.db');
    const file = join(folder, 'busy.gz');
    const store = await openSqliteStore({ path, clock: systemClock });
    const written = await backUpDuringStorm(store, () => createBackup(configFor({ store: path }), file));
    await store.close();
    expect(written).toBeGreaterThan(0);
    const elsewhere = join(folder, 'new', 'restored.db');
    const report = await restoreBackup(configFor({ store: elsewhere }), file);
    expect(report).toMatchObject({ store: 'sqlite', missingKeys: ['abcdef0123456789'] });
    expect(report.auditRecords).toBe(report.tables.audit_records);
    const restored = await openSqliteStore({ path: elsewhere, clock: systemClock });
    await expectOneMoment(restored);
    expect(await restored.credentials.find('c1')).toEqual(sampleCredential('c1', { sealedWith: 'abcdef0123456789' }));
    await restored.close();
    await expect(restoreBackup(configFor({ store: elsewhere }), file)).rejects.toThrow(`The file ${elsewhere} exists.`);
    await expect(createBackup(configFor({ store: path }), file)).rejects.toThrow(`The file ${file} exists.`);
  });

  it.skipIf(!postgres.reachable)(
    'of PostgreSQL, taken during a write storm, is restored into another schema',
    async () => {
      const [schema, other] = [postgres.newSchema(), postgres.newSchema()];
      const file = join(folder, 'postgres.gz');
      const config = configFor({ 'database-url': postgres.url });
      try {
        const store = await openPostgresStore({ url: postgres.url, schema, clock: systemClock });
        await backUpDuringStorm(store, () => createBackup(config, file, { schema }));
        await store.close();
        const report = await restoreBackup(config, file, { schema: other });
        expect(report.store).toBe('postgres');
        const restored = await openPostgresStore({ url: postgres.url, schema: other, clock: systemClock });
        await expectOneMoment(restored);
        await restored.entries.change('after', always(sampleEntry('after')), sampleContext(9));
        expect(await verifyAudit(restored.audit)).toMatchObject({ ok: true });
        await restored.close();
        await expect(restoreBackup(config, file, { schema: other })).rejects.toThrow('has a schema');
        await expect(restoreBackup(configFor({ store: join(folder, 'x.db') }), file)).rejects.toThrow('PostgreSQL');
      } finally {
        await postgres.dropSchema(schema);
        await postgres.dropSchema(other);
      }
    },
  );

  it('that was cut off or changed is rejected before anything is written', async () => {
    const path = join(folder, 'small.db');
    const file = join(folder, 'small.gz');
    const store = await openSqliteStore({ path, clock: systemClock });
    await store.entries.change('weather', always(sampleEntry('weather')), sampleContext(0));
    await store.close();
    await createBackup(configFor({ store: path }), file);
    expect(await verifyBackup(file)).toMatchObject({ tables: { entries: 1, audit_records: 1 } });
    const text = gunzipSync(readFileSync(file)).toString();
    const broken = {
      'cut.gz': readFileSync(file).subarray(0, 300),
      'short.gz': gzipSync(`${text.split('\n').slice(0, -2).join('\n')}\n`),
      'changed.gz': gzipSync(text.replace('weather', 'leather')),
      'other.gz': gzipSync('{"format":"tar"}\n'),
      'text.gz': Buffer.from('not a backup'),
    };
    const target = join(folder, 'never.db');
    for (const [name, bytes] of Object.entries(broken)) {
      writeFileSync(join(folder, name), bytes);
      await expect(restoreBackup(configFor({ store: target }), join(folder, name)), name).rejects.toThrow(
        /damaged|not a backup/,
      );
    }
    await expect(verifyBackup(join(folder, 'missing.gz'))).rejects.toThrow('There is no file');
    await expect(verifyBackup(target)).rejects.toThrow('There is no file');
  });
});
