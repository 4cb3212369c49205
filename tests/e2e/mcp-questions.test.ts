/**
 * Questions of MCP servers (elicitation, sampling, roots) reach the client that made the call, between both generations
 * of the protocol and over stdio, with the official packages on both sides.
 */
import { randomUUID } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectMcp, generations } from '../../packages/server/src/mcp.support.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { ListeningMcp } from './mcp-servers.js';
import { askingScript, startMcpServer } from './mcp-servers.js';

const upstreams: ListeningMcp[] = [];
const clients: Client[] = [];
const ids: Record<string, string> = {};
let gateway: GatewayServer;

beforeAll(async () => {
  gateway = await startGatewayServer({
    'mcp.stdio': [{ name: 'asking', command: process.execPath, args: [askingScript] }],
    'mcp.stdioRoots': 'forward',
    'mcp.questionSeconds': 2,
    'upstream.idleTimeoutMs': 600,
  });
  for (const kind of ['stateless', 'sessions', 'stdio']) {
    const url = kind === 'stdio' ? 'stdio:asking' : await listen(kind === 'sessions');
    const item = { url, curation: { id: kind } };
    const { json } = await gateway.ask('POST', '/imports', { items: [item] });
    const [result] = json.results as { id?: string }[];
    if (result?.id === undefined) throw new Error(JSON.stringify(json));
    ids[kind] = result.id;
  }
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(async () => {
  await gateway.server.close();
  for (const upstream of upstreams) await upstream.stop();
});

async function listen(sessions: boolean): Promise<string> {
  const upstream = await startMcpServer({ sessions, script: askingScript });
  upstreams.push(upstream);
  return `${upstream.url}/mcp`;
}

type Negotiation = (typeof generations)[number][1];
const all = { elicitation: {}, sampling: {}, roots: {} };

async function connect(kind: string, negotiation: Negotiation, capabilities: object = all, path?: string) {
  const url = `${gateway.url}${path ?? `/agents/${ids[kind]}/mcp`}`;
  const client = await connectMcp(url, { negotiation, capabilities });
  clients.push(client);
  return client;
}

interface Seen {
  questions: string[];
}

/** Answers after more than the idle timeout of services. */
function answerAll(client: Client): Seen {
  const seen: Seen = { questions: [] };
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    seen.questions.push(params.message);
    await new Promise((resolve) => setTimeout(resolve, 800));
    return { action: 'accept', content: { size: 'L' } };
  });
  client.setRequestHandler('sampling/createMessage', ({ params }) => {
    seen.questions.push(JSON.stringify(params.messages));
    return { role: 'assistant', model: 'scripted', content: { type: 'text', text: 'pier' } };
  });
  client.setRequestHandler('roots/list', () => {
    seen.questions.push('roots');
    return { roots: [{ uri: 'file:///harbour', name: 'Harbour' }] };
  });
  return seen;
}

const textOf = (result: object) => String((result as { content: { text?: string }[] }).content[0]?.text);
const codeOf = (result: object) => (result as { _meta?: Record<string, unknown> })._meta?.['dragoman/code'];

