/**
 * Limits concurrent calls, per upstream and in total, and shares them fairly between callers. Further calls wait in a
 * short queue for a short time; calls beyond that are rejected at once, so that a slow upstream blocks neither the
 * process nor other upstreams, and a caller of a slow upstream blocks no other caller.
 */
import type { Awaitable } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { FairQueue } from '../runtime/fair-queue.js';
import { createFairQueue } from '../runtime/fair-queue.js';
import type { FairShare } from '../runtime/fair-share.js';
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

/** A call that needs a slot. */
export interface EnteringCall {
  origin: string;
  /** Account of its caller. */
  account: string;
  deadline: Deadline;
}

/** Starts a waiting call, which has its slot then. */
type Grant = () => void;

/** A call that waits for a slot. */
interface WaitingCall {
  account: string;
  grant: Grant;
}

/** State of one origin; kept while it is idle, because most origins are called again. */
interface Gate {
  slots: FairShare;
  queue: FairShare;
  waiting: FairQueue<WaitingCall>;
}

/** Maximum number of origins whose state is kept although no call needs it. */
const maxIdle = 1000;

/** Creates a share of this capacity; `resource` labels its refusals. */
export type CreateShare = (resource: 'upstream_calls' | 'upstream_queue', capacity: number) => FairShare;

/** Grants slots to the calls of a process. */
export class Admission {
  /** Slots of all origins. */
  readonly slots: FairShare;
  /** Places in the queues of all origins. */
  readonly queue: FairShare;
  readonly #limits: AdmissionLimits;
  readonly #createShare: CreateShare;
  readonly #gates = new Map<string, Gate>();
  /** Origins with waiting calls, served in turn. */
  readonly #turns = new Set<string>();

  constructor(limits: AdmissionLimits, createShare: CreateShare) {
    this.#limits = limits;
    this.#createShare = createShare;
    this.slots = createShare('upstream_calls', limits.total);
    this.queue = createShare('upstream_queue', limits.queued);
  }

  /** True while calls to the origin are running or waiting. */
  isBusy(origin: string): boolean {
    const gate = this.#gates.get(origin);
    return gate !== undefined && !isIdle(gate);
  }

  /**
   * Acquires a slot, at once or after waiting: the result is the function that releases it. Throws `UNAVAILABLE` when
   * the queue is full or the caller has used its share of it.
   */
  enter(call: EnteringCall): Awaitable<() => void> {
    const { origin, account } = call;
    const gate = this.#gateOf(origin);
    if (takeBoth(this.slots, gate.slots, account)) return this.#releaseOf(gate, origin, account);
    if (takeBoth(this.queue, gate.queue, account)) return this.#wait(gate, call);
    this.#forgetIdle(origin, gate);
    throw tooMany(this.#limits);
  }

  #gateOf(origin: string): Gate {
    let gate = this.#gates.get(origin);
    if (gate === undefined) {
      gate = {
        slots: this.#createShare('upstream_calls', this.#limits.perOrigin),
        queue: this.#createShare('upstream_queue', this.#limits.queuedPerOrigin),
        waiting: createFairQueue(),
      };
      this.#gates.set(origin, gate);
    }
    return gate;
  }

  #releaseOf(gate: Gate, origin: string, account: string): () => void {
    let holdsSlot = true;
    return () => {
      if (!holdsSlot) return;
      holdsSlot = false;
      gate.slots.give(account);
      this.slots.give(account);
      if (this.#turns.size > 0) while (this.#admitNext());
      this.#forgetIdle(origin, gate);
    };
  }

  /** Admits one waiting call; false when none may start. */
  #admitNext(): boolean {
    for (const origin of this.#turns) {
      const gate = this.#gateOf(origin);
      const next = gate.waiting.next((account) => this.slots.has(account) && gate.slots.has(account));
      if (next === undefined) continue;
      this.#turns.delete(origin);
      if (gate.waiting.size > 0) this.#turns.add(origin);
      takeBoth(this.slots, gate.slots, next.account);
      next.grant();
      return true;
    }
    return false;
  }

  async #wait(gate: Gate, { origin, account, deadline }: EnteringCall): Promise<() => void> {
    const call: WaitingCall = { account, grant: () => undefined };
    const join = (grant: Grant) => {
      call.grant = grant;
      gate.waiting.add(account, call);
      this.#turns.add(origin);
    };
    const leave = () => {
      gate.waiting.remove(account, call);
      if (gate.waiting.size === 0) this.#turns.delete(origin);
      gate.queue.give(account);
      this.queue.give(account);
      this.#forgetIdle(origin, gate);
    };
    await waitForSlot({ join, leave, deadline, limits: this.#limits });
    return this.#releaseOf(gate, origin, account);
  }

  #forgetIdle(origin: string, gate: Gate): void {
    if (this.#gates.size > maxIdle && isIdle(gate)) this.#gates.delete(origin);
  }
}

function isIdle({ slots, waiting }: Gate): boolean {
  return slots.inUse === 0 && waiting.size === 0;
}

/** Takes one unit of both shares, or none. */
function takeBoth(total: FairShare, own: FairShare, account: string): boolean {
  if (!total.take(account)) return false;
  if (own.take(account)) return true;
  total.give(account);
  return false;
}

interface Waiting {
  join: (grant: Grant) => void;
  leave: () => void;
  deadline: Deadline;
  limits: AdmissionLimits;
}

/** Waits until a slot is granted, the timeout expires or the call ends. */
function waitForSlot({ join, leave, deadline, limits }: Waiting): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      forget();
      leave();
    };
    const giveUp = (failure: Failure) => {
      end();
      reject(failure);
    };
    const grant: Grant = () => {
      end();
      resolve();
    };
    const timer = setTimeout(() => giveUp(tooMany(limits)), limits.queueMs);
    const forget = deadline.onOver(giveUp);
    join(grant);
  });
}

function tooMany({ queueMs }: AdmissionLimits): Failure {
  return new Failure('UNAVAILABLE', {
    message: 'Too many calls are already waiting for this upstream.',
    retryAfter: Math.max(1, Math.ceil(queueMs / 1000)),
  });
}
