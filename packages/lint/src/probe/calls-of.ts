/** The calls that argument checks use: reads that succeeded, and allowed writes that create something. */
import type { Call } from './call.js';
import type { Probe } from './check.js';

/** Read calls first; each write call creates a different resource. */
export function callsOf({ reads, writes, vary }: Probe): Call[] {
  return [...reads.map(({ call }) => call), ...writes.filter(({ operation }) => operation.method === 'post').map(vary)];
}
