/** How a settled call that ended in a failure is stored, and what a repeat gets when there is nothing to replay. */
import type { FailureCode, FailureDetails, JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { LedgerAnswer } from '../catalogue/ledger.js';

/** Header of an answer that was replayed from the ledger, in lower case. */
export const replayedHeader = 'idempotency-replayed';

type StoredFailure = { code: FailureCode } & Pick<FailureDetails, 'message' | 'fieldErrors' | 'headers' | 'said'>;

/** The stored answer of a call that ended in a permanent failure. */
export function toFailedAnswer({ code, message, fieldErrors, headers, row, said }: Failure): LedgerAnswer {
  const words = said === undefined ? {} : { said };
  const failure = { code, message, fieldErrors, headers, ...words } as unknown as JsonObject;
  return { status: row.status, headers: {}, failure };
}

/** Throws for a stored answer that cannot be replayed: the original failure, or that the answer was not stored. */
export function throwStored({ failure, unkept, status }: LedgerAnswer): void {
  if (unkept === true) {
    throw new Failure('CONFLICT', {
      message: `The call with this idempotency key was executed and answered with ${status}; its answer was not stored and cannot be replayed.`,
      headers: { [replayedHeader]: 'true' },
    });
  }
  if (failure === undefined) return;
  const { code, ...kept } = failure as unknown as StoredFailure;
  throw new Failure(code, { ...kept, headers: { ...kept.headers, [replayedHeader]: 'true' } });
}
