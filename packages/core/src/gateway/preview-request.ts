/** The request that a call would send, as a preview shows it: whole, but with masked credentials and bounded. */
import type { PreviewRequest } from '@dragoman/model';
import type { PreparedCall } from './prepared-call.js';
import type { UpstreamCredential } from './upstream.js';

/** What is shown instead of the value of a credential. */
export const maskedValue = '***';

/** Headers whose values are secrets, wherever they come from. */
const secretHeaders: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie', 'x-api-key']);
/** Encoded bodies above this size are not shown. */
const maxTextBytes = 65_536;
const textTypes = /^(?:text\/|application\/(?:x-www-form-urlencoded|[\w.+-]*(?:json|xml)\b))/i;

/** The request with the credential that the gateway would add. */
export function previewRequest(prepared: PreparedCall, credential: UpstreamCredential | undefined): PreviewRequest {
  const { method, body, bytes } = prepared;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(prepared.headers)) {
    headers[name] = secretHeaders.has(name.toLowerCase()) ? maskedValue : value;
  }
  if (body !== undefined) headers['content-type'] ??= 'application/json';
  for (const name of Object.keys(credential?.headers ?? {})) headers[name.toLowerCase()] = maskedValue;
  if (credential?.signed === true) headers.signature = maskedValue;
  if (credential?.proof !== undefined) headers.dpop = maskedValue;
  return {
    method,
    url: withQuery(prepared.url, Object.keys(credential?.query ?? {})),
    headers,
    ...(body === undefined ? {} : { body }),
    ...(bytes === undefined ? {} : showBytes(bytes, headers['content-type'])),
  };
}

function withQuery(url: string, names: readonly string[]): string {
  if (names.length === 0) return url;
  const added = names.map((name) => `${encodeURIComponent(name)}=${maskedValue}`).join('&');
  return `${url}${url.includes('?') ? '&' : '?'}${added}`;
}

function showBytes(bytes: Uint8Array, type = ''): Pick<PreviewRequest, 'body' | 'bodyBytes'> {
  if (bytes.length > maxTextBytes || !textTypes.test(type)) return { bodyBytes: bytes.length };
  return { body: new TextDecoder().decode(bytes) };
}
