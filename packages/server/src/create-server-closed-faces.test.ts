/**
 * A closed catalogue over every protocol: a private service looks like one that does not exist, and a dry run fails
 * where the call would fail.
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { ServerOverrides } from './create-server.js';
import type { Ask, TestServer } from './server.support.js';
import { pierWeather, startTestServer } from './server.support.js';

const open: TestServer[] = [];
afterEach(async () => {
  for (const { server } of open.splice(0)) await server.close();
});

async function start(flags: Record<string, unknown> = {}, overrides: ServerOverrides = {}) {
  const made = await startTestServer({ flags: { 'registry.visibility': 'auto', ...flags }, overrides });
  open.push(made);
  return made;
}

/** A service as its owner sees it: what requests of the protocols need to name. */
interface Named {
  id: string;
  toolId: string;
  /** Its AGIS endpoint. */
  endpoint: { method: string; path: string };
}

/** A request without its caller. */
interface Sent extends Ask {
  method: string;
  path: string;
}

const input = { pier: 'north' };
const rpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
const get = (path: string): Sent => ({ method: 'GET', path });
const post = (path: string, body: object, headers: Record<string, string> = {}): Sent => ({
  method: 'POST',
  path,
  body,
  headers,
});
const mcpHeaders = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
const a2aHeaders = { 'a2a-version': '1.0' };
const mcpCall = (path: string, name: string, given: object, meta: object = {}) =>
  post(path, rpc('tools/call', { name, arguments: given, _meta: meta }), mcpHeaders);

/** Calls of the only operation over every protocol; `dry` asks for a dry run, in the manner of the protocol. */
function callsOf({ id, toolId, endpoint }: Named, dry = false): Sent[] {
  const agent = `/agents/${id}`;
  const header: Record<string, string> = dry ? { 'x-dry-run': 'true' } : {};
  const metadata = dry ? { 'urn:dragoman:a2a:operations:1/dry_run': true } : {};
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ data: input }], metadata };
  const parameters = [{ name: 'pier', value: 'north' }];
  const name = `${id.replaceAll('-', '_')}__invoke`;
  return [
    post(`${agent}/invoke`, input, header),
    post(`${agent}/tools/${toolId}:invoke`, { name: 'invoke', input_parameters: parameters }, header),
    post(`/tools/${toolId}:invoke`, { name, input_parameters: parameters }, header),
    mcpCall(`${agent}/mcp`, 'invoke', input, dry ? { 'dragoman/dry_run': true } : {}),
    mcpCall('/mcp', 'call_tool', { agent: id, tool: 'invoke', arguments: input, ...(dry ? { dry_run: true } : {}) }),
    post(`${agent}/a2a`, rpc('SendMessage', { message }), a2aHeaders),
    post(`${agent}/a2a/message:send`, { message }, a2aHeaders),
    post(`${agent}/agis${endpoint.path}`, input, { 'x-agis-method': endpoint.method, ...header }),
  ];
}

/** Everything else that names a service. */
function readsOf({ id, toolId }: Named): Sent[] {
  const agent = `/agents/${id}`;
  const ends = ['', '/versions', '/openapi.json', '/llms.txt', '/findings', '/profile', '/repairs', '/credentials'];
  return [
    ...ends.map((end) => get(`${agent}${end}`)),
    get(`${agent}/tools`),
    get(`${agent}/tools/${toolId}`),
    get(`${agent}/tools/${toolId}/versions`),
    get(`/tools/${toolId}`),
    get(`/tools/${id.replaceAll('-', '_')}__invoke`),
    get(`${agent}/mcp/tools`),
    post(`${agent}/mcp`, rpc('tools/list', {}), mcpHeaders),
    mcpCall('/mcp', 'describe_tool', { agent: id, tool: 'invoke' }),
    get(`${agent}/.well-known/agent-card.json`),
    get(`${agent}/agis`),
    get(`${agent}/.well-known/agis.json`),
    get(`${agent}/data-classes`),
    get(`${agent}/negotiations`),
    post(`${agent}/profile`, {}),
    get(`${agent}/verification`),
  ];
}

async function nameOf({ ask }: TestServer, key: string | undefined, id: string): Promise<Named> {
  const read = async (path: string) => (await ask('GET', `/agents/${id}/${path}`, { key })).json();
  const { items } = (await read('tools')) as { items: { toolId: string }[] };
  const { endpoints } = (await read('agis')) as { endpoints: Named['endpoint'][] };
  const [tool, endpoint] = [items[0], endpoints[0]];
  if (tool === undefined || endpoint === undefined) throw new Error('the service has no operation');
  return { id, toolId: tool.toolId, endpoint };
}

