/** The quotas of the caller. */
import { listOf } from './read-hits.js';
import type { CallOptions, Transport } from './transport.js';

/** A quota and what is left of it. */
export interface Quota {
  name: string;
  unit: 'calls' | 'units' | 'concurrent';
  limit: number;
  /** Absent for concurrent calls. */
  remaining?: number;
  window_seconds?: number;
  /** Seconds until the whole quota is available. */
  full_in_seconds?: number;
  /** What one call costs. */
  cost: number;
}

/** Which call the quotas are for. */
export interface QuotaOptions extends CallOptions {
  service?: string;
  operation?: string;
}

/** Lists the quotas that apply to a call; without a service, those that apply to every call. */
export type ReadQuotas = (options?: QuotaOptions) => Promise<Quota[]>;

/** Creates the function over a transport. */
export function createReadQuotas(transport: Transport): ReadQuotas {
  return async ({ service, operation, ...options } = {}) => {
    const query = new URLSearchParams();
    if (service !== undefined) query.set('service', service);
    if (operation !== undefined) query.set('operation', operation);
    const { body, status } = await transport.send({
      ...options,
      method: 'GET',
      to: ['quotas'],
      query,
      repeatable: true,
    });
    return listOf(body, status, ['quotas']) as Quota[];
  };
}
