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

describe('search for audit records in SQLite', () => {
  const total = 6000;
  const nameOf = (n: number) => (n === 1500 ? 'rare' : `t${n % 7}`);

  function fill(store: Store, from: number, to: number): Promise<void> {
    const drafts = Array.from({ length: to - from + 1 }, (_, index) => {
      const n = from + index;
      return sampleDraft({
        at: new Date(Date.parse('2026-03-01T00:00:00Z') + n * 60_000).toISOString(),
        action: 'call',
        target: nameOf(n),
        outcome: n === 3000 ? 'unknown' : 'done',
        code: n === 3000 ? 'OUTCOME_UNKNOWN' : '',
        traceId: String(n).padStart(32, '0'),
        detail: `{"face":"rest","operation":"op \\"${n % 1000}\\"","version":1,"status":200}`,
      });
    });
    return store.audit.appendAll(drafts);
  }

  it('has the same results with summaries, without them, and after retention', async () => {
    await withFolder(async (path) => {
      const store = await openSqliteStore({ path, clock: systemClock });
      for (let from = 1; from <= total; from += 1000) await fill(store, from, from + 999);
      const cases = {
        target: { target: 'rare' },
        trace: { traceId: String(2222).padStart(32, '0') },
        code: { code: 'OUTCOME_UNKNOWN' },
        outcome: { outcome: 'unknown' },
        operation: { operation: 'op "17"' },
        together: { operation: 'op "17"', target: nameOf(3017) },
        time: { since: '2026-03-02T00:00:00.000Z', until: '2026-03-02T00:03:00.000Z' },
        nothing: { actor: 'nobody' },
      } as const;
      const search = async () =>
        Object.fromEntries(
          await Promise.all(
            Object.entries(cases).map(async ([name, query]) => {
              const { records, next } = await store.audit.search({ limit: 100, ...query });
              return [name, [records.map(({ seq }) => seq), next]] as const;
            }),
          ),
        );
      const expected = {
        target: [[1500], undefined],
        trace: [[2222], undefined],
        code: [[3000], undefined],
        outcome: [[3000], undefined],
        operation: [[5017, 4017, 3017, 2017, 1017, 17], undefined],
        together: [[3017], undefined],
        time: [[1442, 1441, 1440], undefined],
        nothing: [[], undefined],
      };
      expect(await search()).toEqual(expected);
      const other = new Database(path);
      const summaries = () =>
        other.prepare('SELECT first, since, until, hex(filter) AS filter FROM audit_segments ORDER BY first').all() as {
          first: number;
        }[];
      const collected = summaries();
      expect(collected.map(({ first }) => first)).toEqual([1, 2049]);
      other.exec('DELETE FROM audit_segments');
      expect(await search()).toEqual(expected);
      // Those that were read from the records are the same as those that were collected while they were written.
      expect(summaries()).toEqual(collected);
      expect(await search()).toEqual(expected);
      await store.audit.prune('2026-03-03T12:00:00.000Z');
      expect(other.prepare('SELECT first FROM audit_segments').all()).toEqual([{ first: 2049 }]);
      expect(await store.audit.search({ limit: 100, target: 'rare' })).toEqual({ records: [] });
      const all = await store.audit.search({ limit: 10_000 });
      expect([all.records.length, all.records.at(-1)?.seq]).toEqual([total - 3599, 3600]);
      other.close();
      await store.close();
    });
  });
});
