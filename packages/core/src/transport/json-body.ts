/** Reads a JSON body with limits: checks the declared size first, then the received size, then the structure. */

import type { JsonLimits } from '@dragoman/documents';
import { parseJson } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { Awaitable } from '../documents/awaitable.js';
import type { HttpRequest } from './http-request.js';

/** Limits of a body. */
export interface BodyLimits {
  /** Maximum size of the body in bytes. */
  bytes: number;
  /** Depth and number of values; by default those of one description document. */
  json?: JsonLimits;
}

/** The parts of a request that are needed to read its body. */
export type BodySource = Pick<HttpRequest, 'headers' | 'bytes'>;

/** Reads the request's body as one JSON document; rejects with 400, 413 or 415. */
export async function readJsonBody(request: BodySource, limits: BodyLimits): Promise<JsonValue> {
  return readBufferedJson(request, limits);
}

/** The same, synchronously when the body has arrived; failures may then be thrown synchronously. */
export function readBufferedJson(request: BodySource, limits: BodyLimits): Awaitable<JsonValue> {
  const bytes = readJsonBytes(request, limits.bytes);
  return bytes instanceof Promise ? bytes.then((read) => parseJson(read, limits.json)) : parseJson(bytes, limits.json);
}

/** The bytes of a JSON body, not parsed; rejects with 400, 413 or 415. */
export function readJsonBytes(request: BodySource, limit: number): Awaitable<Uint8Array> {
  requireDeclaredSize(request, limit);
  const type = request.headers.get('content-type');
  if (type !== null && !isJsonType(type)) throw unsupported(type);
  requirePlain(request);
  const bytes = request.bytes(limit);
  return bytes instanceof Promise ? bytes.then((read) => requireContent(read, type)) : requireContent(bytes, type);
}

function requireContent(bytes: Uint8Array, type: string | null): Uint8Array {
  if (bytes.length === 0)
    throw new Failure('MALFORMED_JSON', { message: 'The body is empty; send one JSON document.' });
  if (type === null) throw unsupported('none');
  return bytes;
}

/** True for `application/json` and every `application/…+json`, with or without parameters. */
export function isJsonType(contentType: string): boolean {
  if (contentType === 'application/json') return true;
  const essence = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  return essence === 'application/json' || /^[a-z]+\/[a-z0-9!#$&^_.-]+\+json$/.test(essence);
}

/** True for YAML, including the media types of OpenAPI, with or without parameters (RFC 9512). */
export function isYamlType(contentType: string): boolean {
  const essence = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  return /^(application|text)\/(x-)?yaml$|\+yaml$|^application\/(openapi|vnd\.oai\.openapi)$/.test(essence);
}

function unsupported(type: string): Failure {
  return new Failure('UNSUPPORTED_MEDIA_TYPE', {
    message: `The body has the media type '${type.slice(0, 80)}'; this endpoint accepts application/json.`,
    headers: { Accept: 'application/json' },
  });
}

/** A body with a content coding is not decoded, so that a small body cannot expand into a large one. */
function requirePlain(request: BodySource): void {
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return;
  throw new Failure('UNSUPPORTED_MEDIA_TYPE', {
    message: `The body has the content coding '${coding.slice(0, 80)}'; send it without one.`,
    headers: { 'Accept-Encoding': 'identity' },
  });
}

/** The failure for a body that is larger than the limit. */
export function payloadTooLarge(limit: number): Failure {
  return new Failure('PAYLOAD_TOO_LARGE', { message: `The body is larger than the limit of ${limit} bytes.` });
}

function requireDeclaredSize(request: BodySource, limit: number): void {
  const declared = request.headers.get('content-length');
  if (declared !== null && /^\d+$/.test(declared) && Number(declared) > limit) throw payloadTooLarge(limit);
}

/** Reads the whole body, whatever its type; rejects a larger one with 413. */
export async function readBodyBytes(request: BodySource, limit: number): Promise<Uint8Array> {
  requireDeclaredSize(request, limit);
  return request.bytes(limit);
}
