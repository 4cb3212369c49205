/** Converts status and headers between Node's response and the web's. */
import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Headers as `writeHead` accepts them: by name, as pairs, or alternating names and values. */
export type HeadHeaders = OutgoingHttpHeaders | readonly OutgoingHttpHeader[] | readonly (readonly [string, string])[];

/** The current headers of a Node response. */
export function headersOf(response: ServerResponse): Headers {
  const headers = new Headers();
  for (const name of response.getHeaderNames()) {
    const value = response.getHeader(name);
    if (Array.isArray(value)) for (const each of value) headers.append(name, each);
    else if (value !== undefined) headers.append(name, String(value));
  }
  return headers;
}

/** A Node header in web form. */
export function headerText(value: number | string | string[] | undefined): string | null {
  if (value === undefined) return null;
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** Applies the arguments of `writeHead`. */
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

/** Copies the head of a web response to a Node response; existing headers stay unless they are set again. */
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
