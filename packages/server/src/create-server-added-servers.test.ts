/** Stdio servers that administrators add at run time: policy, preview, changes, sealed variables, hostile commands. */
import { createMemoryStore } from '@dragoman/core/engine';
import type { JsonObject } from '@dragoman/model';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TestServer } from './server.support.js';
import { startTestServer } from './server.support.js';

let server: TestServer;
let root: string;
afterEach(() => server.server.close());

/** An MCP server in one line: its tools are its arguments and the names of its own variables. */
const script = `
const tools = [...process.argv.slice(1), ...Object.keys(process.env).filter((name) => name.startsWith('OWN_'))]
  .map((name) => ({ name, description: process.env[name] === undefined ? 'An argument.' : 'A variable.', inputSchema: { type: 'object' } }));
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  const initialized = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'tiny', version: '1' } };
  const result = method === 'initialize' ? initialized : method === 'tools/list' ? { tools } : undefined;
  if (id === undefined) return;
  console.log(JSON.stringify(result ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }));
});`;
const tiny = (...args: string[]) => ({ command: process.execPath, args: ['-e', script, '--', ...args] });
const node = (code: string) => ({ command: process.execPath, args: ['-e', code] });

async function start(flags: Record<string, unknown> = {}, store = createMemoryStore()): Promise<void> {
  server = await startTestServer({ store, flags: { 'auth.mode': 'optional', ...flags } });
  root = await server.keyFor('root', 'admin');
}

interface Answer {
  status: number;
  body: JsonObject & { preview: JsonObject; field_errors: { field: string }[]; detail: string };
  etag: string;
}

async function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await server.ask(method, path, { key: root, body, headers });
  const text = await answer.text();
  return {
    status: answer.status,
    body: text === '' ? {} : JSON.parse(text),
    etag: answer.headers.get('etag') ?? '',
  } as Answer;
}

const dryRun = { 'x-dry-run': 'true' };
const preview = async (definition: JsonObject) =>
  (await ask('POST', '/servers', { name: 'tried', ...definition }, dryRun)).body.preview;
const states = async () => (await ask('GET', '/servers')).body.servers as JsonObject[];

