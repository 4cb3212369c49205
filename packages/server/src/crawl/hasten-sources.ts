/** A source whose server says that something has changed is looked at now instead of when it is due; not too often, though. */

import type { SourceStore } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';

/** What hastening needs. */
export interface HastenPorts {
  sources: Pick<SourceStore, 'list' | 'makeDue'>;
  clock: Clock;
  report: (error: unknown) => void;
  /** Milliseconds between two looks that one address can call for. */
  pauseMs?: number;
}

/** Makes every source of an address due; several calls in a row come to one. */
export interface Hasten {
  (url: string): void;
  stop(): void;
}

/** Milliseconds in which further words of a server are taken as the same, and between two looks that it can call for. */
const settleMs = 200;
const usualPauseMs = 10_000;

/** Addresses that are remembered. */
const mostAddresses = 10_000;

/** Makes the function. */
export function createHasten({ sources, clock, report, pauseMs = usualPauseMs }: HastenPorts): Hasten {
  const waiting = new Map<string, NodeJS.Timeout>();
  const lastAt = new Map<string, number>();
  const hasten = async (url: string) => {
    waiting.delete(url);
    if (lastAt.size >= mostAddresses) lastAt.clear();
    lastAt.set(url, clock.now());
    const found = (await sources.list()).filter((source) => source.url === url);
    for (const { id } of found) await sources.makeDue(id, timestamp(clock));
  };
  const call = (url: string) => {
    if (waiting.has(url)) return;
    const since = clock.now() - (lastAt.get(url) ?? Number.NEGATIVE_INFINITY);
    const timer = setTimeout(() => void hasten(url).catch(report), Math.max(settleMs, pauseMs - since));
    timer.unref();
    waiting.set(url, timer);
  };
  const stop = () => {
    for (const timer of waiting.values()) clearTimeout(timer);
    waiting.clear();
  };
  return Object.assign(call, { stop });
}
