/** Two server processes on one PostgreSQL database: what one acknowledges, the other applies at once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requirePostgres } from '../../packages/server/src/stores/postgres/require-postgres.support.js';
import { agentDocument } from './agent-document.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';

const postgres = await requirePostgres();
const database = `dragoman_nodes_${process.pid}_${Math.floor(Math.random() * 2 ** 31)}`;
const url = Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href;

let folder: string;
let nodes: ServerProcess[] = [];
let admin = '';

interface Answer {
  status: number;
  text: string;
  body: Record<string, unknown>;
}

async function ask(node: number, method: string, path: string, body?: unknown, key = admin): Promise<Answer> {
  const response = await fetch(`${nodes[node]?.url}${path}`, {
    method,
    headers: {
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
}

async function newKey(scopes: string[], key = admin) {
  const { body } = await ask(0, 'POST', '/keys', { name: 'someone', scopes }, key);
  return { key: String(body.key), id: String(body.id) };
}

describe.skipIf(!postgres.reachable)('two servers on one database', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-nodes-'));
    await postgres.execute(`CREATE DATABASE ${database}`);
    const env = { DATABASE_URL: url, DRAGOMAN_REGISTRY_VISIBILITY: 'public' };
    nodes = [await startServerProcess({ cwd: folder, env }), await startServerProcess({ cwd: folder, env })];
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    await postgres.execute(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await rm(folder, { recursive: true, force: true });
  });

  it('end the open mode together, with the first key', async () => {
    expect((await ask(1, 'GET', '/keys', undefined, '')).status).toBe(200);
    ({ key: admin } = await newKey(['admin'], ''));
    expect((await ask(1, 'GET', '/keys', undefined, '')).status).toBe(401);
  });

  it('never accept a key that the other has revoked', async () => {
    for (let round = 0; round < 15; round += 1) {
      const { key, id } = await newKey(['agents:read']);
      expect((await ask(1, 'GET', '/agents', undefined, key)).status).toBe(200);
      expect((await ask(0, 'DELETE', `/keys/${id}`)).status).toBeLessThan(300);
      expect((await ask(1, 'GET', '/agents', undefined, key)).status).toBe(401);
    }
  });

  it('never show or call a service that the other has made private', async () => {
    const { key } = await newKey(['agents:read', 'agents:invoke']);
    for (let round = 0; round < 15; round += 1) {
      const id = `desk-${round}`;
      const document = agentDocument(id, { endpoint: 'https://desk.example/in' });
      expect((await ask(0, 'POST', '/agents', document)).status).toBe(201);
      const listed = async () => (await ask(1, 'GET', '/agents', undefined, key)).text;
      expect([(await ask(1, 'GET', `/agents/${id}`, undefined, key)).status, await listed()]).toEqual([
        200,
        expect.stringContaining(`"${id}"`),
      ]);
      expect((await ask(0, 'PUT', `/agents/${id}`, { ...document, visibility: 'private' })).status).toBeLessThan(300);
      expect((await ask(1, 'GET', `/agents/${id}`, undefined, key)).status).toBe(404);
      expect(await listed()).not.toContain(`"${id}"`);
      expect((await ask(1, 'POST', `/agents/${id}/invoke`, { text: 'x' }, key)).status).toBe(404);
    }
  });

  it('notify each other of changes, also without requests', async () => {
    const left = new AbortController();
    const stream = await fetch(`${nodes[1]?.url}/events`, {
      headers: { authorization: `Bearer ${admin}`, accept: 'text/event-stream' },
      signal: left.signal,
    });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await ask(0, 'POST', '/agents', agentDocument('pier', { endpoint: 'https://p.example/in' }))).status).toBe(
      201,
    );
    let text = '';
    while (!text.includes('pier')) text += (await reader?.read())?.value ?? '';
    left.abort();
  });
});
