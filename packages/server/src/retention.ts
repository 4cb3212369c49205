/** Lets vanish what is kept for a time only: audit records (AIDIP-SEC-15), keyed requests, sessions and ended runs. */
import type { AuditStore, Clock, LedgerStore, RunStore, SessionStore } from '@dragoman/core';
import { timestamp } from '@dragoman/core';

/** What retention needs. */
export interface RetentionPorts {
  store: {
    audit: Pick<AuditStore, 'prune'>;
    ledger: Pick<LedgerStore, 'prune'>;
    runs: Pick<RunStore, 'prune'>;
    sessions: Pick<SessionStore, 'prune'>;
  };
  clock: Clock;
  /** Days that audit records are kept; the others say themselves when they may go. */
  retentionDays: number;
  onError: (error: unknown) => void;
  /** Milliseconds between two rounds; ten minutes by default. */
  everyMs?: number;
}

/** Retention at work. */
export interface Retention {
  /** Removes what is too old now; resolves to the number of records removed. */
  prune(): Promise<number>;
  stop(): void;
}

const dayMs = 86_400_000;

/** Rows removed in one transaction, so that pruning does not hold up the writers. */
const portion = 1000;

/** Starts to prune, now and then at intervals. */
export function startRetention({
  store: { audit, ledger, runs, sessions },
  clock,
  retentionDays,
  onError,
  everyMs = 600_000,
}: RetentionPorts): Retention {
  const prune = async () => {
    const records = await audit.prune(new Date(clock.now() - retentionDays * dayMs).toISOString());
    const keyed = await pruneAll((limit) => ledger.prune(timestamp(clock), limit));
    const ended = await pruneAll((limit) => sessions.prune(timestamp(clock), limit));
    return records + keyed + ended + (await pruneAll((limit) => runs.prune(timestamp(clock), limit)));
  };
  const round = () => {
    prune().catch(onError);
  };
  round();
  const timer = setInterval(round, everyMs);
  timer.unref();
  return { prune, stop: () => clearInterval(timer) };
}

async function pruneAll(prune: (limit: number) => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const removed = await prune(portion);
    total += removed;
    if (removed < portion) return total;
  }
}
