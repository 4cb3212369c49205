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

/** Starts a host; if the function throws, the connection is closed. */
export async function startHttpHost(answer: Answering): Promise<HttpHost> {
  const server = createServer(async (request, response) => {
    try {
      const body = await readBody(request);
      const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const init = { method: request.method ?? 'GET', headers, ...(body === '' ? {} : { body }) };
      const answered = await answer(`${origin}${request.url ?? ''}`, init);
      response.writeHead(answered.status, Object.fromEntries(answered.headers));
      response.end(await answered.text());
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
