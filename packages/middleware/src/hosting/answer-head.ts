/** Status and headers of an answer, between Node's response and the web's. */
import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Headers as `writeHead` takes them: by name, as pairs, or name and value in turn. */
export type HeadHeaders = OutgoingHttpHeaders | readonly OutgoingHttpHeader[] | readonly (readonly [string, string])[];

/** The headers that a response of Node has so far. */
export function headersOf(response: ServerResponse): Headers {
  const headers = new Headers();
  for (const name of response.getHeaderNames()) {
    const value = response.getHeader(name);
    if (Array.isArray(value)) for (const each of value) headers.append(name, each);
    else if (value !== undefined) headers.append(name, String(value));
  }
  return headers;
}

/** A header of Node as the web tells it. */
export function headerText(value: number | string | string[] | undefined): string | null {
  if (value === undefined) return null;
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** Sets what a handler gave to `writeHead`. */
export function setHeaders(response: ServerResponse, headers: HeadHeaders | undefined): void {
  if (headers === undefined || headers === null) return;
  if (!Array.isArray(headers)) {
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value);
    return;
  }
  const pairs = Array.isArray(headers[0]) ? (headers as [string, string][]) : inPairs(headers as string[]);
  for (const [name] of pairs) response.removeHeader(name);
  for (const [name, value] of pairs) response.appendHeader(name, value);
}

function inPairs(list: readonly string[]): [string, string][] {
  return Array.from({ length: list.length / 2 }, (_, at) => [String(list[2 * at]), String(list[2 * at + 1])]);
}

/** Puts the head of a web response on one of Node; headers that stood there before stay unless they are set anew. */
export function setHead(response: ServerResponse, answer: Response, before: readonly string[]): void {
  const { headers, status, statusText } = answer;
  response.statusCode = status;
  response.statusMessage = statusText;
  for (const name of response.getHeaderNames()) {
    if (!before.includes(name) && !headers.has(name)) response.removeHeader(name);
  }
  for (const [name, value] of headers) if (name !== 'set-cookie') response.setHeader(name, value);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
}
