/** Writes the bytes of a request (RFC 9112 §3). What could read as something else than meant is refused. */
import { Failure } from '@dragoman/model';
import { createHeaderLines, headerName } from '../../wire/header-text.js';

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
const bodied = new Set(['POST', 'PUT', 'PATCH']);

/** Writes a request; throws `INVALID_INPUT` when a part of it cannot be sent. */
export type WriteRequest = (request: OutgoingRequest) => WrittenRequest;

/** Makes the writer of requests to one host; what is the same as in the last one is judged and written once. */
export function createWriteRequest(host: string): WriteRequest {
  const line = createHeaderLines();
  const last = { method: '', path: '', start: '' };
  const startOf = (method: string, path: string): string => {
    if (method === last.method && path === last.path) return last.start;
    if (!headerName.test(method) || !target.test(path)) throw unsendable();
    last.method = method;
    last.path = path;
    last.start = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`;
    return last.start;
  };
  return ({ method, path, headers, body }) => {
    let text = startOf(method, path);
    for (const name in headers) {
      const written = line(name, headers[name] ?? '');
      if (written === undefined) throw unsendable();
      text += written;
    }
    return withBody(text, method, body);
  };
}

function withBody(head: string, method: string, body: string | Buffer | undefined): WrittenRequest {
  if (body === undefined) return { text: bodied.has(method) ? `${head}content-length: 0\r\n\r\n` : `${head}\r\n` };
  const bytes = Buffer.byteLength(body);
  const text = `${head}content-length: ${bytes}\r\n\r\n`;
  // A body of plain characters leaves together with the head, in one piece.
  if (typeof body === 'string' && bytes === body.length) return { text: text + body };
  return { text, rest: typeof body === 'string' ? Buffer.from(body) : body };
}

function unsendable(): Failure {
  return new Failure('INVALID_INPUT', { message: 'The call has a header or an address that cannot be sent.' });
}
