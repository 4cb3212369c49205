/**
 * Removes expired data: audit records (AIDIP-SEC-15), keyed requests, sessions, users, ended runs, approvals, call
 * statistics, usage.
 */
import type {
  ApprovalStore,
  Approvals,
  AuditStore,
  CallStatsStore,
  LoginStore,
  SavedStore,
  SessionStore,
  UsageStore,
} from '@dragoman/core/engine';
import type { Clock, LedgerStore, RunStore } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import { maxOperations } from './search/call-stats.js';

/** Dependencies of retention. */
export interface RetentionPorts {
  store: {
    audit: Pick<AuditStore, 'prune'>;
    ledger: Pick<LedgerStore, 'prune'>;
    runs: Pick<RunStore, 'prune'>;
    approvals: Pick<ApprovalStore, 'prune'>;
    sessions: Pick<SessionStore, 'prune'>;
    logins: Pick<LoginStore, 'prune' | 'pruneUsers'>;
    conduct: Pick<CallStatsStore, 'prune'>;
    saved: Pick<SavedStore, 'prune'>;
    usage: Pick<UsageStore, 'prune'>;
  };
  clock: Clock;
  /** Marks approvals whose time has passed. */
  expireApprovals: Approvals['expire'];
  /** Days that audit records are kept, and people who were not seen since; the others have their own expiry. */
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

/** Days after which decided and expired approvals are removed; the audit log keeps the decisions. */
const approvalDays = 30;

/** Days for which the usage of services is kept, with an hour more than readers can ask for. */
const usageDays = { minutes: 25 / 24, hours: 31 + 1 / 24 };

/** Rows removed in one transaction, so that pruning does not block writers. */
const portion = 1000;

/** Starts to prune, now and then at intervals. */
export function startRetention({
  store: { audit, ledger, runs, approvals, sessions, logins, conduct, saved, usage },
  clock,
  expireApprovals,
  retentionDays,
  onError,
  everyMs = 600_000,
}: RetentionPorts): Retention {
  const prune = async () => {
    const daysAgo = (days: number) => new Date(clock.now() - days * dayMs).toISOString();
    const records = await audit.prune(daysAgo(retentionDays));
    const known = await conduct.prune(daysAgo(conductDays), maxOperations);
    const counted = await usage.prune({ minutes: daysAgo(usageDays.minutes), hours: daysAgo(usageDays.hours) });
    const keyed = await pruneAll((limit) => ledger.prune(timestamp(clock), limit));
    const ended =
      (await pruneAll((limit) => sessions.prune(timestamp(clock), limit))) +
      (await pruneAll((limit) => logins.prune(timestamp(clock), limit))) +
      (await pruneAll((limit) => logins.pruneUsers(daysAgo(retentionDays), limit)));
    const old = await pruneAll((limit) => saved.prune(timestamp(clock), limit));
    const run = await pruneAll((limit) => runs.prune(timestamp(clock), limit));
    await pruneAll(expireApprovals);
    const decided = await pruneAll((limit) => approvals.prune(daysAgo(approvalDays), limit));
    return records + known + counted + keyed + ended + old + run + decided;
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
