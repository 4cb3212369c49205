/** Messages between the pool and its threads: plain data, which the structured clone algorithm copies. */
import type { FailureCode, FieldError, JsonObject } from '@dragoman/model';
import { Failure, isFailure } from '@dragoman/model';

/** A job that a thread is to run. */
export interface JobMessage {
  job: string;
  input: unknown;
}

/** A failure without its class, which a thread cannot send. */
interface PlainFailure {
  code: FailureCode;
  message: string;
  status: number;
  fieldErrors: readonly FieldError[];
  retryAfter?: number;
  headers: Readonly<Record<string, string>>;
  members: JsonObject;
}

/** What a thread reports: that it can take jobs, or how its job ended. */
export type ThreadMessage =
  | { kind: 'ready' }
  | { kind: 'done'; value: unknown }
  | { kind: 'failed'; failure: PlainFailure }
  | { kind: 'broken'; error: unknown };

/** The message for something that a job threw. */
export function thrownMessage(thrown: unknown): ThreadMessage {
  if (!isFailure(thrown)) return { kind: 'broken', error: thrown };
  const { code, message, row, fieldErrors, retryAfter, headers, members } = thrown;
  const after = retryAfter === undefined ? {} : { retryAfter };
  return { kind: 'failed', failure: { code, message, status: row.status, fieldErrors, ...after, headers, members } };
}

/** The failure that a thread reported. */
export function toThrown({ code, ...details }: PlainFailure): Failure {
  return new Failure(code, details);
}
