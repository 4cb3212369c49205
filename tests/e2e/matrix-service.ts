/** One service described in every protocol, and an upstream that accepts calls in each of them. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { Answering } from './http-host.js';
import type { Refusal } from './matrix-refusals.js';
import { refusals, silentErrors } from './matrix-refusals.js';

/** Input and output of the only operation. */
export interface Booking {
  vessel: string;
  nights: number;
}

const input: JsonObject = {
  type: 'object',
  properties: {
    vessel: { type: 'string', description: 'Name of the vessel.' },
    nights: { type: 'integer', minimum: 1, maximum: 30, description: 'How long it stays.' },
  },
  required: ['vessel', 'nights'],
};

const output: JsonObject = {
  type: 'object',
  properties: { berth: { type: 'string' }, nights: { type: 'integer' } },
  required: ['berth', 'nights'],
};

const text = 'Reserves a berth for a vessel.';
const name = 'reserve_berth';
const toolId = '0479a45d-ad0a-49d4-94db-000000000001';
const agent = { name: 'Berth desk', description: 'Berths of one harbour.' };
const mcpTool = { name, description: text, inputSchema: input, outputSchema: output };

/** The descriptions by protocol; all of them point to the upstream at this URL. */
export function describeService(origin: string): Readonly<Record<string, JsonObject>> {
  return {
    aidip: {
      ...agent,
      id: 'berth-desk-aidip',
      version: '1.0.0',
      publisher: 'Harbour Office',
      capabilities: ['berths'],
      endpoint: `${origin}/aidip`,
      operations: [{ name, description: text, inputs: input, outputs: output }],
    },
    openapi: openApi(origin),
    swagger: swagger(origin),
    nact: { ...agent, root: `${origin}/nact`, items: [tool] },
    agis: agis(origin),
    mcp: { ...agent, server: `${origin}/mcp`, tools: [mcpTool] },
    a2a: card(origin),
  };
}

function openApi(origin: string): JsonObject {
  const body = { required: true, content: { 'application/json': { schema: input } } };
  const reserved = { description: 'Reserved.', content: { 'application/json': { schema: output } } };
  return {
    openapi: '3.1.0',
    info: { title: agent.name, description: agent.description, version: '1.0.0' },
    servers: [{ url: `${origin}/http` }],
    paths: {
      '/berths': { post: { operationId: name, summary: text, requestBody: body, responses: { '200': reserved } } },
    },
  };
}

function swagger(origin: string): JsonObject {
  const { host } = new URL(origin);
  const parameters = [{ name: 'booking', in: 'body', required: true, schema: { $ref: '#/definitions/Booking' } }];
  const responses = { '200': { description: 'Reserved.', schema: { $ref: '#/definitions/Berth' } } };
  return {
    swagger: '2.0',
    info: { title: `${agent.name} of old`, description: agent.description, version: '1.0.0' },
    host,
    basePath: '/http',
    schemes: ['http'],
    paths: { '/berths': { post: { operationId: name, summary: text, parameters, responses } } },
    definitions: { Booking: input, Berth: output },
  };
}

const tool: JsonObject = {
  toolId,
  name,
  description: text,
  version: 1,
  currentVersion: 1,
  input_parameters: [
    { id: 'vessel', name: 'vessel', description: 'Name of the vessel.' },
    { id: 'nights', name: 'nights', type: 'int', min: 1, max: 30, description: 'How long it stays.' },
  ],
  output_parameters: [
    { id: 'berth', name: 'berth', description: 'The berth.' },
    { id: 'nights', name: 'nights', type: 'int', description: 'How long.' },
  ],
};

function agis(origin: string): JsonObject {
  return {
    agis: '1.0',
    service: agent.name,
    agtp: 'agtp://berths.example',
    x_http_base: `${origin}/agis`,
    endpoints: [
      {
        method: 'RESERVE',
        path: '/berths',
        semantic: {
          intent: 'Reserves a berth for a vessel of the agent',
          actor: 'agent',
          outcome: 'A berth is held for the vessel',
          capability: 'transaction',
          impact: 'reversible',
          confidence: 0.9,
          is_idempotent: false,
        },
        input,
        output,
        errors: ['berth_not_available'],
      },
    ],
    vocabulary: { declared_verbs: ['RESERVE'], domain: 'harbours', namespace: 'berths' },
  };
}

