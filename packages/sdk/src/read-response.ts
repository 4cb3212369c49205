/** Reads responses of untrusted servers: with limits, tolerant of unknown members, exact about failures. */
import type { FailureCode, FailureFacts, FieldError } from '@dragoman/model';
import { failureDetail, failures, isJsonObject, meaningOfStatus, thirdPartyMark } from '@dragoman/model';
import type { ErrorCode } from './dragoman-error.js';
import { clientError, clientFailures, DragomanError } from './dragoman-error.js';

/** Maximum number of field errors kept per response. */
const mostFieldErrors = 1_000;

const problemType = 'application/problem+json';

/** Maximum message length kept per response, in characters. */
const longestMessage = 4_000;

/** Facts of the exchange that an error repeats. */
export interface Exchange {
  attempts: number;
  /** Milliseconds since the epoch, for `Retry-After` as a date. */
  now: number;
  /** True for a direct call to a service. */
  direct?: boolean;
}

/** The body's text; throws when it exceeds the limit. */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel().catch(() => undefined);
      throw clientError('INVALID_RESPONSE', {
        message: `The response is larger than ${maxBytes} bytes and was cut off.`,
        status: response.status,
      });
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The value of a JSON body; undefined when it is empty. */
export function parseBody(text: string, status: number): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw clientError('INVALID_RESPONSE', { message: 'The response is not JSON.', status, cause });
  }
}

/** The error of a response outside 2xx; unknown members are ignored. */
export function readProblem({ status, headers }: Response, text: string, exchange: Exchange): DragomanError {
  // The gateway marks errors that it only forwards.
  const fromAgent = exchange.direct === true || headers.get('x-dragoman-trust') !== null;
  const upstreamAttempts = Number.parseInt(headers.get('x-dragoman-attempts') ?? '', 10) || 0;
  const retryAfter = headers.get('retry-after');
  // The gateway writes the text of every error itself, except for error objects of AIDIP agents.
  const isWritten = exchange.direct !== true && headers.get('content-type')?.startsWith(problemType) === true;
  return toError(looseObject(text), { status, retryAfter, fromAgent, upstreamAttempts, isWritten, ...exchange });
}

/** The error of an error object inside a larger response: of a batch, a stream, an asynchronous call. */
export function readErrorObject(problem: Readonly<Record<string, unknown>>, attempts = 1): DragomanError {
  const { status } = problem;
  const known = typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599;
  return toError(problem, { status: known ? status : 502, retryAfter: null, attempts, now: 0 });
}

/** The error of a stream event. */
export function readErrorEvent(text: string): DragomanError {
  return readErrorObject(looseObject(text));
}

interface Facts extends Exchange {
  status: number;
  retryAfter: string | null;
  fromAgent?: boolean;
  upstreamAttempts?: number;
  /** True when the gateway wrote the text. */
  isWritten?: boolean;
}

function toError(problem: Readonly<Record<string, unknown>>, exchange: Facts): DragomanError {
  const inner = isJsonObject(problem.error) ? problem.error : {};
  const code = errorCode(exchange, problem.code, inner.code);
  const row = code in failures ? failures[code as FailureCode] : clientFailures[code as keyof typeof clientFailures];
  const retryAfter = readRetryAfter(exchange.retryAfter, problem.retry_after, exchange.now);
  const traceId = firstText(problem.trace_id, inner.trace_id);
  const approval = isJsonObject(problem.approval) ? firstText(problem.approval.id) : undefined;
  const isStated = typeof problem.retryable === 'boolean';
  const facts = {
    status: exchange.status,
    retryable: isStated ? problem.retryable === true : row.retryable,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    outcomeUnknown: problem.outcome_unknown === true || code === 'OUTCOME_UNKNOWN',
  };
  const text = firstText(problem.detail, inner.message, problem.title);
  return new DragomanError(code, {
    ...(exchange.fromAgent === true
      ? quoteService(text, exchange, { ...facts, code })
      : { message: text ?? row.message }),
    ...facts,
    isStated,
    fieldErrors: readFieldErrors(problem.field_errors ?? inner.details),
    attempts: exchange.attempts,
    upstreamAttempts: exchange.upstreamAttempts ?? 0,
    fromAgent: exchange.fromAgent ?? false,
    ...(traceId === undefined ? {} : { traceId }),
    ...(approval === undefined ? {} : { approval }),
  });
}

/** Words of a service after a line of our own; the gateway of a registry has already written that line. */
function quoteService(
  text: string | undefined,
  { isWritten, status }: Facts,
  facts: Omit<FailureFacts, 'message'>,
): { message: string; said?: string } {
  const mark = `\n${thirdPartyMark}\n`;
  if (isWritten === true && text !== undefined) {
    const [, ...words] = text.split(mark);
    return { message: text, ...(words.length === 0 ? {} : { said: words.join(mark) }) };
  }
  const message = `The service answered ${status}.`;
  const said = text?.replaceAll(mark, '\n');
  const { help } = meaningOfStatus(status);
  return { message: failureDetail({ ...facts, message, help, said }), ...(said === undefined ? {} : { said }) };
}

function looseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    // An error page of a proxy: the status is sufficient.
    return {};
  }
}

/** Our own code, else AIDIP's code if it matches the status, else derived from the status of the sender. */
function errorCode({ status, fromAgent }: Facts, own: unknown, word: unknown): ErrorCode {
  if (typeof own === 'string' && Object.hasOwn(failures, own)) return own as FailureCode;
  const rows = (Object.keys(failures) as FailureCode[]).filter((code) => failures[code].status === status);
  const named = rows.find((code) => failures[code].aidip === word);
  if (named !== undefined) return named;
  if (status < 400) return 'UNEXPECTED_STATUS';
  return fromAgent === true ? meaningOfStatus(status).code : (rows[0] ?? 'UNEXPECTED_STATUS');
}

function firstText(...values: unknown[]): string | undefined {
  const text = values.find((value): value is string => typeof value === 'string' && value !== '');
  return text?.slice(0, longestMessage);
}

/** Seconds to wait, from the header (seconds or date) or the body. */
function readRetryAfter(header: string | null, member: unknown, now: number): number | undefined {
  if (header !== null && /^\s*\d{1,9}\s*$/.test(header)) return Number(header);
  const date = header === null ? Number.NaN : Date.parse(header);
  if (!Number.isNaN(date)) return Math.max(0, Math.ceil((date - now) / 1_000));
  return typeof member === 'number' && Number.isFinite(member) && member >= 0 ? member : undefined;
}

function readFieldErrors(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, mostFieldErrors).flatMap((item: unknown) => {
    if (!isJsonObject(item)) return [];
    const field = firstText(item.field, item.parameter) ?? '';
    const detail = firstText(item.detail, item.problem, item.message) ?? '';
    if (field === '' && detail === '') return [];
    const pointer = firstText(item.pointer);
    return [{ field, code: firstText(item.code) ?? 'invalid', detail, ...(pointer === undefined ? {} : { pointer }) }];
  });
}
