/** Calls of services over time. */
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Transport } from './transport.js';

/** What is counted. */
export interface UsageCounts {
  calls: number;
  /** Calls that failed or whose outcome is unknown, and answers with a server error. */
  errors: number;
  /** Calls that the server rejected before anything was sent. */
  refused: number;
  /** Calls answered with 429, by the server or by the service. */
  limited: number;
}

/** The counts of one period, with estimated durations where there were calls. */
export interface UsagePeriod extends UsageCounts {
  p50_ms?: number;
  p95_ms?: number;
}

/** The calls of one service over time. */
export interface ServiceUsage {
  service: string;
  step: 'minute' | 'hour';
  since: string;
  until: string;
  total: UsagePeriod;
  /** Periods with calls, in order of time. */
  points: (UsagePeriod & { at: string })[];
}

/** The calls of several services together. */
export interface UsageTotals {
  since: string;
  /** Services with most calls first. */
  services: (UsageCounts & { service: string })[];
}

/** Which periods to read. */
export interface UsageOptions extends CallOptions {
  /** `minute` (the last day) or `hour` (the last month); `minute` by default. */
  step?: 'minute' | 'hour';
  /** Hours back from now; 1 by minutes and 24 by hours by default. */
  hours?: number;
}

/** Calls for usage. */
export interface UsageCalls {
  /** The calls of one service, for its owner and administrators. */
  read(service: string, options?: UsageOptions): Promise<ServiceUsage>;
  /** The sums of the services that you own, or of all for administrators. */
  compare(options?: CallOptions & { hours?: number }): Promise<UsageTotals>;
}

/** Creates the calls over a transport. */
export function createUsageCalls(transport: Transport): UsageCalls {
  const read = async (to: string[], { signal, ...given }: UsageOptions) => {
    const query = new URLSearchParams(
      Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const request = { method: 'GET', to, query, repeatable: true } as const;
    return transport.send({ ...request, ...(signal === undefined ? {} : { signal }) });
  };
  return {
    async read(service, options = {}) {
      const { body, status } = await read(['agents', service, 'usage'], options);
      if (isJsonObject(body) && Array.isArray(body.points)) return body as unknown as ServiceUsage;
      throw clientError('INVALID_RESPONSE', { message: 'The response is not the usage of a service.', status });
    },
    async compare(options = {}) {
      const { body, status } = await read(['usage'], options);
      const services = listOf(body, status, ['services']) as UsageTotals['services'];
      return { since: isJsonObject(body) && typeof body.since === 'string' ? body.since : '', services };
    },
  };
}
