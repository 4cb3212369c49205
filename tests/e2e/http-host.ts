/** Serves a function from request to response on a free loopback port. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A function with the signature of fetch. */
export type Answering = (url: string, init: RequestInit) => Promise<Response>;

/** A listening host. */
export interface HttpHost {
  /** `http://127.0.0.1:port`. */
  origin: string;
  close(): Promise<void>;
}

/**
 * Starts a host; if the function throws, the connection is closed. Server-sent events are sent as they come. The signal
 * of a request aborts when its connection closes.
 */
export async function startHttpHost(answer: Answering): Promise<HttpHost> {
  const server = createServer(async (request, response) => {
    try {
      const body = await readBody(request);
      const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const leave = new AbortController();
      response.once('close', () => leave.abort());
      const { signal } = leave;
      const init = { method: request.method ?? 'GET', headers, signal, ...(body === '' ? {} : { body }) };
      const answered = await answer(`${origin}${request.url ?? ''}`, init);
      response.writeHead(answered.status, Object.fromEntries(answered.headers));
      if (answered.headers.get('content-type') === 'text/event-stream') {
        for await (const part of answered.body ?? []) {
          if (signal.aborted) break;
          response.write(part);
        }
        response.end();
      } else response.end(Buffer.from(await answered.arrayBuffer()));
    } catch {
      request.socket.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
