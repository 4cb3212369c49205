import { Counter, Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { MetricCounter, MetricHistogram } from './metric-counter.js';
import { MetricRegistry } from './metric-registry.js';

const bounds = [0.1, 0.5, 2];
const observed: [string, number][] = [
  ['a', 0.05],
  ['a', 0.1],
  ['a', 1.5],
  ['b', 7],
  ['a', 0.100001],
];

describe('counters and histograms', () => {
  it('are reported as those of prom-client are', async () => {
    const [ours, theirs] = [new MetricRegistry(), new Registry()];
    const labelNames = ['route', 'status'] as const;
    const own = new MetricCounter({ name: 'asked_total', help: 'Asked.', labelNames }, ours);
    const counter = new Counter({ name: 'asked_total', help: 'Asked.', labelNames, registers: [theirs] });
    for (const labels of [
      { route: '/a', status: '200' },
      { route: '/b', status: '200' },
      { route: '/a', status: '404' },
      { route: '/a', status: '200' },
    ]) {
      own.inc(labels);
      counter.inc(labels);
    }
    const spread = new MetricHistogram({ name: 'took_seconds', help: 'Took.', labelNames: ['route'], bounds }, ours);
    const histogram = new Histogram({
      name: 'took_seconds',
      help: 'Took.',
      labelNames: ['route'],
      buckets: bounds,
      registers: [theirs],
    });
    for (const [route, seconds] of observed) {
      const more = { route, status: '200' };
      spread.observe(more, seconds);
      histogram.observe({ route }, seconds);
    }
    expect(lines(await ours.metrics())).toEqual(lines(await theirs.metrics()));
  });

  it('are added up over workers as prom-client does', async () => {
    const registry = new MetricRegistry();
    new MetricHistogram({ name: 'took_seconds', help: 'Took.', labelNames: [], bounds }, registry).observe({}, 0.3);
    const [told] = await registry.getMetricsAsJSON();
    expect(told).toMatchObject({ type: 'histogram', aggregator: 'sum' });
    expect(told?.values).toContainEqual({ labels: { le: 0.5 }, value: 1, metricName: 'took_seconds_bucket' });
    expect(told?.values).toContainEqual({ labels: { le: '+Inf' }, value: 1, metricName: 'took_seconds_bucket' });
  });

  it('report 0 for a counter without labels before it is incremented, as prom-client does', async () => {
    const [ours, theirs] = [new MetricRegistry(), new Registry()];
    const own = new MetricCounter({ name: 'dropped_total', help: 'Dropped.', labelNames: [] }, ours);
    const counter = new Counter({ name: 'dropped_total', help: 'Dropped.', registers: [theirs] });
    expect(await ours.metrics()).toBe(await theirs.metrics());
    own.inc({});
    counter.inc();
    expect(await ours.metrics()).toBe(await theirs.metrics());
    expect(await ours.metrics()).toContain('dropped_total 1');
  });
});

/** Lines with their labels sorted, since their order is not specified. */
function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(',').sort().join(',')}}`))
    .sort();
}
