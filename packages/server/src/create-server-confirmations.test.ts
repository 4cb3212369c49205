/**
 * Confirmations: on every MCP endpoint, for clients that can ask their user, in both generations, and for clients that
 * cannot; and the texts of the other protocols.
 */
import { createMemoryStore } from '@dragoman/core/engine';
import type { JsonObject } from '@dragoman/model';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { connectMcp, generations } from './mcp.support.js';
import { address } from './server.support.js';
import { start } from './tools.support.js';

const inputs = { type: 'object', properties: { booking: { type: 'string' } }, required: ['booking'] };
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
      name: 'cancel_booking',
      description: 'Cancels a booking for good.',
      impact: 'irreversible',
      inputs,
      outputs: { type: 'object' },
    },
  ],
};

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

type Negotiation = (typeof generations)[number][1];

const person = { 'gateway.irreversible': 'person' };

async function withFerry(flags: Record<string, string> = person, store = createMemoryStore()) {
  const server = await start(() => ({ body: { done: true } }), store, flags);
  await server.register(ferry);
  const { items } = await server.read<{ items: { toolId: string }[] }>('/agents/ferry-desk/tools');
  const tools = [{ agent_id: 'ferry-desk', tool: items[0]?.toolId, name: 'drop_booking' }];
  await server.ask('POST', '/toolsets', { body: { id: 'desk', name: 'Desk', tools } });
  const fetch = (url: string | URL, init?: RequestInit) => server.server.fetch(new Request(url, init));
  const connect = async (path: string, negotiation: Negotiation, more: object = {}) => {
    const client = await connectMcp(`${address}${path}`, { negotiation, fetch, key: server.key, ...more });
    clients.push(client);
    return client;
  };
  return { ...server, connect };
}

const booking = { booking: 'B1' };
const own = { name: 'cancel_booking', arguments: booking };
const any = { name: 'call_tool', arguments: { agent: 'ferry-desk', tool: own.name, arguments: booking } };
const endpoints: [string, { name: string; arguments: JsonObject }][] = [
  ['/agents/ferry-desk/mcp', own],
  ['/mcp', any],
  ['/toolsets/desk/mcp', { name: 'drop_booking', arguments: booking }],
];
const tokenIn = (meta: object = {}) =>
  String(((meta as JsonObject)['dragoman/confirm'] as JsonObject | undefined)?.token);
const textOf = (result: object) => JSON.stringify((result as { content: unknown }).content);

