/**
 * Accepts an upstream's response only if it has the requested form: JSON or YAML, not encoded, within the size limit.
 */

import { agisType } from '@dragoman/agis';
import type { Fetched } from '@dragoman/core/http';
import { isYamlType } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { Dispatcher } from 'undici';

/** A response whose body has not been read yet. */
export type Answer = Dispatcher.ResponseData;

const longestValidator = 1_024;
const longestWaitSeconds = 86_400;

/** One header's value; the first one of a repeated header. */
export function headerOf(answer: Answer, name: string): string | undefined {
  const value = answer.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Discards an unwanted response and its connection. */
export function discard(answer: Answer): void {
  answer.body.on('error', () => undefined);
  answer.body.destroy();
}

/** Reads the document of a 200 response; buffers at most `maxBytes`. */
export async function readAnswer(answer: Answer, uri: string, maxBytes: number): Promise<Fetched> {
  const mediaType = requireReadable(answer, uri, maxBytes);
  const bytes = await readBounded(answer, maxBytes);
  const etag = validator(headerOf(answer, 'etag'));
  const lastModified = validator(headerOf(answer, 'last-modified'));
  return {
    outcome: 'fetched',
    uri,
    bytes,
    mediaType,
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
  };
}

function requireReadable(answer: Answer, uri: string, maxBytes: number): string {
  if (answer.statusCode !== 200) throw refusedStatus(answer, uri);
  const mediaType = (headerOf(answer, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isKnown = isJsonType(mediaType) || isYamlType(mediaType) || mediaType === agisType;
  if (!isKnown && !isNamedText(mediaType, uri)) {
    const named = mediaType === '' ? 'no media type' : `the media type '${printable(mediaType)}'`;
    throw upstreamError(
      `The upstream responded with ${named}; a description is application/json, application/yaml or application/agis.`,
    );
  }
  const encoding = (headerOf(answer, 'content-encoding') ?? 'identity').trim().toLowerCase();
  if (encoding !== 'identity' && encoding !== '') {
    throw upstreamError('The upstream compressed its response although the request asked for none.');
  }
  if (Number(headerOf(answer, 'content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return mediaType;
}

/** Honors an upstream's Retry-After, up to a day. */
function refusedStatus(answer: Answer, uri: string): Failure {
  const { statusCode: status } = answer;
  // MCP servers refuse a GET without a session.
  const mayBeMcp = !isDocumentName(uri) && [400, 405, 406].includes(status);
  const hint = mayBeMcp ? ' If this is the URL of an MCP server, put "mcp+" before it.' : '';
  const message = `The upstream responded with status ${status}.${hint}`;
  const wait = headerOf(answer, 'retry-after') ?? '';
  if (!/^\d{1,9}$/.test(wait)) return upstreamError(message);
  return new Failure('UPSTREAM_ERROR', { message, retryAfter: Math.min(Number(wait), longestWaitSeconds) });
}

/** `application/json` and every type with the suffix +json (RFC 6839). */
export function isJsonType(mediaType: string): boolean {
  return mediaType === 'application/json' || /^[a-z]+\/[\w!#$&^.+-]+\+json$/.test(mediaType);
}

/** Source code hosts serve every file as plain text; there the file name decides. */
function isNamedText(mediaType: string, uri: string): boolean {
  return mediaType === 'text/plain' && isDocumentName(uri);
}

function isDocumentName(uri: string): boolean {
  return /\.(json|ya?ml|md|agis)$/i.test(new URL(uri).pathname);
}

/** Reads at most `maxBytes` of a body; a larger one is a failure. */
export async function readBounded(answer: Answer, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** A validator is sent back unchanged; one that is not a valid header value is dropped. */
function validator(value: string | undefined): string | undefined {
  if (value === undefined || value.length > longestValidator || !/^[\x20-\x7e]+$/.test(value)) return undefined;
  return value;
}

function tooLarge(maxBytes: number): Failure {
  return upstreamError(`The upstream's response is larger than ${maxBytes} bytes.`);
}

function upstreamError(message: string): Failure {
  return new Failure('UPSTREAM_ERROR', { message });
}

function printable(text: string): string {
  return text.slice(0, 80).replace(/[^\x20-\x7e]/g, '?');
}
