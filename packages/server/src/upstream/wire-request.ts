/** Builds the outgoing request from the prepared one: URL checked, credential added, unwanted headers removed. */
import type { UpstreamRequest } from '@dragoman/core/engine';
import { withCredentialQuery } from '../outbound/credential-query.js';
import type { Aim } from './aim.js';
import type { WireRequest } from './dispatch-try.js';
import { isDroppedHeader } from './response-headers.js';

/** Target and content of a request. */
export interface AimedRequest {
  origin: string;
  wire: WireRequest;
}

/** Headers that only this module sets. */
const own = new Set(['accept-encoding', 'content-length', 'expect', 'host', 'traceparent', 'tracestate']);

/** Builds the request; `aim` checks the URL and throws `UPSTREAM_REFUSED`. */
export function aimRequest(request: UpstreamRequest, aim: (url: string) => Aim): AimedRequest {
  const { origin, path } = aim(request.url);
  const body = writtenBody(request);
  const wire: WireRequest = {
    path: withCredentialQuery(path, request.credential?.query),
    method: request.method.toUpperCase(),
    headers: requestHeaders(request, body !== undefined),
  };
  if (body !== undefined) wire.body = body;
  if (request.onSend !== undefined) wire.onSend = request.onSend;
  if (request.onDeparture !== undefined) wire.onDeparture = request.onDeparture;
  if (request.timeline !== undefined) wire.timeline = request.timeline;
  return { origin, wire };
}

function writtenBody({ body, bytes }: UpstreamRequest): string | Buffer | undefined {
  if (bytes !== undefined) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return body === undefined ? undefined : JSON.stringify(body);
}

function requestHeaders(request: UpstreamRequest, hasBody: boolean): Record<string, string> {
  // A description may require another user agent.
  const headers: Record<string, string> = { 'user-agent': 'dragoman' };
  if (hasBody) headers['content-type'] = 'application/json';
  addSendable(headers, request.headers);
  const { cookie } = headers;
  if (request.credential?.headers !== undefined) addSendable(headers, request.credential.headers);
  if (cookie !== undefined && headers.cookie !== cookie) headers.cookie = joinCookies(cookie, headers.cookie ?? '');
  headers['accept-encoding'] = 'identity';
  headers.traceparent = request.traceparent;
  if (request.tracestate !== undefined) headers.tracestate = request.tracestate;
  return headers;
}

/** Cookies of the operation next to that of the credential, which wins when both have the same name. */
function joinCookies(given: string, credential: string): string {
  const nameOf = (pair: string) => pair.slice(0, pair.indexOf('=')).trim();
  const own = new Set(credential.split(';').map(nameOf));
  return [...given.split('; ').filter((pair) => !own.has(nameOf(pair))), credential].join('; ');
}

function addSendable(headers: Record<string, string>, given: Readonly<Record<string, string>>): void {
  for (const name in given) {
    const lower = name.toLowerCase();
    if (isSendable(lower)) headers[lower] = given[name] ?? '';
  }
}

/** Cookies of a response are not stored, but a description may ask for one in a request. */
function isSendable(name: string): boolean {
  if (name === 'content-type' || name === 'accept') return true;
  return !own.has(name) && (name === 'cookie' || !isDroppedHeader(name));
}