describe.each(generations)('MCP for clients of %s that can ask their user', (_, negotiation) => {
  const elicits = { capabilities: { elicitation: {} } };

  it.each<[string, number, object]>([
    ['yes', 0, { action: 'accept', content: { confirm: true } }],
    ['yes', 1, { action: 'accept', content: { confirm: true } }],
    ['yes', 2, { action: 'accept', content: { confirm: true } }],
    ['no', 0, { action: 'accept', content: { confirm: false } }],
    ['no', 1, { action: 'accept', content: { confirm: false } }],
    ['decline', 2, { action: 'decline' }],
    ['cancel', 0, { action: 'cancel' }],
  ])(
    'asks once before irreversible operations, and executes them only after a yes (%s, %s)',
    async (word, at, answer) => {
      const [path = '', call = own] = endpoints[at] ?? [];
      const { connect, sent } = await withFerry();
      const client = await connect(path, negotiation, elicits);
      const asked: string[] = [];
      client.setRequestHandler('elicitation/create', ({ params }) => {
        asked.push(params.message);
        return answer as { action: 'accept' };
      });
      const result = await client.callTool(call);
      if (word === 'yes') expect(result.structuredContent).toEqual({ done: true });
      else expect(result).toMatchObject({ isError: true, _meta: { 'dragoman/code': 'DECLINED' } });
      expect(asked).toEqual([expect.stringContaining('cancel_booking')]);
      expect(sent).toHaveLength(word === 'yes' ? 1 : 0);
    },
  );

  it('says of a call that can be undone only that it requires a confirmation', async () => {
    const rules = JSON.stringify([{ impact: 'reversible', require: 'person' }]);
    const { connect, register } = await withFerry({ 'gateway.confirm': rules });
    const [operation] = ferry.operations as JsonObject[];
    await register({ ...ferry, id: 'quay-desk', operations: [{ ...operation, name: 'move', impact: 'reversible' }] });
    const client = await connect('/agents/quay-desk/mcp', negotiation, elicits);
    const asked: string[] = [];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(JSON.stringify(params));
      return { action: 'accept', content: { confirm: true } };
    });
    const result = await client.callTool({ name: 'move', arguments: { booking: 'B\u202e1' } });
    expect(result.structuredContent).toEqual({ done: true });
    expect(asked).toEqual([expect.stringContaining('It requires a confirmation (impact: reversible). Input: ')]);
    expect(asked[0]).toContain('B\\\\u202e1');
    expect(asked[0]).not.toContain('undone');
  });

  it('does not let a model confirm a call that its user declined', async () => {
    const { connect, sent } = await withFerry({ 'gateway.irreversible': 'agent' });
    const client = await connect('/mcp', negotiation, elicits);
    client.setRequestHandler('elicitation/create', () => ({ action: 'decline' as const }));
    const declined = { isError: true, _meta: { 'dragoman/code': 'DECLINED' } };
    const first = await client.callTool(any);
    expect(first).toMatchObject(declined);
    expect(JSON.stringify(first)).not.toMatch(/dry.run|token|X-Confirm/i);
    for (const more of [{ dry_run: true }, { confirmation: 'mjy00000.made-up' }, {}]) {
      expect(await client.callTool({ ...any, arguments: { ...any.arguments, ...more } })).toMatchObject(declined);
    }
    const other = await connect('/mcp', negotiation);
    expect(await other.callTool(any)).toMatchObject(declined);
    expect(sent).toEqual([]);
  });

  it('reports a client that does not answer, executes nothing and remembers no decline', async () => {
    const { connect, sent } = await withFerry({ ...person, 'mcp.questionSeconds': '1' });
    if (negotiation.mode !== 'legacy') return;
    const client = await connect('/mcp', negotiation, elicits);
    const late: ((answer: { action: 'accept'; content: { confirm: boolean } }) => void)[] = [];
    client.setRequestHandler('elicitation/create', () => new Promise((resolve) => late.push(resolve)));
    const refused = await client.callTool(any);
    expect(refused).toMatchObject({
      isError: true,
      _meta: { 'dragoman/code': 'INPUT_UNAVAILABLE', 'dragoman/retryable': false },
    });
    expect(textOf(refused)).toContain('did not answer within 1 seconds');
    late[0]?.({ action: 'accept', content: { confirm: true } });
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { confirm: true } }));
    expect((await client.callTool(any)).structuredContent).toEqual({ done: true });
    expect(sent).toHaveLength(1);
  });
});

