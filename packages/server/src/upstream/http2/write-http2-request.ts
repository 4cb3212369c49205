/** Writes the head of a request for HTTP/2 (RFC 9113 §8.3), with the same checks as for HTTP/1.1. */
import type { OutgoingHttpHeaders } from 'node:http2';
import { Failure } from '@dragoman/model';
import { headerName, headerValue } from '../../wire/header-text.js';
import type { OutgoingRequest } from '../http1/write-request.js';

/** A request as Node's HTTP/2 client takes it. */
export interface Http2Written {
  headers: OutgoingHttpHeaders;
  body: string | Buffer | undefined;
  /** True when the response has any number of messages. */
  isStream: boolean;
}

const target = /^\/[\x21-\x7e]*$/;

/** Creates the request writer for one origin. */
export function createWriteHttp2Request(origin: string): (request: OutgoingRequest) => Http2Written {
  const { protocol, host } = new URL(origin);
  return ({ method, path, headers, body, isStream = false }) => {
    const written: OutgoingHttpHeaders = {
      ':method': method,
      ':scheme': protocol.slice(0, -1),
      ':authority': host,
      ':path': path,
      te: 'trailers',
    };
    if (!headerName.test(method) || !target.test(path)) throw unsendable();
    for (const name in headers) {
      const value = headers[name] ?? '';
      if (!headerName.test(name) || !headerValue.test(value)) throw unsendable();
      written[name] = value;
    }
    return { headers: written, body, isStream };
  };
}

function unsendable(): Failure {
  return new Failure('INVALID_INPUT', { message: 'The call has a header or a URL that cannot be sent.' });
}
