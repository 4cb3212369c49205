/** The MCP protocol of a whole server, tested with the official client in both generations of the protocol. */
import type { UpstreamRequest } from '@dragoman/core/engine';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { connectMcp, generations } from './mcp.support.js';
import { address } from './server.support.js';
import type { Script } from './tools.support.js';
import { start } from './tools.support.js';

const ferry: JsonObject = {
  id: 'ferry-desk',
  name: 'Ferry desk',
  description: 'Timetables and bookings of harbour ferries.',
  version: '2.1.0',
  publisher: 'Harbour office',
  capabilities: ['ferries'],
  endpoint: 'https://ferry.example/invoke',
  operations: [
    {
      name: 'list_departures',
      description: 'Lists departures of a pier.',
      impact: 'informational',
      inputs: { type: 'object', properties: { pier: { type: 'string' } }, required: ['pier'] },
      outputs: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
    },
    {
      name: 'cancel_booking',
      description: 'Cancels a booking for good.',
      impact: 'irreversible',
      inputs: { type: 'object', properties: { booking: { type: 'string' } }, required: ['booking'] },
      outputs: { type: 'object' },
    },
  ],
};

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

async function withFerry(script: Script = () => ({ body: { count: 3 } })) {
  const server = await start(script);
  await server.register(ferry);
  const fetch = (url: string | URL, init?: RequestInit) => server.server.fetch(new Request(url, init));
  const connect = async (path: string, negotiation: (typeof generations)[number][1], more: object = {}) => {
    const client = await connectMcp(`${address}${path}`, { negotiation, fetch, key: server.key, ...more });
    clients.push(client);
    return client;
  };
  return { ...server, connect };
}

