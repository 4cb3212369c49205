/** A read that may act: its words seem to read, but something in them may be an action, so that it is never repeated. */
import type { Operation } from '@dragoman/model';

const reading = /^(?:get|head|options|query)$/i;

/** True for a derived read of which the derivation doubts that it only reads; no protocol may call it read-only. */
export function isDoubtfulRead({
  impact,
  idempotent,
  derived,
  binding,
}: Pick<Operation, 'impact' | 'idempotent' | 'derived' | 'binding'>): boolean {
  const isRead = impact === 'informational' && binding.kind === 'http' && reading.test(binding.method);
  return isRead && idempotent === false && derived.includes('impact') && derived.includes('idempotent');
}