describe.each(generations)('MCP for clients of %s that cannot ask their user', (_, negotiation) => {
  const agent = { 'gateway.irreversible': 'agent' };

  it('keeps a limited number of refused calls for a caller, and none that is huge', async () => {
    const { connect, sent } = await withFerry(agent);
    const client = await connect('/mcp', negotiation);
    const call = (booking: string) =>
      client.callTool({ ...any, arguments: { ...any.arguments, arguments: { booking } } });
    const huge = await call('x'.repeat(500_001));
    expect([tokenIn(huge._meta), textOf(huge)]).toEqual(['undefined', expect.stringContaining('dragoman/dry_run')]);
    const tokens = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => tokenIn((await call(`B${at}`))._meta)),
    );
    const refused = await call('one too many');
    expect(textOf(refused)).toContain('200 of your calls wait for a confirmation');
    expect(tokenIn(refused._meta)).toBe('undefined');
    const confirmed = await client.callTool({ name: 'confirm_call', arguments: { token: tokens.at(-1) } });
    expect([confirmed.structuredContent, sent.length]).toEqual([{ done: true }, 1]);
  });

  it.each(endpoints)('refuses with what would happen, and executes once with confirm_call: %s', async (path, call) => {
    const { connect, sent } = await withFerry(agent);
    const client = await connect(path, negotiation);
    const refused = await client.callTool(call);
    expect(refused).toMatchObject({ isError: true, _meta: { 'dragoman/code': 'CONFIRMATION_REQUIRED' } });
    const text = textOf(refused);
    expect(text).toContain("Nothing was executed yet: 'cancel_booking' of ferry-desk cannot be undone.");
    expect(text).toContain('https://ferry.example/invoke');
    expect(text).not.toMatch(/X-Dry-Run|X-Confirm|_meta/);
    expect(sent).toEqual([]);
    const [, token = ''] = /confirm_call with \{\\\\?"token\\\\?": \\\\?"([^"\\]+)/.exec(text) ?? [];
    const confirm = { name: 'confirm_call', arguments: { token } };
    const done = await client.callTool(confirm);
    expect(done).toMatchObject({ structuredContent: { done: true } });
    expect(sent).toHaveLength(1);
    expect(await client.callTool(confirm)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('has been used') }],
    });
    expect(sent).toHaveLength(1);
  });

  it('accepts a token only from the caller and at the endpoint that got it', async () => {
    const { connect, keyFor, sent } = await withFerry(agent);
    const client = await connect('/mcp', negotiation);
    const { _meta } = await client.callTool(any);
    const token = tokenIn(_meta);
    const confirm = { name: 'confirm_call', arguments: { token } };
    const key = await keyFor('eve', 'agents:invoke', 'registry:read');
    const refused = { isError: true, content: [{ text: expect.stringContaining('No call waits for this token') }] };
    expect(await (await connect('/mcp', negotiation, { key })).callTool(confirm)).toMatchObject(refused);
    expect(await (await connect('/agents/ferry-desk/mcp', negotiation)).callTool(confirm)).toMatchObject(refused);
    for (const wrong of [{}, { token: 'x'.repeat(500) }, { token: 7 }, { token, more: 1 }]) {
      const answer = await client.callTool({ name: 'confirm_call', arguments: wrong });
      expect(answer).toMatchObject({ isError: true, _meta: { 'dragoman/code': 'INVALID_INPUT' } });
    }
    expect(sent).toEqual([]);
    expect((await client.callTool(confirm)).structuredContent).toEqual({ done: true });
  });

  it('leaves the decision to a person where the policy demands one', async () => {
    const { connect, sent } = await withFerry();
    const client = await connect('/mcp', negotiation);
    const waits = await client.callTool(any);
    expect(waits).toMatchObject({ isError: true, _meta: { 'dragoman/code': 'APPROVAL_PENDING' } });
    expect(textOf(waits)).not.toContain('confirm_call');
    expect(sent).toEqual([]);
  });

  it('uses a confirmation once, whichever process gets it', async () => {
    const store = createMemoryStore();
    const first = await withFerry(agent, store);
    const client = await first.connect('/mcp', negotiation);
    const { _meta } = await client.callTool(any);
    const token = tokenIn(_meta);
    const second = await start(() => ({ body: { done: true } }), store, agent);
    const fetch = (url: string | URL, init?: RequestInit) => second.server.fetch(new Request(url, init));
    const elsewhere = await connectMcp(`${address}/mcp`, { negotiation, fetch, key: first.key });
    clients.push(elsewhere);
    const confirm = { name: 'confirm_call', arguments: { token } };
    expect((await elsewhere.callTool(confirm)).structuredContent).toEqual({ done: true });
    expect(await client.callTool(confirm)).toMatchObject({ isError: true });
    const rest = await first.ask('POST', '/agents/ferry-desk/invoke/cancel_booking', {
      body: booking,
      headers: { 'x-confirm': token },
    });
    expect([rest.status, ((await rest.json()) as JsonObject).detail]).toEqual([
      428,
      expect.stringContaining('has been used'),
    ]);
    expect([first.sent.length, second.sent.length]).toEqual([0, 1]);
  });
});

interface Face {
  path: string;
  body(more: JsonObject): JsonObject;
  /** The members of a call that ask for a preview, or confirm. */
  preview: { headers?: Record<string, string>; more?: JsonObject };
  confirm(token: string): { headers?: Record<string, string>; more?: JsonObject };
}

const overHttp = {
  preview: { headers: { 'x-dry-run': 'true' } },
  confirm: (token: string) => ({ headers: { 'x-confirm': token } }),
};
const ownMember = (name: string) => `urn:dragoman:a2a:operations:1/${name}`;

