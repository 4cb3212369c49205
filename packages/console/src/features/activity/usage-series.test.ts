import { describe, expect, it } from 'vitest';
import { toSeries } from './usage-series.js';

describe('toSeries', () => {
  it('has one value per minute, and zero where nothing was called', () => {
    const counts = { calls: 4, errors: 1, refused: 0, limited: 2, p50_ms: 5, p95_ms: 9 };
    const series = toSeries({
      service: 'pier',
      step: 'minute',
      since: '2026-03-01T00:00:00.000Z',
      until: '2026-03-01T00:03:30.000Z',
      total: counts,
      points: [{ ...counts, at: '2026-03-01T00:02:00.000Z' }],
    });
    expect(series.times).toHaveLength(4);
    expect(series.calls).toEqual([0, 0, 4, 0]);
    expect(series.limited).toEqual([0, 0, 2, 0]);
    expect(series.p95).toEqual([null, null, 9, null]);
  });

  it('draws nothing when the times cannot be read', () => {
    const total = { calls: 0, errors: 0, refused: 0, limited: 0 };
    const usage = { service: 'x', step: 'hour' as const, since: 'never', until: 'never', total, points: [] };
    expect(toSeries(usage).times).toEqual([]);
  });
});
