/** The calls that checks of arguments try: reads that answered, and the named writes that make something. */
import type { Call } from './call.js';
import type { Probe } from './check.js';

/** Calls of reads first; those of writes each as another thing. */
export function callsOf({ reads, writes, vary }: Probe): Call[] {
  return [...reads.map(({ call }) => call), ...writes.filter(({ operation }) => operation.method === 'post').map(vary)];
}
