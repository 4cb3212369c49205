/** Calls a service of the gateway in every protocol that it is served in, with a real client of each protocol. */

import type { Message } from '@a2a-js/sdk';
import { Role } from '@a2a-js/sdk';
import { ClientFactory, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client';
import { A2AError } from '@a2a-js/sdk/errors';
import type { JsonObject } from '@dragoman/model';
import { createClient, isDragomanError } from '@dragoman/sdk';
import { createAgisAgent } from '@dragoman/sdk/agis';
import { createToolRoot } from '@dragoman/sdk/executor';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import oasToHar from '@readme/oas-to-har';
import Oas from 'oas';
import type { GatewayServer } from './gateway-server.js';

/** The result of a call. */
export type Called = { output: unknown } | { code: unknown; retryable: unknown; text: string };

/** Calls the only operation of a service. */
export type CallAgent = (gateway: GatewayServer, id: string, input: JsonObject) => Promise<Called>;

/** The error that our client throws when a call fails. */
function ofError(thrown: unknown): Called {
  if (!isDragomanError(thrown)) throw thrown;
  return { code: thrown.code, retryable: thrown.retryable, text: thrown.message };
}

/** Disables retries, so that the result is the gateway's and does not depend on the client. */
const once = { attempts: 1 };

async function callAidip({ url }: GatewayServer, id: string, input: JsonObject): Promise<Called> {
  const client = createClient({ baseUrl: url, allowInsecure: true, retry: once });
  return client.agents.invoke(id, input).then(({ output }) => ({ output }), ofError);
}

/** A library that knows only the document builds the request. */
async function callOpenApi(gateway: GatewayServer, id: string, input: JsonObject): Promise<Called> {
  const { json } = await gateway.ask('GET', `/agents/${id}/openapi.json`);
  const document = new Oas(json as ConstructorParameters<typeof Oas>[0]);
  const [operation] = Object.values(document.getPaths()).flatMap((item) => Object.values(item));
  if (operation === undefined) throw new Error('the document has no operation');
  const [entry] = oasToHar(document, operation, { body: input }).log.entries;
  if (entry === undefined) throw new Error('no request was built');
  const { url, method, headers, postData } = entry.request;
  const answer = await fetch(url, {
    method,
    headers: Object.fromEntries(headers.map((each: { name: string; value: string }) => [each.name, each.value])),
    body: postData?.text ?? null,
  });
  const body = (await answer.json()) as JsonObject;
  return answer.ok ? { output: body } : { code: body.code, retryable: body.retryable, text: String(body.detail) };
}

async function callNact({ url }: GatewayServer, id: string, input: JsonObject): Promise<Called> {
  const root = createToolRoot({ label: 'harbour', root: `${url}/agents/${id}`, allowInsecure: true });
  const { value: tool } = await root.list().next();
  if (tool === undefined) throw new Error('the root has no tool');
  const input_parameters = Object.entries(input).map(([name, value]) => ({ name, value }));
  const invocation = { toolId: tool.toolId, version: tool.version, body: { name: tool.name, input_parameters } };
  try {
    const answer = await root.invoke({ ...invocation, idempotencyKey: crypto.randomUUID() });
    const { output_parameters } = answer as { output_parameters: { name: string; value: unknown }[] };
    return { output: Object.fromEntries(output_parameters.map(({ name, value }) => [name, value])) };
  } catch (thrown) {
    return ofError(thrown);
  }
}

async function callAgis({ url }: GatewayServer, id: string, input: JsonObject): Promise<Called> {
  const agent = createAgisAgent({ allowInsecure: true, sleep: async () => {} });
  const { endpoints } = await agent.discover(`${url}/agents/${id}/agis`);
  const [endpoint] = endpoints;
  if (endpoint === undefined) throw new Error('the service has no endpoint');
  return agent.call(endpoint, input, { confidence: 1 }).then(({ output }) => ({ output }), ofError);
}

async function callMcp(gateway: GatewayServer, id: string, input: JsonObject): Promise<Called> {
  const client = new Client({ name: 'matrix', version: '1.0.0' }, {});
  await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.url}/agents/${id}/mcp`)));
  try {
    const { tools } = await client.listTools();
    const result = await client.callTool({ name: tools[0]?.name ?? '', arguments: input });
    const meta = (result._meta ?? {}) as Record<string, unknown>;
    const [first] = result.content as { text?: string }[];
    const text = first?.text ?? '';
    if (result.isError === true) return { code: meta['dragoman/code'], retryable: meta['dragoman/retryable'], text };
    return { output: result.structuredContent };
  } finally {
    await client.close();
  }
}

interface A2aErrorBody {
  message: string;
  data?: JsonObject[];
  details?: JsonObject[];
}

type MakeTransport = (fetchImpl: typeof fetch) => JsonRpcTransportFactory | RestTransportFactory;

/** The official client drops the details of errors that A2A does not define, so they are read from the raw response. */
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
      const { data, details, message: text } = answered.error as unknown as A2aErrorBody;
      const info = (data ?? details)?.find(({ domain }) => domain === 'dragoman');
      const facts = info?.metadata as JsonObject | undefined;
      return { code: info?.reason, retryable: facts?.retryable === 'true', text };
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

/** Clients that validate the input against its schema themselves, and send nothing if it is invalid. */
export const checksInput: ReadonlySet<string> = new Set(['agis']);
