/** Takes the head of an answer only if the answer can be used; what cannot is refused before its body is read. */
import type { IncomingHttpHeaders } from 'node:http';
import type { UpstreamResponse } from '@dragoman/core/engine';
import type { Awaitable } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { decodeBody, needsDecoding, tooLarge } from './decode-body.js';
import type { WireAnswer } from './dispatch-try.js';
import type { ResponseBody } from './response-body.js';
import { cleanHeaders, headerText, mediaTypeOf } from './response-headers.js';
import type { AnswerLimits } from './upstream-options.js';

/** Media types of answers that are made while they are read, and so may last. */
const streamTypes = new Set(['text/event-stream', 'application/x-ndjson', 'application/jsonl', 'application/json-seq']);

/** True for an answer that is a stream of events or records. */
export function isStream(headers: IncomingHttpHeaders): boolean {
  const type = headers['content-type'];
  // Nearly every answer says just this.
  return type !== 'application/json' && streamTypes.has(mediaTypeOf({ 'content-type': headerText(type) }));
}

/** Bytes that an answer with this head may have. */
export function maxBytesOf(headers: IncomingHttpHeaders, limits: AnswerLimits): number {
  return isStream(headers) ? limits.streamBytes : limits.bodyBytes;
}

/** Where an answer comes from, and the tries that it took. */
export type AnswerOrigin = Pick<UpstreamResponse, 'attempts' | 'origin'>;

/** Reads a head; throws `UPSTREAM_ERROR` on a redirect, too many headers, an unknown encoding or an announced excess. */
export type ReadHead = (answer: WireAnswer, from: AnswerOrigin) => UpstreamResponse;

/** Makes the reader. Headers that several answers share are frozen; what is handed on of them is worked out once, and frozen too. */
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
    if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
    const encoding = headers['content-encoding'] ?? '';
    if (!needsDecoding(encoding)) return new PlainAnswer(status, shown, { body, from });
    // They tell of the body as it came.
    const { 'content-encoding': _encoding, 'content-length': _length, ...rest } = headers;
    const decoded = decodeBody(body.stream(), encoding, maxBytes);
    return { status, headers: rest, mediaType: mediaTypeOf(rest), body: decoded, ...from };
  };
}

type HandedOn = Pick<UpstreamResponse, 'headers' | 'mediaType'>;

/** An answer that is handed on as it comes. Its stream is made when it is looked at; most are read whole and need none. */
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
    message: `The upstream answered with a redirect (status ${status}); redirects of calls are not followed.`,
  });
}
