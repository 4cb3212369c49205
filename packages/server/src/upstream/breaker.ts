/**
 * The circuit breaker of one upstream: when too many of the recent calls failed, it rejects calls for a cool-down,
 * then lets one call through to probe the upstream. The upstream can recover and callers get a quick response.
 */
import type { BreakerState } from '@dragoman/core/engine';

/** When a breaker opens and for how long. */
export interface BreakerLimits {
  /** Length of the window in milliseconds. */
  windowMs: number;
  /** Minimum number of calls in the window before the breaker may open. */
  minSamples: number;
  /** Ratio of failed calls, from 0 to 1, at which it opens. */
  failureRatio: number;
  coolDownMs: number;
}

/** Result of a call for the breaker; a call canceled by its caller says nothing about the upstream. */
export type Verdict = 'success' | 'failure' | 'nothing';

/** One upstream's circuit breaker. */
export interface Breaker {
  readonly state: BreakerState;
  /** Milliseconds to wait, when no call may pass now. */
  refusal(): number | undefined;
  /**
   * Lets a call pass; after the cool-down it becomes the only probe. The end of the call must be reported with its
   * result.
   */
  enter(): (verdict: Verdict) => void;
  /** Follows another node, whose breaker of the same upstream has opened or closed. */
  adopt(state: BreakerState): void;
  /** Turns a call that was counted as a success into a failure: its response was aborted. */
  fail(): void;
}

/** Slices of the window; the oldest is dropped over time. */
const slices = 10;

/** Dependencies of a breaker. */
export interface BreakerPorts {
  limits: BreakerLimits;
  elapsed: () => number;
  /** Called with each change; `isOwn` is false for one that another node made. */
  onChange: (state: BreakerState, isOwn: boolean) => void;
}

/** Creates a closed breaker. */
export function createBreaker({ limits, elapsed, onChange }: BreakerPorts): Breaker {
  const window = createWindow(limits.windowMs, elapsed);
  let state: BreakerState = 'closed';
  let openedAt = 0;
  let probing = false;
  const change = (next: BreakerState, isOwn = true) => {
    if (next === state) return;
    state = next;
    onChange(next, isOwn);
  };
  const open = (isOwn = true) => {
    openedAt = elapsed();
    probing = false;
    change('open', isOwn);
  };
  const close = (isOwn = true) => {
    window.clear();
    change('closed', isOwn);
  };
  const judge = (count: () => void) => {
    if (state !== 'closed') return;
    count();
    if (!window.hasFailures()) return;
    const { calls, failures } = window.sum();
    if (calls >= limits.minSamples && failures >= calls * limits.failureRatio) open();
  };
  const endProbe = (verdict: Verdict) => {
    probing = false;
    if (verdict === 'failure') open();
    if (verdict === 'success') close();
  };
  const coolDownLeft = () => Math.max(0, openedAt + limits.coolDownMs - elapsed());
  return {
    get state() {
      return state;
    },
    refusal() {
      if (state === 'closed') return undefined;
      if (coolDownLeft() > 0) return coolDownLeft();
      return probing ? limits.coolDownMs : undefined;
    },
    enter() {
      const isProbe = state !== 'closed';
      if (isProbe) {
        probing = true;
        change('half-open');
      }
      return once((verdict) => {
        if (isProbe) endProbe(verdict);
        else if (verdict !== 'nothing') judge(() => window.add(verdict === 'failure'));
      });
    },
    adopt(next) {
      if (next === 'open' && state !== 'open') open(false);
      if (next === 'closed' && state !== 'closed') close(false);
    },
    fail: () => judge(window.turn),
  };
}

function once(report: (verdict: Verdict) => void): (verdict: Verdict) => void {
  let done = false;
  return (verdict) => {
    if (done) return;
    done = true;
    report(verdict);
  };
}

interface Slice {
  number: number;
  calls: number;
  failures: number;
}

/** Counts of the recent calls, in a ring of slices. */
function createWindow(windowMs: number, elapsed: () => number) {
  const ring: Slice[] = Array.from({ length: slices }, () => ({ number: 0, calls: 0, failures: 0 }));
  const sliceMs = Math.max(1, windowMs / slices);
  /** Number of the slice with the last failure. */
  let lastFailure = Number.NEGATIVE_INFINITY;
  const current = () => Math.floor(elapsed() / sliceMs);
  const sliceNow = (): Slice => {
    const number = current();
    const slice = ring[number % slices] ?? { number, calls: 0, failures: 0 };
    if (slice.number !== number) Object.assign(slice, { number, calls: 0, failures: 0 });
    return slice;
  };
  return {
    add(failed: boolean) {
      const slice = sliceNow();
      slice.calls += 1;
      if (!failed) return;
      slice.failures += 1;
      lastFailure = slice.number;
    },
    /** False when no call of the window failed; known without adding up the slices. */
    hasFailures: () => lastFailure > Number.NEGATIVE_INFINITY && lastFailure >= current() - slices + 1,
    /** Turns a success into a failure; when no success is remembered, it counts as a separate call. */
    turn() {
      const now = sliceNow();
      const oldest = now.number - slices + 1;
      const slice = [now, ...ring].find(({ number, calls, failures }) => number >= oldest && failures < calls) ?? now;
      if (slice.failures === slice.calls) slice.calls += 1;
      slice.failures += 1;
      lastFailure = Math.max(lastFailure, slice.number);
    },
    sum() {
      const oldest = current() - slices + 1;
      let calls = 0;
      let failures = 0;
      for (const slice of ring) {
        if (slice.number < oldest) continue;
        calls += slice.calls;
        failures += slice.failures;
      }
      return { calls, failures };
    },
    clear() {
      for (const slice of ring) Object.assign(slice, { calls: 0, failures: 0 });
    },
  };
}
