/** A read that may act: its text describes a read, but may also name an action, so the call is never retried. */
import type { Operation } from '@dragoman/model';

const reading = /^(?:get|head|options|query)$/i;

/** True for a derived read that may have an effect; no protocol may mark it as read-only. */
export function isDoubtfulRead({
  impact,
  idempotent,
  derived,
  binding,
}: Pick<Operation, 'impact' | 'idempotent' | 'derived' | 'binding'>): boolean {
  const isRead = impact === 'informational' && binding.kind === 'http' && reading.test(binding.method);
  return isRead && idempotent === false && derived.includes('impact') && derived.includes('idempotent');
}
