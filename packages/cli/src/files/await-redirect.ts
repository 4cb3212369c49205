/** Waits on the loopback interface for the redirect that ends a login in the browser (RFC 8252 §7.3). */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A listener for one redirect. */
export interface RedirectListener {
  /** The redirect URI. */
  uri: string;
  /** The query of the redirect with this state; requests with another one are ignored. */
  wait(state: string, signal: AbortSignal): Promise<string>;
  close(): void;
}

/** The usual port, so that a client that was registered once can be used again. */
const usualPort = 4789;
const path = '/callback';
const longest = 16_384;

/** Opens the listener, at another port when the usual one is taken. */
export async function listenForRedirect(): Promise<RedirectListener> {
  const server = createServer({ maxHeaderSize: longest * 2 });
  const port = await listen(server, usualPort).catch(() => listen(server, 0));
  return {
    uri: `http://127.0.0.1:${port}${path}`,
    wait: (state, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        server.on('request', (request, response) => {
          const query = queryOf(request, state);
          answer(response, query !== undefined);
          if (query !== undefined) resolve(query);
        });
      }),
    close() {
      server.close();
      server.closeIdleConnections();
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function queryOf({ method, url = '' }: IncomingMessage, state: string): string | undefined {
  const [place, query = ''] = url.split('?', 2);
  if (method !== 'GET' || place !== path || query.length > longest) return undefined;
  return new URLSearchParams(query).get('state') === state ? query : undefined;
}

function answer(response: ServerResponse, isExpected: boolean): void {
  response.writeHead(isExpected ? 200 : 404, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(
    isExpected
      ? 'The login continues in the terminal. You can close this page.\n'
      : 'This page does not belong to the login that the terminal waits for. Start the login again.\n',
  );
}
