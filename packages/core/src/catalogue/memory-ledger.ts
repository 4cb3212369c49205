/** The idempotency ledger in memory: keyed calls are known as long as the process lives. */
import { Failure } from '@dragoman/model';
import type { LedgerRow, LedgerStore } from './ledger.js';

/** Keeps a limited number of keyed calls in memory; everything is copied in and out. */
export function createMemoryLedger(maxRows = Number.POSITIVE_INFINITY): LedgerStore {
  const rows = new Map<string, LedgerRow>();
  const place = (scope: string, key: string) => JSON.stringify([scope, key]);
  const ownRow = (scope: string, key: string, node: string) => {
    const row = rows.get(place(scope, key));
    return row !== undefined && row.node === node && row.state !== 'settled' ? row : undefined;
  };

  const prune = (now: string, limit: number) => {
    const expired = [...rows].filter(([, row]) => row.expiresAt <= now).slice(0, limit);
    for (const [at] of expired) rows.delete(at);
    return expired.length;
  };
  /** Evicting a valid key could run its call twice, so a new call is rejected instead. */
  const requireRoom = (now: string) => {
    if (rows.size < maxRows || prune(now, maxRows) > 0) return;
    throw new Failure('UNAVAILABLE', { message: 'Too many keys are stored at the moment.', retryAfter: 60 });
  };

  return {
    async begin(row, now) {
      const at = place(row.scope, row.key);
      const there = rows.get(at);
      if (there !== undefined && there.expiresAt > now && !(there.state === 'begun' && there.leaseUntil <= now)) {
        return { begun: false, row: copyOf(there) };
      }
      if (there === undefined) requireRoom(now);
      rows.set(at, copyOf(row));
      return { begun: true };
    },
    async markSent(scope, key, node) {
      const row = ownRow(scope, key, node);
      if (row === undefined) throw new Failure('CALL_RUNNING', { retryAfter: 1 });
      row.state = 'sent';
    },
    async takeOver(row, now) {
      const there = rows.get(place(row.scope, row.key));
      if (there?.state !== 'sent' || there.leaseUntil > now || there.fingerprint !== row.fingerprint) return false;
      there.node = row.node;
      there.leaseUntil = row.leaseUntil;
      if (row.trace !== undefined) there.trace = { ...row.trace };
      return true;
    },
    async renew(scope, key, node, leaseUntil) {
      const row = ownRow(scope, key, node);
      if (row !== undefined) row.leaseUntil = leaseUntil;
    },
    async settle(scope, key, node, answer) {
      const row = ownRow(scope, key, node);
      if (row === undefined) return;
      row.state = 'settled';
      row.answer = structuredClone(answer);
    },
    async release(scope, key, node) {
      if (ownRow(scope, key, node) !== undefined) rows.delete(place(scope, key));
    },
    async find(scope, key) {
      const row = rows.get(place(scope, key));
      return row === undefined ? undefined : copyOf(row);
    },
    prune: async (now, limit) => prune(now, limit),
    async latestLease() {
      const leases = [...rows.values()].flatMap((row) => (row.state === 'settled' ? [] : [row.leaseUntil]));
      return leases.sort().at(-1);
    },
  };
}

/** Everything except the answer is plain text, which is ten times cheaper to copy. */
function copyOf(row: LedgerRow): LedgerRow {
  return row.answer === undefined ? { ...row } : { ...row, answer: structuredClone(row.answer) };
}
