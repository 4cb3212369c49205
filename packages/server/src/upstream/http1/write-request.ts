/** Writes the bytes of a request (RFC 9112 §3). Input that could be parsed differently than intended is rejected. */
import { Failure } from '@dragoman/model';
import { createHeaderLines, headerName } from '../../wire/header-text.js';

/** A request to send. */
export interface OutgoingRequest {
  method: string;
  /** Path and query. */
  path: string;
  /** By lower-case name; without `host` and the headers that frame the body. */
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** True for a gRPC call whose response has any number of messages. */
  isStream?: boolean;
}

/** A serialized request: a text of which each character is one byte, and a body that cannot be part of such a text. */
export interface WrittenRequest {
  text: string;
  rest?: Buffer;
}

const target = /^\/[\x21-\x7e]*$/;

/** Methods that send Content-Length: 0 when they have no body. */
const bodied = new Set(['POST', 'PUT', 'PATCH']);

/** Writes a request; throws `INVALID_INPUT` when a part of it cannot be sent. */
export type WriteRequest = (request: OutgoingRequest) => WrittenRequest;

/** Creates the request writer for one host; parts that equal those of the last request are checked and written once. */
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
  // A body of one-byte characters is sent together with the head, in one write.
  if (typeof body === 'string' && bytes === body.length) return { text: text + body };
  return { text, rest: typeof body === 'string' ? Buffer.from(body) : body };
}

function unsendable(): Failure {
  return new Failure('INVALID_INPUT', { message: 'The call has a header or a URL that cannot be sent.' });
}
