/** What handlers, parsers and validators of the usual frameworks throw, as failures. Nothing of a bug is shown. */
import type { FieldError } from '@dragoman/model';
import { Failure, isFailure, toFailure } from '@dragoman/model';
import { toFieldErrors } from './field-errors.js';
import { statusFailure } from './status-failure.js';

/** An error that knows its status: of `http-errors`, Express' parsers, Fastify, Hono. */
interface StatusError extends Error {
  status?: unknown;
  statusCode?: unknown;
  /** False: the message is not for callers. */
  expose?: unknown;
  /** Kind of a parser's error. */
  type?: unknown;
  headers?: unknown;
  /** Faults that Fastify's validation found, and where. */
  validation?: unknown;
  validationContext?: unknown;
  /** Faults that other validators found. */
  issues?: unknown;
  errors?: unknown;
  details?: unknown;
}

/** The failure that was meant; what does not say that it is the caller's is `INTERNAL`. */
export function understandThrown(thrown: unknown): Failure {
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

/** What belongs to the refusal, such as `Allow`; nothing but texts. */
function headersOf({ headers }: StatusError): Record<string, string> {
  if (typeof headers !== 'object' || headers === null) return {};
  return Object.fromEntries(
    Object.entries(headers).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}
