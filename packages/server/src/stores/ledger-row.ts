/** A keyed call as a row; the same columns in both databases. */
import type { LedgerAnswer, LedgerRow, WriteTrace } from '@dragoman/core/http';
import { fromColumn, toColumn } from './column-text.js';

/** The columns of a keyed call, in order. */
export const ledgerColumns = [
  'scope',
  'key',
  'fingerprint',
  'state',
  'node',
  'started_at',
  'lease_until',
  'expires_at',
  'answer',
  'trace',
] as const;

/** A keyed call as a row. */
export type LedgerColumns = Record<Exclude<(typeof ledgerColumns)[number], 'answer' | 'trace'>, string> & {
  answer: string | null;
  trace: string | null;
};

/** The values of a keyed call's columns, in their order. */
export function ledgerValues(row: LedgerRow): (string | null)[] {
  const { scope, key, fingerprint, state, node, startedAt, leaseUntil, expiresAt, answer } = row;
  const texts = [scope, key, fingerprint, state, node, startedAt, leaseUntil, expiresAt].map(toColumn);
  return [...texts, answer === undefined ? null : JSON.stringify(answer), traceValue(row)];
}

/** The column of the row's trace. */
export function traceValue({ trace }: Pick<LedgerRow, 'trace'>): string | null {
  return trace === undefined ? null : JSON.stringify(trace);
}

/** Converts a row to a keyed call. */
export function fromLedgerColumns(columns: LedgerColumns): LedgerRow {
  return {
    scope: fromColumn(columns.scope),
    key: fromColumn(columns.key),
    fingerprint: fromColumn(columns.fingerprint),
    state: columns.state as LedgerRow['state'],
    node: fromColumn(columns.node),
    startedAt: fromColumn(columns.started_at),
    leaseUntil: fromColumn(columns.lease_until),
    expiresAt: fromColumn(columns.expires_at),
    ...(columns.answer === null ? {} : { answer: JSON.parse(columns.answer) as LedgerAnswer }),
    ...(columns.trace === null ? {} : { trace: JSON.parse(columns.trace) as WriteTrace }),
  };
}