function card(origin: string): JsonObject {
  const params = { operations: { [name]: { input, output } } };
  return {
    ...agent,
    version: '1.0.0',
    supportedInterfaces: [{ url: `${origin}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { extensions: [{ uri: 'urn:dragoman:a2a:operations:1', params }] },
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: [{ id: name, name: 'Reserve a berth', description: text, tags: ['berths'] }],
  };
}

/** The upstream; every received call is added to `seen`, in any protocol. */
export function createUpstream(seen: unknown[]): Answering {
  return async (url, { body }) => {
    const sent = JSON.parse(String(body ?? '{}')) as JsonObject;
    const [, protocol = ''] = new URL(url).pathname.split('/');
    const greeting = protocol === 'mcp' ? greetMcp(sent) : undefined;
    if (greeting !== undefined) return greeting;
    const asked = read[protocol]?.(sent) as unknown as Booking;
    seen.push(asked);
    const silent = silentErrors[asked.vessel];
    if (silent !== undefined) return silent();
    const refused = refusals.find(({ vessel }) => vessel === asked.vessel);
    if (refused !== undefined) return (refuse[protocol] ?? refuseByStatus)(refused, sent);
    return Response.json(write[protocol]?.({ berth: 'B7', nights: asked.nights }, sent));
  };
}

function greetMcp({ method, id = null }: JsonObject): Response | undefined {
  const answer = (result: JsonObject) => Response.json({ jsonrpc: '2.0', id, result });
  if (method === 'initialize') {
    const serverInfo = { name: 'berths', version: '1' };
    return answer({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo });
  }
  if (method === 'tools/list') return answer({ tools: [mcpTool] });
  if (method === 'tools/call') return undefined;
  if (id === null) return new Response(null, { status: 202 });
  return Response.json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } });
}

const at = (value: JsonValue | undefined, ...path: (string | number)[]): JsonValue =>
  path.reduce<JsonValue>((part, step) => (part as never)[step] as JsonValue, value ?? null);

const read: Readonly<Record<string, (sent: JsonObject) => JsonValue>> = {
  aidip: ({ operation: _, ...rest }) => at({ ...rest }, ...('inputs' in rest ? ['inputs'] : [])),
  http: (sent) => sent,
  nact: ({ input_parameters: given }) =>
    Object.fromEntries((given as JsonObject[]).map(({ name: key, value }) => [String(key), value ?? null])),
  agis: (sent) => sent,
  mcp: (sent) => at(sent, 'params', 'arguments'),
  a2a: (sent) => at(sent, 'params', 'message', 'parts', 0, 'data'),
};

type Refuse = (refusal: Refusal, sent: JsonObject) => Response;

const refuseByStatus: Refuse = ({ status, code, retryable }) =>
  Response.json({ code, detail: 'Not now.', retryable }, { status });

/** Protocols with their own format for refusals; transport errors remain a status. */
const refuse: Readonly<Record<string, Refuse>> = {
  mcp(refusal, sent) {
    if (refusal.status >= 500 || refusal.status === 429) return refuseByStatus(refusal, sent);
    const _meta = { 'dragoman/code': refusal.code, 'dragoman/retryable': refusal.retryable };
    const result = { content: [{ type: 'text', text: 'Not now.' }], isError: true, _meta };
    return Response.json({ jsonrpc: '2.0', id: sent.id ?? null, result });
  },
  a2a({ code, retryable }, { id = null }) {
    const metadata = { retryable: String(retryable) };
    const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: code, domain: 'dragoman', metadata };
    return Response.json({ jsonrpc: '2.0', id, error: { code: -32000, message: 'Not now.', data: [info] } });
  },
};

const plain = (answer: JsonObject): JsonObject => answer;

const write: Readonly<Record<string, (answer: JsonObject, sent: JsonObject) => JsonObject>> = {
  aidip: plain,
  http: plain,
  agis: plain,
  nact: (answer) => ({ output_parameters: Object.entries(answer).map(([key, value]) => ({ name: key, value })) }),
  mcp: (answer, { id = null }) => ({
    jsonrpc: '2.0',
    id,
    result: { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer },
  }),
  a2a: (answer, { id = null }) => ({
    jsonrpc: '2.0',
    id,
    result: { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ data: answer }] } },
  }),
};