type Read = (path: string) => Promise<JsonObject>;

/** How each protocol calls the operation. */
const faces: Record<string, (read: Read) => Promise<Face>> = {
  AIDIP: async () => ({ ...overHttp, path: '/agents/ferry-desk/invoke/cancel_booking', body: () => booking }),
  AGIS: async (read) => {
    const [endpoint] = (await read('/agents/ferry-desk/agis')).endpoints as { method: string; path: string }[];
    const method = { 'x-agis-method': endpoint?.method ?? '' };
    return {
      path: `/agents/ferry-desk/agis${endpoint?.path.replace(/\{booking\}/, 'B1')}`,
      body: () => booking,
      preview: { headers: { ...method, ...overHttp.preview.headers } },
      confirm: (token) => ({ headers: { ...method, 'x-confirm': token } }),
    };
  },
  'N-ACT': async (read) => {
    const { items } = await read('/agents/ferry-desk/tools');
    const [{ toolId } = { toolId: '' }] = items as { toolId: string }[];
    const inputs = [{ name: 'booking', value: 'B1' }];
    const body = () => ({ name: 'cancel_booking', input_parameters: inputs });
    return { ...overHttp, path: `/agents/ferry-desk/tools/${toolId}:invoke`, body };
  },
  A2A: async () => ({
    path: '/agents/ferry-desk/a2a',
    body: (more) => {
      const metadata = { [ownMember('skill')]: 'cancel_booking', ...more };
      const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ data: booking }], metadata };
      return { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } };
    },
    preview: { headers: { 'a2a-version': '1.0' }, more: { [ownMember('dry_run')]: true } },
    confirm: (token) => ({ headers: { 'a2a-version': '1.0' }, more: { [ownMember('confirmation')]: token } }),
  }),
};

describe('a confirmation', () => {
  it.each(Object.keys(faces))('is used once over %s, and then over no other protocol', async (name) => {
    const { ask, sent } = await withFerry({ 'gateway.irreversible': 'agent' });
    const read: Read = async (path) => {
      const answer = await ask('GET', path, { headers: { accept: 'application/json' } });
      return (await answer.json()) as JsonObject;
    };
    const face = await (faces[name] ?? expect.fail('no such protocol'))(read);
    const send = async ({ path, body }: Face, { headers = {}, more = {} }: Face['preview']) =>
      (await ask('POST', path, { body: body(more), headers })).text();
    const preview = await send(face, face.preview);
    const token = /"token":"([^"]+)"/.exec(preview)?.[1] ?? expect.fail(preview);
    expect(sent).toEqual([]);
    expect(await send(face, face.confirm(token))).toContain('"done":true');
    expect(sent).toHaveLength(1);
    for (const makeFace of [faces[name], ...Object.values(faces)]) {
      const again = (await makeFace?.(read)) ?? expect.fail('no such protocol');
      expect(await send(again, again.confirm(token))).toContain('The confirmation has been used');
    }
    expect(sent).toHaveLength(1);
  });
});

describe('a refusal without a confirmation', () => {
  it('names the means of its protocol', async () => {
    const { ask } = await withFerry({ 'gateway.irreversible': 'agent' });
    const rest = await ask('POST', '/agents/ferry-desk/invoke/cancel_booking', { body: booking });
    const { detail } = (await rest.json()) as { detail: string };
    expect(detail).toMatch(/X-Dry-Run: true.*X-Confirm/);
    expect(detail).not.toMatch(/confirm_call|metadata/);
    const message = {
      messageId: 'm1',
      role: 'ROLE_USER',
      parts: [{ data: booking }],
      metadata: { 'urn:dragoman:a2a:operations:1/skill': 'cancel_booking' },
    };
    const sent = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } };
    const headers = { 'a2a-version': '1.0' };
    const { error } = (await (await ask('POST', '/agents/ferry-desk/a2a', { body: sent, headers })).json()) as {
      error: { message: string };
    };
    expect(error.message).toMatch(/operations:1\/dry_run".*operations:1\/confirmation"/);
    expect(error.message).not.toMatch(/X-Confirm|confirm_call/);
  });
});
