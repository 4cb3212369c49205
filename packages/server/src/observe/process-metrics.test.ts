import { describe, expect, it } from 'vitest';
import { MetricRegistry } from './metric-registry.js';
import { addProcessMetrics } from './process-metrics.js';

describe('metrics of the process', () => {
  it('have their usual names and types, and plausible values', async () => {
    const registry = new MetricRegistry();
    const stop = addProcessMetrics(registry);
    const text = await registry.metrics();
    stop();
    const read = (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
    const now = Date.now() / 1000;
    expect(read('process_start_time_seconds')).toBeGreaterThan(now - 86_400);
    expect(read('process_start_time_seconds')).toBeLessThanOrEqual(now);
    for (const name of ['user_', 'system_', '']) {
      expect(text).toContain(`# TYPE process_cpu_${name}seconds_total counter`);
      expect(read(`process_cpu_${name}seconds_total`)).toBeGreaterThan(0);
    }
    for (const name of ['process_resident_memory_bytes', 'nodejs_heap_size_used_bytes', 'nodejs_version_info']) {
      expect(text).toContain(`# TYPE ${name} gauge`);
      expect(read(name)).toBeGreaterThan(0);
    }
    if (process.platform === 'linux') {
      expect(read('process_open_fds')).toBeGreaterThan(2);
      expect(read('process_max_fds')).toBeGreaterThan(read('process_open_fds'));
    }
  });

  it('show how long the event loop was blocked', async () => {
    const registry = new MetricRegistry();
    const stop = addProcessMetrics(registry);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const until = performance.now() + 120;
    while (performance.now() < until) Math.sqrt(until);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const text = await registry.metrics();
    stop();
    const upTo = (bound: string) =>
      Number(new RegExp(`^dragoman_event_loop_delay_seconds_bucket\\{le="${bound}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
    expect(upTo('\\+Inf') - upTo('0.05')).toBeGreaterThanOrEqual(1);
  });
});
