/** The one reply type of all routes and pipeline steps: status, headers and a body, as plain values. */
import { joinChunks } from '../documents/join-chunks.js';

/** Kinds of bodies; a stream is sent as it arrives, all others have a known length. */
export type ReplyBody = string | Uint8Array | ReadableStream<Uint8Array> | null;

/** One HTTP reply. */
export interface HttpReply {
  status: number;
  /** By lower-case name; pipeline steps add their own. */
  headers: Record<string, string>;
  body: ReplyBody;
}

/** What a reply may set besides its body. */
export interface ReplyOptions {
  /** 200 by default. */
  status?: number;
  /** Names in any letter case. */
  headers?: Readonly<Record<string, string>>;
}

/** A reply with this body. */
export function createReply(body: ReplyBody, { status = 200, headers = {} }: ReplyOptions = {}): HttpReply {
  return { status, headers: lowerCaseNames(headers), body };
}

/** What a JSON reply may set besides its value. */
export interface JsonReplyOptions extends ReplyOptions {
  /** A JSON media type other than `application/json`. */
  type?: string;
}

/** A reply with this value as its JSON body. */
export function jsonReply(value: unknown, options: JsonReplyOptions = {}): HttpReply {
  return jsonTextReply(JSON.stringify(value), options);
}

/** A reply with this JSON text as its body. */
export function jsonTextReply(
  text: string,
  { type = 'application/json', ...options }: JsonReplyOptions = {},
): HttpReply {
  const reply = createReply(text, options);
  reply.headers['content-type'] = type;
  reply.headers['x-content-type-options'] = 'nosniff';
  return reply;
}

/** A reply whose body is a stream. */
export type StreamReply = HttpReply & { body: ReadableStream<Uint8Array> };

/** True for a reply whose body is sent as it arrives. */
export function isStream(reply: HttpReply): reply is StreamReply {
  const { body } = reply;
  return body !== null && typeof body === 'object' && !(body instanceof Uint8Array);
}

/** The body as bytes; reads a stream to its end. */
export async function replyBytes({ body }: HttpReply): Promise<Uint8Array> {
  if (body === null) return new Uint8Array(0);
  if (typeof body === 'string') return new TextEncoder().encode(body);
  return body instanceof Uint8Array ? body : readToEnd(body);
}

async function readToEnd(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
  return joinChunks(chunks);
}

/** Adds a value to a header that may have several. */
export function appendHeader(headers: Record<string, string>, name: string, value: string): void {
  const before = headers[name];
  headers[name] = before === undefined ? value : `${before}, ${value}`;
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  const lower: Record<string, string> = {};
  for (const name in headers) lower[name.toLowerCase()] = headers[name] ?? '';
  return lower;
}
