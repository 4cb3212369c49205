/** The error body of every REST face as it stands on the wire: RFC 9457, our code, and AIDIP's error object. */
import type { FailureCode, FieldError } from './failure.js';

/** One faulty field, as AIDIP names it. */
export interface ProblemDetail {
  field: string;
  problem: string;
}

/** An `application/problem+json` body. Members that a reader does not know are to be ignored. */
export interface Problem {
  /** Address of the page on this kind of failure. */
  type: string;
  title: string;
  /** HTTP status, as in the status line. */
  status: number;
  /** What happened this time. */
  detail: string;
  code: FailureCode;
  /** Whether the same request may succeed later without being changed. */
  retryable: boolean;
  /** True when the call may have taken effect although it failed; `retryable` is then false. */
  outcome_unknown?: boolean;
  /** Seconds to wait before a retry. */
  retry_after?: number;
  field_errors?: FieldError[];
  /** W3C trace id, 32 hexadecimal digits. */
  trace_id: string;
  /** Address of this occurrence. */
  instance?: string;
  /** AIDIP's error object. */
  error: { code: string; message: string; details?: ProblemDetail[] };
}
