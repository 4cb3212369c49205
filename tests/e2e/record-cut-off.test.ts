/**
 * The audit record of a call that is cut off while its service works, by kind of service: the record says that the
 * outcome is unknown, whether the server was killed or stopped.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { A2aAgent } from './a2a-agent.js';
import { startA2aAgent } from './a2a-agent.js';
import { agentDocument } from './agent-document.js';
import type { ListeningMcp } from './mcp-servers.js';
import { serverScript, startMcpServer } from './mcp-servers.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';

let folder: string;
let rest: Server;
let mcp: ListeningMcp;
let agent: A2aAgent;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-cut-'));
  // It accepts calls and never answers.
  rest = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(rest, 'listening');
  mcp = await startMcpServer();
  agent = await startA2aAgent('JSONRPC');
});
afterAll(async () => {
  rest.closeAllConnections();
  rest.close();
  await mcp.stop();
  await agent.close();
  await rm(folder, { recursive: true, force: true });
});

/** How a service is registered and which call of it does not end. */
interface Kind {
  name: string;
  register: () => { path: string; body: unknown };
  operation: string;
  input: object;
}

const restDocument = () => {
  const endpoint = `http://127.0.0.1:${(rest.address() as AddressInfo).port}/invoke`;
  return agentDocument('desk', { endpoint, inputs: { type: 'object' } });
};
const importOf = (url: string) => ({ path: '/imports', body: { items: [{ url }] } });

const kinds: readonly Kind[] = [
  { name: 'a REST API', register: () => ({ path: '/agents', body: restDocument() }), operation: '', input: {} },
  { name: 'a stdio MCP server', register: () => importOf('stdio:fixture'), operation: '/hang', input: {} },
  { name: 'an MCP server over HTTP', register: () => importOf(`${mcp.url}/mcp`), operation: '/hang', input: {} },
  {
    name: 'an A2A agent',
    register: () => importOf(`${agent.origin}/.well-known/agent-card.json`),
    operation: '/tug_desk',
    input: { message: 'hold it' },
  },
];

function start(store: string): Promise<ServerProcess> {
  const stdio = [{ name: 'fixture', command: process.execPath, args: [serverScript] }];
  const env = {
    DRAGOMAN_STORE_PATH: join(folder, store),
    DRAGOMAN_OUTBOUND_ALLOW: '127.0.0.1',
    DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
    DRAGOMAN_LEDGER_LEASE_SECONDS: '1',
    DRAGOMAN_MCP_STDIO: JSON.stringify(stdio),
  };
  return startServerProcess({ cwd: folder, env });
}

async function send({ url }: ServerProcess, path: string, body: unknown): Promise<Record<string, unknown>> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await fetch(`${url}${path}`, init)).json() as Promise<Record<string, unknown>>;
}

async function read<T>({ url }: ServerProcess, path: string): Promise<T> {
  return (await fetch(`${url}${path}`)).json() as Promise<T>;
}

const verify = (server: ServerProcess) => read<{ ok: boolean; running: number }>(server, '/audit/verification');

/** Registers the service and calls it; resolves with the answer or the error. */
async function callWithoutEnd(server: ServerProcess, { register, operation, input }: Kind): Promise<unknown> {
  const { path, body } = register();
  const registered = await send(server, path, body);
  const [result] = (registered.results ?? [registered]) as { id: string }[];
  return send(server, `/agents/${result?.id}/invoke${operation}`, input).catch((error: unknown) => error);
}

const polling = { timeout: 30_000, interval: 100 };

interface Records {
  records: { outcome: string }[];
}

describe.concurrent.each(kinds)('a call to $name', (kind) => {
  it.each(['kill', 'stop'] as const)('is recorded as unknown after %s', { timeout: 120_000 }, async (ending) => {
    const store = `${kinds.indexOf(kind)}-${ending}.db`;
    const first = await start(store);
    const answer = callWithoutEnd(first, kind);
    await vi.waitFor(async () => expect(await verify(first)).toMatchObject({ running: 1 }), polling);
    await first[ending]();
    await answer;
    const second = await start(store);
    try {
      await vi.waitFor(async () => expect(await verify(second)).toMatchObject({ ok: true, running: 0 }), polling);
      const { records } = await read<Records>(second, '/audit?limit=100&action=call');
      expect(records.map(({ outcome }) => outcome)).toEqual(['unknown']);
      // A server that stops writes the record itself, with the duration of the call.
      expect(JSON.stringify(records).includes('durationMs')).toBe(ending === 'stop');
    } finally {
      await second.kill();
    }
  });
});
