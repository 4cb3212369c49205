/**
 * Whether a call may safely be sent twice: the rule shared by retries, the ledger and interrupted runs (AIDIP-GATE-10).
 */
import type { Operation } from '@dragoman/model';
import type { Call } from './call.js';

/**
 * True when the operation declares that repeating is safe, when the service itself deduplicates by key, or when the
 * call is a dry run at the service, or only follows a task there.
 */
export function isRepeatable(
  operation: Operation,
  call: Pick<Call, 'idempotencyKey' | 'dryRun' | 'upstreamTask'>,
): boolean {
  const { safety, idempotent, impact, derived } = operation;
  if (call.upstreamTask !== undefined) return true;
  if (call.dryRun && safety?.dryRun === true) return true;
  if (safety?.idempotencyKey === true && call.idempotencyKey !== undefined) return true;
  // A derived fact never permits sending something twice that may act.
  if (derived.includes('idempotent') && impact !== 'informational') return false;
  return idempotent ?? (impact === 'informational' && !derived.includes('impact'));
}
