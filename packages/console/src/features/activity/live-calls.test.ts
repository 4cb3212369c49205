import type { FollowedEvent } from '@dragoman/sdk';
import { describe, expect, it } from 'vitest';
import { matchesFilter, readCallFilter, toAuditPath, toAuditWords } from './call-filter.js';
import { rowOfEvent, rowOfRecord } from './call-row.js';
import { countOmitted, createLiveCalls, mergeCalls } from './live-calls.js';

const finished = (at: number): Extract<FollowedEvent, { type: 'call.finished' }> => ({
  id: String(at),
  type: 'call.finished',
  at: new Date(at).toISOString(),
  service: 'pier',
  operation: 'read',
  caller: 'ann',
  outcome: 'done',
  code: '',
  status: 200,
  ms: 1.5,
  tries: 1,
  trace_id: String(at),
});

function start() {
  const work: (() => void)[] = [];
  const time = { now: 0 };
  const calls = createLiveCalls({
    now: () => time.now,
    later: (next) => void work.push(next),
  });
  return {
    calls,
    time,
    update: () => {
      for (const next of work.splice(0)) next();
    },
  };
}

const anything = readCallFilter({});

describe('createLiveCalls', () => {
  it('updates the page once for many calls, newest first', () => {
    const { calls, update } = start();
    let updates = 0;
    calls.subscribe(() => {
      updates += 1;
    });
    for (let at = 0; at < 100; at += 1) calls.add(finished(at));
    update();
    expect(updates).toBe(1);
    expect(calls.snapshot().rows).toHaveLength(100);
    expect(calls.snapshot().rows[0]?.traceId).toBe('99');
  });

  it('counts the calls that the server did not send one by one', () => {
    const { calls, update } = start();
    const groups = [{ service: 'pier', caller: 'ann', count: 900, failed: 3 }];
    for (let n = 0; n < 2; n += 1) {
      calls.add({ id: 'x', type: 'calls.omitted', at: '', groups, incomplete: false });
    }
    update();
    const { omitted, perSecond } = calls.snapshot();
    expect(countOmitted(omitted, anything)).toEqual({ count: 1800, failed: 6 });
    expect(countOmitted(omitted, { ...anything, caller: 'bob' })).toEqual({ count: 0, failed: 0 });
    expect(perSecond).toBe(360);
  });

  it('lets the rate fall when nothing arrives', () => {
    const { calls, time, update } = start();
    calls.add(finished(1));
    update();
    expect(calls.snapshot().perSecond).toBeGreaterThan(0);
    time.now = 20_000;
    update();
    expect(calls.snapshot().perSecond).toBe(0);
  });

  it('leaves old rows to the history and says from when on', () => {
    const { calls, update } = start();
    for (let at = 0; at < 1001; at += 1) calls.add(finished(at));
    update();
    const { rows, cutAt } = calls.snapshot();
    expect(rows).toHaveLength(500);
    expect(cutAt).toBe(rows.at(-1)?.at);
  });

  it('starts again after events were missed', () => {
    const { calls, update } = start();
    calls.add(finished(1));
    update();
    const { generation } = calls.snapshot();
    calls.add({ id: 'y', type: 'reload', at: '', reason: 'slow' });
    update();
    expect(calls.snapshot()).toMatchObject({ rows: [], generation: generation + 1 });
  });
});

describe('mergeCalls', () => {
  it('shows a call once that is both live and in the history', () => {
    const event = finished(5);
    const detail = JSON.stringify({ operation: 'read', status: 200, durationMs: 1.5, attempts: 1 });
    const record = {
      seq: 1,
      at: event.at,
      actor: 'ann',
      action: 'call',
      target: 'pier',
      outcome: 'done' as const,
      code: '',
      trace_id: event.trace_id,
      detail,
      previous: '',
      hash: '',
    };
    expect(rowOfRecord(record)).toEqual(rowOfEvent(event));
    expect(mergeCalls([rowOfEvent(event)], [rowOfRecord(record)], anything)).toHaveLength(1);
    expect(mergeCalls([rowOfEvent(event)], [], { ...anything, outcome: 'failed' })).toEqual([]);
  });

  it('reads a record whose detail is not JSON', () => {
    const record = { seq: 1, at: '', actor: 'a', action: 'call', target: 't', outcome: 'done' as const, code: '' };
    const row = rowOfRecord({ ...record, trace_id: '', detail: '[broken', previous: '', hash: '' });
    expect(row).toMatchObject({ operation: '', ms: undefined, tries: undefined });
  });
});

describe('the filter of the page', () => {
  it('is read from the address and written for the audit log', () => {
    const filter = readCallFilter({ service: ' pier ', outcome: 'failed', code: 'upstream_error', trace: 'ab' });
    expect(toAuditPath(filter)).toBe(
      '/audit/search?action=call&service=pier&code=UPSTREAM_ERROR&outcome=failed&trace_id=ab',
    );
    expect(toAuditWords(filter).join(' ')).toBe(
      'audit list --action call --target pier --outcome failed --code UPSTREAM_ERROR --trace ab',
    );
    expect(matchesFilter(rowOfEvent(finished(1)), filter)).toBe(false);
    expect(matchesFilter(rowOfEvent(finished(1)), readCallFilter({ service: 'pier', outcome: 'nonsense' }))).toBe(true);
  });
});
