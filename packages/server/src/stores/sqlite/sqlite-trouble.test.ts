/** Tests the SQLite store when its file is locked, full, read-only, or not a database. */
import { randomBytes } from 'node:crypto';
import { mkdir, open as openFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Store } from '@dragoman/core/engine';
import { verifyAudit } from '@dragoman/core/engine';
import { systemClock } from '@dragoman/core/http';
import { isFailure } from '@dragoman/model';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { always, sampleContext, sampleDraft, sampleEntry } from '../../../../core/src/catalogue/store.support.js';
import { StoreOpenError } from '../store-open-error.js';
import { openSqliteStore } from './open-sqlite-store.js';
import { makeReadOnly, withFolder, withSmallDisk } from './sqlite-files.support.js';

const clock = systemClock;

function create(store: Store, id: string, description = '') {
  return store.entries.change(id, always(sampleEntry(id, { description })), sampleContext());
}

/** Writes until the store rejects; returns the rejection and the ids that were acknowledged. */
async function fillUp(store: Store): Promise<{ refusal: unknown; written: string[] }> {
  const written: string[] = [];
  for (let index = 0; index < 1000; index += 1) {
    try {
      await create(store, `filler-${index}`, randomBytes(6000).toString('hex'));
      written.push(`filler-${index}`);
    } catch (refusal) {
      return { refusal, written };
    }
  }
  throw new Error('the store never got full');
}

async function expectOpenError(opening: Promise<Store>, message: RegExp) {
  const refusal = await opening.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(StoreOpenError);
  expect(refusal).toMatchObject({ message: expect.stringMatching(message), help: expect.stringMatching(/\w/) });
}

describe('a SQLite file that another process has locked', () => {
  it('is waited for, then the write is rejected as unavailable, and succeeds once the lock is released', () =>
    withFolder(async (path) => {
      const store = await openSqliteStore({ path, clock, lockWaitMs: 100 });
      const other = new Database(path);
      other.exec('BEGIN EXCLUSIVE');
      const refused = { code: 'UNAVAILABLE', retryAfter: 1 };
      await expect(create(store, 'a')).rejects.toMatchObject(refused);
      await expect(store.keys.touch('k', '')).rejects.toMatchObject(refused);
      expect(await store.entries.read('a')).toBeUndefined();
      const waiting = create(store, 'b');
      other.exec('COMMIT');
      other.close();
      expect((await waiting).stored?.revision).toBe(1);
      await store.close();
    }));

  it('does not block the event loop during the wait', () =>
    withFolder(async (path) => {
      const store = await openSqliteStore({ path, clock, lockWaitMs: 60_000 });
      const other = new Database(path);
      other.exec('BEGIN EXCLUSIVE');
      const waiting = create(store, 'a');
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await store.entries.read('a')).toBeUndefined();
      other.exec('COMMIT');
      other.close();
      await waiting;
      await store.close();
    }));

  it('cannot be opened for the first time', () =>
    withFolder(async (path) => {
      const other = new Database(path);
      other.exec('BEGIN EXCLUSIVE');
      await expectOpenError(openSqliteStore({ path, clock, lockWaitMs: 50 }), /locked by another process/);
      other.exec('COMMIT');
      other.close();
      await (await openSqliteStore({ path, clock })).close();
    }));

  it('keeps one chain and loses nothing when two stores write to it at once', () =>
    withFolder(async (path) => {
      const stores = await Promise.all([openSqliteStore({ path, clock }), openSqliteStore({ path, clock })]);
      await Promise.all(
        stores.flatMap((store, node) =>
          Array.from({ length: 100 }, (_, index) =>
            index % 4 === 0
              ? store.audit.append(sampleDraft())
              : create(store, index % 2 ? 'shared' : `own-${node}-${index}`),
          ),
        ),
      );
      const [store] = stores;
      expect((await store?.entries.read('shared'))?.revision).toBe(100);
      expect(store && (await verifyAudit(store.audit))).toMatchObject({ ok: true, checked: 200 });
      for (const one of stores) await one.close();
    }));
});

