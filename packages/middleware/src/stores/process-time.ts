/**
 * The clocks of a process whose machine may be set. Rows of a store are shared with processes that began before or
 * after the clock was set: leases are counted from the later of both clocks and compared with the earlier one, so that
 * work of a process that lives is never taken for abandoned.
 */
import type { Clock } from '@dragoman/core/http';
import { createSteadyClock, systemClock } from '@dragoman/core/http';

/** Clocks by purpose. */
export interface ProcessTime {
  /** The clock of the machine, for times that people read. */
  clock: Clock;
  /** For durations within the process. */
  steady: Clock;
  /** From which leases and expiry are counted. */
  later: Clock;
  /** With which leases and expiry are compared. */
  earlier: Clock;
}

/** Options of a property that concern time. */
export interface TimeOptions {
  /** The clock of the machine. */
  clock?: Clock;
  /** Clock of durations and leases; monotonic by default, `clock` when only that is given. */
  steady?: Clock;
}

/** Creates the clocks; the steady one begins at the time of the machine. */
export function createProcessTime({ clock = systemClock, steady = steadyBy(clock) }: TimeOptions): ProcessTime {
  return {
    clock,
    steady,
    later: { now: () => Math.max(clock.now(), steady.now()) },
    earlier: { now: () => Math.min(clock.now(), steady.now()) },
  };
}

function steadyBy(clock: Clock): Clock {
  return clock === systemClock ? createSteadyClock(clock.now(), () => performance.now()) : clock;
}
