/**
 * Reads an upstream's complete answer, with limits. A success must be JSON, or of a type that its protocol accepts; an
 * error keeps its status whatever its body (aidip.md GAP-32).
 */

import { decodeText, exceedsLimits } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { diagnose, Failure } from '@dragoman/model';
import type { Awaitable } from '../documents/awaitable.js';
import type { AnswerOutcome, Call } from './call.js';
import { gatewayDiagnostics } from './diagnostics.js';
import { readErrorWords } from './error-words.js';
import { toMediaAnswer } from './media.js';
import { asFailure } from './relay-stream.js';
import { retryAfterOf, retrySeconds } from './retry-after.js';
import type { UpstreamResponse } from './upstream.js';

/** How an answer is read. */
export interface AnswerReading {
  /** Maximum size of the body in bytes. */
  bytes: number;
  /** True when a success may come without a body. */
  mayBeEmpty: boolean;
  /** True when a success may be text or bytes. */
  acceptsText?: boolean;
}

/** Limits of an answer's structure, so that every later traversal is bounded. */
const answerShape = { depth: 256, values: 1_000_000 };

/** Headers of a service's answer that are relevant to the caller. */
const passedOn: ReadonlySet<string> = new Set([
  'cache-control',
  'content-digest',
  'content-language',
  'deprecation',
  'etag',
  'expires',
  'last-modified',
  'link',
  'location',
  'retry-after',
  'signature',
  'signature-input',
  'sunset',
]);

/** The service's answer, synchronously when its body has arrived; a success that cannot be used is thrown. */
export function readAnswer(response: UpstreamResponse, call: Call, reading: AnswerReading): Awaitable<AnswerOutcome> {
  const raw = response.status < 400 ? readWhole(response, reading.bytes, call) : readError(response, call, reading);
  return raw instanceof Promise
    ? raw.then((read) => toAnswer(response, read, reading))
    : toAnswer(response, raw, reading);
}

/** The body of an error; one that is too large or breaks off says nothing. */
async function readError(response: UpstreamResponse, call: Call, { bytes }: AnswerReading): Promise<Uint8Array> {
  try {
    return await readWhole(response, bytes, call);
  } catch (thrown) {
    if (call.signal.aborted) throw thrown;
    return new Uint8Array();
  }
}

function toAnswer(
  response: UpstreamResponse,
  raw: Uint8Array,
  { mayBeEmpty, acceptsText }: AnswerReading,
): AnswerOutcome {
  // Clients take 407 for an error of their own proxy.
  const status = response.status === 407 ? 403 : response.status;
  const headers = passOnHeaders(response.headers);
  const outcome: AnswerOutcome = { kind: 'answer', status, headers, findings: [], replayed: false };
  if (raw.byteLength === 0) {
    // An error without a body gets an error object of this gateway, like one with an empty object.
    if (status === 204 || status === 205 || status >= 400 || (mayBeEmpty && status < 300)) return outcome;
    throw notUsable(response, 'without a body');
  }
  if (status >= 400) return toError(outcome, raw, response.mediaType);
  if (!isJsonType(response.mediaType)) {
    if (acceptsText === true && status >= 200 && status < 300) return toTextOrMedia(outcome, raw, response);
    throw notUsable(response, `with '${response.mediaType.slice(0, 80)}' instead of JSON`);
  }
  const parsed = parse(raw);
  if (typeof parsed === 'string') throw notUsable(response, `with ${parsed}`);
  outcome.body = parsed.value;
  outcome.raw = raw;
  return outcome;
}

/** An error of any form: JSON as it is, everything else as its words. */
function toError(outcome: AnswerOutcome, raw: Uint8Array, mediaType: string): AnswerOutcome {
  const parsed = isJsonType(mediaType) ? parse(raw) : 'another type';
  if (typeof parsed === 'object') return { ...outcome, body: parsed.value, raw };
  const words = readErrorWords(raw, mediaType);
  return words === undefined ? outcome : { ...outcome, body: words };
}