describe.each(generations)('questions of servers to a client of %s', (_, negotiation) => {
  describe.each(['stateless', 'sessions', 'stdio'])('from a server: %s', (kind) => {
    it('are answered by the user of the client, marked as those of the service', async () => {
      const client = await connect(kind, negotiation);
      const { questions } = answerAll(client);
      const result = await client.callTool({ name: 'ask_user', arguments: {} });
      expect(JSON.parse(textOf(result))).toMatchObject([{ action: 'accept', content: { size: 'L' } }]);
      expect(questions).toEqual([`The service '${ids[kind]}' asks (third-party text): Which size?`]);
    });

    it('are answered by the model of the client, and one after the other', async () => {
      const client = await connect(kind, negotiation, all, '/mcp');
      const { questions } = answerAll(client);
      const result = await client.callTool({ name: 'call_tool', arguments: { agent: ids[kind], tool: 'ask_twice' } });
      expect(JSON.parse(textOf(result))).toMatchObject([{ action: 'accept' }, { content: { text: 'pier' } }]);
      expect(questions).toHaveLength(2);
    });

    it('may be declined', async () => {
      const client = await connect(kind, negotiation);
      client.setRequestHandler('elicitation/create', () => ({ action: 'decline' }));
      const result = await client.callTool({ name: 'ask_user', arguments: {} });
      expect(JSON.parse(textOf(result))).toMatchObject([{ action: 'decline' }]);
    });

    it('are limited in number and size', async () => {
      const client = await connect(kind, negotiation);
      let asked = 0;
      client.setRequestHandler('elicitation/create', () => {
        asked += 1;
        return { action: 'accept', content: { size: 'S' } };
      });
      client.setRequestHandler('sampling/createMessage', () => {
        throw new Error('a prompt of this size must not arrive');
      });
      const much = await client.callTool({ name: 'ask_much', arguments: {} });
      expect(codeOf(much)).toBe('INPUT_UNAVAILABLE');
      expect(textOf(much)).toContain('at most 200000 characters are passed on');
      expect(textOf(much)).toContain('Report it to the provider');
      // More than a service may send at all; over stdio the server is started again.
      const huge = await client.callTool({ name: 'ask_ten_megabytes', arguments: {} });
      const codes: Record<string, string> = { stdio: 'UPSTREAM_ERROR', sessions: 'INPUT_UNAVAILABLE' };
      expect(codeOf(huge)).toBe(codes[kind] ?? 'ANSWER_TOO_LARGE');
      expect(textOf(huge)).toContain('4194304 bytes');
      await expect
        .poll(async () => codeOf(await client.callTool({ name: 'ask_much', arguments: {} })))
        .toBe(codeOf(much));
      // The official client of the stateless revision gives up earlier by itself.
      if (negotiation.mode !== 'legacy') return;
      const forever = await client.callTool({ name: 'ask_forever', arguments: {} });
      expect([codeOf(forever), asked]).toEqual(['INPUT_UNAVAILABLE', 20]);
      expect(textOf(forever)).toContain('more than 20 times');
      if (kind !== 'sessions') return;
      const stubborn = await client.callTool({ name: 'ask_stubbornly', arguments: {} });
      expect(textOf(stubborn)).toContain('more than 20 times');
    });
  });

  it.each(['stateless', 'sessions', 'stdio'])('are answered with the roots of the client: %s', async (kind) => {
    const client = await connect(kind, negotiation);
    answerAll(client);
    const result = await client.callTool({ name: 'ask_roots', arguments: {} });
    expect(JSON.parse(textOf(result))).toMatchObject([{ roots: [{ uri: 'file:///harbour' }] }]);
  });

  it.each(['sessions', 'stdio'])('open the page that the server requires before the call: %s', async (kind) => {
    const client = await connect(kind, negotiation, { elicitation: { form: {}, url: {} } });
    const pages: unknown[] = [];
    let action: 'accept' | 'decline' = 'accept';
    client.setRequestHandler('elicitation/create', ({ params }) => {
      pages.push('url' in params ? params.url : params);
      return { action };
    });
    const id = randomUUID();
    const open = (name: string, input: object = {}) => client.callTool({ name, arguments: { id, ...input } });
    expect(textOf(await open('open_page'))).toBe('[]');
    expect(pages).toEqual(['https://login.example/start']);
    const waiting = await open('open_page_always');
    expect([codeOf(waiting), pages.length]).toEqual(['INPUT_UNAVAILABLE', 2]);
    expect(textOf(waiting)).toContain('Call again when the user has finished there.');
    expect(waiting._meta).toMatchObject({ 'dragoman/retryable': false });
    action = 'decline';
    expect(textOf(await open('open_page_always'))).toContain('and the user did not agree');
    const plainHttp = await open('open_page_always', { url: 'http://login.example/start' });
    expect(textOf(plainHttp)).toContain('an address that is not https');
    const { json } = await gateway.ask('POST', `/agents/${ids[kind]}/invoke/open_page`, { id: randomUUID() });
    expect(json).toMatchObject({ code: 'INPUT_UNAVAILABLE', retryable: false });
  });

  it.each(['sessions', 'stdio'])(
    'wait until the server says that its user has finished at the page: %s',
    async (kind) => {
      const client = await connect(kind, negotiation, { elicitation: { form: {}, url: {} } });
      let asked = 0;
      client.setRequestHandler('elicitation/create', () => {
        asked += 1;
        return { action: 'accept' };
      });
      const result = await client.callTool({ name: 'open_page_slowly', arguments: { id: randomUUID() } });
      expect([textOf(result), asked]).toEqual(['[]', 1]);
    },
  );

  it('are answered on the stream of the session, too', async () => {
    const client = await connect('sessions', negotiation);
    const { questions } = answerAll(client);
    const ask = async (name: string) => textOf(await client.callTool({ name, arguments: {} }));
    expect(JSON.parse(await ask('elsewhere_ask_twice'))).toMatchObject([{ action: 'accept' }, { model: 'scripted' }]);
    expect(JSON.parse(await ask('elsewhere_ask_roots'))).toMatchObject([{ roots: [{ uri: 'file:///harbour' }] }]);
    expect(questions).toHaveLength(3);
  });

  it.each(['stateless', 'sessions', 'stdio'])('fail without a retry if the client cannot answer: %s', async (kind) => {
    const client = await connect(kind, negotiation, {});
    const call = client.callTool({ name: 'ask_user', arguments: {} });
    if (kind === 'stateless' && negotiation.mode !== 'legacy') {
      // Here the server refuses the call, and the revision has an error for that.
      const data = { requiredCapabilities: { elicitation: {} } };
      return expect(call).rejects.toMatchObject({ code: -32021, data });
    }
    const result = await call;
    expect(result).toMatchObject({ isError: true, _meta: { 'dragoman/retryable': false } });
    expect(codeOf(result)).toBe('INPUT_UNAVAILABLE');
    expect(textOf(result)).toMatch(/does not support/i);
  });

  it.each(['stateless', 'sessions'])(
    'end when the client does not answer in time: %s',
    async (kind) => {
      const client = await connect(kind, negotiation);
      const late: ((answer: { action: 'cancel' }) => void)[] = [];
      client.setRequestHandler('elicitation/create', () => new Promise((resolve) => late.push(resolve)));
      const call = client.callTool({ name: 'ask_user', arguments: {} });
      if (negotiation.mode === 'legacy') {
        const result = await call;
        expect(codeOf(result)).toBe('INPUT_UNAVAILABLE');
        expect(textOf(result)).toContain('did not answer within 2 seconds');
        late[0]?.({ action: 'cancel' });
      } else {
        await new Promise((resolve) => setTimeout(resolve, 2500));
        late[0]?.({ action: 'cancel' });
        const result = await call;
        expect(codeOf(result) ?? textOf(result)).toMatch(/INPUT_UNAVAILABLE/);
      }
      client.setRequestHandler('elicitation/create', () => ({ action: 'decline' }));
      expect(textOf(await client.callTool({ name: 'ask_user', arguments: {} }))).toContain('decline');
    },
    20_000,
  );
});

