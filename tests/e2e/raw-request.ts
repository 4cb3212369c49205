/** Requests without an HTTP client: raw bytes, raw paths, and raw responses. */
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';

/** A response, read to its end. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The body as JSON, or an empty object. */
  json: Record<string, unknown>;
}

/** The request to send. */
export interface RawRequest {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
}

/** Sends one request with exactly this path: nothing is decoded, normalized or escaped. */
export function sendRaw(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: RawRequest = {},
): Promise<RawAnswer> {
  const type =
    body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port, path, method, headers: { ...type, ...headers }, agent: false });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const json = /json/.test(response.headers['content-type'] ?? '') && text !== '' ? JSON.parse(text) : {};
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json });
      });
    });
    sent.end(body);
  });
}

/** Everything received on a socket until it was closed. */
export interface SocketAnswer {
  text: string;
  /** Status lines of all responses. */
  statuses: number[];
  /** Bytes that the server read before it closed. */
  sent: number;
}

/** Sends these chunks over one socket as fast as possible, and reads until the other side closes. */
export function sendBytes(
  port: number,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<SocketAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1');
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      resolve({ text, statuses, sent: socket.bytesWritten });
    });
    const write = async () => {
      for await (const piece of pieces) {
        if (socket.destroyed || !socket.writable) return;
        if (!socket.write(piece)) await new Promise((go) => socket.once('drain', go).once('close', go));
      }
    };
    socket.on('connect', () => void write());
  });
}
