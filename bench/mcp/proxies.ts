/** The contestants of the MCP bench: programs that expose one stdio server over HTTP, each in a separate process. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tests/e2e/free-port.js';
import type { Cores, Running } from '../gateway/processes.js';
import { moveTo, processorTime, startProcess } from '../gateway/processes.js';
import type { McpSession } from './callers.js';
import { message } from './callers.js';

/** A running contestant. */
export interface McpContestant {
  key: string;
  name: string;
  /** Starts a session. */
  open(): Promise<McpSession>;
  pid: number;
  stop(): Promise<void>;
}

/** The shared environment. */
export interface McpGround {
  folder: string;
  cores: Cores;
}

const place = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const script = place('bench/mcp/light-server.mjs');
/** The installed version: releases of a program differ more than machines do. */
const withVersion = (name: string) => {
  const { version } = JSON.parse(readFileSync(place(`node_modules/${name}/package.json`), 'utf8')) as {
    version: string;
  };
  return `${name} ${version}`;
};
const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

/** Dragoman with the server as a child, including permissions, limits, validation both ways and audit. */
export async function startDragomanMcp({ folder, cores }: McpGround): Promise<McpContestant> {
  const port = await freePort();
  const stdio = [{ name: 'bench', command: process.execPath, args: [script] }];
  const env = {
    DRAGOMAN_PORT: String(port),
    DRAGOMAN_STORE_PATH: join(folder, 'mcp.db'),
    DRAGOMAN_LOG_LEVEL: 'warn',
    DRAGOMAN_MCP_STDIO: JSON.stringify(stdio),
  };
  const line = [place('packages/cli/bin/dragoman.js'), 'serve'];
  const running = await startProcess(process.execPath, line, { core: cores.contestant, env, ready: /listens on/ });
  const body = JSON.stringify({ items: [{ url: 'stdio:bench' }] });
  // The operator's connection is not shared with the callers.
  const alone = { ...headers, Connection: 'close' };
  const brought = await fetch(`http://127.0.0.1:${port}/imports`, { method: 'POST', headers: alone, body });
  const { results } = (await brought.json()) as { results: { id?: string }[] };
  const url = `http://127.0.0.1:${port}/agents/${results[0]?.id}/mcp`;
  return { key: 'dragoman', name: 'dragoman', open: () => beginSession(url), ...running };
}

/** supergateway with sessions, so that it keeps its child from call to call. */
export async function startSupergateway({ cores }: McpGround): Promise<McpContestant> {
  const port = await freePort();
  const line = [
    ...[place('node_modules/supergateway/dist/index.js'), '--stdio', `${process.execPath} ${script}`],
    ...['--outputTransport', 'streamableHttp', '--stateful', '--logLevel', 'none', '--port', String(port)],
  ];
  const running = await startProcess(process.execPath, line, { core: cores.contestant });
  return inSession({ key: 'supergateway', name: withVersion('supergateway'), port, running });
}

/** mcp-proxy over streamable HTTP. */
export async function startMcpProxy({ cores }: McpGround): Promise<McpContestant> {
  const port = await freePort();
  const line = [
    ...[place('node_modules/mcp-proxy/dist/bin/mcp-proxy.mjs'), '--server', 'stream', '--port', String(port)],
    ...['--host', '127.0.0.1', process.execPath, script],
  ];
  const running = await startProcess(process.execPath, line, { core: cores.contestant });
  return inSession({ key: 'mcp-proxy', name: withVersion('mcp-proxy'), port, running });
}

/** A bridge that only forwards, to measure the cost of Node itself. */
export async function startBareBridge({ cores }: McpGround): Promise<McpContestant> {
  const port = await freePort();
  const line = [place('bench/mcp/bare-bridge.mjs'), String(port), process.execPath, script];
  const running = await startProcess(process.execPath, line, { core: cores.contestant });
  return inSession({ key: 'bare', name: 'bare bridge (checks nothing)', port, running });
}

interface Starting {
  key: string;
  name: string;
  port: number;
  running: Running;
}

/** Waits until the program responds; every session starts like a client's. */
async function inSession({ key, name, port, running }: Starting): Promise<McpContestant> {
  const url = `http://127.0.0.1:${port}/mcp`;
  for (let tries = 0; tries < 200; tries += 1) {
    const session = await beginSession(url).catch(() => undefined);
    if (session !== undefined) return { key, name, open: () => beginSession(url), ...running };
    await sleep(100);
  }
  await running.stop();
  throw new Error(`${name} does not answer`);
}

async function beginSession(url: string): Promise<McpSession> {
  const clientInfo = { name: 'bench', version: '1' };
  const hello = message('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }, 0);
  const answer = await fetch(url, { method: 'POST', headers, body: hello });
  await answer.text();
  const id = answer.headers.get('mcp-session-id');
  if (!answer.ok || id === null) throw new Error('no session was started');
  const own = { ...headers, 'mcp-session-id': id };
  await fetch(url, { method: 'POST', headers: own, body: message('notifications/initialized', {}) });
  return { url, headers: own };
}

/** CPU microseconds of a contestant with its child processes, except the bridged server. */
export function bridgeTime(pid: number): number {
  const inAll = processorTime(pid) ?? 0;
  return serversBelow(pid).reduce((sum, server) => sum - (processorTime(server) ?? 0), inAll);
}

/** The child processes that run the bridged server. */
function serversBelow(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => {
    const [, first] = readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0');
    return first === script ? [child] : serversBelow(child);
  });
}

/** Pins the bridged servers to another core, so that the contestant has its own core. */
export function moveServers(pid: number, { around }: Cores): void {
  for (const server of serversBelow(pid)) moveTo(around, server);
}
