/** Calls the only operation of a service over every face, and returns what a model or a program gets to see. */
import type { JsonObject } from '@dragoman/model';
import { createExecutor, createToolRoot } from '@dragoman/sdk/executor';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { GatewayServer } from './gateway-server.js';

/** A result as its reader sees it. */
export interface Seen {
  failed: boolean;
  /** All text of the result, in order. */
  text: string;
  /** The whole result, as it was sent. */
  whole: JsonObject;
}

/** Options of a call. */
export interface Asked {
  input?: JsonObject;
  dryRun?: boolean;
}

/** Calls the only operation of a service. */
export type ReadResult = (gateway: GatewayServer, id: string, asked: Asked) => Promise<Seen>;

async function overRest(gateway: GatewayServer, id: string, { input = {}, dryRun }: Asked): Promise<Seen> {
  const headers = dryRun === true ? { 'x-dry-run': 'true' } : {};
  const { status, text, json, headers: sent } = await gateway.ask('POST', `/agents/${id}/invoke`, input, headers);
  const warnings = sent.get('x-dragoman-findings') ?? '';
  return { failed: status >= 400, text: `${text}\n${warnings}`, whole: { ...json } as JsonObject };
}

interface McpResult {
  content: { type: string; text?: string }[];
  structuredContent?: JsonObject;
  isError?: boolean;
}

/** Uses a client that is connected to an MCP endpoint. */
export async function withMcp<Result>(address: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ name: 'results', version: '1.0.0' }, {});
  await client.connect(new StreamableHTTPClientTransport(new URL(address)));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

function seenOverMcp(result: McpResult): Seen {
  const texts = result.content.flatMap(({ text }) => text ?? []);
  return { failed: result.isError === true, text: texts.join('\n'), whole: result as unknown as JsonObject };
}

/** The client validates results against the output schemas of the list, as clients of frameworks do. */
const overMcp =
  (path: (id: string) => string): ReadResult =>
  ({ url }, id, { input = {}, dryRun = false }) =>
    withMcp(`${url}${path(id)}`, async (client) => {
      const { tools } = await client.listTools();
      const _meta = dryRun ? { 'dragoman/dry_run': true } : {};
      const called = await client.callTool({ name: tools[0]?.name ?? '', arguments: input, _meta });
      return seenOverMcp(called as McpResult);
    });

async function overMcpRoot({ url }: GatewayServer, id: string, { input = {}, dryRun = false }: Asked): Promise<Seen> {
  const tool = await withMcp(`${url}/agents/${id}/mcp`, async (client) => (await client.listTools()).tools[0]?.name);
  return withMcp(`${url}/mcp`, async (client) => {
    await client.listTools();
    const given = { agent: id, tool: tool ?? '', arguments: input, ...(dryRun ? { dry_run: true } : {}) };
    return seenOverMcp((await client.callTool({ name: 'call_tool', arguments: given })) as McpResult);
  });
}

async function onlyTool({ url }: GatewayServer, id: string) {
  const source = { label: 'one', root: `${url}/agents/${id}`, allowInsecure: true };
  const { value: tool } = await createToolRoot(source).list().next();
  if (tool === undefined) throw new Error('the root has no tool');
  return { source, tool };
}

async function overNact(gateway: GatewayServer, id: string, { input = {}, dryRun }: Asked): Promise<Seen> {
  const { tool } = await onlyTool(gateway, id);
  const input_parameters = Object.entries(input).map(([name, value]) => ({ name, value }));
  const headers = dryRun === true ? { 'x-dry-run': 'true' } : {};
  const path = `/agents/${id}/tools/${tool.toolId}:invoke`;
  const { status, text, json } = await gateway.ask('POST', path, { name: tool.name, input_parameters }, headers);
  return { failed: status >= 400, text, whole: json as JsonObject };
}

async function overExecutor(gateway: GatewayServer, id: string, { input = {} }: Asked): Promise<Seen> {
  const { source, tool } = await onlyTool(gateway, id);
  const executor = createExecutor({ sources: [source], tools: [{ tool: tool.toolId, retrySeconds: 0 }] });
  const session = await executor.startSession();
  const content = [{ type: 'tool_use', id: 'c1', name: tool.name, input }];
  const { outcomes, messages } = await session.run('anthropic', { role: 'assistant', content });
  const [outcome] = outcomes;
  return {
    failed: outcome?.kind !== 'succeeded',
    text: outcome?.text ?? '',
    whole: { messages } as unknown as JsonObject,
  };
}

async function overA2a(gateway: GatewayServer, id: string, { input = {}, dryRun = false }: Asked): Promise<Seen> {
  const metadata = dryRun ? { 'urn:dragoman:a2a:operations:1/dry_run': true } : {};
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ data: input }], metadata };
  const body = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } };
  const { json } = await gateway.ask('POST', `/agents/${id}/a2a`, body, { 'a2a-version': '1.0' });
  const { result, error } = json as { result?: { message: { parts: JsonObject[] } }; error?: { message: string } };
  const parts = result?.message.parts ?? [];
  const texts = parts.map(({ text, data }) => (typeof text === 'string' ? text : JSON.stringify(data ?? null)));
  return { failed: error !== undefined, text: error?.message ?? texts.join('\n'), whole: json as JsonObject };
}

async function overAgis(gateway: GatewayServer, id: string, { input = {}, dryRun }: Asked): Promise<Seen> {
  const { json: document } = await gateway.ask('GET', `/agents/${id}/agis`);
  const [endpoint] = document.endpoints as { method: string; path: string }[];
  const headers = { 'x-agis-method': endpoint?.method ?? '', ...(dryRun === true ? { 'x-dry-run': 'true' } : {}) };
  const path = `/agents/${id}/agis${endpoint?.path ?? ''}`;
  const { status, text, json, headers: sent } = await gateway.ask('POST', path, input, headers);
  const warnings = sent.get('x-dragoman-findings') ?? '';
  return { failed: status >= 400, text: `${text}\n${warnings}`, whole: json as JsonObject };
}

/** Every face; a toolset of the same id contains the tool of the service. */
export const resultReaders: Readonly<Record<string, ReadResult>> = {
  REST: overRest,
  'MCP (service)': overMcp((id) => `/agents/${id}/mcp`),
  'MCP (toolset)': overMcp((id) => `/toolsets/${id}/mcp`),
  'MCP (root)': overMcpRoot,
  'N-ACT': overNact,
  executor: overExecutor,
  A2A: overA2a,
  AGIS: overAgis,
};
