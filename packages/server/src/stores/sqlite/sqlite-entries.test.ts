/** Large entries in SQLite, which are planned before their transaction. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyAudit } from '@dragoman/core/engine';
import { systemClock } from '@dragoman/core/http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleContext, sampleDraft, sampleEntry } from '../../../../core/src/catalogue/store.support.js';
import { createOperation } from '../../../../core/src/gateway/gateway.support.js';
import { openSqliteStore } from './open-sqlite-store.js';

type Store = Awaited<ReturnType<typeof openSqliteStore>>;

let folder: string;
let stores: Store[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-large-'));
  const open = () => openSqliteStore({ path: join(folder, 'store.db'), clock: systemClock });
  stores = [await open(), await open()];
});
afterEach(async () => {
  for (const store of stores) await store.close();
  await rm(folder, { recursive: true });
});

const largeEntry = (description: string) =>
  sampleEntry('large', {
    description,
    operations: Array.from({ length: 600 }, (_, at) =>
      createOperation({ id: `o${at}`, name: `operation_${at}`, description: 'Reports the wind. '.repeat(60) }),
    ),
  });
const context = { ...sampleContext(), operations: 600 };

describe('a large entry', () => {
  it('is planned once, and reads back unchanged in every version', async () => {
    const [store, other] = stores as [Store, Store];
    let decided = 0;
    for (const [action, description] of [
      ['entry.create', 'first'],
      ['entry.update', 'second'],
    ] as const) {
      const entry = largeEntry(description);
      const decide = () => {
        decided += 1;
        return { action, entry };
      };
      await store.entries.change('large', decide, context);
    }
    expect(decided).toBe(2);
    const known = await other.entries.read('large');
    expect(known?.entry).toEqual(largeEntry('second'));
    const live = known?.entry ?? largeEntry('');
    await store.entries.change('large', () => ({ action: 'entry.delete', entry: live }), sampleContext());
    const versions = await other.entries.versions('large', 10);
    expect(versions.map(({ action, entry }) => [action, entry])).toEqual([
      ['entry.delete', largeEntry('second')],
      ['entry.update', largeEntry('second')],
      ['entry.create', largeEntry('first')],
    ]);
  });

  it('is planned again when another process has written meanwhile', async () => {
    const [store, other] = stores as [Store, Store];
    const seen: (string | undefined)[] = [];
    let written: Promise<unknown> = Promise.resolve();
    const entry = largeEntry('mine');
    await store.entries.change(
      'large',
      (current) => {
        seen.push(current?.entry.description);
        const theirs = sampleEntry('large', { description: 'theirs' });
        if (seen.length === 1)
          written = other.entries.change('large', () => ({ action: 'entry.create', entry: theirs }), sampleContext());
        return { action: current === undefined ? 'entry.create' : 'entry.update', entry };
      },
      context,
    );
    await written;
    await store.audit.append(sampleDraft());
    expect(seen).toEqual([undefined, 'theirs']);
    const versions = await store.entries.versions('large', 10);
    expect(versions.map(({ revision, action }) => [revision, action])).toEqual([
      [2, 'entry.update'],
      [1, 'entry.create'],
    ]);
    expect((await store.entries.read('large'))?.entry).toEqual(entry);
    expect(await verifyAudit(store.audit)).toMatchObject({ ok: true });
  });
});
