/** Takes the head of an answer only if the answer can be used; what cannot is refused before its body is read. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Awaitable, UpstreamResponse } from '@dragoman/core';
import { createLendMember } from '@dragoman/core';
import { Failure } from '@dragoman/model';
import { decodeBody, needsDecoding, tooLarge } from './decode-body.js';
import type { WireAnswer } from './dispatch-try.js';
import type { ResponseBody } from './response-body.js';
import { cleanHeaders, headerText, mediaTypeOf } from './response-headers.js';
import type { AnswerLimits } from './upstream-options.js';

/** What is handed on of an answer. */
export type ReadAnswer = Pick<UpstreamResponse, 'status' | 'headers' | 'mediaType' | 'body' | 'bytes'>;

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

/** Reads the head; throws `UPSTREAM_ERROR` on a redirect, too many headers, an unknown encoding or an announced excess. */
export function readHead({ status, headers: raw, body }: WireAnswer, limits: AnswerLimits): ReadAnswer {
  if (status >= 300 && status < 400) throw redirected(status);
  const headers = cleanHeaders(raw, limits.headerCount);
  const maxBytes = maxBytesOf(raw, limits);
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const encoding = headers['content-encoding'] ?? '';
  if (!needsDecoding(encoding)) return plainAnswer(status, headers, body);
  // They tell of the body as it came.
  const { 'content-encoding': _encoding, 'content-length': _length, ...rest } = headers;
  return { status, headers: rest, mediaType: mediaTypeOf(rest), body: decodeBody(body.stream(), encoding, maxBytes) };
}

/** The stream is made when it is looked at; most answers are read whole and need none. */
function plainAnswer(status: number, headers: Record<string, string>, source: ResponseBody): ReadAnswer {
  const body = new LazyBody(source);
  return lendBody({ status, headers, mediaType: mediaTypeOf(headers), bytes: () => body.bytes() }, body);
}

const lendBody = createLendMember('body');

class LazyBody {
  readonly #source: ResponseBody;
  #stream: ReadableStream<Uint8Array> | undefined;

  constructor(source: ResponseBody) {
    this.#source = source;
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