describe('added stdio servers', () => {
  it('are previewed, added, called, changed with If-Match and removed, with audit records', async () => {
    await start();
    const looked = await ask('POST', '/servers', { name: 'files', ...tiny('read') }, dryRun);
    expect(looked).toMatchObject({
      status: 200,
      body: { dry_run: true, outcome: 'created', preview: { starts: true } },
    });
    expect(looked.body.preview).toMatchObject({ server_name: 'tiny', tools: [{ name: 'read' }], tool_count: 1 });
    expect(await states()).toEqual([]);
    const added = await ask('POST', '/servers', { name: 'files', ...tiny('read') });
    expect(added).toMatchObject({ status: 201, body: { name: 'files', origin: 'added', version: 1, owner: 'root' } });
    const second = await ask('POST', '/servers', { name: 'files', ...tiny() });
    expect(second).toMatchObject({ status: 409, body: { detail: expect.stringContaining('servers change files') } });
    expect(await states()).toMatchObject([{ name: 'files', origin: 'added', state: 'idle' }]);
    const imported = await ask('POST', '/imports', { items: [{ url: 'stdio:files' }] });
    expect(imported.body.results).toMatchObject([{ id: 'files', outcome: 'created' }]);
    expect(await states()).toMatchObject([{ state: 'running' }]);
    const stale = await ask('PUT', '/servers/files', tiny('write'), { 'if-match': '"d7"' });
    expect(stale.status).toBe(412);
    const changed = await ask('PUT', '/servers/files', tiny('write'), { 'if-match': added.etag });
    expect(changed).toMatchObject({ status: 200, body: { version: 2 } });
    expect((await ask('PUT', '/servers/files', tiny('write'))).body.version).toBe(2);
    expect((await ask('GET', '/servers/files', undefined, { 'if-none-match': changed.etag })).status).toBe(304);
    const again = await ask('POST', '/imports', { items: [{ url: 'stdio:files' }] });
    expect(again.body.results).toMatchObject([{ outcome: 'updated' }]);
    expect((await ask('DELETE', '/servers/files', undefined, dryRun)).body).toMatchObject({ outcome: 'deleted' });
    expect((await ask('DELETE', '/servers/files')).status).toBe(204);
    expect([(await ask('GET', '/servers/files')).status, await states()]).toEqual([404, []]);
    for (const gone of [await ask('DELETE', '/servers/files'), await ask('PUT', '/servers/files', tiny())]) {
      expect(gone.status).toBe(404);
      expect(gone.body.detail).toContain("No stdio MCP server is called 'files'");
    }
    const audit = await server.store.audit.list({ limit: 20, target: 'mcp-server:files' });
    const changes = audit.map(({ action }) => action).filter((action) => action.startsWith('design.'));
    expect(changes).toEqual(['design.create', 'design.update', 'design.delete']);
    expect(JSON.stringify(audit)).not.toContain('tools/list');
  });

  it('are named by the list of services when they were removed and their service remains', async () => {
    await start();
    const listed = async () => (await ask('GET', '/catalogue/services')).body.services;
    await ask('POST', '/servers', { name: 'files', ...tiny('read') });
    await ask('POST', '/imports', { items: [{ url: 'stdio:files' }] });
    expect(await listed()).toMatchObject([{ id: 'files', server_known: true }]);
    await ask('DELETE', '/servers/files');
    expect(await listed()).toMatchObject([{ id: 'files', server_known: false }]);
  });

  it('survive a restart with their sealed variables, which are never returned', async () => {
    const store = createMemoryStore();
    await start({}, store);
    const env = { OWN_TOKEN: 'secret-1', OWN_OTHER: 'secret-2' };
    const added = await ask('POST', '/servers', { name: 'files', ...tiny(), env });
    expect(added.body.env).toEqual(['OWN_TOKEN', 'OWN_OTHER']);
    const missing = await ask('PUT', '/servers/files', { ...tiny(), env: { OWN_NEW: null } });
    expect(missing).toMatchObject({ status: 400, body: { field_errors: [{ field: 'env.OWN_NEW' }] } });
    await ask('PUT', '/servers/files', { ...tiny('kept'), env: { OWN_TOKEN: null } });
    await server.server.close();
    await start({}, store);
    const imported = await ask('POST', '/imports', { items: [{ url: 'stdio:files' }] }, dryRun);
    const { operations } = (imported.body.results as { preview: { operations: JsonObject[] } }[])[0]?.preview ?? {};
    expect(operations?.map(({ name }) => name)).toEqual(['kept', 'own_token']);
    const everything = JSON.stringify([
      await states(),
      (await ask('GET', '/servers/files')).body,
      await store.designs.versions('mcp-server', 'files', 10),
      await store.credentials.notSealedWith('', 10),
      await store.audit.list({ limit: 100 }),
      server.log(),
    ]);
    expect(everything).toContain('OWN_TOKEN');
    expect(everything).not.toMatch(/secret-[12]/);
    expect(await store.credentials.notSealedWith('', 10)).toHaveLength(1);
    await ask('DELETE', '/servers/files');
    expect(await store.credentials.notSealedWith('', 10)).toEqual([]);
  });

  it.each([
    [{ 'mcp.addServers': 'deny' }, {}, 'mcp.addServers is deny'],
    [{ 'server.trustProxy': 1 }, {}, 'mcp.addServers is auto'],
    [{ 'server.tlsTerminated': true }, { 'x-forwarded-proto': 'https' }, 'mcp.addServers is auto'],
    [{}, { 'x-forwarded-for': '203.0.113.9' }, 'a proxy has forwarded'],
    [{}, { forwarded: 'for=203.0.113.9' }, 'a proxy has forwarded'],
  ])('are refused with %j and %j', async (flags, headers, reason) => {
    await start(flags);
    for (const extra of [{}, dryRun]) {
      const refused = await ask('POST', '/servers', { name: 'files', ...tiny() }, { ...headers, ...extra });
      expect(refused).toMatchObject({ status: 403, body: { detail: expect.stringContaining(reason) } });
    }
    expect(await server.store.designs.list('mcp-server', undefined, 10)).toEqual([]);
  });

  it('need the scope admin, and run nowhere that does not allow them', async () => {
    const store = createMemoryStore();
    await start({ 'server.trustProxy': 1, 'mcp.addServers': 'allow' }, store);
    const ann = await server.keyFor('ann', 'registry:read', 'registry:write', 'agents:invoke');
    for (const [method, path] of [
      ['POST', '/servers'],
      ['GET', '/servers/files'],
      ['PUT', '/servers/files'],
      ['DELETE', '/servers/files'],
    ] as const) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : { name: 'files', ...tiny() };
      expect((await server.ask(method, path, { key: ann, body })).status).toBe(403);
    }
    expect((await ask('POST', '/servers', { name: 'files', ...tiny('read') })).status).toBe(201);
    await server.server.close();
    await start({ 'mcp.addServers': 'deny' }, store);
    expect(await states()).toMatchObject([{ state: 'disabled', reason: expect.stringContaining('deny') }]);
    expect((await ask('POST', '/servers/files/restart')).status).toBe(409);
    const imported = await ask('POST', '/imports', { items: [{ url: 'stdio:files' }] });
    expect(imported.body.results).toMatchObject([{ error: { code: 'UPSTREAM_REFUSED' } }]);
    expect((await ask('DELETE', '/servers/files')).status).toBe(204);
  });

  it('cannot take the name of a server of the settings', async () => {
    await start({ 'mcp.stdio': [{ name: 'fixed', ...tiny('read') }] });
    expect((await ask('POST', '/servers', { name: 'fixed', ...tiny() })).status).toBe(409);
    expect((await ask('DELETE', '/servers/fixed')).status).toBe(409);
    expect((await ask('GET', '/servers/fixed')).body).toMatchObject({ origin: 'settings', env: [] });
  });

  it('reports every problem of a definition at once, without values', async () => {
    await start();
    const { status, body } = await ask('POST', '/servers', {
      name: 'Not A Name',
      command: ' ',
      args: ['fine', 'a'.repeat(5000), 7],
      cwd: 'relative',
      env: { 'A=B': 'secret-1', ODD: 7, BIG: 'x'.repeat(40_000) },
      shell: true,
    });
    expect(status).toBe(400);
    expect(body.field_errors.map(({ field }) => field).sort()).toEqual(
      ['args.1', 'args.2', 'command', 'cwd', 'env.A=B', 'env.BIG', 'env.ODD', 'name', 'shell'].sort(),
    );
    expect(JSON.stringify(body)).not.toContain('secret');
    for (const bad of [
      { command: 'a\0b' },
      { ...tiny(), env: { OWN_A: 'b\0' } },
      tiny('a\0b'),
      { ...tiny(), cwd: '/\0' },
    ]) {
      expect((await ask('POST', '/servers', { name: 'a', ...bad })).status).toBe(400);
    }
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`V${at}`, '']));
    expect((await ask('POST', '/servers', { name: 'a', command: 'b', env: many })).status).toBe(400);
    const long = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`V${at}`, 'x'.repeat(30_000)]));
    const tooLong = await ask('POST', '/servers', { name: 'a', command: 'b', env: long });
    expect(tooLong.body.field_errors).toMatchObject([{ field: 'env' }]);
  });
});

