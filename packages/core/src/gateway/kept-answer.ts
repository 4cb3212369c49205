/** How a settled call is kept when it ended in a failure, and what a repeat is told when there is nothing to replay. */
import type { FailureCode, FieldError, JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { LedgerAnswer } from '../catalogue/ledger.js';

/** Header of an answer that comes from the ledger, in lower case. */
export const replayedHeader = 'idempotency-replayed';

/** The answer of a call that ended in a failure for good. */
export function toFailedAnswer({ code, message, fieldErrors, headers, row }: Failure): LedgerAnswer {
  const failure = { code, message, fieldErrors, headers } as unknown as JsonObject;
  return { status: row.status, headers: {}, failure };
}

/** Throws what a kept answer cannot be replayed as: the failure that it was, or that it was not kept. */
export function throwKept({ failure, unkept, status }: LedgerAnswer): void {
  if (unkept === true) {
    throw new Failure('CONFLICT', {
      message: `The call with this Idempotency-Key has taken place and was answered with ${status}; its answer was not kept and cannot be replayed.`,
      headers: { [replayedHeader]: 'true' },
    });
  }
  if (failure === undefined) return;
  const kept = failure as unknown as { code: FailureCode; message: string; fieldErrors: FieldError[]; headers: object };
  const headers = { ...kept.headers, [replayedHeader]: 'true' };
  throw new Failure(kept.code, { message: kept.message, fieldErrors: kept.fieldErrors, headers });
}
