/** Converts any error response to a problem; an existing problem gets its missing members. */
import { STATUS_CODES } from 'node:http';
import { problemBody, problemType } from '@dragoman/core/http';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { readAnswer, withBody, withHeaders } from '../../calls/answer.js';
import { toFieldErrors } from './field-errors.js';
import { statusFailure } from './status-failure.js';

/** Facts that a response does not contain. */
export interface ProblemPlace {
  traceId: string;
  /** Milliseconds. */
  now: number;
}

/** The response as a problem; one that streams, is encoded or too large stays unchanged. */
export async function completeProblem(answer: Response, place: ProblemPlace): Promise<Response> {
  if (answer.headers.has('content-encoding')) return answer;
  const { response, bytes } = await readAnswer(answer, 64 * 1024);
  if (bytes === undefined) return response;
  const type = (response.headers.get('content-type') ?? '').toLowerCase();
  const text = new TextDecoder().decode(bytes);
  const said = type.includes('json') ? parse(text) : undefined;
  const isProblem = type.startsWith(problemType) && said !== undefined;
  if (isProblem && isComplete(said)) return response;
  const plain = type.startsWith('text/plain') && text.trim() !== '' ? { detail: text.trim() } : undefined;
  const body = makeBody(response, said ?? plain ?? {}, { ...place, isProblem });
  return tell(response, body);
}

function tell(response: Response, body: JsonObject): Response {
  const wait = body.retry_after === undefined ? {} : { 'Retry-After': String(body.retry_after) };
  const cache = response.headers.has('cache-control') ? {} : { 'Cache-Control': 'no-store' };
  const headers = { 'Content-Type': problemType, 'X-Content-Type-Options': 'nosniff', ...cache, ...wait };
  return withHeaders(withBody(response, JSON.stringify(body)), headers);
}

function isComplete(said: JsonObject): boolean {
  return typeof said.code === 'string' && typeof said.retryable === 'boolean' && typeof said.trace_id === 'string';
}

/** Our members that the host's own values never replace, unless it wrote a problem itself. */
const ours = new Set(['type', 'title', 'status', 'retryable', 'retry_after', 'trace_id', 'error']);

/** Client errors use the host's message; server errors use the table's. */
function makeBody(
  { status, headers }: Response,
  said: JsonObject,
  { traceId, now, isProblem }: ProblemPlace & { isProblem: boolean },
): JsonObject {
  const retryAfter = waitOf(headers.get('retry-after'), now);
  const detail = status < 500 ? detailOf(said) : undefined;
  const failure = statusFailure(status, {
    fieldErrors: faultsIn(said),
    ...(detail === undefined ? {} : { message: detail }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
  const made: JsonObject = {
    ...problemBody(failure, { traceId, plain: true }),
    title: STATUS_CODES[status] ?? failure.row.title,
  };
  if (isProblem) return { ...made, ...said };
  const own = Object.entries(said).filter(([name]) => status < 500 && !ours.has(name) && !isWording(name, said));
  return { ...made, ...Object.fromEntries(own.filter(([name]) => !(name in made) || name === 'code')) };
}

/** Members in which frameworks put the message. */
function detailOf({ detail, message, error }: JsonObject): string | undefined {
  return [detail, message, error]
    .find((text): text is string => typeof text === 'string' && text !== '')
    ?.slice(0, 500);
}

/** Members that are renamed. */
function isWording(name: string, said: JsonObject): boolean {
  return (
    name === 'message' || name === 'statusCode' || (name === 'code' && !/^[A-Z][A-Z0-9_]*$/.test(String(said.code)))
  );
}

function faultsIn({ field_errors, errors, issues, details }: JsonObject) {
  const list = [field_errors, errors, issues, details].find((each): each is JsonValue[] => Array.isArray(each));
  return list === undefined ? [] : toFieldErrors(list);
}

/** Seconds, from either form of the header. */
function waitOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
