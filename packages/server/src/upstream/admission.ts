/**
 * Limits concurrent calls, per upstream and in total. Further calls wait in a short queue for a short time; calls
 * beyond that are rejected at once, so that a slow upstream blocks neither the process nor other upstreams.
 */
import type { Awaitable } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { Deadline } from './deadline.js';

/** Limits on slots and waiting. */
export interface AdmissionLimits {
  /** Concurrent calls to one origin. */
  perOrigin: number;
  /** Concurrent calls in total. */
  total: number;
  /** Maximum number of waiting calls to one origin. */
  queuedPerOrigin: number;
  /** Maximum number of waiting calls in total. */
  queued: number;
  /** Milliseconds that a call may wait for a slot. */
  queueMs: number;
}

/** Grants slots. */
export interface Admission {
  readonly active: number;
  readonly queued: number;
  /** True while calls to the origin are running or waiting. */
  isBusy(origin: string): boolean;
  /**
   * Acquires a slot, at once or after waiting: the result is the function that releases it. Throws `UNAVAILABLE` when
   * the queue is full.
   */
  enter(origin: string, deadline: Deadline): Awaitable<() => void>;
}

/** Receives the function that releases the slot. */
type Waiter = (release: () => void) => void;

interface Gate {
  active: number;
  waiting: Set<Waiter>;
}

/** Creates the admission control of a process. */
export function createAdmission(limits: AdmissionLimits): Admission {
  const gates = new Map<string, Gate>();
  /** Origins with waiting calls, served in turn. */
  const turns = new Set<string>();
  let active = 0;
  let queued = 0;

  const gateOf = (origin: string): Gate => {
    const gate = gates.get(origin) ?? { active: 0, waiting: new Set() };
    gates.set(origin, gate);
    return gate;
  };
  const take = (origin: string, gate: Gate): (() => void) => {
    gate.active += 1;
    active += 1;
    let holdsSlot = true;
    return () => {
      if (!holdsSlot) return;
      holdsSlot = false;
      gate.active -= 1;
      active -= 1;
      if (gate.active === 0 && gate.waiting.size === 0) gates.delete(origin);
      admitNext();
    };
  };
  const leave = (origin: string, gate: Gate, waiter: Waiter) => {
    if (!gate.waiting.delete(waiter)) return;
    queued -= 1;
    if (gate.waiting.size > 0) return;
    turns.delete(origin);
    if (gate.active === 0) gates.delete(origin);
  };
  const admitNext = () => {
    if (active >= limits.total) return;
    for (const origin of turns) {
      const gate = gateOf(origin);
      const [waiter] = gate.waiting;
      if (waiter === undefined || gate.active >= limits.perOrigin) continue;
      turns.delete(origin);
      turns.add(origin);
      const release = take(origin, gate);
      leave(origin, gate, waiter);
      return waiter(release);
    }
  };
  const queue = (origin: string, gate: Gate, deadline: Deadline): Promise<() => void> => {
    const join = (waiter: Waiter) => {
      gate.waiting.add(waiter);
      turns.add(origin);
      queued += 1;
    };
    return waitForPlace({ join, leave: (waiter) => leave(origin, gate, waiter), deadline, limits });
  };
  return {
    get active() {
      return active;
    },
    get queued() {
      return queued;
    },
    isBusy: (origin) => gates.has(origin),
    enter(origin, deadline) {
      const gate = gateOf(origin);
      if (active < limits.total && gate.active < limits.perOrigin) return take(origin, gate);
      if (queued < limits.queued && gate.waiting.size < limits.queuedPerOrigin) return queue(origin, gate, deadline);
      if (gate.active === 0 && gate.waiting.size === 0) gates.delete(origin);
      throw tooMany(limits);
    },
  };
}

interface Waiting {
  join: (waiter: Waiter) => void;
  leave: (waiter: Waiter) => void;
  deadline: Deadline;
  limits: AdmissionLimits;
}

/** Waits until a slot is granted, the timeout expires or the call ends. */
function waitForPlace({ join, leave, deadline, limits }: Waiting): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      forget();
      leave(waiter);
    };
    const giveUp = (failure: Failure) => {
      end();
      reject(failure);
    };
    const waiter: Waiter = (release) => {
      end();
      resolve(release);
    };
    const timer = setTimeout(() => giveUp(tooMany(limits)), limits.queueMs);
    const forget = deadline.onOver(giveUp);
    join(waiter);
  });
}

function tooMany({ queueMs }: AdmissionLimits): Failure {
  return new Failure('UNAVAILABLE', {
    message: 'Too many calls are already waiting for this upstream.',
    retryAfter: Math.max(1, Math.ceil(queueMs / 1000)),
  });
}
