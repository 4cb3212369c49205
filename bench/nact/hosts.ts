/** The contestants of the N-ACT bench: hand-written handlers, our middleware, and the server with its gateway. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tests/e2e/free-port.js';
import type { CallUnderLoad } from '../gateway/load.js';
import { startProcess } from '../gateway/processes.js';
import type { Ground } from '../gateway/proxies.js';
import { startDragoman } from '../gateway/proxies.js';
import { fillWithTools } from './many-tools.js';
import { walkPages } from './walk-pages.js';

/** A running contestant: its list of tools, and the call that it gets. */
export interface Host {
  key: string;
  name: string;
  list: string;
  call: CallUnderLoad;
  pid: number;
  stop(): Promise<void>;
}

const json = { 'Content-Type': 'application/json' };
const given = { from: 'Hamburg', to: 'Oslo', weight_kg: 120, fragile: false };
const inputs = Object.entries(given).map(([name, value]) => ({ name, value }));
const quoteTool = () => JSON.parse(readFileSync(new URL('./quote-tool.json', import.meta.url), 'utf8')) as QuoteTool;
const program = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

/** The server with this many tools, a key, permissions, limits, validation both ways and audit. */
export async function startServer(ground: Ground, tools: number): Promise<Host> {
  const key = 'nact';
  await fillWithTools(join(ground.folder, `${key}.db`), tools);
  const environment = { DRAGOMAN_LIMITS_PER_MINUTE_READ: '10000000' };
  const server = await startDragoman(ground, { key, name: 'dragoman', logLevel: 'warn', environment });
  const { origin } = new URL(server.call.url);
  const { headers } = server.call;
  const [tool] = (await walkPages(`${origin}/agents/freight-desk/tools`, headers)).items as QuoteTool[];
  if (tool === undefined) throw new Error('the service has no tool');
  return {
    key: 'server',
    name: 'dragoman, through the gateway to the upstream',
    list: `${origin}/tools`,
    call: {
      url: `${origin}/tools/${tool.toolId}:invoke`,
      headers,
      body: JSON.stringify({ name: tool.name, input_parameters: inputs }),
    },
    pid: server.pid ?? 0,
    stop: server.stop,
  };
}

interface QuoteTool {
  toolId: string;
  name: string;
}

/** A program in this folder; its arguments follow the port. */
export async function startHost(
  ground: Ground,
  { key, name, line }: { key: string; name: string; line: readonly string[] },
): Promise<Host> {
  const port = await freePort();
  const [script = '', ...rest] = line;
  const options = { core: ground.cores.contestant, ready: /listening/ };
  const running = await startProcess(process.execPath, [program(script), String(port), ...rest], options);
  const root = `http://127.0.0.1:${port}`;
  const tool = quoteTool();
  const url = `${root}/tools/${tool.toolId}:invoke`;
  const body = JSON.stringify({ name: tool.name, input_parameters: inputs });
  return { key, name, list: `${root}/tools`, call: { url, headers: json, body }, ...running };
}

/** Writes signatures to a file, for a host that serves the same ones. */
export function keepSignatures(folder: string, signatures: readonly unknown[]): string {
  const file = join(folder, 'signatures.json');
  writeFileSync(file, JSON.stringify(signatures));
  return file;
}