/** Status and body of an answer, without what differs between two requests. */
async function answerOf({ ask }: TestServer, key: string, { method, path, ...asked }: Sent, { id, toolId }: Named) {
  const answer = await ask(method, path, { ...asked, key });
  const names = [id, id.replaceAll('-', '_'), toolId];
  const text = names.reduce((rest, name) => rest.replaceAll(name, 'NAME'), await answer.text());
  return [answer.status, text.replaceAll(/[0-9a-f]{32}/g, 'TRACE')];
}

describe('a service of another caller that is private by default', () => {
  async function startPrivate() {
    const server = await start({ 'auth.mode': 'required' });
    const ann = await server.keyFor('ann', 'registry:write', 'registry:read', 'agents:invoke');
    const eve = await server.keyFor('eve', 'registry:write', 'registry:read', 'agents:invoke');
    await server.ask('POST', '/agents', { key: ann, body: { ...pierWeather, id: 'harbour-own' } });
    return { server, ann, eve, hidden: await nameOf(server, ann, 'harbour-own') };
  }

  it('is answered like one that does not exist, over every protocol', async () => {
    const { server, ann, eve, hidden } = await startPrivate();
    const toolId = `${hidden.toolId.slice(0, -4)}${hidden.toolId.endsWith('0000') ? '1111' : '0000'}`;
    const absent = { ...hidden, id: 'harbour-off', toolId };
    const requests = (named: Named) => [...readsOf(named), ...callsOf(named), ...callsOf(named, true)];
    const others = requests(absent);
    for (const [at, request] of requests(hidden).entries()) {
      const other = others[at] ?? request;
      const answer = await answerOf(server, eve, request, hidden);
      expect([request.path, answer]).toEqual([request.path, await answerOf(server, eve, other, absent)]);
      // The owner's answer differs, so the request reaches the service.
      expect([request.path, answer]).not.toEqual([request.path, await answerOf(server, ann, request, hidden)]);
    }
  });

  it('is in no list that another caller gets, and in those of its owner', async () => {
    const { server, ann, eve } = await startPrivate();
    const lists = [
      get('/agents'),
      post('/agents/search', { query: 'weather at a pier' }),
      post('/agents/resolve', { intent: 'forecast wind at a pier' }),
      get('/tools'),
      mcpCall('/mcp', 'search_tools', { query: 'weather at a pier' }),
      { ...get('/agis/agent?task=weather%20at%20a%20pier'), headers: { 'x-agis-method': 'FIND' } },
    ];
    for (const { method, path, ...asked } of lists) {
      const shows = async (key: string) =>
        /harbour[-_]own/.test(await (await server.ask(method, path, { ...asked, key })).text());
      expect([path, await shows(ann), await shows(eve)]).toEqual([path, true, false]);
    }
  });
});

describe('a dry run over every protocol', () => {
  /** The code of a refusal, in the manner of each protocol; undefined for a success. */
  async function codeOf({ ask }: TestServer, { method, path, ...asked }: Sent) {
    const text = await (await ask(method, path, asked)).text();
    return /"(?:code|reason|dragoman\/code)":"([A-Z_]+)"/.exec(text)?.[1];
  }

  it.each([
    ['lacks a credential', { authentication: { type: 'api_key' } }],
    ['has an address that may not be called', { endpoint: 'https://10.1.2.3/in' }],
  ])('fails like the call where the service %s', async (_, more) => {
    const server = await start();
    await server.ask('POST', '/agents', { body: { ...pierWeather, ...more } });
    const named = await nameOf(server, undefined, 'pier-weather');
    const dry = callsOf(named, true);
    for (const [at, real] of callsOf(named).entries()) {
      const code = await codeOf(server, real);
      expect([real.path, code]).toEqual([real.path, expect.stringMatching(/^[A-Z_]+$/)]);
      expect([real.path, await codeOf(server, dry[at] ?? real)]).toEqual([real.path, code]);
    }
  });

  it('succeeds where nothing is in the way, and sends nothing', async () => {
    const upstream = {
      send: () => Promise.reject(new Error('nothing may be sent')),
      check: async () => {},
      close: async () => {},
    };
    const server = await start({}, { upstream });
    await server.ask('POST', '/agents', { body: pierWeather });
    for (const dry of callsOf(await nameOf(server, undefined, 'pier-weather'), true)) {
      expect([dry.path, await codeOf(server, dry)]).toEqual([dry.path, undefined]);
    }
  });
});
