import type { AuditDraft, UsagePoint } from '@dragoman/core/engine';
import { usageQuantile } from '@dragoman/core/engine';
import { describe, expect, it } from 'vitest';
import { startUsageCounter } from './count-usage.js';

const call = (target: string, at: string, outcome: AuditDraft['outcome'] = 'done'): AuditDraft => ({
  at,
  actor: 'ann',
  action: 'call',
  target,
  outcome,
  code: '',
  traceId: '0'.repeat(32),
});
const [nine, ten] = ['2026-03-01T09:00:01.000Z', '2026-03-01T09:01:59.000Z'];

describe('the usage of services', () => {
  it('is counted by service and minute, and added to the store once', async () => {
    const added: UsagePoint[] = [];
    const counter = startUsageCounter({
      usage: { add: async (points) => void added.push(...points) },
      onError: () => {},
    });
    const end = { operation: 'read', known: true, status: 200, durationMs: 30 };
    counter.noteCall(call('pier', nine), end);
    counter.noteCall(call('pier', nine, 'failed'), { ...end, status: 502, durationMs: 40_000 });
    counter.noteCall(call('pier', ten, 'refused'), { ...end, status: 429 });
    counter.noteCall(call('pier', ten), { ...end, status: 503 });
    counter.noteCall(call('tide', ten, 'unknown'), { ...end, status: 504 });
    counter.noteCall(call('invented', ten), { ...end, known: false });
    await counter.close();
    await counter.flush();
    expect(added).toMatchObject([
      { service: 'pier', at: '2026-03-01T09:00:00.000Z', calls: 2, errors: 1, refused: 0, limited: 0 },
      { service: 'pier', at: '2026-03-01T09:01:00.000Z', calls: 2, errors: 1, refused: 1, limited: 1 },
      { service: 'tide', calls: 1, errors: 1 },
    ]);
    expect(added[0]?.durations).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  });

  it('is kept when the store fails, and added with the next write', async () => {
    const added: UsagePoint[] = [];
    const errors: unknown[] = [];
    let isFailing = true;
    const add = async (points: readonly UsagePoint[]) => {
      await Promise.resolve();
      if (isFailing) throw new Error('full');
      added.push(...points);
    };
    const counter = startUsageCounter({ usage: { add }, onError: (error) => errors.push(error) });
    const end = { operation: 'read', known: true, status: 200, durationMs: 1 };
    counter.noteCall(call('pier', nine), end);
    const failing = counter.flush();
    counter.noteCall(call('pier', nine), end);
    counter.noteCall(call('tide', nine), end);
    await failing;
    expect(errors).toHaveLength(1);
    isFailing = false;
    await counter.close();
    expect(added.map(({ service, calls }) => [service, calls])).toEqual([
      ['pier', 2],
      ['tide', 1],
    ]);
  });

  it('has quantiles within the class of durations', () => {
    const durations = [0, 0, 10, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0];
    expect([usageQuantile(durations, 0.25), usageQuantile(durations, 0.5), usageQuantile(durations, 0.95)]).toEqual([
      17.5, 25, 95,
    ]);
    expect(
      usageQuantile(
        durations.map(() => 0),
        0.5,
      ),
    ).toBeUndefined();
    expect(usageQuantile([...durations.map(() => 0).slice(1), 5], 0.5)).toBe(30_000);
  });
});
