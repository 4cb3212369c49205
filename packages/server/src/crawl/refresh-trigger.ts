/** Polls a source at once, instead of when it is due, when its server reports a change; rate-limited per address. */

import type { SourceStore } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';

/** Dependencies of the trigger. */
export interface RefreshTriggerPorts {
  sources: Pick<SourceStore, 'list' | 'makeDue'>;
  clock: Clock;
  report: (error: unknown) => void;
  /** Minimum milliseconds between two polls that one address can trigger. */
  pauseMs?: number;
}

/** Makes every source of an address due; several calls in a row count as one. */
export interface RefreshTrigger {
  (url: string): void;
  stop(): void;
}

/** Milliseconds in which further notifications of a server are merged, and between two polls that it can trigger. */
const settleMs = 200;
const usualPauseMs = 10_000;

/** Maximum number of remembered addresses. */
const maxAddresses = 10_000;

/** Creates the function. */
export function createRefreshTrigger({
  sources,
  clock,
  report,
  pauseMs = usualPauseMs,
}: RefreshTriggerPorts): RefreshTrigger {
  const waiting = new Map<string, NodeJS.Timeout>();
  const lastAt = new Map<string, number>();
  const triggerRefresh = async (url: string) => {
    waiting.delete(url);
    if (lastAt.size >= maxAddresses) lastAt.clear();
    lastAt.set(url, clock.now());
    const found = (await sources.list()).filter((source) => source.url === url);
    for (const { id } of found) await sources.makeDue(id, timestamp(clock));
  };
  const call = (url: string) => {
    if (waiting.has(url)) return;
    const since = Math.abs(clock.now() - (lastAt.get(url) ?? Number.NEGATIVE_INFINITY));
    const timer = setTimeout(() => void triggerRefresh(url).catch(report), Math.max(settleMs, pauseMs - since));
    timer.unref();
    waiting.set(url, timer);
  };
  const stop = () => {
    for (const timer of waiting.values()) clearTimeout(timer);
    waiting.clear();
  };
  return Object.assign(call, { stop });
}