describe.each(generations)('MCP of a service, revision %s', (_, negotiation) => {
  it('lists the operations with schemas, annotations and metadata that MCP has no member for', async () => {
    const { connect } = await withFerry();
    const client = await connect('/agents/ferry-desk/mcp', negotiation);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['list_departures', 'cancel_booking', 'read_result', 'confirm_call']);
    expect(tools[0]).toMatchObject({
      inputSchema: { required: ['pier'] },
      outputSchema: { anyOf: [{ required: ['count'] }, { required: ['result_kind'] }] },
      annotations: { readOnlyHint: true },
      _meta: { 'dragoman/agent': '/agents/ferry-desk', 'dragoman/version': 1 },
    });
  });

  it('calls through the gateway and returns the output structured and as text, marked as third-party content', async () => {
    const { connect, sent } = await withFerry();
    const client = await connect('/agents/ferry-desk/mcp', negotiation);
    const result = await client.callTool({ name: 'list_departures', arguments: { pier: 'North' } });
    expect(result).toMatchObject({
      structuredContent: { count: 3 },
      content: [{ type: 'text', text: '{"count":3}' }],
      _meta: { 'dragoman/trust': 'untrusted', 'dragoman/origin': '/agents/ferry-desk', 'dragoman/version': 1 },
    });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ url: 'https://ferry.example/invoke' });
  });

  it('reports invalid arguments as a result that a model can act on', async () => {
    const { connect, sent } = await withFerry();
    const client = await connect('/agents/ferry-desk/mcp', negotiation);
    const result = await client.callTool({ name: 'list_departures', arguments: {} });
    expect(result).toMatchObject({
      isError: true,
      _meta: { 'dragoman/code': 'INVALID_INPUT', 'dragoman/retryable': false },
    });
    expect(JSON.stringify(result.content)).toContain('pier');
    expect(sent).toEqual([]);
    await expect(client.callTool({ name: 'list_departure', arguments: {} })).rejects.toThrow(/list_departures/);
  });

  it.each([
    [new Failure('UPSTREAM_TIMEOUT'), 'UPSTREAM_TIMEOUT', true],
    [new Failure('UNAVAILABLE', { retryAfter: 7 }), 'UNAVAILABLE', true],
    [new Failure('UPSTREAM_REFUSED'), 'UPSTREAM_REFUSED', false],
  ])('keeps code and retryable of %s', async (failure, code, retryable) => {
    const { connect } = await withFerry(() => Promise.reject(failure));
    const client = await connect('/agents/ferry-desk/mcp', negotiation);
    const result = await client.callTool({ name: 'list_departures', arguments: { pier: 'N' } });
    expect(result).toMatchObject({ isError: true, _meta: { 'dragoman/code': code, 'dragoman/retryable': retryable } });
    if (failure.retryAfter !== undefined) expect(result._meta).toMatchObject({ 'dragoman/retry_after': 7 });
  });

  it('returns output that violates its schema with a warning that the call was executed', async () => {
    const { connect } = await withFerry(() => ({ body: { count: 'three' } }));
    const client = await connect('/agents/ferry-desk/mcp', negotiation);
    const result = await client.callTool({ name: 'list_departures', arguments: { pier: 'N' } });
    expect(result.isError).toBeUndefined();
    const warning = expect.stringMatching(/^Warning: the call succeeded, do not repeat it\. .*\/count/);
    expect(result.content).toEqual([
      { type: 'text', text: '{"count":"three"}' },
      { type: 'text', text: warning },
    ]);
    const output = { count: 'three' };
    expect(result.structuredContent).toEqual({ result_kind: 'unchecked', warning, output });
  });

  it('executes a call with a key once, and previews and confirms irreversible operations', async () => {
    const { connect, sent } = await withFerry(() => ({ body: { done: true } }));
    const client = await connect('/agents/ferry-desk/mcp', negotiation);
    const call = { name: 'cancel_booking', arguments: { booking: 'B1' } };
    expect(await client.callTool(call)).toMatchObject({ _meta: { 'dragoman/code': 'CONFIRMATION_REQUIRED' } });
    const previewed = await client.callTool({ ...call, _meta: { 'dragoman/dry_run': true } });
    const preview = previewed._meta?.['dragoman/preview'] as { confirmation: { token: string } };
    expect(preview).toMatchObject({ dry_run: true, impact: 'irreversible' });
    expect(sent).toEqual([]);
    const _meta = { 'dragoman/confirmation': preview.confirmation.token, 'dragoman/idempotency_key': 'k-1' };
    const first = await client.callTool({ ...call, _meta });
    const second = await client.callTool({ ...call, _meta });
    expect([first.structuredContent, second.structuredContent]).toEqual([{ done: true }, { done: true }]);
    expect(second._meta).toMatchObject({ 'dragoman/replayed': true });
    expect(sent).toHaveLength(1);
  });

  it('rejects an unknown call option', async () => {
    const { connect } = await withFerry();
    const client = await connect('/agents/ferry-desk/mcp', negotiation);
    const call = { name: 'list_departures', arguments: { pier: 'N' }, _meta: { 'dragoman/dryrun': true } };
    await expect(client.callTool(call)).rejects.toThrow(/dragoman\/dry_run/);
  });

  it('offers the whole catalogue through three tools, and one that reads on in large results', async () => {
    const { connect, sent } = await withFerry();
    const client = await connect('/mcp', negotiation);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search_tools',
      'describe_tool',
      'call_tool',
      'read_result',
      'confirm_call',
    ]);
    const found = await client.callTool({ name: 'search_tools', arguments: { query: 'ferry departures' } });
    expect(found.structuredContent).toMatchObject({ tools: [{ agent: 'ferry-desk', tool: 'list_departures' }, {}] });
    const where = { agent: 'ferry-desk', tool: 'list_departures' };
    const described = await client.callTool({ name: 'describe_tool', arguments: where });
    expect(described.structuredContent).toMatchObject({ inputSchema: { required: ['pier'] }, trust: 'untrusted' });
    const called = await client.callTool({ name: 'call_tool', arguments: { ...where, arguments: { pier: 'N' } } });
    expect(called.structuredContent).toEqual({ count: 3 });
    const lost = await client.callTool({ name: 'call_tool', arguments: { agent: 'nobody', tool: 'x' } });
    expect(lost).toMatchObject({ isError: true, _meta: { 'dragoman/code': 'NOT_FOUND' } });
    expect(sent).toHaveLength(1);
  });

  it('cancels the call of a client that cancels its request', async () => {
    let seen: UpstreamRequest | undefined;
    const { connect } = await withFerry((request) => {
      seen = request;
      return new Promise((_resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(new Failure('CANCELLED')), { once: true });
      });
    });
    const client = await connect('/agents/ferry-desk/mcp', negotiation);
    const controller = new AbortController();
    const call = client.callTool({ name: 'list_departures', arguments: { pier: 'N' } }, { signal: controller.signal });
    await expect.poll(() => seen !== undefined).toBe(true);
    controller.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => seen?.signal.aborted).toBe(true);
  });

  it('notifies clients when the list has changed', async () => {
    const { connect, ask } = await withFerry();
    let told = 0;
    const client = await connect('/agents/ferry-desk/mcp', negotiation, {
      listChanged: () => {
        told += 1;
      },
    });
    await client.listTools();
    const [first] = ferry.operations as JsonObject[];
    const replaced = await ask('PUT', '/agents/ferry-desk', { body: { ...ferry, operations: [first] } });
    expect(replaced.status).toBe(200);
    await expect.poll(() => told, { timeout: 10_000 }).toBeGreaterThan(0);
  });
});

