/** Failures as plain data, for threads and stores, which cannot keep a class. */
import type { FailureDetails } from './failure.js';
import { detailsOf, Failure } from './failure.js';
import type { FailureCode } from './failure-table.js';

/** A failure as plain data. */
export interface PlainFailure extends FailureDetails {
  code: FailureCode;
  message: string;
}

/** The failure as plain data; the cause is kept for internal errors only, which are logged with it. */
export function toPlainFailure(failure: Failure): PlainFailure {
  const { code, cause } = failure;
  return {
    code,
    ...detailsOf(failure),
    ...(code === 'INTERNAL' ? { cause: cause instanceof Error ? cause : String(cause) } : {}),
  };
}

/** The failure again. */
export function fromPlainFailure({ code, ...details }: PlainFailure): Failure {
  return new Failure(code, details);
}
