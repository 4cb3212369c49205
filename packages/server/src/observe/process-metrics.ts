/** Metrics of the process under their usual Prometheus names, and the delay of its event loop. */
import { readdirSync, readFileSync } from 'node:fs';
import type { GaugeOptions } from './metric-counter.js';
import { MetricGauge, MetricHistogram } from './metric-counter.js';
import type { MetricRegistry } from './metric-registry.js';

/** Milliseconds between two measurements of the event loop. */
const measureEveryMs = 20;

/** Adds the metrics to the registry; the result ends the measurement of the event loop. */
export function addProcessMetrics(registry: MetricRegistry): () => void {
  const add = (name: string, help: string, read: () => number | undefined, options: Partial<GaugeOptions> = {}) => {
    const values = () => {
      const value = read();
      return value === undefined ? [] : [{ labels: {}, value }];
    };
    new MetricGauge({ name, help, read: values, ...options }, registry);
  };
  const counter = { type: 'counter' } as const;
  const user = () => process.cpuUsage().user / 1e6;
  const system = () => process.cpuUsage().system / 1e6;
  add('process_cpu_user_seconds_total', 'User CPU time in seconds.', user, counter);
  add('process_cpu_system_seconds_total', 'System CPU time in seconds.', system, counter);
  add('process_cpu_seconds_total', 'User and system CPU time in seconds.', () => user() + system(), counter);
  const startedAt = performance.timeOrigin / 1000;
  add('process_start_time_seconds', 'Start time of the process, in seconds since 1970.', () => startedAt, {
    aggregator: 'min',
  });
  add('process_resident_memory_bytes', 'Resident memory size in bytes.', () => process.memoryUsage.rss());
  add('process_open_fds', 'Open file descriptors.', openFiles);
  add('process_max_fds', 'Maximum number of open file descriptors.', maxOpenFiles, { aggregator: 'max' });
  add('nodejs_heap_size_total_bytes', 'Heap size in bytes.', () => process.memoryUsage().heapTotal);
  add('nodejs_heap_size_used_bytes', 'Heap in use in bytes.', () => process.memoryUsage().heapUsed);
  add(
    'nodejs_external_memory_bytes',
    'Memory of objects outside the heap in bytes.',
    () => process.memoryUsage().external,
  );
  const { version } = process;
  const [major = '', minor = '', patch = ''] = version.slice(1).split('.');
  new MetricGauge(
    {
      name: 'nodejs_version_info',
      help: 'Version of Node.js.',
      aggregator: 'first',
      read: () => [{ labels: { version, major, minor, patch }, value: 1 }],
    },
    registry,
  );
  return measureEventLoop(registry);
}

/** A timer that fires late shows how long the event loop was busy with something else. */
function measureEventLoop(registry: MetricRegistry): () => void {
  const delay = new MetricHistogram(
    {
      name: 'dragoman_event_loop_delay_seconds',
      help: 'How late a timer fired, measured 50 times per second.',
      labelNames: [],
      bounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    },
    registry,
  );
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    delay.observe({}, Math.max(0, now - last - measureEveryMs) / 1000);
    last = now;
  }, measureEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Undefined on systems without this information. */
function openFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}

function maxOpenFiles(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}
