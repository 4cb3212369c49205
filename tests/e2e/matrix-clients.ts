/** How an agent of the gateway is called in every protocol that it is served in, each by that protocol's own way. */

import type { Message } from '@a2a-js/sdk';
import { Role } from '@a2a-js/sdk';
import { ClientFactory, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client';
import { A2AError } from '@a2a-js/sdk/errors';
import type { JsonObject } from '@dragoman/model';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Answer, GatewayServer } from './gateway-server.js';

/** What came of a call. */
export type Called = { output: unknown } | { code: unknown; retryable: unknown };

/** Calls the one operation of an agent. */
export type CallAgent = (gateway: GatewayServer, id: string, input: JsonObject) => Promise<Called>;

function ofHttp({ status, json }: Answer): Called {
  return status < 300 ? { output: json } : { code: json.code, retryable: json.retryable };
}

async function callAidip(gateway: GatewayServer, id: string, input: JsonObject): Promise<Called> {
  const { json } = await gateway.ask('GET', `/agents/${id}`);
  const [operation] = json.operations as { name: string }[];
  return ofHttp(await gateway.ask('POST', `/agents/${id}/invoke/${operation?.name}`, input));
}

/** The address and the form of the request are what the document says. */
async function callOpenApi(gateway: GatewayServer, id: string, input: JsonObject): Promise<Called> {
  const { json } = await gateway.ask('GET', `/agents/${id}/openapi.json`);
  const [server] = json.servers as { url: string }[];
  const [path = ''] = Object.keys(json.paths as JsonObject);
  const prefix = (server?.url ?? '').replace(gateway.url, '').replace(/\/$/, '');
  return ofHttp(await gateway.ask('POST', `${prefix}${path}`, input));
}

async function callNact(gateway: GatewayServer, id: string, input: JsonObject): Promise<Called> {
  const { json } = await gateway.ask('GET', `/agents/${id}/tools`);
  const [tool] = json.items as { toolId: string; name: string }[];
  const input_parameters = Object.entries(input).map(([name, value]) => ({ name, value }));
  const answer = await gateway.ask('POST', `/agents/${id}/tools/${tool?.toolId}/versions/1:invoke`, {
    name: tool?.name,
    input_parameters,
  });
  if (answer.status >= 300) return ofHttp(answer);
  const outputs = answer.json.output_parameters as { name: string; value: unknown }[];
  return { output: Object.fromEntries(outputs.map(({ name, value }) => [name, value])) };
}

async function callAgis(gateway: GatewayServer, id: string, input: JsonObject): Promise<Called> {
  const { json } = await gateway.ask('GET', `/agents/${id}/agis`);
  const [endpoint] = json.endpoints as { method: string; path: string }[];
  const headers = { 'x-agis-method': endpoint?.method ?? '' };
  return ofHttp(await gateway.ask('POST', `/agents/${id}/agis${endpoint?.path}`, input, headers));
}

async function callMcp(gateway: GatewayServer, id: string, input: JsonObject): Promise<Called> {
  const client = new Client({ name: 'matrix', version: '1.0.0' }, {});
  await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.url}/agents/${id}/mcp`)));
  try {
    const { tools } = await client.listTools();
    const result = await client.callTool({ name: tools[0]?.name ?? '', arguments: input });
    const meta = (result._meta ?? {}) as Record<string, unknown>;
    if (result.isError === true) return { code: meta['dragoman/code'], retryable: meta['dragoman/retryable'] };
    return { output: result.structuredContent };
  } finally {
    await client.close();
  }
}

type MakeTransport = (fetchImpl: typeof fetch) => JsonRpcTransportFactory | RestTransportFactory;

/** The official client keeps no details of faults that A2A has no name for, so they are read from what it was answered. */
const callA2a =
  (make: MakeTransport): CallAgent =>
  async (gateway, id, input) => {
    let answered: JsonObject = {};
    const transport = make(async (address, init) => {
      const response = await fetch(address, init);
      answered = (await response.clone().json()) as JsonObject;
      return response;
    });
    const client = await new ClientFactory({ transports: [transport] }).createFromUrl(`${gateway.url}/agents/${id}/`);
    const part = {
      content: { $case: 'data' as const, value: input },
      metadata: undefined,
      filename: '',
      mediaType: '',
    };
    const place = { contextId: '', taskId: '', metadata: undefined, extensions: [], referenceTaskIds: [] };
    const message = { messageId: crypto.randomUUID(), role: Role.ROLE_USER, parts: [part], ...place };
    try {
      const params = { tenant: '', message, configuration: undefined, metadata: undefined };
      const answer = (await client.sendMessage(params)) as Message;
      return { output: answer.parts[0]?.content?.value };
    } catch (error) {
      if (!(error instanceof A2AError)) throw error;
      const { data, details } = answered.error as { data?: JsonObject[]; details?: JsonObject[] };
      const info = (data ?? details)?.find(({ domain }) => domain === 'dragoman');
      const facts = info?.metadata as JsonObject | undefined;
      return { code: info?.reason, retryable: facts?.retryable === 'true' };
    }
  };

/** Every protocol that entries are served in and called over. */
export const clients: Readonly<Record<string, CallAgent>> = {
  aidip: callAidip,
  openapi: callOpenApi,
  nact: callNact,
  agis: callAgis,
  mcp: callMcp,
  a2a: callA2a((fetchImpl) => new JsonRpcTransportFactory({ fetchImpl })),
  'a2a (REST)': callA2a((fetchImpl) => new RestTransportFactory({ fetchImpl })),
};
