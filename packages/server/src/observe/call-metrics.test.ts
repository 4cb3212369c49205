import type { AuditDraft } from '@dragoman/core/engine';
import { describe, expect, it } from 'vitest';
import { createCallMetrics } from './call-metrics.js';
import { MetricRegistry } from './metric-registry.js';

function setUp(settings: { operations: number; callers?: boolean }) {
  const registry = new MetricRegistry();
  const clock = { time: 0, now: () => clock.time };
  const note = createCallMetrics(registry, { callers: false, clock, ...settings });
  const call = (target: string, operation: string, { actor = 'key:a', known = true, status = 200 } = {}) =>
    note({ target, actor } as AuditDraft, { operation, known, status, durationMs: 30 });
  const counted = async () =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('dragoman_calls_total{'));
  return { registry, clock, call, counted };
}

describe('metrics of calls', () => {
  it('count each operation by status, and its durations', async () => {
    const { registry, call, counted } = setUp({ operations: 10 });
    call('bank', 'pay');
    call('bank', 'pay', { status: 502 });
    call('bank', 'refund');
    expect(await counted()).toEqual([
      'dragoman_calls_total{service="bank",operation="pay",status="200"} 1',
      'dragoman_calls_total{service="bank",operation="pay",status="502"} 1',
      'dragoman_calls_total{service="bank",operation="refund",status="200"} 1',
    ]);
    expect(await registry.metrics()).toContain(
      'dragoman_call_duration_seconds_bucket{le="0.05",service="bank",operation="pay"} 2',
    );
  });

  it('count the operations above the limit, and names that no service has, as "other"', async () => {
    const { call, counted } = setUp({ operations: 1 });
    call('bank', 'pay');
    for (let at = 0; at < 50; at += 1) call(`invented-${at}`, 'x', { known: false, status: 404 });
    call('bank', 'refund');
    call('bank', 'pay');
    expect(await counted()).toEqual([
      'dragoman_calls_total{service="bank",operation="pay",status="200"} 2',
      'dragoman_calls_total{service="other",operation="other",status="404"} 50',
      'dragoman_calls_total{service="other",operation="other",status="200"} 1',
    ]);
    expect(await setUp({ operations: 0 }).counted()).toEqual([]);
  });

  it('replace an operation that was not called for an hour, and only such a one', async () => {
    const { registry, clock, call, counted } = setUp({ operations: 2 });
    call('bank', 'pay');
    clock.time = 1_800_000;
    call('bank', 'refund');
    clock.time = 3_500_000;
    call('bank', 'list');
    expect(await counted()).toContain('dragoman_calls_total{service="other",operation="other",status="200"} 1');
    clock.time = 3_600_001;
    call('bank', 'list');
    expect(await counted()).toEqual([
      'dragoman_calls_total{service="bank",operation="refund",status="200"} 1',
      'dragoman_calls_total{service="other",operation="other",status="200"} 1',
      'dragoman_calls_total{service="bank",operation="list",status="200"} 1',
    ]);
    expect(await registry.metrics()).not.toContain('operation="pay"');
    clock.time = 9_000_000;
    call('bank', 'pay');
    expect(await counted()).toContain('dragoman_calls_total{service="bank",operation="pay",status="200"} 1');
  });

  it('count by caller where that is configured', async () => {
    const { call, counted } = setUp({ operations: 2, callers: true });
    for (const actor of ['key:a', 'key:b', 'key:c', 'key:a']) call('bank', 'pay', { actor });
    expect(await counted()).toEqual([
      'dragoman_calls_total{service="bank",operation="pay",caller="key:a",status="200"} 2',
      'dragoman_calls_total{service="bank",operation="pay",caller="key:b",status="200"} 1',
      'dragoman_calls_total{service="other",operation="other",caller="other",status="200"} 1',
    ]);
  });
});
