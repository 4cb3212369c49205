/** The contestants of the gateway bench: how each is started, and the call that it gets. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig, openAdministration } from '@dragoman/server';
import { freePort } from '../../tests/e2e/free-port.js';
import type { CallUnderLoad } from './load.js';
import type { Cores, Running } from './processes.js';
import { startProcess } from './processes.js';

/** The shared environment. */
export interface Ground {
  folder: string;
  cores: Cores;
  upstreamPort: number;
}

/** A running contestant. */
export interface Contestant {
  key: string;
  name: string;
  call: CallUnderLoad;
  /** Its process; undefined if it is not measured. */
  pid?: number;
  stop(): Promise<void>;
}

const input = JSON.stringify({ from: 'Hamburg', to: 'Oslo', weight_kg: 120, fragile: false });
const json = { 'Content-Type': 'application/json' };
const program = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

/** The upstream that every contestant calls. */
export async function startUpstream(core: number | undefined): Promise<Running & { port: number }> {
  const port = await freePort();
  const line = [program('upstream.mjs'), String(port)];
  const running = await startProcess(process.execPath, line, { core, ready: /listening/ });
  return { ...running, port };
}

/** The upstream itself, called directly. */
export function direct({ upstreamPort }: Ground): Contestant {
  const call = { url: `http://127.0.0.1:${upstreamPort}/invoke`, headers: json, body: input };
  return { key: 'upstream', name: 'the upstream itself', call, stop: async () => {} };
}

/** One of the programs in this folder. */
export async function startScript(
  ground: Ground,
  { key, name, script }: { key: string; name: string; script: string },
): Promise<Contestant> {
  const port = await freePort();
  const line = [program(script), String(port), String(ground.upstreamPort)];
  const running = await startProcess(process.execPath, line, { core: ground.cores.contestant, ready: /listening/ });
  return {
    key,
    name,
    call: { url: `http://127.0.0.1:${port}/invoke`, headers: json, body: input },
    pid: running.pid,
    stop: running.stop,
  };
}

/** nginx with one worker and keep-alive connections; undefined if it is not installed. */
export async function startNginx({ folder, cores, upstreamPort }: Ground): Promise<Contestant | undefined> {
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status !== 0) return undefined;
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, nginxConfig(folder, port, upstreamPort));
  const running = await startProcess('nginx', ['-c', file, '-p', folder, '-e', 'stderr'], { core: cores.contestant });
  await untilAnswering(`http://127.0.0.1:${port}/invoke`);
  const call = { url: `http://127.0.0.1:${port}/invoke`, headers: json, body: input };
  return { key: 'nginx', name: 'nginx, one worker', call, pid: running.pid, stop: running.stop };
}

function nginxConfig(folder: string, port: number, upstreamPort: number): string {
  return `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream agent { server 127.0.0.1:${upstreamPort}; keepalive 128; }
  server { listen 127.0.0.1:${port}; keepalive_requests 100000000;
    location / { proxy_pass http://agent; proxy_http_version 1.1; proxy_set_header Connection ""; } }
}
`;
}

async function untilAnswering(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`${url} does not answer`);
}

/** Start parameters of Dragoman. */
export interface DragomanPlan {
  key: string;
  name: string;
  /** `info` writes a line per call. */
  logLevel: 'warn' | 'info';
  /** Folder for a CPU profile, written when it stops. */
  profile?: string;
  /** Declared impact of the operation; a read unless given. */
  impact?: 'informational' | 'reversible';
  /** Settings beyond those that every bench needs. */
  environment?: Record<string, string>;
}

/** Dragoman with key check, permissions, rate limits, validation both ways and audit, on a SQLite file. */
export async function startDragoman(
  ground: Ground,
  { key, name, logLevel, profile, impact = 'informational', environment: more }: DragomanPlan,
): Promise<Contestant> {
  const port = await freePort();
  const environment = { ...settings(ground, { port, logLevel, name: key }), ...more };
  const apiKey = await makeKey(environment);
  const node = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`, '--cpu-prof-interval=1000'];
  const line = [...node, fileURLToPath(new URL('../../packages/cli/bin/dragoman.js', import.meta.url)), 'serve'];
  const { contestant: core } = ground.cores;
  const running = await startProcess(process.execPath, line, { core, env: environment, ready: /listens on/ });
  const headers = { ...json, Authorization: `Bearer ${apiKey}` };
  await register(`http://127.0.0.1:${port}`, headers, { upstreamPort: ground.upstreamPort, impact }).catch(
    async (error: unknown) => {
      await running.stop();
      throw error;
    },
  );
  const call = { url: `http://127.0.0.1:${port}/agents/freight-desk/invoke`, headers, body: input };
  return { key, name, call, pid: running.pid, stop: running.stop };
}

function settings(ground: Ground, { port, logLevel, name }: { port: number; logLevel: string; name: string }) {
  return {
    DRAGOMAN_PORT: String(port),
    DRAGOMAN_STORE_PATH: join(ground.folder, `${name}.db`),
    DRAGOMAN_AUTH_MODE: 'required',
    DRAGOMAN_LOG_LEVEL: logLevel,
    DRAGOMAN_OUTBOUND_ALLOW: `127.0.0.1:${ground.upstreamPort}`,
    DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
    DRAGOMAN_GATEWAY_CALLS_PER_MINUTE: '10000000',
    DRAGOMAN_LIMITS_PER_MINUTE_WRITE: '10000000',
    DRAGOMAN_LIMITS_PER_MINUTE_INVOKE: '10000000',
  };
}

/** The key of a caller that owns nothing: it sees the service only because of a grant. */
async function makeKey(environment: Record<string, string>): Promise<string> {
  const administration = await openAdministration(loadConfig({ environment, flags: {} }));
  try {
    const scopes = ['agents:invoke', 'registry:write', 'team:freight'];
    const { key } = await administration.keys.create({ name: 'bench', subject: 'bench', scopes });
    return key;
  } finally {
    await administration.close();
  }
}

async function register(
  origin: string,
  headers: Record<string, string>,
  { upstreamPort, impact }: { upstreamPort: number; impact: string },
): Promise<void> {
  const answer = await fetch(`${origin}/agents`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      id: 'freight-desk',
      name: 'Freight desk',
      description: 'Quotes freight between two towns.',
      version: '1.0.0',
      publisher: 'Northquay',
      capabilities: ['freight_quote'],
      tags: ['freight'],
      visibility: 'private',
      grants: ['scope:team:freight'],
      impact,
      endpoint: `http://127.0.0.1:${upstreamPort}/invoke`,
      inputs: schema({ from: 'string', to: 'string', weight_kg: 'integer', fragile: 'boolean' }),
      outputs: schema({ price: 'number', currency: 'string', days: 'integer', carrier: 'string', valid: 'boolean' }),
    }),
  });
  if (!answer.ok) throw new Error(`the service could not be registered: ${answer.status} ${await answer.text()}`);
}

function schema(members: Record<string, string>) {
  const properties = Object.fromEntries(Object.entries(members).map(([name, type]) => [name, { type }]));
  return { type: 'object', properties, required: Object.keys(members), additionalProperties: false };
}