describe('a preview of a command', () => {
  it('passes shell metacharacters as arguments', async () => {
    await start();
    const words = ['$(id)', '`id`', '; touch /tmp/never', '| cat', '&& true', '*', '%PATH%', '$HOME'];
    const { tools } = await preview(tiny(...words));
    expect((tools as JsonObject[]).map(({ name }) => name)).toEqual(words);
    expect(await preview({ command: 'true; echo', args: [] })).toMatchObject({
      starts: false,
      problem: { message: expect.stringContaining('ENOENT') },
    });
  });

  it.each([
    ['ends at once', node('console.error("no key"); process.exit(7)'), 'exit code 7'],
    ['prints garbage and ends', node('process.stdout.write("garbage\\n".repeat(1e4))'), 'exit code 0'],
    ['cannot be found', { command: '/nowhere/at/all' }, 'ENOENT'],
    ['is a folder', { command: '/', args: [] }, 'a folder, or a file that the server may not execute'],
    ['has a working directory that is a file', { ...tiny(), cwd: process.execPath }, 'could not be started'],
  ])('reports a command that %s', async (_, definition, reason) => {
    await start();
    expect(await preview(definition)).toMatchObject({
      starts: false,
      tools: [],
      problem: { code: 'UPSTREAM_ERROR', message: expect.stringContaining(reason) },
    });
  });

  it('ends a command that never answers, and admits two at a time', async () => {
    await start({ 'upstream.totalTimeoutMs': 1000 });
    const silent = node('console.error(process.pid); setInterval(() => {}, 1e3)');
    const both = [preview(silent), preview(silent)];
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await ask('POST', '/servers', { name: 'tried', ...silent }, dryRun)).status).toBe(503);
    for (const found of await Promise.all(both)) {
      expect(found).toMatchObject({ starts: false, problem: { code: 'UPSTREAM_TIMEOUT' } });
      const pid = Number((found.stderr as string[])[0]);
      await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'));
    }
    expect((await preview(tiny('read'))).starts).toBe(true);
  });

  it('truncates the texts of a hostile server', async () => {
    await start();
    const long = 'x'.repeat(5000);
    const { tools, tool_count: count } = await preview(
      tiny(...Array.from({ length: 20 }, (_, at) => `${at}${long}`.slice(0, 4000))),
    );
    expect(count).toBe(20);
    expect(Math.max(...(tools as { name: string }[]).map(({ name }) => name.length))).toBe(200);
  });
});
