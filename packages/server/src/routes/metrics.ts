/** The Prometheus metrics route. */
import type { Route } from '@dragoman/core/http';
import { createReply } from '@dragoman/core/http';
import type { Metrics } from '../observe/metrics.js';

/** Reads the metrics of this process, or of all workers. */
export type ReadMetrics = () => Promise<string>;

/** Creates the route; metrics reveal business data, so they require the scope `admin` unless made public. */
export function createMetricsRoute({ registry }: Metrics, read: ReadMetrics, isPublic: boolean): Route {
  return {
    method: 'GET',
    path: '/metrics',
    budget: 'none',
    access: isPublic ? 'anyone' : 'admin',
    describe: {
      operationId: 'metrics_read',
      tag: 'operation',
      summary: 'Read the metrics of this server in Prometheus format.',
      description:
        'Returns requests by route and status, durations, rate-limited requests, entries, waiting vectors, store failures and memory. Use it to scrape metrics. ' +
        'Do not use it to check whether the server works: use readiness_read instead. No side effects.',
      responses: {
        '200': {
          description: 'The metrics.',
          content: { 'text/plain': { schema: { type: 'string', description: 'Prometheus text exposition format.' } } },
        },
      },
      ...(isPublic ? {} : { failures: [403] }),
      agent: { read_only: true },
    },
    handle: async () => createReply(await read(), { headers: { 'Content-Type': registry.contentType } }),
  };
}
