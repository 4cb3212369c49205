/** A server with two callers: one that attacks from an address of its own, and one that uses it as usual. */
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig, openAdministration } from '@dragoman/server';
import type { Running } from '../gateway/processes.js';
import { freePort, startProcess } from '../gateway/processes.js';

/** The attacks, by the names that `attack.mjs` knows. */
export const attacks = [
  'slow uploads',
  'slow headers',
  'large bodies',
  'event streams',
  'slow readers',
  'searches',
  'hanging service',
  'imports and background calls',
] as const;

/** One attack. */
export type Attack = (typeof attacks)[number];

/** What the other caller does. */
export const uses = ['read', 'search', 'call'] as const;

/** A running server with its callers. */
export interface Scene {
  pid: number;
  /** Sends one request of the ordinary caller; resolves to its status, 0 when there was no response. */
  use(kind: (typeof uses)[number]): Promise<number>;
  /** Status of an address of the operator. */
  probe(path: string): Promise<number>;
  /** Starts an attack over this many connections. */
  attack(kind: Attack, connections: number): Promise<Running>;
  close(): Promise<void>;
}

const unlimited = '10000000';

/** Opens the scene in a folder; `environment` has further settings of the server. */
export async function openScene(folder: string, environment: Record<string, string> = {}): Promise<Scene> {
  const services = { fast: await startService(true), hanging: await startService(false) };
  const port = await freePort();
  const settings = { ...settingsOf(folder, port), ...environment };
  const [attacker, ordinary] = await createKeys(settings);
  const program = fileURLToPath(new URL('../../packages/cli/bin/dragoman.js', import.meta.url));
  const server = await startProcess(process.execPath, [program, 'serve'], {
    core: undefined,
    env: settings,
    ready: /listens on/,
  });
  const agent = new Agent({ keepAlive: true });
  const send = createSend(port, ordinary, agent);
  for (const [id, service] of Object.entries(services)) await register(send, id, service.port);
  return {
    pid: server.pid,
    use: (kind) => send(...requests[kind]),
    probe: (path) => send('GET', path),
    attack: (kind, connections) => startAttack({ attack: kind, port, key: attacker, connections }),
    async close() {
      agent.destroy();
      await server.stop();
      for (const service of Object.values(services)) service.close();
    },
  };
}

type Send = (method: string, path: string, body?: unknown) => Promise<number>;

const requests: Record<(typeof uses)[number], Parameters<Send>> = {
  read: ['GET', '/agents/fast'],
  search: ['POST', '/agents/search', { query: 'tide forecast of a harbour' }],
  call: ['POST', '/agents/fast/invoke', { harbour: 'Oslo' }],
};

function createSend(port: number, key: string, agent: Agent): Send {
  return (method, path, body) =>
    new Promise((resolve) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const type =
        text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
      const headers = { Authorization: `Bearer ${key}`, ...type };
      const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', () => resolve(0));
      });
      sent.on('error', () => resolve(0));
      sent.end(text);
    });
}

/** A service that responds at once or never; an origin of its own, because the circuit breaker is per origin. */
async function startService(responds: boolean): Promise<{ port: number; close(): void }> {
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    if (responds) outgoing.setHeader('Content-Type', 'application/json').end('{"high_water":"12:40"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function register(send: Send, id: string, upstreamPort: number): Promise<void> {
  const status = await send('POST', '/agents', {
    id,
    name: `Tides ${id}`,
    description: 'Gives high and low water for a harbour and a day.',
    version: '1.0.0',
    publisher: 'Harbour Office',
    capabilities: ['tide_forecast'],
    tags: ['sea'],
    impact: 'informational',
    endpoint: `http://127.0.0.1:${upstreamPort}/invoke`,
    inputs: { type: 'object', properties: { harbour: { type: 'string' } } },
    outputs: { type: 'object' },
  });
  if (status !== 201) throw new Error(`the service ${id} could not be registered: ${status}`);
}

/** Rate limits would end most floods at once, so they are raised: the shares are what is tested. */
function settingsOf(folder: string, port: number): Record<string, string> {
  return {
    DRAGOMAN_PORT: String(port),
    DRAGOMAN_STORE_PATH: join(folder, 'fairness.db'),
    DRAGOMAN_AUTH_MODE: 'optional',
    DRAGOMAN_LOG_LEVEL: 'error',
    DRAGOMAN_SEARCH_EMBEDDER: 'none',
    DRAGOMAN_OUTBOUND_ALLOW: '127.0.0.1',
    DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
    DRAGOMAN_GATEWAY_CALLS_PER_MINUTE: unlimited,
    DRAGOMAN_LIMITS_PER_MINUTE_READ: unlimited,
    DRAGOMAN_LIMITS_PER_MINUTE_SEARCH: unlimited,
    DRAGOMAN_LIMITS_PER_MINUTE_WRITE: unlimited,
    DRAGOMAN_LIMITS_PER_MINUTE_INVOKE: unlimited,
  };
}

async function createKeys(environment: Record<string, string>): Promise<[string, string]> {
  const administration = await openAdministration(loadConfig({ environment, flags: {} }));
  const scopes = ['registry:read', 'registry:write', 'agents:invoke'];
  const create = async (name: string) => (await administration.keys.create({ name, subject: name, scopes })).key;
  try {
    return [await create('attacker'), await create('ordinary')];
  } finally {
    await administration.close();
  }
}

function startAttack(plan: { attack: Attack; port: number; key: string; connections: number }): Promise<Running> {
  const program = fileURLToPath(new URL('./attack.mjs', import.meta.url));
  const line = [program, JSON.stringify({ ...plan, from: '127.0.0.2' })];
  return startProcess(process.execPath, line, { core: undefined, ready: /attacking/ });
}
