/** The gateway's ledger of keyed calls on the rows of a store, so that a key means the same everywhere. */
import type { LedgerAnswer, LedgerRow, LedgerStore } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { KeptRow, PropertyStore } from '../../stores/index.js';

const open = ['begun', 'sent'] as const;

/** The ledger on a store. */
export function createKeyLedger(store: PropertyStore): Omit<LedgerStore, 'latestLease'> {
  const held = (holder: string) => ({ states: open, holder });
  return {
    async begin(row, now) {
      const asked = { now: Date.parse(now), free: 'begun' };
      const there = await store.insert(placeOf(row.scope, row.key), toKept(row), asked);
      return there === undefined ? { begun: true } : { begun: false, row: toLedgerRow(there, row) };
    },
    async markSent(scope, key, node) {
      if (await store.change(placeOf(scope, key), { state: 'sent' }, held(node))) return;
      throw new Failure('CALL_RUNNING', { retryAfter: 1 });
    },
    takeOver: ({ scope, key, node, leaseUntil, fingerprint }, now) =>
      store.change(
        placeOf(scope, key),
        { holder: node, heldUntil: Date.parse(leaseUntil) },
        { states: ['sent'], mark: fingerprint, heldBefore: Date.parse(now) },
      ),
    async renew(scope, key, node, leaseUntil) {
      await store.change(placeOf(scope, key), { heldUntil: Date.parse(leaseUntil) }, held(node));
    },
    async settle(scope, key, node, answer) {
      await store.change(placeOf(scope, key), { state: 'settled', body: JSON.stringify(answer) }, held(node));
    },
    release: (scope, key, node) => store.remove(placeOf(scope, key), held(node)),
    async find(scope, key) {
      const row = await store.find(placeOf(scope, key));
      return row === undefined ? undefined : toLedgerRow(row, { scope, key });
    },
    prune: (now, limit) => store.prune(Date.parse(now), limit),
  };
}

function placeOf(scope: string, key: string): string {
  return JSON.stringify(['key', scope, key]);
}

function toKept({ state, node, fingerprint, startedAt, leaseUntil, expiresAt, answer }: LedgerRow): KeptRow {
  return {
    state,
    holder: node,
    mark: fingerprint,
    startedAt: Date.parse(startedAt),
    heldUntil: Date.parse(leaseUntil),
    expiresAt: Date.parse(expiresAt),
    ...(answer === undefined ? {} : { body: JSON.stringify(answer) }),
  };
}

function toLedgerRow(row: KeptRow, { scope, key }: Pick<LedgerRow, 'scope' | 'key'>): LedgerRow {
  return {
    scope,
    key,
    fingerprint: row.mark,
    state: row.state as LedgerRow['state'],
    node: row.holder,
    startedAt: toTime(row.startedAt),
    leaseUntil: toTime(row.heldUntil),
    expiresAt: toTime(row.expiresAt),
    ...(row.body === undefined ? {} : { answer: JSON.parse(row.body) as LedgerAnswer }),
  };
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
