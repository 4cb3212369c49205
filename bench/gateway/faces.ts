/** The same call through every face of one server, so that what a face itself costs can be compared. */
import type { CallUnderLoad } from './load.js';
import type { Contestant } from './proxies.js';

/** A face and the request that makes the call through it. */
export interface FaceCall {
  key: string;
  name: string;
  call: CallUnderLoad;
}

const agent = '/agents/freight-desk';

interface Found {
  origin: string;
  headers: Record<string, string>;
  /** The inputs of the call, by name. */
  input: Record<string, unknown>;
}

/** The calls, each tried once; throws when a face does not answer with the output of the agent. */
export async function faceCalls({ call }: Contestant): Promise<FaceCall[]> {
  const found: Found = {
    origin: new URL(call.url).origin,
    headers: { ...call.headers, Accept: 'application/json, text/event-stream' },
    input: JSON.parse(call.body) as Found['input'],
  };
  const faces = [
    { key: 'aidip', name: 'AIDIP', call },
    await openApiCall(found),
    await nactCall(found),
    await mcpCall(found),
    a2aCall(found),
    await agisCall(found),
  ];
  for (const face of faces) await requireOutput(face);
  return faces;
}

async function read<T>({ origin, headers }: Found, path: string): Promise<T> {
  const answer = await fetch(`${origin}${path}`, { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** The first path of the agent's OpenAPI document. */
async function openApiCall(found: Found): Promise<FaceCall> {
  const { paths } = await read<{ paths: Record<string, unknown> }>(found, `${agent}/openapi.json`);
  const url = `${found.origin}${Object.keys(paths)[0] ?? ''}`;
  return {
    key: 'openapi',
    name: 'OpenAPI route',
    call: { url, headers: found.headers, body: JSON.stringify(found.input) },
  };
}

async function nactCall(found: Found): Promise<FaceCall> {
  const { items } = await read<{ items: { toolId: string; name: string }[] }>(found, `${agent}/tools`);
  const [tool] = items;
  const parameters = Object.entries(found.input).map(([name, value]) => ({ name, value }));
  return {
    key: 'nact',
    name: 'N-ACT',
    call: {
      url: `${found.origin}/tools/${tool?.toolId}:invoke`,
      headers: found.headers,
      body: JSON.stringify({ name: tool?.name, input_parameters: parameters }),
    },
  };
}

async function mcpCall(found: Found): Promise<FaceCall> {
  const { tools } = await read<{ tools: { name: string }[] }>(found, `${agent}/mcp/tools`);
  const name = tools[0]?.name ?? '';
  const params = {
    name,
    arguments: found.input,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  return {
    key: 'mcp',
    name: 'MCP',
    call: {
      url: `${found.origin}${agent}/mcp`,
      headers: {
        ...found.headers,
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/call',
        'Mcp-Name': name,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    },
  };
}

function a2aCall({ origin, headers, input }: Found): FaceCall {
  const message = { messageId: 'one-call', role: 'ROLE_USER', parts: [{ data: input }] };
  return {
    key: 'a2a',
    name: 'A2A',
    call: {
      url: `${origin}${agent}/a2a`,
      headers: { ...headers, 'A2A-Version': '1.0' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }),
    },
  };
}

async function agisCall(found: Found): Promise<FaceCall> {
  interface Endpoint {
    method: string;
    path: string;
  }
  const { endpoints } = await read<{ endpoints: Endpoint[] }>(found, `${agent}/agis`);
  const [endpoint] = endpoints;
  return {
    key: 'agis',
    name: 'AGIS',
    call: {
      url: `${found.origin}${agent}/agis${endpoint?.path}`,
      headers: { ...found.headers, 'X-AGIS-Method': endpoint?.method ?? '' },
      body: JSON.stringify(found.input),
    },
  };
}

async function requireOutput({ name, call: { url, headers, body } }: FaceCall): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers, body });
  const text = await answer.text();
  if (!answer.ok || !text.includes('currency')) throw new Error(`${name} (${url}): ${answer.status} ${text}`);
}
