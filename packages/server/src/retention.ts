/** Removes expired data: audit records (AIDIP-SEC-15), keyed requests, sessions, ended runs, call statistics. */
import type { AuditStore, CallStatsStore, SessionStore } from '@dragoman/core/engine';
import type { Clock, LedgerStore, RunStore } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import { maxOperations } from './search/call-stats.js';

/** Dependencies of retention. */
export interface RetentionPorts {
  store: {
    audit: Pick<AuditStore, 'prune'>;
    ledger: Pick<LedgerStore, 'prune'>;
    runs: Pick<RunStore, 'prune'>;
    sessions: Pick<SessionStore, 'prune'>;
    conduct: Pick<CallStatsStore, 'prune'>;
  };
  clock: Clock;
  /** Days that audit records are kept; the others have their own expiry. */
  retentionDays: number;
  onError: (error: unknown) => void;
  /** Milliseconds between two rounds; ten minutes by default. */
  everyMs?: number;
}

/** Running retention. */
export interface Retention {
  /** Removes expired records now; resolves to their number. */
  prune(): Promise<number>;
  stop(): void;
}

const dayMs = 86_400_000;
/** Days after which call statistics are removed. */
const conductDays = 30;

/** Rows removed in one transaction, so that pruning does not block writers. */
const portion = 1000;

/** Starts to prune, now and then at intervals. */
export function startRetention({
  store: { audit, ledger, runs, sessions, conduct },
  clock,
  retentionDays,
  onError,
  everyMs = 600_000,
}: RetentionPorts): Retention {
  const prune = async () => {
    const daysAgo = (days: number) => new Date(clock.now() - days * dayMs).toISOString();
    const records = await audit.prune(daysAgo(retentionDays));
    const known = await conduct.prune(daysAgo(conductDays), maxOperations);
    const keyed = await pruneAll((limit) => ledger.prune(timestamp(clock), limit));
    const ended = await pruneAll((limit) => sessions.prune(timestamp(clock), limit));
    return records + known + keyed + ended + (await pruneAll((limit) => runs.prune(timestamp(clock), limit)));
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
