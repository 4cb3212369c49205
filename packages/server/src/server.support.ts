/** A whole server in-process for tests: memory store, a controllable clock, a readable log, callers by scope. */
import type { Store } from '@dragoman/core/engine';
import { createMemoryStore } from '@dragoman/core/engine';
import { createKeyAdministration } from './access/key-administration.js';
import { loadConfig } from './config/load-config.js';
import type { ServerOverrides } from './create-server.js';
import { createServer } from './create-server.js';
import { createLogger } from './observe/logger.js';

/** The URL of the server. */
export const address = 'http://127.0.0.1:4780';

/** A document that registers as it is. */
export const pierWeather = {
  id: 'pier-weather',
  name: 'Pier weather',
  description: 'Forecasts wind and waves at a pier.',
  version: '1.0.0',
  publisher: 'Harbour office',
  capabilities: ['weather'],
  tags: ['marine'],
  endpoint: 'https://weather.example/invoke',
  inputs: { type: 'object', properties: { pier: { type: 'string' } }, required: ['pier'] },
  outputs: { type: 'object', properties: { wind: { type: 'number' } } },
};

/** Options of a test server. */
export interface TestServerOptions {
  flags?: Record<string, unknown>;
  store?: Store;
  overrides?: ServerOverrides;
}

/** Options of a request. */
export interface Ask {
  key?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  from?: string;
  /** Request line, when it must not be normalized. */
  target?: string;
}

/** Starts a server in-process. */
export async function startTestServer({
  flags = {},
  store = createMemoryStore(),
  overrides = {},
}: TestServerOptions = {}) {
  const clock = { time: Date.parse('2026-03-01T00:00:00Z'), now: () => clock.time };
  const lines: string[] = [];
  const logger = createLogger({ level: 'debug', pretty: false }, { write: (line) => lines.push(line) });
  const config = loadConfig({
    cwd: '/nowhere',
    environment: {},
    // Most tests are about services that everyone may see, with or without a key of their owner.
    flags: {
      'secrets.key': '0'.repeat(64),
      'search.embedder': 'none',
      'registry.visibility': 'public',
      // Tests of confirmations mean the token of a preview; those of approvals say so.
      'gateway.irreversible': 'agent',
      ...flags,
    },
  });
  const keys = createKeyAdministration({ keys: store.keys, clock });
  const by = { subject: 'operator', traceId: '0'.repeat(32) };
  const server = await createServer(config, { clock, store, logger, ...overrides });
  return {
    server,
    store,
    clock,
    /** The log so far, one object per line. */
    log: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    /** Creates a key whose subject is its name. */
    keyFor: async (name: string, ...scopes: string[]) => (await keys.create({ name, subject: name, scopes }, by)).key,
    ask(method: string, path: string, { key, body, headers = {}, from, target }: Ask = {}) {
      const request = new Request(new URL(path, address), {
        method,
        headers: {
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return server.fetch(request, {
        ...(from === undefined ? {} : { remoteAddress: from }),
        ...(target === undefined ? {} : { target }),
      });
    },
  };
}

/** A test server. */
export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

/** How many jobs of this name have run on worker threads. */
export async function jobsOnThreads({ ask }: Pick<TestServer, 'ask'>, job: string): Promise<number> {
  const text = await (await ask('GET', '/metrics')).text();
  const lines = text.split('\n').filter((line) => line.startsWith('dragoman_document_jobs_total'));
  const own = lines.filter((line) => line.includes(`job="${job}"`) && line.includes('thread="thread"'));
  return own.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