describe('a SQLite store without space', () => {
  it('rejects writes beyond its size limit, keeps acknowledged writes, and continues with more room', () =>
    withFolder(async (path) => {
      const store = await openSqliteStore({ path, clock, maxBytes: 400_000 });
      const { refusal, written } = await fillUp(store);
      expect(isFailure(refusal)).toBe(true);
      expect(refusal).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 30 });
      expect(await store.entries.readMany(written)).toHaveLength(written.length);
      expect((await store.audit.head()).seq).toBe(written.length);
      expect((await verifyAudit(store.audit)).ok).toBe(true);
      await store.close();
      const roomier = await openSqliteStore({ path, clock, maxBytes: 4_000_000 });
      expect((await create(roomier, 'fits', 'x'.repeat(10_000))).stored?.seq).toBe(written.length + 1);
      await roomier.close();
    }));

  it('rejects only the write that does not fit, not the small ones that arrive with it', () =>
    withFolder(async (path) => {
      const store = await openSqliteStore({ path, clock, maxBytes: 400_000 });
      const settled = await Promise.allSettled([
        create(store, 'small-1'),
        create(store, 'huge', randomBytes(1_000_000).toString('hex')),
        create(store, 'small-2'),
      ]);
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect((await verifyAudit(store.audit)).checked).toBe(2);
      await store.close();
    }));

  it('writes nothing partially on a full disk and continues when there is space again', async (context) => {
    const mounted = await withSmallDisk(1500, async (folder) => {
      const path = join(folder, 'store.db');
      await writeFile(join(folder, 'ballast'), randomBytes(500_000));
      const store = await openSqliteStore({ path, clock });
      const { refusal, written } = await fillUp(store);
      expect(refusal).toMatchObject({ code: 'UNAVAILABLE' });
      expect(await store.entries.readMany(written)).toHaveLength(written.length);
      expect((await verifyAudit(store.audit)).checked).toBe(written.length);
      await rm(join(folder, 'ballast'));
      await create(store, 'afterwards');
      await store.close();
      const again = await openSqliteStore({ path, clock });
      expect((await again.entries.read('afterwards'))?.seq).toBe(written.length + 1);
      expect((await verifyAudit(again.audit)).ok).toBe(true);
      await again.close();
    });
    if (!mounted) context.skip('mounting a small disk is not allowed here');
  });
});

describe('an unusable SQLite path', () => {
  it('is rejected when the file is read-only', (context) =>
    withFolder(async (path) => {
      await (await openSqliteStore({ path, clock })).close();
      const undo = await makeReadOnly(path);
      if (undo === undefined) return context.skip('a read-only file cannot be made here');
      try {
        await expectOpenError(openSqliteStore({ path, clock }), /cannot be written/);
      } finally {
        await undo();
      }
      await (await openSqliteStore({ path, clock })).close();
    }));

  it('is rejected when the file is something else', () =>
    withFolder(async (path) => {
      await writeFile(path, 'This is a letter, not a database. '.repeat(1000));
      await expectOpenError(openSqliteStore({ path, clock }), /not a SQLite database/);
    }));

  it('is rejected when it is a folder, or is below a file', () =>
    withFolder(async (path) => {
      await mkdir(path);
      await expectOpenError(openSqliteStore({ path, clock }), /cannot be opened/);
      await writeFile(join(path, 'file'), '');
      await expectOpenError(openSqliteStore({ path: join(path, 'file', 'store.db'), clock }), /cannot be opened/);
    }));

  it('reports a damaged database when its pages are damaged', () =>
    withFolder(async (path) => {
      const store = await openSqliteStore({ path, clock });
      for (let index = 0; index < 50; index += 1) await create(store, `e${index}`, 'x'.repeat(3000));
      await store.close();
      const { size } = await stat(path);
      const file = await openFile(path, 'r+');
      await file.write(randomBytes(size - 320_000), 0, size - 320_000, 320_000);
      await file.close();
      const reopened = await openSqliteStore({ path, clock });
      const reading = async () => {
        for await (const _ of reopened.entries.all());
      };
      await expect(reading()).rejects.toMatchObject({ code: 'INTERNAL', message: expect.stringContaining('damaged') });
      await reopened.close();
    }));
});

describe('a SQLite store', () => {
  it('creates its folder, and its file readable by its own user only', () =>
    withFolder(async (path) => {
      const nested = join(dirname(path), 'a', 'b', 'store.db');
      const store = await openSqliteStore({ path: nested, clock });
      expect((await stat(nested)).mode & 0o777).toBe(0o600);
      await store.close();
    }));

  it('keeps everything in memory with :memory:', async () => {
    const store = await openSqliteStore({ path: ':memory:', clock });
    await create(store, 'a');
    expect((await store.entries.read('a'))?.revision).toBe(1);
    await store.close();
  });

  it('rejects everything once it is closed, and may be closed twice', () =>
    withFolder(async (path) => {
      const store = await openSqliteStore({ path, clock });
      await store.close();
      await store.close();
      const refused = { code: 'UNAVAILABLE' };
      await expect(store.ping()).rejects.toMatchObject(refused);
      await expect(create(store, 'a')).rejects.toMatchObject(refused);
      await expect(store.audit.prune('')).rejects.toMatchObject(refused);
    }));
});
