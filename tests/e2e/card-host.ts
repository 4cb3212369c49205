/** A web server with cards that tests can change, remove and restore; it supports conditional requests. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

/** A running card host. */
export interface CardHost {
  port: number;
  at(path: string): string;
  /** Content by path; absent means 404. */
  cards: Map<string, unknown>;
  /** Path, status and trace of every request, in order. */
  seen: { path: string; status: number; traceparent: string | undefined }[];
  close(): Promise<void>;
}

/** Starts a card host on a free loopback port. */
export async function startCardHost(): Promise<CardHost> {
  const cards: CardHost['cards'] = new Map();
  const seen: CardHost['seen'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const card = cards.get(path);
    const body = JSON.stringify(card) ?? '';
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
    const status = card === undefined ? 404 : request.headers['if-none-match'] === etag ? 304 : 200;
    const { traceparent } = request.headers;
    seen.push({ path, status, traceparent: typeof traceparent === 'string' ? traceparent : undefined });
    response.writeHead(status, { etag, 'content-type': 'application/agent-card+json' }).end(status === 200 ? body : '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  return {
    port,
    at: (path) => `http://127.0.0.1:${port}${path}`,
    cards,
    seen,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
