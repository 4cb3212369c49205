/** Writes the bytes of a request (RFC 9112 §3). What could read as something else than meant is refused. */
import { Failure } from '@dragoman/model';
import { headerName, headerValue } from '../../header-text.js';

/** A request as it goes out. */
export interface OutgoingRequest {
  method: string;
  /** Path and query. */
  path: string;
  /** By lower-case name; neither `host` nor what tells the body's length. */
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer;
}

/** A request in bytes: a text of which each character is one byte, and what cannot be part of such a text. */
export interface WrittenRequest {
  text: string;
  rest?: Buffer;
}

const target = /^\/[\x21-\x7e]*$/;

/** Methods that say that they have no body when they have none. */
const withBody = new Set(['POST', 'PUT', 'PATCH']);

/** Writes the request; throws `INVALID_INPUT` when a part of it cannot be sent. */
export function writeRequest({ method, path, headers, body }: OutgoingRequest, host: string): WrittenRequest {
  if (!headerName.test(method) || !target.test(path)) throw unsendable();
  let text = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`;
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (!headerName.test(name) || !headerValue.test(value)) throw unsendable();
    text += `${name}: ${value}\r\n`;
  }
  if (body === undefined) return { text: withBody.has(method) ? `${text}content-length: 0\r\n\r\n` : `${text}\r\n` };
  const bytes = Buffer.byteLength(body);
  text += `content-length: ${bytes}\r\n\r\n`;
  // A body of plain characters leaves together with the head, in one piece.
  if (typeof body === 'string' && bytes === body.length) return { text: text + body };
  return { text, rest: typeof body === 'string' ? Buffer.from(body) : body };
}

function unsendable(): Failure {
  return new Failure('INVALID_INPUT', { message: 'The call has a header or an address that cannot be sent.' });
}
