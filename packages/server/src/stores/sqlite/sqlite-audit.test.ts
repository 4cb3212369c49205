/** The audit chain in a file that is modified outside the store. */

import type { Store } from '@dragoman/core/engine';
import { verifyAudit } from '@dragoman/core/engine';
import { systemClock } from '@dragoman/core/http';
import type { AuditPoint } from '@dragoman/model';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { sampleDraft } from '../../../../core/src/catalogue/store.support.js';
import { openSqliteStore } from './open-sqlite-store.js';
import { withFolder } from './sqlite-files.support.js';

/** Appends ten records, runs the SQL on another connection, and returns the findings of the verification. */
function tamper(sql: string, note?: (store: Store) => Promise<AuditPoint>): Promise<string[]> {
  return withFolder(async (path) => {
    const store = await openSqliteStore({ path, clock: systemClock });
    for (let index = 1; index <= 10; index += 1) await store.audit.append(sampleDraft({ target: `t${index}` }));
    const expected = await note?.(store);
    const other = new Database(path);
    other.exec(sql);
    other.close();
    const { breaks } = await verifyAudit(store.audit, expected === undefined ? {} : { expected });
    await store.close();
    return breaks.map(({ kind, seq }) => `${kind} ${seq}`);
  });
}

describe('verification of the audit chain in SQLite', () => {
  it('finds nothing in an unmodified chain', async () => {
    expect(await tamper('SELECT 1')).toEqual([]);
  });

  it('finds a changed record', async () => {
    expect(await tamper("UPDATE audit_records SET outcome = 'done' WHERE seq = 4")).toEqual(['changed 4']);
  });

  it('finds a removed record, in the middle and at the end', async () => {
    expect(await tamper('DELETE FROM audit_records WHERE seq IN (4, 10)')).toEqual(['removed 4', 'tail-missing 10']);
  });

  it('finds swapped records', async () => {
    const swap = [
      'UPDATE audit_records SET seq = 99 WHERE seq = 4',
      'UPDATE audit_records SET seq = 4 WHERE seq = 6',
      'UPDATE audit_records SET seq = 6 WHERE seq = 99',
    ];
    expect(await tamper(swap.join(';'))).toEqual(['reordered 4', 'reordered 6']);
  });

  it('finds that the points of the chain are missing, and checks the records all the same', async () => {
    expect(await tamper('DELETE FROM audit_points')).toEqual(['anchor-mismatch 0', 'head-mismatch 10']);
    const both = "DELETE FROM audit_points WHERE name = 'anchor'; DELETE FROM audit_records WHERE seq = 4";
    expect(await tamper(both)).toEqual(['anchor-mismatch 0', 'removed 4']);
  });

  it('finds a tail that was cut off together with the head, by a point noted earlier', async () => {
    const cut = `
      DELETE FROM audit_records WHERE seq > 8;
      UPDATE audit_points SET seq = 8, hash = (SELECT hash FROM audit_records WHERE seq = 8) WHERE name = 'head'`;
    expect(await tamper(cut)).toEqual([]);
    expect(await tamper(cut, (store) => store.audit.head())).toEqual(['point-missing 10']);
  });
});

describe('a portion of records', () => {
  const texts = [
    'plain',
    'bäume \u{1f333}',
    'back\\slash',
    'nul\0here',
    'half \ud800 a pair',
    '"quoted"\n',
    '',
    '[1,2]',
  ];
  const drafts = texts.flatMap((text, at) => [
    sampleDraft({ actor: text, target: `t${at}`, detail: JSON.stringify({ text }) }),
    sampleDraft({ actor: 'ann', target: text, detail: text }),
    sampleDraft({ actor: 'ann', target: text }),
    sampleDraft({ actor: 'ann', target: 'same', traceId: text, detail: '{}' }),
    sampleDraft({ actor: 'ann', target: 'same', traceId: `\\${'a'.repeat(31)}`, detail: '{}' }),
    sampleDraft({ actor: 'ann', target: 'same', at: `${'ä'.repeat(12)}2026-02-02T0`, detail: '{}' }),
    sampleDraft({ actor: 'ann', target: 'same', detail: `{"at":${at}}` }),
  ]);

  it('is stored exactly and in order, for any texts and any actor', async () => {
    await withFolder(async (path) => {
      const store = await openSqliteStore({ path, clock: systemClock });
      await store.audit.appendAll(drafts);
      await store.audit.appendAll(drafts);
      const kept = await store.audit.list({ limit: 1000 });
      expect(kept.map(({ seq: _seq, previous: _previous, hash: _hash, ...draft }) => draft)).toEqual([
        ...drafts,
        ...drafts,
      ]);
      expect(kept.map(({ seq }) => seq)).toEqual(kept.map((_, at) => at + 1));
      expect(await verifyAudit(store.audit)).toMatchObject({ ok: true, checked: 2 * drafts.length });
      await store.close();
    });
  });
});
