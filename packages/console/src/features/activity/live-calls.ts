/**
 * The latest calls of the stream, outside React: events arrive one by one, the page is updated a few times a second. The
 * server sends a sample when there are many calls and counts the others; nothing is dropped without being counted.
 */
import type { FollowedEvent } from '@dragoman/sdk';
import type { CallFilter } from './call-filter.js';
import { matchesFilter } from './call-filter.js';
import { type CallRow, rowOfEvent } from './call-row.js';

/** Calls that were not sent one by one, for one caller and service. */
interface Omitted {
  service: string;
  caller: string;
  count: number;
  failed: number;
}

/** The calls at one moment. */
export interface LiveCallsSnapshot {
  /** Newest first. */
  rows: readonly CallRow[];
  omitted: readonly Omitted[];
  /** True when further calls were omitted that the server did not count for this reader. */
  incomplete: boolean;
  /** All calls since the page was opened, with those that are not in the rows. */
  received: number;
  /** Calls in the last seconds, per second. */
  perSecond: number;
  /** Time of the oldest row after older ones were left to the history; undefined while all are here. */
  cutAt: string | undefined;
  /** Changes when the history must be read again. */
  generation: number;
}

/** Times and timers. */
export interface LiveCallsPorts {
  now: () => number;
  later: (work: () => void, ms: number) => void;
}

/** The calls of the stream. */
export interface LiveCalls {
  add(event: FollowedEvent): void;
  snapshot(): LiveCallsSnapshot;
  subscribe(listener: () => void): () => void;
}

/** Rows after which older ones are left to the history, and how many are kept. */
const size = { most: 1000, kept: 500 };

/** Milliseconds between two updates of the page. */
const updateMs = 250;

/** Seconds over which the rate is measured. */
const rateSeconds = 5;

const nothing: LiveCallsSnapshot = {
  rows: [],
  omitted: [],
  incomplete: false,
  received: 0,
  perSecond: 0,
  cutAt: undefined,
  generation: 0,
};

/** Creates an empty list. */
export function createLiveCalls({ now, later }: LiveCallsPorts): LiveCalls {
  const listeners = new Set<() => void>();
  const omitted = new Map<string, Omitted>();
  const rate = createRate(now);
  let arrived: CallRow[] = [];
  let current = nothing;
  let scheduled = false;
  let isCooling = false;
  let received = 0;
  const count = (calls: number) => {
    received += calls;
    rate.count(calls);
  };
  const update = () => {
    scheduled = false;
    const all = [...arrived.reverse(), ...current.rows];
    arrived = [];
    const isCut = all.length > size.most;
    const rows = isCut ? all.slice(0, size.kept) : all;
    const perSecond = rate.read();
    const cutAt = isCut ? rows.at(-1)?.at : current.cutAt;
    current = { ...current, rows, omitted: [...omitted.values()], received, perSecond, cutAt };
    for (const listener of listeners) listener();
    if (perSecond > 0) coolDown();
  };
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    later(update, updateMs);
  };
  /** Updates the rate when nothing arrives. */
  const coolDown = () => {
    if (isCooling) return;
    isCooling = true;
    later(() => {
      isCooling = false;
      if (!scheduled) update();
    }, 1000);
  };
  const reset = () => {
    arrived = [];
    omitted.clear();
    current = { ...nothing, generation: current.generation + 1 };
  };
  const addOmitted = (group: Omitted) => {
    const key = `${group.service} ${group.caller}`;
    const known = omitted.get(key);
    const failed = group.failed + (known?.failed ?? 0);
    omitted.set(key, { ...group, count: group.count + (known?.count ?? 0), failed });
    count(group.count);
  };
  return {
    add(event) {
      if (event.type === 'call.finished') {
        arrived.push(rowOfEvent(event));
        count(1);
      } else if (event.type === 'calls.omitted') {
        for (const group of event.groups) addOmitted(group);
        if (event.incomplete) current = { ...current, incomplete: true };
      } else if (event.type === 'reload' || (event.type === 'ready' && !event.resumed)) reset();
      else return;
      schedule();
    },
    snapshot: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Counts per second. */
function createRate(now: () => number) {
  const seconds = new Map<number, number>();
  return {
    count(calls: number) {
      const second = Math.floor(now() / 1000);
      seconds.set(second, (seconds.get(second) ?? 0) + calls);
      for (const each of seconds.keys()) if (each < second - rateSeconds) seconds.delete(each);
    },
    read() {
      const second = Math.floor(now() / 1000);
      let sum = 0;
      for (const [each, count] of seconds) if (each > second - rateSeconds) sum += count;
      return sum / rateSeconds;
    },
  };
}

/** Omitted calls that a filter by service and caller does not exclude; other conditions are not known of them. */
export function countOmitted(omitted: readonly Omitted[], { service, caller }: CallFilter) {
  const matching = omitted.filter(
    (group) => (service === '' || group.service === service) && (caller === '' || group.caller === caller),
  );
  return matching.reduce((sum, { count, failed }) => ({ count: sum.count + count, failed: sum.failed + failed }), {
    count: 0,
    failed: 0,
  });
}

/** Live calls that match, then the history without those that are also live. */
export function mergeCalls(
  live: readonly CallRow[],
  history: readonly CallRow[],
  filter: CallFilter,
): readonly CallRow[] {
  const shown = live.filter((row) => matchesFilter(row, filter));
  if (shown.length === 0) return history;
  const keys = new Set(shown.map(({ key }) => key));
  return [...shown, ...history.filter(({ key }) => !keys.has(key))];
}
