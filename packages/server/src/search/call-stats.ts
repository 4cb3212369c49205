/**
 * Statistics of operation calls: counted in this process at once, and merged every few seconds with the stored counts
 * and those of other nodes. Old results lose weight over time, so that an avoided operation gets another chance.
 */

import type { CallStatsRecord, CallStatsStore, CallStatsSums, OperationStats } from '@dragoman/core/engine';
import { appendCallStats, statsOfCall } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';

/** Counts calls and reads the counts of all nodes. */
export interface CallStatsCounter {
  note(entryId: string, operation: string, call: { failed: boolean; durationMs: number }): void;
  conduct(entryId: string, operation: string): OperationStats | undefined;
  /** Writes the counts since the last exchange, and reads those of other nodes. */
  exchange(): Promise<void>;
}

/** Statistics of one operation. */
interface Line {
  entryId: string;
  operation: string;
  /** The last stored state. */
  kept?: CallStatsRecord | undefined;
  /** Counts being written, and counts since then. */
  sent?: CallStatsSums | undefined;
  since?: CallStatsSums | undefined;
  /** Milliseconds since the epoch of the last call known to this process or the store. */
  at: number;
}

/** Maximum number of counted operations, here and in the store; the least recently called is dropped. */
export const maxOperations = 50_000;
const portion = 500;
/** Half-life of a result in milliseconds. */
const halfLifeMs = 12 * 3_600_000;
/** Milliseconds for clock differences between nodes and for writing. */
const overlapMs = 30_000;

/** Creates empty statistics; they are loaded by the first exchange. */
export function createCallStats(store: CallStatsStore, clock: Clock): CallStatsCounter {
  const lines = createLines();
  let seenUntil = 0;
  let running: Promise<void> | undefined;

  async function write(): Promise<void> {
    const counted = lines.all().filter(({ since }) => since !== undefined);
    for (let from = 0; from < counted.length; from += portion) await writeSome(counted.slice(from, from + portion));
  }

  async function writeSome(some: readonly Line[]): Promise<void> {
    const records = some.flatMap((line): CallStatsRecord[] => {
      const { entryId, operation, since } = line;
      line.sent = since;
      line.since = undefined;
      return since === undefined ? [] : [{ entryId, operation, at: toTime(line.at), ...since }];
    });
    try {
      take(await store.add(records));
    } catch (error) {
      for (const line of some) if (line.sent !== undefined) line.since = behind(line.sent, line.since);
      throw error;
    } finally {
      for (const line of some) line.sent = undefined;
    }
  }

  async function read(): Promise<void> {
    let place = { at: seenUntil === 0 ? '' : toTime(seenUntil - overlapMs), entryId: '', operation: '' };
    for (;;) {
      const page = await store.after(place, portion);
      take(page);
      const last = page.at(-1);
      if (last === undefined || page.length < portion) return;
      place = last;
    }
  }

  function take(records: readonly CallStatsRecord[]): void {
    for (const record of records) {
      const line = lines.of(record.entryId, record.operation);
      line.kept = record;
      const at = Date.parse(record.at);
      line.at = Math.max(line.at, at);
      seenUntil = Math.max(seenUntil, at);
    }
  }

  return {
    note(entryId, operation, { failed, durationMs }) {
      const line = lines.of(entryId, operation);
      line.since = appendCallStats(line.since, statsOfCall(failed, durationMs));
      line.at = clock.now();
    },
    conduct(entryId, operation) {
      const line = lines.find(entryId, operation);
      return line === undefined ? undefined : conductOf(line, clock.now());
    },
    exchange() {
      running ??= write()
        .then(read)
        .finally(() => {
          running = undefined;
        });
      return running;
    },
  };
}

/** The lines, the least recently called first. */
function createLines() {
  const byKey = new Map<string, Line>();
  let latest: Line | undefined;
  const move = (entryId: string, operation: string): Line => {
    const key = keyOf(entryId, operation);
    const known = byKey.get(key);
    // While there is plenty of room, the order of use need not be tracked.
    if (known !== undefined && 2 * byKey.size <= maxOperations) return known;
    byKey.delete(key);
    const line = known ?? { entryId, operation, at: 0 };
    byKey.set(key, line);
    if (byKey.size > maxOperations) forgetFirst(byKey);
    return line;
  };
  return {
    all: () => [...byKey.values()],
    find: (entryId: string, operation: string) => byKey.get(keyOf(entryId, operation)),
    /** The line of an operation that is called, created if necessary. */
    of(entryId: string, operation: string): Line {
      // The last one is in its place already, and joining the key costs more than the rest.
      if (latest?.entryId !== entryId || latest.operation !== operation) latest = move(entryId, operation);
      return latest;
    },
  };
}

function conductOf({ kept, sent, since, at }: Line, now: number): OperationStats | undefined {
  const sums = behind(behind(kept, sent), since);
  if (sums === undefined) return undefined;
  const { calls, weight, failed, timed, duration } = sums;
  return {
    calls: Math.round(calls * 0.5 ** (Math.max(0, now - at) / halfLifeMs)),
    failures: failed / weight,
    ...(timed > 0 ? { latencyMs: duration / timed } : {}),
  };
}

function behind(before: CallStatsSums | undefined, then: CallStatsSums | undefined): CallStatsSums | undefined {
  return then === undefined ? before : appendCallStats(before, then);
}

function forgetFirst(lines: Map<string, Line>): void {
  for (const oldest of lines.keys()) {
    lines.delete(oldest);
    return;
  }
}

function keyOf(entryId: string, operation: string): string {
  return `${entryId}\n${operation}`;
}

function toTime(milliseconds: number): string {
  return new Date(Math.max(0, milliseconds)).toISOString();
}