describe.each(generations)('MCP of a toolset, revision %s', (_, negotiation) => {
  it('offers the chosen tools under the designer’s names and descriptions, and calls them', async () => {
    const { connect, ask, read } = await withFerry();
    const { items } = await read<{ items: { toolId: string; name: string }[] }>('/agents/ferry-desk/tools');
    const tool = items.find(({ name }) => name.includes('list_departures'))?.toolId;
    const tools = [{ agent_id: 'ferry-desk', tool, name: 'next_ferries', description: 'Says when ferries leave.' }];
    const made = await ask('POST', '/toolsets', { body: { id: 'desk', name: 'Desk', tools } });
    expect(made.status).toBe(201);
    const client = await connect('/toolsets/desk/mcp', negotiation);
    const listed = await client.listTools();
    expect(listed.tools).toMatchObject([
      { name: 'next_ferries', description: 'Says when ferries leave.', inputSchema: { required: ['pier'] } },
      { name: 'read_result' },
      { name: 'confirm_call' },
    ]);
    const result = await client.callTool({ name: 'next_ferries', arguments: { pier: 'N' } });
    expect(result).toMatchObject({
      structuredContent: { count: 3 },
      _meta: { 'dragoman/agent': '/agents/ferry-desk' },
    });
    await expect(client.callTool({ name: 'cancel_booking', arguments: {} })).rejects.toThrow(/Unknown tool/);
  });
});

const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modernHeaders = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };

function rpc(method: string, params: object = {}): object {
  return { jsonrpc: '2.0', id: 7, method, params };
}

