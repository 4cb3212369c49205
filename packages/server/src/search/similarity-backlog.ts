/**
 * Makes deferred similarity checks survive their process: while entries wait, the store has a record of the change from
 * which on they must be checked. The record is leased; when its process has died, another one checks those entries.
 */
import { randomUUID } from 'node:crypto';
import type { SessionRecord, SessionStore, Store } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import type { DeferredSimilarityChecks } from './deferred-similarity-checks.js';

/** Dependencies. */
export interface SimilarityBacklogPorts {
  checks: Pick<DeferredSimilarityChecks, 'add' | 'size'>;
  sessions: Pick<SessionStore, 'change' | 'ofEntry'>;
  entries: Pick<Store['entries'], 'changedSince'>;
  /** Clock of leases. */
  clock: Clock;
  onError: (error: unknown) => void;
  /** Milliseconds between two heartbeats; 5,000 by default. */
  everyMs?: number;
}

/** A running backlog. */
export interface SimilarityBacklog {
  /** Queues an entry with the sequence number of its change. */
  add(id: string, seq: number): void;
  /** Extends the leases of this process and continues the checks of processes that have died; also done at intervals. */
  round(): Promise<void>;
  stop(): void;
}

/** No entry has this id, and no caller this name. */
const board = 'similarity backlog';

/** Milliseconds without a heartbeat after which another process continues, and for which a record is kept. */
const leaseMs = 15_000;
const keptMs = 30 * 86_400_000;

/** Records and changed entries read at once. */
const portion = 500;

/** Starts it; the first round runs at once. */
export function startSimilarityBacklog(ports: SimilarityBacklogPorts): SimilarityBacklog {
  const { checks, sessions, entries, clock, onError, everyMs = 5_000 } = ports;
  const node = randomUUID();
  const time = (ms: number) => new Date(clock.now() + ms).toISOString();
  /** Records that this process must extend until all entries are checked. */
  const held = new Set<string>();
  let isNoted = false;
  const write = (id: string, decide: (current: SessionRecord | undefined) => SessionRecord | undefined) =>
    sessions.change(id, decide, time(0));
  const note = async (seq: number) => {
    const record = `${board} ${randomUUID()}`;
    held.add(record);
    const document = { since: Math.max(0, seq - 1), node, until: clock.now() + leaseMs };
    await write(record, () => ({ id: record, entryId: board, owner: board, document, expiresAt: time(keptMs) }));
  };
  const extend = async (id: string) => {
    const isDone = checks.size() === 0;
    await write(id, (current) => {
      if (current?.document.node !== node) return undefined;
      if (isDone) return { ...current, expiresAt: time(0) };
      return { ...current, document: { ...current.document, until: clock.now() + leaseMs } };
    });
    if (isDone) held.delete(id);
  };
  const takeOver = async ({ id, document }: SessionRecord) => {
    const taken = await write(id, (current) =>
      current !== undefined && current.document.until === document.until
        ? { ...current, document: { ...current.document, node, until: clock.now() + leaseMs } }
        : undefined,
    );
    if (taken?.document.node !== node) return;
    held.add(id);
    for (let since = Number(document.since); ; ) {
      const changed = await entries.changedSince(since, portion);
      for (const { entry, deletedAt } of changed) if (deletedAt === undefined) checks.add(entry.id);
      since = changed.at(-1)?.seq ?? since;
      if (changed.length < portion) return;
    }
  };
  const round = async () => {
    for (const id of held) await extend(id);
    if (held.size === 0) isNoted = false;
    for (const record of await sessions.ofEntry(board, time(0), portion)) {
      if (Number(record.document.until) < clock.now() && !held.has(record.id)) await takeOver(record);
    }
  };
  const run = () => void round().catch(onError);
  const timer = setInterval(run, everyMs).unref();
  run();
  return {
    add(id, seq) {
      checks.add(id);
      if (!isNoted) note(seq).catch(onError);
      isNoted = true;
    },
    round,
    stop: () => clearInterval(timer),
  };
}
