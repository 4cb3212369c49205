/** The figures for Prometheus. */
import type { Route } from '@dragoman/core/http';
import { createReply } from '@dragoman/core/http';
import type { Metrics } from '../observe/metrics.js';

/** Where the figures come from: of this process, or of all workers. */
export type ReadFigures = () => Promise<string>;

/** The route; figures tell of the operator's business, so they need the scope `admin` unless made public. */
export function createMetricsRoute({ registry }: Metrics, read: ReadFigures, isPublic: boolean): Route {
  return {
    method: 'GET',
    path: '/metrics',
    budget: 'none',
    access: isPublic ? 'public' : 'admin',
    describe: {
      operationId: 'metrics_read',
      tag: 'operation',
      summary: 'Read the figures of this server in Prometheus form.',
      description:
        'Requests by route and status, their durations, refusals by rate limit, entries, failures of the store, memory. Use it to scrape figures. ' +
        'Do not use it to check whether the server works: use readiness_read instead. No side effects.',
      responses: {
        '200': {
          description: 'The figures.',
          content: { 'text/plain': { schema: { type: 'string', description: 'Prometheus text exposition format.' } } },
        },
      },
      ...(isPublic ? {} : { failures: [403] }),
      agent: { read_only: true },
    },
    handle: async () => createReply(await read(), { headers: { 'Content-Type': registry.contentType } }),
  };
}