describe('malformed messages', () => {
  it.each<[string, unknown, Record<string, string>, number, number]>([
    ['no JSON', '{', {}, 400, -32700],
    ['a batch', [rpc('ping')], {}, 400, -32600],
    ['another version of JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'ping' }, {}, 400, -32600],
    ['an invalid id', { jsonrpc: '2.0', id: null, method: 'ping' }, {}, 400, -32600],
    ['parameters that are a list', { jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, {}, 400, -32600],
    ['an unknown method', rpc('tools/delete'), {}, 200, -32601],
    ['a call that names no tool', rpc('tools/call'), {}, 200, -32602],
    [
      'an unknown method of the stateless revision',
      rpc('ping', { _meta: modernMeta }),
      { ...modernHeaders, 'mcp-method': 'ping' },
      404,
      -32601,
    ],
    [
      'an unsupported version',
      rpc('tools/list', { _meta: { ...modernMeta, 'io.modelcontextprotocol/protocolVersion': '1900-01-01' } }),
      { ...modernHeaders, 'mcp-protocol-version': '1900-01-01' },
      400,
      -32022,
    ],
    ['a header of an unsupported version', rpc('tools/list'), { 'mcp-protocol-version': '2099-01-01' }, 400, -32022],
    [
      'a header of a version that never existed',
      rpc('tools/list'),
      { 'mcp-protocol-version': '2025-99-99' },
      400,
      -32022,
    ],
    ['a header of a version too old', rpc('tools/list'), { 'mcp-protocol-version': '2024-11-05' }, 400, -32022],
    [
      'a subscription to nothing',
      rpc('subscriptions/listen', { _meta: modernMeta }),
      { ...modernHeaders, 'mcp-method': 'subscriptions/listen' },
      200,
      -32602,
    ],
    [
      'a header of another version',
      rpc('tools/list', { _meta: modernMeta }),
      { ...modernHeaders, 'mcp-protocol-version': '2025-11-25' },
      400,
      -32020,
    ],
    [
      'no header of the method',
      rpc('tools/list', { _meta: modernMeta }),
      { 'mcp-protocol-version': '2026-07-28' },
      400,
      -32020,
    ],
    [
      'a header of another tool',
      rpc('tools/call', { name: 'list_departures', _meta: modernMeta }),
      { ...modernHeaders, 'mcp-method': 'tools/call', 'mcp-name': 'x' },
      400,
      -32020,
    ],
    [
      'no capabilities',
      rpc('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
      modernHeaders,
      400,
      -32602,
    ],
    ['an unknown session', rpc('tools/list'), { 'mcp-session-id': 'made-up' }, 404, -32600],
    ['an unknown cursor', rpc('tools/list', { cursor: 'made-up' }), {}, 200, -32602],
    ['arguments that are a list', rpc('tools/call', { name: 'list_departures', arguments: [] }), {}, 200, -32602],
  ])('rejects %s', async (_, body, headers, status, code) => {
    const { ask } = await withFerry();
    const answer = await ask('POST', '/agents/ferry-desk/mcp', { body, headers });
    expect([answer.status, ((await answer.json()) as { error: { code: number } }).error.code]).toEqual([status, code]);
  });

  it('rejects pages of other sites, and hides entries that a caller may not see', async () => {
    const { ask } = await withFerry();
    const body = rpc('tools/list');
    const path = '/agents/ferry-desk/mcp';
    expect((await ask('POST', path, { body, headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect((await ask('POST', '/agents/nobody/mcp', { body })).status).toBe(404);
    expect((await ask('POST', '/agents/nobody/mcp', { body: rpc('made/up') })).status).toBe(404);
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    expect((await ask('POST', '/agents/nobody/mcp', { body: rpc('initialize', hello) })).status).toBe(404);
    const discover = rpc('server/discover', { _meta: modernMeta });
    const headers = { ...modernHeaders, 'mcp-method': 'server/discover' };
    expect((await ask('POST', '/agents/nobody/mcp', { body: discover, headers })).status).toBe(404);
  });

  it('asks a client without a credential for one', async () => {
    const { server } = await withFerry();
    const request = new Request(`${address}/agents/ferry-desk/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(rpc('tools/call', { name: 'list_departures', arguments: { pier: 'N' } })),
    });
    const answer = await server.fetch(request);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('/.well-known/oauth-protected-resource');
  });

  it('ends a session for good', async () => {
    const { ask } = await withFerry();
    const path = '/agents/ferry-desk/mcp';
    const begun = await ask('POST', path, { body: rpc('initialize', { protocolVersion: '2025-06-18' }) });
    const headers = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
    expect(await begun.json()).toMatchObject({ result: { protocolVersion: '2025-06-18' } });
    expect((await ask('POST', path, { body: rpc('ping'), headers })).status).toBe(200);
    expect((await ask('POST', '/mcp', { body: rpc('ping'), headers })).status).toBe(404);
    expect((await ask('DELETE', path, { headers })).status).toBe(204);
    expect((await ask('POST', path, { body: rpc('ping'), headers })).status).toBe(404);
    expect((await ask('DELETE', path, { headers })).status).toBe(404);
  });
});