/** Text as it is; anything else, and text in an unknown encoding, as bytes. */
function toTextOrMedia(outcome: AnswerOutcome, raw: Uint8Array, response: UpstreamResponse): AnswerOutcome {
  const { mediaType, headers } = response;
  const isText =
    /^text\/|[+/](xml|yaml|x-yaml|csv|javascript|x-ndjson|ndjson|jsonl|x-jsonl|json-seq|x-www-form-urlencoded)$/.test(
      mediaType,
    );
  if (!isText) return toMediaAnswer(outcome, raw, mediaType);
  const body = decodeDeclared(raw, headers['content-type'] ?? '');
  if (body !== undefined) return { ...outcome, body };
  const finding = diagnose(gatewayDiagnostics, 'gateway/text-encoding', { pointer: '' }, { type: mediaType });
  return toMediaAnswer({ ...outcome, findings: [...outcome.findings, finding] }, raw, mediaType);
}

/** The text in its declared encoding, UTF-8 when there is none; undefined when it cannot be decoded. */
function decodeDeclared(raw: Uint8Array, contentType: string): string | undefined {
  const [, charset = 'utf-8'] = /;\s*charset="?([\w.:-]{1,40})/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset, { fatal: true }).decode(raw);
  } catch {
    return undefined;
  }
}

/** The headers that a caller may see. */
export function passOnHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name in headers) {
    const value = name === 'retry-after' ? retrySeconds(headers[name] ?? '', headers.date) : headers[name];
    if (value !== undefined && passedOn.has(name)) passed[name] = value;
  }
  return passed;
}

/** True for JSON and related types; an answer without a type is assumed to be JSON. */
export function isJsonType(mediaType: string): boolean {
  return (
    mediaType === '' ||
    mediaType === 'application/json' ||
    mediaType.endsWith('+json') ||
    // `text/json`, `application/x-amz-json-1.1`
    /\/(?:[\w.]+-)*json(?:-[\d.]+)?$/.test(mediaType)
  );
}

function readWhole(response: UpstreamResponse, maxBytes: number, call: Call): Awaitable<Uint8Array> {
  if (response.bytes === undefined) return readStream(response.body, maxBytes, call);
  const whole = response.bytes();
  if (!(whole instanceof Promise)) return bounded(whole, maxBytes);
  return whole.then(
    (read) => bounded(read, maxBytes),
    (thrown) => {
      throw asFailure(thrown, call.signal);
    },
  );
}

function bounded(whole: Uint8Array, maxBytes: number): Uint8Array {
  if (whole.byteLength > maxBytes) throw tooLarge(maxBytes);
  return whole;
}

async function readStream(body: ReadableStream<Uint8Array>, maxBytes: number, call: Call): Promise<Uint8Array> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      chunks.push(next.value);
    }
  } catch (thrown) {
    await reader.cancel().catch(() => undefined);
    throw asFailure(thrown, call.signal);
  }
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, size);
}

function tooLarge(maxBytes: number): Failure {
  return new Failure('ANSWER_TOO_LARGE', { message: `The service answered more than ${maxBytes} bytes.` });
}

/** The value of a JSON text; otherwise what is wrong with it. */
function parse(raw: Uint8Array): { value: JsonValue } | string {
  const text = decodeText(raw);
  if (text === undefined) return 'invalid JSON';
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return 'invalid JSON';
  }
  // Every level takes two characters and every value one, so a short text is within the limits by its length.
  if (text.length <= 2 * answerShape.depth || exceedsLimits(value, answerShape) === undefined) return { value };
  return 'JSON that is nested too deep or has too many values';
}

function notUsable({ status, headers }: UpstreamResponse, how: string): Failure {
  const message = `The service answered ${status} ${how}.`;
  return new Failure('UPSTREAM_ERROR', { message, ...retryAfterOf(headers) });
}
