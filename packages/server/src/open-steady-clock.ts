/**
 * The clock of durations and leases. It begins at the time of the machine, or of the database where servers share one,
 * and follows a monotonic clock from then on. It never begins before the time at which the store was last in use:
 * otherwise leases and due times from before the clock was set back would lie in the future.
 */
import type { Store } from '@dragoman/core/engine';
import type { Clock, SteadyClock } from '@dragoman/core/http';
import { createSteadyClock } from '@dragoman/core/http';
import type { Config } from './config/config.js';

/** Dependencies of the clock. */
export interface SteadyClockPorts {
  store: Pick<Store, 'runs' | 'ledger' | 'time'>;
  /** The clock of the machine. */
  clock: Clock;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
}

/** Opens the clock. */
export async function openSteadyClock(
  { ledger, gateway }: Config,
  { store, clock, elapsed }: SteadyClockPorts,
): Promise<SteadyClock> {
  const longestMs = 1000 * Math.max(ledger.leaseSeconds, gateway.runs.leaseSeconds);
  const leases = await Promise.all([store.runs.latestLease(), store.ledger.latestLease()]);
  const begun = leases.flatMap((until) => (until === undefined ? [] : [Date.parse(until) - longestMs]));
  const now = (await store.time?.()) ?? clock.now();
  return createSteadyClock(Math.max(now, ...begun), elapsed);
}
