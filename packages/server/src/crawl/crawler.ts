/**
 * Polls registered card addresses when they are due. Several nodes may run a crawler: each source is leased to one of
 * them at a time. One host never gets two requests at once, and not without a pause between them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceRecord } from '@dragoman/core/engine';
import { timestamp } from '@dragoman/core/http';
import type { CrawlPorts } from './crawl-source.js';
import { crawlSource } from './crawl-source.js';
import { stateOf } from './schedule.js';

/** Logger of the crawler; a pino logger fits. */
export interface CrawlLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Options of the crawler. */
export interface CrawlerOptions {
  ports: CrawlPorts;
  logger: CrawlLogger;
  /** Maximum number of hosts polled at once. */
  concurrency: number;
  /** Milliseconds between two checks for due sources. */
  pollMs?: number;
  /** Milliseconds between two requests to one host. */
  hostPauseMs?: number;
  /** Milliseconds without a heartbeat of this node after which another one polls a source that was claimed here. */
  leaseMs?: number;
}

/** A running crawler. */
export interface Crawler {
  /** Polls the sources that are due now; resolves to their number. */
  round(): Promise<number>;
  /** Aborts running fetches and waits for writes in progress. */
  stop(): Promise<void>;
}

const perRound = 16;

/** Checks for due sources at once and continues until it is stopped. */
export function startCrawler(options: CrawlerOptions): Crawler {
  const stopping = new AbortController();
  const { pollMs = 2_000 } = options;
  let running: Promise<number> | undefined;
  const round = () => {
    running ??= runRound(options, stopping.signal).finally(() => {
      running = undefined;
    });
    return running;
  };
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const looked = await round().catch((error: unknown) => {
        options.logger.warn({ err: error }, 'looking for due sources failed');
        return 0;
      });
      if (looked < perRound) await pause(pollMs, stopping.signal);
    }
  };
  const looping = loop();
  return {
    round,
    async stop() {
      stopping.abort();
      await looping;
    },
  };
}

async function runRound(options: CrawlerOptions, signal: AbortSignal): Promise<number> {
  const { ports, leaseMs = 15_000 } = options;
  if (signal.aborted) return 0;
  const { clock, due = clock } = ports;
  const leaseUntil = () => new Date(due.now() + leaseMs).toISOString();
  const leased = await ports.store.sources.lease(timestamp(due), leaseUntil(), perRound);
  const held = new Map(leased.map(({ id, dueAt }) => [id, dueAt]));
  const heartbeat = setInterval(() => {
    for (const id of held.keys()) void renew(options, held, id, leaseUntil());
  }, leaseMs / 3).unref();
  const hosts = [...groupByHost(leased).values()][Symbol.iterator]();
  const work = async () => {
    for (const sources of hosts) await crawlHost({ ...options, onPolled: (id) => held.delete(id) }, sources, signal);
  };
  await Promise.all(Array.from({ length: options.concurrency }, work)).finally(() => clearInterval(heartbeat));
  return leased.length;
}

/** A lease that is lost is not renewed again; the poll that runs already is harmless. */
async function renew(
  { ports, logger }: CrawlerOptions,
  held: Map<string, string>,
  id: string,
  leaseUntil: string,
): Promise<void> {
  const until = held.get(id);
  if (until === undefined) return;
  try {
    const isHeld = await ports.store.sources.renew(id, until, leaseUntil);
    if (isHeld && held.has(id)) held.set(id, leaseUntil);
    else held.delete(id);
  } catch (error) {
    logger.warn({ source: id, err: error }, 'the lease of a source could not be renewed');
  }
}

/** Options of one round. */
interface RoundOptions extends CrawlerOptions {
  /** Called when the poll of a source has ended and its next due time is written. */
  onPolled: (id: string) => void;
}

function groupByHost(sources: readonly SourceRecord[]): Map<string, SourceRecord[]> {
  const groups = new Map<string, SourceRecord[]>();
  for (const source of sources) {
    const host = URL.canParse(source.url) ? new URL(source.url).host : '';
    const group = groups.get(host);
    if (group === undefined) groups.set(host, [source]);
    else group.push(source);
  }
  return groups;
}

async function crawlHost(options: RoundOptions, sources: readonly SourceRecord[], signal: AbortSignal): Promise<void> {
  for (const [place, source] of sources.entries()) {
    if (place > 0) await pause(options.hostPauseMs ?? 1_000, signal);
    if (signal.aborted) return;
    await crawlOne(options, source, signal);
    options.onPolled(source.id);
  }
}

/** A source that cannot even be written back is polled again when its lease expires. */
async function crawlOne({ ports, logger }: CrawlerOptions, source: SourceRecord, signal: AbortSignal): Promise<void> {
  const traceId = ports.newTraceId();
  try {
    const { failures, lastOutcome, ...looked } = await crawlSource(ports, source, { signal, traceId });
    if (failures === 0) {
      logger.info({ source: source.id, trace_id: traceId, outcome: lastOutcome }, 'source crawled');
      return;
    }
    const state = stateOf({ ...looked, failures });
    logger.warn({ source: source.id, trace_id: traceId, outcome: lastOutcome, failures, state }, 'source failed');
  } catch (error) {
    logger.warn({ source: source.id, trace_id: traceId, err: error }, 'source could not be settled');
  }
}

/** An abortable sleep that does not keep the process alive. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
