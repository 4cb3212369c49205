/** Checks the head of a response; an unusable response is rejected before its body is read. */
import type { IncomingHttpHeaders } from 'node:http';
import type { UpstreamResponse } from '@dragoman/core/engine';
import type { Awaitable } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { decodeBody, needsDecoding, tooLarge } from './decode-body.js';
import type { WireAnswer } from './dispatch-try.js';
import type { ResponseBody } from './response-body.js';
import { cleanHeaders, headerText, mediaTypeOf } from './response-headers.js';
import type { AnswerLimits } from './upstream-options.js';

/** Media types of streamed responses, which may last long. */
const streamTypes = new Set(['text/event-stream', 'application/x-ndjson', 'application/jsonl', 'application/json-seq']);

/** True for a response that is a stream of events or records. */
export function isStream(headers: IncomingHttpHeaders): boolean {
  const type = headers['content-type'];
  // Nearly every response has exactly this value.
  return type !== 'application/json' && streamTypes.has(mediaTypeOf({ 'content-type': headerText(type) }));
}

/** Maximum body size of a response with this head, in bytes. */
export function maxBytesOf(headers: IncomingHttpHeaders, limits: AnswerLimits): number {
  return isStream(headers) ? limits.streamBytes : limits.bodyBytes;
}

/** Origin of a response, and the number of attempts. */
export type AnswerOrigin = Pick<UpstreamResponse, 'attempts' | 'origin'>;

/**
 * Checks a head; throws `UPSTREAM_ERROR` on a redirect, too many headers or an unknown encoding, and `ANSWER_TOO_LARGE`
 * on an announced length above the limit. An error of any length keeps its status.
 */
export type ReadHead = (answer: WireAnswer, from: AnswerOrigin) => UpstreamResponse;

/**
 * Creates the check. Headers that several responses share are frozen; their filtered form is computed once, and
 * frozen too.
 */
export function createReadHead(limits: AnswerLimits): ReadHead {
  const known = new WeakMap<IncomingHttpHeaders, HandedOn>();
  const handedOn = (raw: IncomingHttpHeaders): HandedOn => {
    const found = known.get(raw);
    if (found !== undefined) return found;
    const headers = cleanHeaders(raw, limits.headerCount);
    const made = { headers, mediaType: mediaTypeOf(headers) };
    if (Object.isFrozen(raw)) {
      Object.freeze(headers);
      known.set(raw, made);
    }
    return made;
  };
  return ({ status, headers: raw, body }, from) => {
    if (status >= 300 && status < 400) throw redirected(status);
    const shown = handedOn(raw);
    const { headers } = shown;
    const maxBytes = maxBytesOf(raw, limits);
    if (status < 400 && Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
    const encoding = headers['content-encoding'] ?? '';
    if (!needsDecoding(encoding)) return new PlainAnswer(status, shown, { body, from });
    // These headers describe the encoded body.
    const { 'content-encoding': _encoding, 'content-length': _length, ...rest } = headers;
    const decoded = decodeBody(body.stream(), encoding, maxBytes);
    return { status, headers: rest, mediaType: mediaTypeOf(rest), body: decoded, ...from };
  };
}

type HandedOn = Pick<UpstreamResponse, 'headers' | 'mediaType'>;

/**
 * A response that is passed on as it arrives. Its stream is created on first access; most bodies are read whole and
 * need none.
 */
class PlainAnswer implements UpstreamResponse {
  readonly status: number;
  readonly headers: UpstreamResponse['headers'];
  readonly mediaType: string;
  attempts: number;
  readonly origin: string;
  readonly #source: ResponseBody;
  #stream: ReadableStream<Uint8Array> | undefined = undefined;

  constructor(status: number, shown: HandedOn, { body, from }: { body: ResponseBody; from: AnswerOrigin }) {
    this.status = status;
    this.headers = shown.headers;
    this.mediaType = shown.mediaType;
    this.attempts = from.attempts;
    this.origin = from.origin;
    this.#source = body;
  }

  get body(): ReadableStream<Uint8Array> {
    this.#stream ??= this.#source.stream();
    return this.#stream;
  }

  bytes(): Awaitable<Uint8Array> {
    return this.#stream === undefined ? this.#source.bytes() : readStream(this.#stream);
  }
}

async function readStream(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function redirected(status: number): Failure {
  return new Failure('UPSTREAM_ERROR', {
    message: `The upstream sent a redirect (status ${status}); redirects of calls are not followed.`,
    retryable: false,
    help: 'The owner of the service has to register its new URL.',
  });
}
