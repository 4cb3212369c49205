import type { AuditRecord } from '@dragoman/core/engine';
import { describe, expect, it } from 'vitest';
import { mayContain } from '../audit-tokens.js';
import { RunSummaries, runSize } from './run-summaries.js';

function recordAt(seq: number, changed: Partial<AuditRecord> = {}): AuditRecord {
  return {
    seq,
    at: new Date(Date.UTC(2026, 0, 1) + seq * 1000).toISOString(),
    actor: 'key:one',
    action: 'call',
    target: 'weather',
    outcome: 'done',
    code: '',
    traceId: String(seq).padStart(32, '0'),
    previous: '',
    hash: '',
    detail: '{"face":"mcp","operation":"read","version":1}',
    ...changed,
  };
}

const records = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => recordAt(from + at));

describe('the summaries of runs that are collected while they are written', () => {
  it('have the values of every record, over several transactions', () => {
    const summaries = new RunSummaries();
    summaries.note(records(1, 1000));
    const detail = '{"face":"mcp","operation":"read all","version":1}';
    summaries.note([recordAt(1001, { detail, code: 'TIMEOUT', outcome: 'failed' })]);
    expect(summaries.take(1)).toBeUndefined();
    summaries.note(records(1002, runSize + 1));
    const found = summaries.take(1);
    expect(found).toMatchObject({ since: recordAt(1).at, until: recordAt(runSize).at });
    const has = (values: Parameters<typeof mayContain>[1]) => found !== undefined && mayContain(found.filter, values);
    expect(has({ operation: 'read', target: 'weather', traceId: recordAt(2000).traceId })).toBe(true);
    expect(has({ operation: 'read all', code: 'TIMEOUT', outcome: 'failed' })).toBe(true);
    expect(has({ operation: 'write' })).toBe(false);
    expect(summaries.take(1)).toBeUndefined();
  });

  it('are missing for a run of which another process has written a part', () => {
    const summaries = new RunSummaries();
    summaries.note(records(5, 100));
    summaries.note(records(102, 2 * runSize));
    expect(summaries.take(1)).toBeUndefined();
    expect(summaries.take(runSize + 1)).toBeDefined();
  });

  it('are missing for a run with a gap', () => {
    const summaries = new RunSummaries();
    summaries.note(records(1, 100));
    summaries.note(records(102, runSize));
    expect(summaries.take(1)).toBeUndefined();
  });

  it('are missing for a run with a detail that is not JSON; the next run has one', () => {
    const summaries = new RunSummaries();
    summaries.note([recordAt(1, { detail: '{"operation":"\\x","version":1}' }), ...records(2, runSize)]);
    expect(summaries.take(1)).toBeUndefined();
    summaries.note(records(runSize + 1, 2 * runSize));
    expect(summaries.take(runSize + 1)).toBeDefined();
  });
});
