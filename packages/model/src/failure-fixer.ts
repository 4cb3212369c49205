/** Who can fix the cause of a failure. */
import type { FailureCode } from './failure-table.js';

/** The caller, the owner who registered the service, the provider of the service, or the operator of the server. */
export const failureFixers = ['caller', 'owner', 'provider', 'operator'] as const;

/** One of those. */
export type FailureFixer = (typeof failureFixers)[number];

/** Failures whose cause is not in the request. */
const others: Partial<Record<FailureCode, FailureFixer>> = {
  FORBIDDEN: 'owner',
  APPROVAL_PENDING: 'owner',
  DECLINED: 'owner',
  PROPOSAL_REJECTED: 'owner',
  UPSTREAM_ERROR: 'provider',
  UPSTREAM_TIMEOUT: 'provider',
  UPSTREAM_UNTRUSTED: 'provider',
  OUTPUT_INVALID: 'provider',
  INTERNAL: 'operator',
  UNAVAILABLE: 'operator',
  CONTENT_BLOCKED: 'operator',
  UPSTREAM_REFUSED: 'operator',
};

/** Who can fix the cause of this failure. */
export function fixerOf(code: FailureCode): FailureFixer {
  return others[code] ?? 'caller';
}