describe('a server that says when its user has finished at a page', () => {
  it.each(['sessions', 'stdio'])('is heard by a client of a session that was asked to open it: %s', async (kind) => {
    const client = await connect(kind, generations[1][1], { elicitation: { url: {} } });
    const seen: unknown[] = [];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      seen.push(params.mode === 'url' ? params.url : undefined);
      return { action: 'accept' };
    });
    client.setNotificationHandler('notifications/elicitation/complete', ({ params }) => void seen.push(params));
    expect(textOf(await client.callTool({ name: 'visit_page', arguments: {} }))).toBe('["accept"]');
    expect(seen).toEqual(['http://127.0.0.1:9/till', { elicitationId: 'till-7' }]);
  });
});

describe('a caller without an MCP client', () => {
  it.each(['stateless', 'sessions', 'stdio'])('gets a failure that says so and is not retryable: %s', async (kind) => {
    const { status, json } = await gateway.ask('POST', `/agents/${ids[kind]}/invoke/ask_user`, {});
    expect([status, json.code, json.retryable]).toEqual([409, 'INPUT_UNAVAILABLE', false]);
    expect(json.detail).toContain('does not support');
  });
});

describe('a tool that its server has only for clients that it can ask', () => {
  it('is called with the capabilities of the client, and fails with this reason without them', async () => {
    const client = await connect('sessions', generations[1][1]);
    answerAll(client);
    const result = await client.callTool({ name: 'hidden_ask', arguments: {} });
    expect(JSON.parse(textOf(result))).toMatchObject([{ action: 'accept' }]);
    const { json } = await gateway.ask('POST', `/agents/${ids.sessions}/invoke/hidden_ask`, {});
    expect(json).toMatchObject({ code: 'INPUT_UNAVAILABLE', retryable: false });
    expect(json.detail).toMatch(/only to clients that it can ask.*Tool hidden_ask not found/s);
  });
});

describe('several calls of a server over stdio', () => {
  const legacy = generations[1][1];

  it('fail for a caller that cannot be asked with that reason, also while other calls run', async () => {
    const client = await connect('stdio', legacy);
    client.setRequestHandler('elicitation/create', async () => {
      const { json } = await gateway.ask('POST', `/agents/${ids.stdio}/invoke/ask_user`, {});
      expect(json).toMatchObject({ code: 'INPUT_UNAVAILABLE', retryable: false });
      expect(json.detail).toContain('the client of this call does not support that');
      return { action: 'decline' };
    });
    await client.callTool({ name: 'ask_user', arguments: {} });
    expect.assertions(2);
  });

  it('are asked about when they are those of one session', async () => {
    const client = await connect('stdio', legacy);
    answerAll(client);
    const results = await Promise.all([1, 2, 3].map(() => client.callTool({ name: 'ask_user', arguments: {} })));
    for (const result of results) expect(JSON.parse(textOf(result))).toMatchObject([{ content: { size: 'L' } }]);
  });
});
