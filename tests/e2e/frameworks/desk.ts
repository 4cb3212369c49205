/**
 * The services of the framework tests, on a gateway with keys: a harbour desk with every kind of operation, one with 167
 * operations, and an MCP server that reports progress.
 */
import type { JsonObject } from '@dragoman/model';
import { agentDocument } from '../agent-document.js';
import { startGatewayServer } from '../gateway-server.js';
import { startHttpHost } from '../http-host.js';
import { startMcpServer } from '../mcp-servers.js';
import type { Setting } from './agent.js';

/** Running services and their gateway. */
export interface Desk {
  /** Method and path of every request to the desk. */
  arrived: string[];
  /** Number of requests to the desk that were canceled. */
  readonly canceled: number;
  /** Answers the requests that wait for the pilot. */
  sendPilot(): void;
  /** Where the tools of a service are, for a caller: `loop` may confirm itself, calls of `worker` need a person. */
  settingOf(service: string, caller?: 'loop' | 'worker'): Pick<Setting, 'root' | 'mcp' | 'apiKey'>;
  /** The same for everything on the gateway; the executor gets the tools that the registry finds for a task. */
  findingFor(task: string): Pick<Setting, 'root' | 'mcp' | 'apiKey' | 'wanted'>;
  /** Approves every waiting call, as a person does. */
  approveAll(): Promise<number>;
  close(): Promise<void>;
}

/** A PNG image of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const text = { type: 'string', maxLength: 3 };
const answer = (schema: JsonObject, type = 'application/json') => ({
  '200': { description: 'Done.', content: { [type]: { schema } } },
});
const object = { type: 'object' };
const berth = [{ name: 'id', in: 'path', required: true, description: 'Id of the berth, such as B7.', schema: text }];
const get = (operationId: string, summary: string, schema: JsonObject = object, type?: string): JsonObject => ({
  get: { operationId, summary, responses: answer(schema, type) },
});
const moor: JsonObject = {
  oneOf: [
    { type: 'object', properties: { berth: text }, required: ['berth'], additionalProperties: false },
    { type: 'object', properties: { pier: text, side: text }, required: ['pier', 'side'], additionalProperties: false },
  ],
};

const paths: JsonObject = {
  '/berths/{id}': {
    get: { operationId: 'get_berth', summary: 'Reads one berth.', parameters: berth, responses: answer(object) },
    delete: { operationId: 'delete_berth', summary: 'Deletes a berth.', parameters: berth, responses: answer(object) },
  },
  '/tide': get('read_tide', 'Reads the tide.'),
  '/pilot': get('wait_for_pilot', 'Waits for the pilot.'),
  '/log': get('read_log', 'Reads the log of the harbour.'),
  '/photo': get('get_photo', 'Takes a photo of the harbour.', { type: 'string', format: 'binary' }, 'image/png'),
};

const pier = (origin: string) => {
  const { inputs: _, outputs: __, ...document } = agentDocument('pier-desk', { endpoint: `${origin}/moor` });
  const description = 'Moors a vessel at a berth, or at a side of a pier.';
  return { ...document, operations: [{ name: 'moor_vessel', description, inputs: moor, outputs: object }] };
};

const many: JsonObject = Object.fromEntries(
  Array.from({ length: 167 }, (_, at) => [`/cranes/${at}`, get(`read_crane_${at}`, `Reads crane ${at}.`)]),
);

function openapi(title: string, url: string, described: JsonObject): JsonObject {
  return { openapi: '3.1.0', info: { title, version: '1.0.0' }, servers: [{ url }], paths: described };
}

/** Starts everything. */
export async function startDesk(): Promise<Desk> {
  const arrived: string[] = [];
  const waiting: (() => void)[] = [];
  let canceled = 0;
  const host = await startHttpHost(async (url, { method = '', signal }) => {
    const { pathname } = new URL(url);
    arrived.push(`${method} ${pathname}`);
    if (pathname === '/tide') return Response.json({}, { status: 503, headers: { 'retry-after': '30' } });
    if (pathname === '/photo') return new Response(pixel, { headers: { 'content-type': 'image/png' } });
    if (pathname === '/log')
      return Response.json({ lines: Array.from({ length: 9_000 }, (_, at) => `${at} ${'wind '.repeat(20)}`) });
    if (pathname === '/pilot') {
      const isCanceled = await new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve(true));
        waiting.push(() => resolve(false));
      });
      if (isCanceled === true) canceled += 1;
    }
    return Response.json({ path: pathname, vessel: 'Hel' });
  });
  const progress = await startMcpServer();
  const rules = [{ caller: 'loop', require: 'agent', impact: 'irreversible' }];
  const gateway = await startGatewayServer({ 'gateway.confirm': rules, 'upstream.breaker.minCalls': 100_000 });
  const keyFor = async (subject: string, scopes: string[], headers?: Record<string, string>) =>
    String((await gateway.ask('POST', '/keys', { name: subject, subject, scopes }, headers)).json.key);
  const headers = { authorization: `Bearer ${await keyFor('admin', ['admin', 'registry:read', 'registry:write'])}` };
  const keys = {
    loop: await keyFor('loop', ['registry:read', 'agents:invoke'], headers),
    worker: await keyFor('worker', ['registry:read', 'agents:invoke'], headers),
  };
  const items = {
    desk: { document: openapi('desk', host.origin, paths) },
    union: { document: pier(host.origin) },
    cranes: { document: openapi('cranes', host.origin, many) },
    progress: { url: `${progress.url}/mcp` },
  };
  const ids: Record<string, string> = {};
  for (const [name, item] of Object.entries(items)) {
    const { json, text: said } = await gateway.ask(
      'POST',
      '/imports',
      { items: [{ ...item, curation: { visibility: 'public' } }] },
      headers,
    );
    const [result] = (json.results ?? []) as { id?: string }[];
    if (result?.id === undefined) throw new Error(said);
    ids[name] = result.id;
  }
  return {
    arrived,
    get canceled() {
      return canceled;
    },
    sendPilot() {
      for (const answer of waiting.splice(0)) answer();
    },
    settingOf(service, caller = 'loop') {
      const root = `${gateway.url}/agents/${ids[service] ?? ''}`;
      return { root, mcp: `${root}/mcp`, apiKey: keys[caller] };
    },
    findingFor: (task) => ({
      root: gateway.url,
      mcp: `${gateway.url}/mcp`,
      apiKey: keys.loop,
      wanted: { text: task, limit: 3 },
    }),
    async approveAll() {
      const { json } = await gateway.ask('GET', '/approvals?state=pending', undefined, headers);
      const waiting = json.items as { id: string }[];
      for (const { id } of waiting) {
        await gateway.ask('POST', `/approvals/${id}/decision`, { decision: 'approve' }, headers);
      }
      return waiting.length;
    },
    async close() {
      await gateway.server.close();
      await progress.stop();
      await host.close();
    },
  };
}
