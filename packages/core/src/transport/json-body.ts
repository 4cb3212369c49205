/** Reads a JSON body with bounds: the declared size first, then what really comes, then its shape. */

import type { JsonLimits } from '@dragoman/documents';
import { parseJson } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { Awaitable } from '../documents/awaitable.js';
import type { RequestView } from './reply.js';

/** Bounds of a body. */
export interface BodyLimits {
  /** Largest body in bytes. */
  bytes: number;
  /** Depth and number of values; by default those of one description document. */
  json?: JsonLimits;
}

/** Reads the request's body as one JSON document; refuses with 400, 413 or 415. */
export async function readJsonBody(request: RequestView, limits: BodyLimits): Promise<JsonValue> {
  return readJsonAtHand(request, limits);
}

/** The same, without a wait when the body is there; refusals may be thrown at once then. */
export function readJsonAtHand(request: RequestView, limits: BodyLimits): Awaitable<JsonValue> {
  requireDeclaredSize(request, limits.bytes);
  const type = request.headers.get('content-type');
  if (type !== null && !isJsonType(type)) throw unsupported(type);
  requirePlain(request);
  const bytes = bytesAtHand(request, limits.bytes);
  return bytes instanceof Promise
    ? bytes.then((read) => parseBody(read, type, limits))
    : parseBody(bytes, type, limits);
}

function parseBody(bytes: Uint8Array, type: string | null, limits: BodyLimits): JsonValue {
  if (bytes.length === 0)
    throw new Failure('MALFORMED_JSON', { message: 'The body is empty; send one JSON document.' });
  if (type === null) throw unsupported('none');
  return parseJson(bytes, limits.json);
}

/** True for `application/json` and every `application/…+json`, with or without parameters. */
export function isJsonType(contentType: string): boolean {
  if (contentType === 'application/json') return true;
  const essence = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  return essence === 'application/json' || /^[a-z]+\/[a-z0-9!#$&^_.-]+\+json$/.test(essence);
}

/** True for YAML, also as the media types of OpenAPI say it, with or without parameters (RFC 9512). */
export function isYamlType(contentType: string): boolean {
  const essence = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  return /^(application|text)\/(x-)?yaml$|\+yaml$|^application\/(openapi|vnd\.oai\.openapi)$/.test(essence);
}

function unsupported(type: string): Failure {
  return new Failure('UNSUPPORTED_MEDIA_TYPE', {
    message: `The body has the media type '${type.slice(0, 80)}'; this address reads application/json.`,
    headers: { Accept: 'application/json' },
  });
}

/** A coded body is not decoded here, so that no small one can become a large one. */
function requirePlain(request: RequestView): void {
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return;
  throw new Failure('UNSUPPORTED_MEDIA_TYPE', {
    message: `The body has the content coding '${coding.slice(0, 80)}'; send it without one.`,
    headers: { 'Accept-Encoding': 'identity' },
  });
}

function tooLarge(limit: number): Failure {
  return new Failure('PAYLOAD_TOO_LARGE', { message: `The body is larger than the ${limit} bytes taken here.` });
}

function requireDeclaredSize(request: RequestView, limit: number): void {
  const declared = request.headers.get('content-length');
  if (declared !== null && /^\d+$/.test(declared) && Number(declared) > limit) throw tooLarge(limit);
}

/** Reads the whole body, whatever its type; refuses with 413 what is larger. */
export async function readBodyBytes(request: RequestView, limit: number): Promise<Uint8Array> {
  requireDeclaredSize(request, limit);
  return bytesAtHand(request, limit);
}

/** The sender cannot go beyond what it declared, so there is nothing to watch while it comes; that is far cheaper. */
function bytesAtHand(request: RequestView, limit: number): Awaitable<Uint8Array> {
  if (!request.headers.has('content-length')) return readStream(request, limit);
  const whole = request.whole === undefined ? request.arrayBuffer() : request.whole();
  return whole instanceof Promise ? whole.then((read) => bounded(read, limit)) : bounded(whole, limit);
}

function bounded(whole: Uint8Array | ArrayBuffer, limit: number): Uint8Array {
  if (whole.byteLength > limit) throw tooLarge(limit);
  return whole instanceof Uint8Array ? whole : new Uint8Array(whole);
}

async function readStream(request: RequestView, limit: number): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array(0);
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks, size);
    size += value.byteLength;
    if (size > limit) {
      // The rest is not wanted; whether the sender takes note does not matter here.
      reader.cancel().catch(() => undefined);
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
