/** Converts errors of handlers, parsers and validators of common frameworks to failures. Bugs are never shown. */
import type { FieldError } from '@dragoman/model';
import { Failure, isFailure, toFailure } from '@dragoman/model';
import { toFieldErrors } from './field-errors.js';
import { statusFailure } from './status-failure.js';

/** An error with a status: from `http-errors`, Express parsers, Fastify, Hono. */
interface StatusError extends Error {
  status?: unknown;
  statusCode?: unknown;
  /** False: the message is not for callers. */
  expose?: unknown;
  /** Kind of parser error. */
  type?: unknown;
  headers?: unknown;
  /** Errors of Fastify's validation, and their location. */
  validation?: unknown;
  validationContext?: unknown;
  /** Errors of other validators. */
  issues?: unknown;
  errors?: unknown;
  details?: unknown;
}

/** The matching failure; an error that is not clearly the caller's is `INTERNAL`. */
export function readThrown(thrown: unknown): Failure {
  if (isFailure(thrown)) return thrown;
  if (!(thrown instanceof Error)) return toFailure(thrown);
  const error = thrown as StatusError;
  const status = Number(error.status ?? error.statusCode);
  if (!Number.isInteger(status) || status < 400 || status > 599) return toFailure(thrown);
  if (status >= 500) return statusFailure(status, { cause: thrown });
  if (error.type === 'entity.parse.failed') return new Failure('MALFORMED_JSON', { cause: thrown });
  return statusFailure(status, {
    ...(error.expose === false || error.message === '' ? {} : { message: error.message.slice(0, 500) }),
    fieldErrors: faultsOf(error),
    headers: headersOf(error),
    cause: thrown,
  });
}

function faultsOf({ validation, validationContext, issues, errors, details }: StatusError): FieldError[] {
  const within = validationContext === 'params' || validationContext === 'headers' ? [String(validationContext)] : [];
  if (Array.isArray(validation)) return toFieldErrors(validation, within);
  const found = [issues, errors, details].find((list) => Array.isArray(list) && list.length > 0);
  return Array.isArray(found) ? toFieldErrors(found) : [];
}

/** Headers of the error, such as `Allow`; strings only. */
function headersOf({ headers }: StatusError): Record<string, string> {
  if (typeof headers !== 'object' || headers === null) return {};
  return Object.fromEntries(
    Object.entries(headers).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}
