/** A hostile third-party server for the tests of guarded fetching: every path misbehaves differently. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Compressed before the tests: it takes longer than they wait for the first byte. */
const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));

/** A running upstream. */
export interface HostileUpstream {
  port: number;
  /** Received requests, as path and headers. */
  seen: { path: string; headers: IncomingMessage['headers'] }[];
  /** Bytes written for `/endless`. */
  bytesSent(): number;
  close(): Promise<void>;
}

const json = { 'content-type': 'application/json' };

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end();
}

/** Starts the plain http upstream on a free loopback port. */
export async function startHostileUpstream(): Promise<HostileUpstream> {
  const seen: HostileUpstream['seen'] = [];
  let sent = 0;
  const endless = (response: ServerResponse) => {
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    const pump = () => {
      if (response.destroyed) return;
      sent += chunk.byteLength;
      if (response.write(chunk)) setImmediate(pump);
      else response.once('drain', pump);
    };
    pump();
  };
  const trickle = (response: ServerResponse) => {
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  };
  const paths: Record<string, (response: ServerResponse, request: IncomingMessage) => unknown> = {
    '/card': (response) => response.writeHead(200, { ...json, etag: '"one"' }).end('{"name":"card"}'),
    '/agent-card': (response) => response.writeHead(200, { 'content-type': 'application/agent-card+json' }).end('{}'),
    '/conditional': (response, request) => {
      const known = request.headers['if-none-match'] === '"one"';
      if (known) return response.writeHead(304).end();
      return response
        .writeHead(200, { ...json, etag: '"one"', 'last-modified': 'Sun, 15 Nov 2026 00:00:00 GMT' })
        .end('{}');
    },
    '/always-304': (response) => response.writeHead(304).end(),
    '/to-card': (response) => redirect(response, '/card'),
    '/to-private': (response) => redirect(response, 'http://10.0.0.1/card'),
    '/to-metadata': (response) => redirect(response, 'http://169.254.169.254/latest/meta-data'),
    '/to-name': (response) => redirect(response, 'http://inside.example/card'),
    '/to-file': (response) => redirect(response, 'file:///etc/passwd'),
    '/to-credentials': (response, request) => redirect(response, `http://user:word@${request.headers.host}/card`),
    '/to-nowhere': (response) => response.writeHead(302).end(),
    '/loop': (response) => redirect(response, '/loop'),
    '/silent': () => undefined,
    '/trickle': (response) => {
      response.writeHead(200, json);
      trickle(response);
    },
    '/endless': (response) => {
      response.writeHead(200, json);
      endless(response);
    },
    '/announced': (response) => {
      response.writeHead(200, { ...json, 'content-length': String(1024 ** 3) });
      endless(response);
    },
    '/html': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello</p>'),
    '/typeless': (response) => response.writeHead(200).end('{}'),
    '/gzip-bomb': (response) => response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb),
    '/gone': (response) => response.writeHead(404, json).end('{}'),
    '/cut': (response) => {
      response.writeHead(200, { ...json, 'content-length': '100' });
      response.write('{"a":', () => response.destroy());
    },
    '/no-http': (response) => response.socket?.end('what is this\r\n\r\n'),
    '/header-bomb': (response) => response.socket?.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`),
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    seen.push({ path, headers: request.headers });
    response.on('error', () => undefined);
    const answer = paths[path];
    if (answer === undefined) response.writeHead(404).end();
    else answer(response, request);
  });
  return { port: await listen(server), seen, bytesSent: () => sent, close: () => stop(server) };
}

/** Starts an https upstream with an untrusted certificate. */
export async function startSelfSigned(listener: RequestListener): Promise<{ port: number; close(): Promise<void> }> {
  const read = (name: string) => readFileSync(new URL(`./fixtures/self-signed.${name}.pem`, import.meta.url));
  const server = createTlsServer({ key: read('key'), cert: read('cert') }, listener);
  return { port: await listen(server), close: () => stop(server) };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
