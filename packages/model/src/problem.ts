/** The error body of every REST API: RFC 9457, our code, and AIDIP's error object. */
import type { FieldError } from './failure.js';
import type { FailureCode } from './failure-table.js';

/** One invalid field, in AIDIP's naming. */
export interface ProblemDetail {
  field: string;
  problem: string;
}

/** An `application/problem+json` body. Readers ignore unknown members. */
export interface Problem {
  /** URL of the page for this kind of failure. */
  type: string;
  title: string;
  /** HTTP status, as in the status line. */
  status: number;
  /** What happened in this occurrence. */
  detail: string;
  code: FailureCode;
  /** Whether the same request may succeed later unchanged. */
  retryable: boolean;
  /** True when the call may have taken effect although it failed; `retryable` is then false. */
  outcome_unknown?: boolean;
  /** Seconds to wait before a retry. */
  retry_after?: number;
  field_errors?: FieldError[];
  /** W3C trace id, 32 hexadecimal digits. */
  trace_id: string;
  /** URI of this occurrence. */
  instance?: string;
  /** AIDIP's error object. */
  error: { code: string; message: string; details?: ProblemDetail[] };
}
