/** What may be sent twice without harm: the rule that retries, the ledger and interrupted runs share (AIDIP-GATE-10). */
import type { Operation } from '@dragoman/model';
import type { Call } from './call.js';

/**
 * True when the operation says that repeating does no harm, when the agent itself knows the call's key again, or when
 * the call is a rehearsal at the agent.
 */
export function isRepeatable(operation: Operation, call: Pick<Call, 'idempotencyKey' | 'dryRun'>): boolean {
  const { safety, idempotent, impact, derived } = operation;
  if (call.dryRun && safety?.dryRun === true) return true;
  if (safety?.idempotencyKey === true && call.idempotencyKey !== undefined) return true;
  return idempotent ?? (impact === 'informational' && !derived.includes('impact'));
}
