/** A listening server that records its log, uses a given store and may call loopback. */
import type { Store } from '@dragoman/core/engine';
import { createMemoryStore } from '@dragoman/core/engine';
import type { DragomanServer } from '@dragoman/server';
import { createLogger, createServer, loadConfig } from '@dragoman/server';

/** A server for one test. */
export interface GatewayServer {
  server: DragomanServer;
  url: string;
  /** Every line of the log so far. */
  log: string[];
  /** Advances the server's clock. */
  pass(milliseconds: number): void;
  /** Sends a request with a JSON body and reads the text of the response. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** A response after reading its body. */
export interface Answer {
  status: number;
  text: string;
  json: Record<string, unknown>;
  headers: Headers;
}

/** Encryption key of test servers. */
export const sealingKey = '5a'.repeat(32);

function absent(): never {
  throw Object.assign(new Error('none'), { code: 'ENOENT' });
}

/** Starts a server; the store is in memory unless a path or a store is given. */
export async function startGatewayServer(
  flags: Record<string, unknown> = {},
  store: Store | undefined = 'store' in flags ? undefined : createMemoryStore(),
): Promise<GatewayServer> {
  const settings = {
    port: 0,
    'outbound.allow': ['127.0.0.1', 'localhost'],
    'outbound.allowHttp': true,
    'upstream.attempts': 1,
    'secrets.key': sealingKey,
    ...flags,
  };
  const log: string[] = [];
  let ahead = 0;
  const logger = createLogger({ level: 'trace', pretty: false }, { write: (line) => log.push(line) });
  const config = loadConfig({ cwd: '/', environment: {}, flags: settings, readFile: absent });
  const server = await createServer(config, {
    logger,
    clock: { now: () => Date.now() + ahead },
    ...(store === undefined ? {} : { store }),
  });
  const { url } = await server.listen();
  return {
    server,
    url,
    log,
    pass(milliseconds) {
      ahead += milliseconds;
    },
    async ask(method, path, body, headers = {}) {
      const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const response = await fetch(`${url}${path}`, { method, ...sent, headers: { ...type, ...headers } });
      const text = await response.text();
      const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
      return { status: response.status, text, json, headers: response.headers };
    },
  };
}
