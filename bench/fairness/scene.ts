/** A server with two callers: one that attacks from an address of its own, and one that uses it as usual. */
import { Agent, request } from 'node:http';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig, openAdministration } from '@dragoman/server';
import { freePort } from '../../tests/e2e/free-port.js';
import type { Running } from '../gateway/processes.js';
import { startProcess } from '../gateway/processes.js';

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

/** A running server that one caller uses and another one attacks. */
export interface Target {
  pid: number;
  /** Port of the server. */
  port: number;
  /** Sends one request of the ordinary caller; resolves to its status, 0 when there was no response. */
  use(kind: (typeof uses)[number]): Promise<number>;
  /** Starts an attack over this many connections. */
  attack(kind: Attack, connections: number): Promise<Running>;
}

/** Dragoman with its services and callers. */
export interface Scene extends Target {
  /** Status of an address of the operator. */
  probe(path: string): Promise<number>;
  /** Starts a plain Node server with the same services, which is closed with the scene. */
  openFloor(): Promise<Target>;
  close(): Promise<void>;
}

const unlimited = '10000000';

/**
 * Priority of the attacker and of the service that it uses. They would run on other machines: with the same priority,
 * the kernel would take processor time from the server for them, which no server can prevent.
 */
const low = constants.priority.PRIORITY_BELOW_NORMAL;

/** Further options of a scene. */
export interface SceneOptions {
  /** Further settings of the server. */
  environment?: Record<string, string>;
  /** Number of further entries in the catalogue, so that searches have something to rank. */
  entries?: number;
}

/** Opens the scene in a folder. */
export async function openScene(folder: string, { environment = {}, entries = 0 }: SceneOptions = {}): Promise<Scene> {
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
  await fillCatalogue(send, entries);
  const started: Running[] = [server, ...Object.values(services)];
  const callers = { attacker, ordinary, agent };
  return {
    ...targetAt(server.pid, port, callers),
    probe: (path) => send('GET', path),
    async openFloor() {
      const floor = await startFloor({ fast: services.fast.port, hanging: services.hanging.port });
      started.push(floor);
      return targetAt(floor.pid, floor.port, callers);
    },
    async close() {
      agent.destroy();
      for (const running of started) await running.stop();
    },
  };
}

interface Callers {
  /** Keys of the callers. */
  attacker: string;
  ordinary: string;
  /** Connections of the ordinary caller. */
  agent: Agent;
}

function targetAt(pid: number, port: number, { attacker, ordinary, agent }: Callers): Target {
  const send = createSend(port, ordinary, agent);
  return {
    pid,
    port,
    use: (kind) => send(...requests[kind]),
    attack: (kind, connections) => startAttack({ attack: kind, port, key: attacker, connections }),
  };
}

async function startFloor(services: Record<string, number>): Promise<Running & { port: number }> {
  const port = await freePort();
  const line = [programOf('floor.mjs'), JSON.stringify({ port, services })];
  return { ...(await startProcess(process.execPath, line, { core: undefined, ready: /listens/ })), port };
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

/**
 * A service that responds at once or never; an origin of its own, because the circuit breaker is per origin, and a
 * process of its own, so that its work does not delay the clock of the measurement.
 */
async function startService(responds: boolean): Promise<Running & { port: number }> {
  const port = await freePort();
  const plan = { port, responds, priority: responds ? 0 : low };
  const line = [programOf('service.mjs'), JSON.stringify(plan)];
  const running = await startProcess(process.execPath, line, { core: undefined, ready: /listens/ });
  return { ...running, port };
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

const subjects = 'freight weather tide berth invoice refund ticket customer parcel vessel schedule permit'.split(' ');
const actions = 'quote track cancel list book confirm'.split(' ');

/** Imports entries that share the words of the attacker's searches. */
async function fillCatalogue(send: Send, entries: number): Promise<void> {
  const batch = 100;
  for (let first = 0; first < entries; first += batch) {
    const items = Array.from({ length: Math.min(batch, entries - first) }, (_, at) => ({
      document: entryOf(first + at),
    }));
    const status = await send('POST', '/imports', { items });
    if (status >= 300) throw new Error(`the catalogue could not be filled: ${status}`);
  }
}

function entryOf(number: number): object {
  const subject = subjects[number % subjects.length] ?? '';
  const other = subjects[(number * 7 + 3) % subjects.length] ?? '';
  const action = actions[number % actions.length] ?? '';
  return {
    id: `entry-${number}`,
    name: `${action} ${subject} ${number}`,
    description: `Services to ${action} a ${subject} with its ${other}, for customers of desk ${number}.`,
    version: '1.0.0',
    publisher: `Desk ${number % 40}`,
    capabilities: [`${subject}_${action}`],
    tags: [subject, other],
    endpoint: `https://desk-${number}.example.com/invoke`,
    inputs: { type: 'object', properties: { [subject]: { type: 'string' } } },
    outputs: { type: 'object' },
  };
}

/** Rate limits would end most floods at once, so they are raised: the shares are what is tested. */
function settingsOf(folder: string, port: number): Record<string, string> {
  return {
    DRAGOMAN_PORT: String(port),
    DRAGOMAN_STORE_PATH: join(folder, 'fairness.db'),
    DRAGOMAN_AUTH_MODE: 'optional',
    // Both callers find and call the same services.
    DRAGOMAN_REGISTRY_VISIBILITY: 'public',
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
  const line = [programOf('attack.mjs'), JSON.stringify({ ...plan, from: '127.0.0.2', priority: low })];
  return startProcess(process.execPath, line, { core: undefined, ready: /attacking/ });
}

function programOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}
