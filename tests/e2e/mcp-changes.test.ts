/** A server that changes its tools after they were imported, one with an endless list, and one whose gateway is killed. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startGatewayServer } from './gateway-server.js';
import { serverScript } from './mcp-servers.js';
import { startServerProcess } from './server-process.js';

/** An error instead of a result. */
class RpcRefusal {
  readonly code = -32602;
  readonly message = 'Unknown tool: send';
}

type Handler = (method: string, params: Record<string, unknown>) => unknown;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server of the stateless revision with scripted responses. */
async function startServer(handler: Handler, more: object = {}): Promise<string> {
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => {
      text += piece;
    });
    request.on('end', () => {
      const { id, method, params } = JSON.parse(text) as {
        id: number;
        method: string;
        params: Record<string, unknown>;
      };
      const discovered = { supportedVersions: ['2026-07-28'], capabilities: { tools: {}, ...more } };
      const answer = method === 'server/discover' ? discovered : handler(method, params);
      const told = answer instanceof RpcRefusal ? { error: { ...answer } } : { result: answer };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...told }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closers.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

async function gatewayWith(flags: Record<string, unknown> = {}) {
  const gateway = await startGatewayServer({ 'crawl.minIntervalSeconds': 1, ...flags });
  closers.push(() => gateway.server.close());
  return gateway;
}

const tool = (more: object) => ({ name: 'send', description: 'Sends.', inputSchema: { type: 'object' }, ...more });

describe('a server that changes a tool under the same name', () => {
  it('keeps the imported definition until the new one is accepted', async () => {
    let tools = [tool({})];
    const url = await startServer((method) => (method === 'tools/list' ? { tools } : { content: [] }));
    const gateway = await gatewayWith();
    const { json: followed } = await gateway.ask('POST', '/sources', { url, interval_seconds: 3600 });
    const [{ id: sourceId }] = followed.sources as [{ id: string }];
    const refresh = async () => (await gateway.ask('POST', `/sources/${sourceId}/refresh`)).json;
    const entryId = ((await refresh()).agent_ids as string[])[0];
    const toolsNow = async () => (await gateway.ask('GET', `/agents/${entryId}/mcp/tools`)).json.tools;
    expect(await toolsNow()).toMatchObject([{ description: 'Sends.' }]);

    tools = [tool({ description: 'Sends, politely.' })];
    await refresh();
    expect(await toolsNow()).toMatchObject([{ description: 'Sends, politely.' }]);

    tools = [tool({ inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] } })];
    const held = await refresh();
    expect(held).toMatchObject({ state: 'current', failures: 0, last_outcome: 'held', held: { refused: false } });
    expect(JSON.stringify(held.held)).toContain('keeps the earlier definition');
    expect(await toolsNow()).toMatchObject([{ description: 'Sends, politely.', inputSchema: { type: 'object' } }]);

    const { json: accepted } = await gateway.ask('POST', '/imports', { items: [{ url }], report: true });
    expect(accepted.results).toMatchObject([
      {
        outcome: 'updated',
        findings: expect.arrayContaining([expect.objectContaining({ code: 'mcp/tool-changed' })]),
      },
    ]);
    expect(await toolsNow()).toMatchObject([{ inputSchema: { required: ['to'] } }]);
    expect(JSON.stringify(await refresh())).not.toContain('keeps the earlier definition');
  });

  it('keeps a prompt that gets a required argument until the change is accepted', async () => {
    const prompt = (required: boolean) => ({ name: 'report', arguments: [{ name: 'port', required }] });
    let isRequired = false;
    const url = await startServer(
      (method) => (method === 'tools/list' ? { tools: [tool({})] } : { prompts: [prompt(isRequired)] }),
      { prompts: {} },
    );
    const gateway = await gatewayWith();
    const { json: followed } = await gateway.ask('POST', '/sources', { url, interval_seconds: 3600 });
    const [{ id }] = followed.sources as [{ id: string }];
    const refresh = async () => (await gateway.ask('POST', `/sources/${id}/refresh`)).json;
    await refresh();
    isRequired = true;
    const found = await refresh();
    expect(found).toMatchObject({ state: 'current', failures: 0, held: { changes: [{ code: 'mcp/content-held' }] } });
    const body = { decision: 'accept', mark: (found.held as { mark: string }).mark };
    expect((await gateway.ask('POST', `/sources/${id}/held`, body)).status).toBe(200);
    expect((await refresh()).held).toBeUndefined();
  });

  it('causes a clear error when a tool is removed between the list and the call', async () => {
    const url = await startServer((method) => (method === 'tools/list' ? { tools: [tool({})] } : new RpcRefusal()));
    const gateway = await gatewayWith();
    const { json } = await gateway.ask('POST', '/imports', { items: [{ url }] });
    const [{ id }] = json.results as [{ id: string }];
    const answer = await gateway.ask('POST', `/agents/${id}/invoke/send`, {});
    expect([answer.status, answer.json.code]).toEqual([409, 'CONFLICT']);
    expect(answer.text).toContain('The tools of the server may have changed;');
  });

  it('fails when it answers a call without a result', async () => {
    const url = await startServer((method) => (method === 'tools/list' ? { tools: [tool({})] } : undefined));
    const gateway = await gatewayWith();
    const { json } = await gateway.ask('POST', '/imports', { items: [{ url }] });
    const [{ id }] = json.results as [{ id: string }];
    const answer = await gateway.ask('POST', `/agents/${id}/invoke/send`, {});
    expect([answer.status, answer.json.code]).toEqual([502, 'UPSTREAM_ERROR']);
  });
});

describe('a server with an endless list', () => {
  it.each<[string, (page: number) => unknown]>([
    ['new pages', (page) => ({ tools: [tool({ name: `t${page}` })], nextCursor: `c${page}` })],
    ['the same page', () => ({ tools: [tool({})], nextCursor: 'c' })],
    ['empty pages', (page) => ({ tools: [], nextCursor: `c${page}` })],
    ['no list', () => ({ tools: 'many' })],
  ])('is rejected: %s', async (_, page) => {
    let asked = 0;
    const url = await startServer(() => {
      asked += 1;
      return page(asked);
    });
    const gateway = await gatewayWith();
    const { json } = await gateway.ask('POST', '/imports', { items: [{ url }] });
    expect(json.results).toMatchObject([{ error: { code: 'UPSTREAM_ERROR' } }]);
    expect(asked).toBeLessThanOrEqual(500);
  });
});

describe('child servers of a killed gateway', () => {
  it('end with it', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'dragoman-mcp-'));
    closers.push(() => rm(cwd, { recursive: true, force: true }));
    const stdio = [{ name: 'fixture', command: process.execPath, args: [serverScript] }];
    const server = await startServerProcess({ cwd, env: { DRAGOMAN_MCP_STDIO: JSON.stringify(stdio) } });
    const ask = async (path: string, body: unknown) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      return (await fetch(`${server.url}${path}`, init)).json() as Promise<Record<string, unknown>>;
    };
    const { results } = await ask('/imports', { items: [{ url: 'stdio:fixture' }] });
    const [{ id }] = results as [{ id: string }];
    const { pid } = await ask(`/agents/${id}/invoke/who`, {});
    expect(isAlive(Number(pid))).toBe(true);
    await server.kill();
    await expect.poll(() => isAlive(Number(pid)), { timeout: 15_000 }).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
}
