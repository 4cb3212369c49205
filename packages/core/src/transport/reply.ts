/**
 * Requests and answers in plain parts, for the routes that are used most: a web `Request` and `Response` with their
 * headers cost more than all the checks of a call. Every `Request` can be looked at as such parts, and every reply can
 * be made a `Response` where somebody needs one.
 */
import type { Caller } from '../access/caller.js';
import type { Awaitable } from '../documents/awaitable.js';

/** Headers that can be asked for, whatever the case of the name. */
export type HeaderView = Pick<Headers, 'get' | 'has'>;

/** What is looked at of a request; every `Request` is one. */
export interface RequestView {
  readonly method: string;
  readonly headers: HeaderView;
  readonly body: ReadableStream<Uint8Array> | null;
  arrayBuffer(): Promise<ArrayBuffer>;
  /** The whole body without a copy, where that can be had. */
  whole?(): Awaitable<Uint8Array>;
}

/** What a route gets that answers in plain parts; everything about the caller is decided before it runs. */
export interface ReplyContext {
  request: RequestView;
  /** The query as it was sent, with its question mark; empty when there is none. */
  search: string;
  /** Path parameters, percent-decoded. */
  params: Readonly<Record<string, string>>;
  caller: Caller;
  /** W3C trace id, 32 hexadecimal digits. */
  traceId: string;
  /** W3C header that hands this place in the trace on. */
  traceparent: string;
  /** Aborts when the caller leaves; made when it is first looked at. */
  readonly signal: AbortSignal;
  /** True when the caller has left, told without making a signal for it. */
  hasLeft?(): boolean;
}

/** An answer in plain parts. */
export interface Reply {
  kind: 'reply';
  status: number;
  /** By lower-case name; whoever holds the reply may add to them. */
  headers: Record<string, string>;
  body: Uint8Array | string | null;
}

/** True for an answer in plain parts. */
export function isReply(answer: Response | Reply): answer is Reply {
  return (answer as Partial<Reply>).kind === 'reply';
}

/** The same answer as a web response. */
export function toResponse(answer: Response | Reply): Response {
  if (!isReply(answer)) return answer;
  const { status, headers, body } = answer;
  return new Response(body as Uint8Array<ArrayBuffer> | string | null, { status, headers });
}
