import type { AuditDraft } from '@dragoman/core/engine';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventDraft } from './event.js';
import { createCallReport } from './report-calls.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const draft = (actor: string, target: string, outcome: AuditDraft['outcome'] = 'done'): AuditDraft => ({
  at: '2026-03-01T00:00:00.000Z',
  actor,
  action: 'call',
  target,
  outcome,
  code: outcome === 'done' ? '' : 'UPSTREAM_ERROR',
  traceId: '0'.repeat(32),
});
const end = { operation: 'read', known: true, status: 200, durationMs: 1.5, attempts: 2 };

function start() {
  const published: EventDraft[] = [];
  const began = Date.now();
  const report = createCallReport({
    publish: (each) => void published.push(each),
    clock: { now: () => Date.now() },
    elapsed: () => Date.now() - began,
  });
  return { published, report };
}

describe('calls as events', () => {
  it('has one event per call while there are few', () => {
    const { published, report } = start();
    report(draft('ann', 'pier', 'failed'), end);
    expect(published).toMatchObject([
      {
        event: { type: 'call.finished', service: 'pier', operation: 'read', caller: 'ann', outcome: 'failed' },
        audience: { kind: 'subject', subject: 'ann' },
      },
    ]);
    expect(published[0]?.event).toMatchObject({ code: 'UPSTREAM_ERROR', status: 200, ms: 1.5, tries: 2 });
  });

  it('mentions every call: those that are not reported one by one are counted by caller and service', () => {
    const { published, report } = start();
    for (let n = 0; n < 1000; n += 1) report(draft(n % 2 === 0 ? 'ann' : 'bob', 'pier', 'failed'), end);
    vi.advanceTimersByTime(1000);
    const single = published.filter(({ event }) => event.type === 'call.finished').length;
    const omitted = published.flatMap(({ event }) => (event.type === 'calls.omitted' ? event.groups : []));
    expect(omitted.map(({ caller }) => caller).sort()).toEqual(['ann', 'bob']);
    expect(single + omitted.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
    expect(omitted.every(({ count, failed }) => failed === count)).toBe(true);
    report(draft('ann', 'pier'), end);
    expect(published.at(-1)?.event.type).toBe('call.finished');
  });

  it('says that the counts are incomplete when there are too many pairs of caller and service', () => {
    const { published, report } = start();
    for (let n = 0; n < 1000; n += 1) report(draft(`caller ${n}`, 'pier'), end);
    vi.advanceTimersByTime(1000);
    const last = published.at(-1)?.event;
    expect(last).toMatchObject({ type: 'calls.omitted', incomplete: true });
    expect(last?.type === 'calls.omitted' && last.groups.length).toBe(200);
  });
});
