/** The headers of an upstream's response that may be passed on: bounded, printable, and about the response alone. */
import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '@dragoman/model';
import { headerValue } from '../wire/header-text.js';

/** Headers about one connection (RFC 9110 §7.6.1), and cookies, which are meant for us and not for the caller. */
const dropped = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'set-cookie',
  'set-cookie2',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  '__proto__',
]);

/** True for a hop-by-hop header or a cookie. */
export function isDroppedHeader(name: string): boolean {
  return dropped.has(name) || name === 'cookie';
}

/** The headers that are passed on, by lower-case name; repeated ones are joined. Throws when there are too many. */
export function cleanHeaders(raw: IncomingHttpHeaders, maxCount: number): Record<string, string> {
  let count = 0;
  for (const name in raw) count += Array.isArray(raw[name]) ? raw[name].length : 1;
  if (count > maxCount) {
    throw new Failure('UPSTREAM_ERROR', { message: `The upstream's response has more than ${maxCount} headers.` });
  }
  const named = namedByConnection(headerText(raw.connection).toLowerCase());
  const headers: Record<string, string> = {};
  for (const name in raw) {
    const text = headerText(raw[name]);
    // Values that are not valid header values (RFC 9110 §5.5) are dropped.
    if (isDroppedHeader(name) || named.includes(name) || !headerValue.test(text)) continue;
    headers[name] = text;
  }
  return headers;
}

/** Headers that the response itself declares as hop-by-hop. */
function namedByConnection(connection: string): readonly string[] {
  return connection === '' || connection === 'keep-alive' ? [] : connection.split(/\s*,\s*/);
}

/** The media type without its parameters, in lower case; empty without one. */
export function mediaTypeOf(headers: Readonly<Record<string, string>>): string {
  const value = headers['content-type'] ?? '';
  return value === 'application/json' ? value : (value.split(';', 1)[0]?.trim().toLowerCase() ?? '');
}

/** One string for a header that may be absent or repeated. */
export function headerText(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}
