/** Faulty third-party MCP servers: their valid parts are served, in a form that official clients accept. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectMcp, generations } from '../../packages/server/src/mcp.support.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';

const script = fileURLToPath(new URL('./fixtures/hostile-mcp-server.mjs', import.meta.url));
const faults = [
  'members',
  'names',
  'parts',
  'deep',
  'deep-result',
  'own-error',
  'asks',
  'crowd',
  'future',
  'cancels',
  'silent',
];

let gateway: GatewayServer;
beforeAll(async () => {
  const stdio = faults.map((name) => ({ name, command: process.execPath, args: [script, name] }));
  gateway = await startGatewayServer({ 'mcp.stdio': stdio, 'upstream.totalTimeoutMs': 3000 });
});
afterAll(() => gateway.server.close());

interface Imported {
  id?: string;
  error?: { code: string; message: string };
  findings?: { code: string; pointer: string }[];
}

async function importUrl(fault: string): Promise<Imported> {
  const { json } = await gateway.ask('POST', '/imports', { items: [{ url: `stdio:${fault}` }], report: true });
  const [result] = json.results as Imported[];
  return result ?? {};
}

const invoke = (id: string | undefined, tool: string) => gateway.ask('POST', `/agents/${id}/invoke/${tool}`, {});

describe.each(generations)('a client of %s', (_, negotiation) => {
  const connectTo = (id: string | undefined) => connectMcp(`${gateway.url}/agents/${id}/mcp`, { negotiation });

  it('gets the list of a server whose tools have malformed members', async () => {
    const client = await connectTo((await importUrl('members')).id);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'hints',
      'icons',
      'tasks',
      'meta',
      'fine',
      'read_result',
      'confirm_call',
    ]);
    expect(tools[0]?.annotations).toEqual({ openWorldHint: true });
    // Revision 2026-07-28 has no such member.
    expect(tools[2]?.execution).toEqual(negotiation.mode === 'legacy' ? { taskSupport: 'optional' } : undefined);
    await client.close();
  });

  it('gets the valid parts of a result, and a finding about the others', async () => {
    const client = await connectTo((await importUrl('parts')).id);
    const call = (name: string) => client.callTool({ name, arguments: {} });
    const some = await call('some');
    expect(some.content).toEqual([{ type: 'text', text: 'kept' }]);
    expect(some._meta).toMatchObject({ 'dragoman/findings': ['mcp/part-left-out'] });
    expect((await call('wrong')).content).toEqual([]);
    expect((await call('bare')).content).toEqual([{ type: 'text', text: '[1]' }]);
    await client.close();
  });
});

describe('a hostile server', () => {
  it('is imported without the tools that have no unique name', async () => {
    const { id, findings = [] } = await importUrl('names');
    const left = findings.filter(({ code }) => code === 'mcp/tool-left-out').map(({ pointer }) => pointer);
    expect(left).toEqual(['/tools/1', '/tools/3', '/tools/4']);
    expect((await invoke(id, 'spaced')).text).toBe('" spaced "');
  });

  it.each(['deep', 'crowd', 'future'])(
    'is rejected with an upstream error, not an internal error: %s',
    async (fault) => {
      expect((await importUrl(fault)).error).toMatchObject({ code: 'UPSTREAM_ERROR' });
    },
  );

  it('that refuses the request over HTTP is quoted, marked as third-party text', async () => {
    const said = { jsonrpc: '2.0', error: { code: -32_000, message: 'Invalid Host: pier' }, id: null };
    const refusing = createServer((_, response) => {
      response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    });
    await once(refusing.listen(0, '127.0.0.1'), 'listening');
    const { port } = refusing.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/mcp`;
    const { json } = await gateway.ask('POST', '/imports', { items: [{ url }] });
    refusing.close();
    const [{ error } = {} as Imported] = json.results as Imported[];
    expect(error?.message).toMatch(/answered 403.*third-party text.*Invalid Host: pier/);
    expect(error?.message).not.toContain('credential');
  });

  it.each(['deep-result', 'own-error'])('fails its calls at once: %s', async (fault) => {
    const { id } = await importUrl(fault);
    expect((await invoke(id, 'fine')).json).toMatchObject({ status: 502, code: 'UPSTREAM_ERROR' });
  });

  it('gets an answer to ping, and an error for every other request', async () => {
    const { id } = await importUrl('asks');
    expect((await invoke(id, 'said')).json).toMatchObject({
      said: [
        { id: 'ping', result: {} },
        { id: 'roots/list', error: { code: -32601 } },
      ],
    });
  });

  it('that cancels requests after their completion, and others, changes no call', async () => {
    const { id } = await importUrl('cancels');
    for (let round = 0; round < 3; round += 1) expect((await invoke(id, 'fine')).text).toBe('"fine"');
  });

  it('that does not answer at its start is stopped, so that another can be started', async () => {
    expect((await importUrl('silent')).error).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect((await importUrl('silent')).error).toMatchObject({ code: 'UNAVAILABLE' });
  });
});
