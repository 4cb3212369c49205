/** Images, sounds and files of MCP servers and A2A agents through a whole server: typed in every face, never lost. */
import type { UpstreamRequest, UpstreamResponse } from '@dragoman/core/engine';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from './server.support.js';
import { startTestServer } from './server.support.js';

const png = Buffer.from('\x89PNG\r\n\x1a\n a small picture', 'latin1').toString('base64');
const wav = Buffer.from('RIFF1234WAVEfmt a short sound', 'latin1').toString('base64');
const pdf = Buffer.from('%PDF-1.7 a manual', 'latin1').toString('base64');
const svg = Buffer.from('<svg onload="alert(1)"/>').toString('base64');

const parts: JsonObject[] = [
  { type: 'text', text: 'The pier today.' },
  { type: 'image', mimeType: 'image/png', data: png },
  { type: 'audio', mimeType: 'audio/wav', data: wav },
  { type: 'resource', resource: { uri: 'file:///docs/pier.pdf', mimeType: 'application/pdf', blob: pdf } },
  { type: 'resource_link', uri: 'https://files.example/pier.csv', name: 'pier.csv', mimeType: 'text/csv' },
];

/** Results of the tools of an MCP server. */
const results: Readonly<Record<string, JsonObject>> = {
  parts: { content: parts },
  structured: { content: [{ type: 'text', text: '{"wind":7}' }, ...parts.slice(1, 2)], structuredContent: { wind: 7 } },
  fake: { content: [{ type: 'image', mimeType: 'image/png', data: svg }] },
};

function reply({ body, url }: UpstreamRequest): JsonValue {
  const { id = null, method, params } = body as { id?: JsonValue; method: string; params?: { name?: string } };
  if (url.startsWith('https://agent.example')) {
    const file = { raw: png, filename: 'pier.png', mediaType: 'image/png' };
    const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'The pier.' }, file] };
    return { jsonrpc: '2.0', id, result: { message } };
  }
  if (method === 'server/discover') return { jsonrpc: '2.0', id, result: { supportedVersions: ['2026-07-28'] } };
  return { jsonrpc: '2.0', id, result: results[params?.name ?? ''] ?? {} };
}

async function send(request: UpstreamRequest): Promise<UpstreamResponse> {
  await request.onSend?.();
  const body = new Blob([JSON.stringify(reply(request))]).stream();
  const { origin } = new URL(request.url);
  return { status: 200, headers: {}, mediaType: 'application/json', body, attempts: 1, origin };
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ overrides: { upstream: { send, close: async () => undefined } } });
  const tools = Object.keys(results).map((name) => ({
    name,
    description: `Views ${name}.`,
    inputSchema: { type: 'object' },
  }));
  const card = {
    name: 'Pier agent',
    description: 'Looks at piers.',
    version: '1.0.0',
    capabilities: {},
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['image/png'],
    supportedInterfaces: [{ url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    skills: [{ id: 'view', name: 'View a pier', description: 'Views a pier.', tags: ['pier'] }],
  };
  const items = [
    { document: { server: 'https://tools.example/mcp', tools }, curation: { id: 'camera' } },
    { document: card, curation: { id: 'viewer' } },
  ];
  const imported = await server.ask('POST', '/imports', { body: { items } });
  expect(await imported.json()).toMatchObject({ results: [{ outcome: 'created' }, { outcome: 'created' }] });
});
afterAll(() => server.server.close());

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await server.ask(method, path, { ...(body === undefined ? {} : { body }), headers });
  return (await answer.json()) as Record<string, JsonValue>;
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

async function overMcp(id: string, name: string, given: JsonObject = {}, more: JsonObject = {}): Promise<JsonObject> {
  const params = { name, arguments: given, _meta: { ...meta, ...more } };
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': name,
  };
  const { result } = await ask(
    'POST',
    `/agents/${id}/mcp`,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    headers,
  );
  return result as JsonObject;
}

async function overA2a(id: string, skill: string, configuration: JsonObject = {}): Promise<JsonObject> {
  const message = {
    messageId: '1',
    role: 'ROLE_USER',
    parts: [id === 'viewer' ? { text: 'Look.' } : { data: {} }],
    metadata: { 'urn:dragoman:a2a:operations:1/skill': skill },
  };
  const params = { message, configuration };
  const body = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params };
  const { result } = await ask('POST', `/agents/${id}/a2a`, body, { 'a2a-version': '1.0' });
  return result as JsonObject;
}

async function endOfTask(id: string): Promise<JsonObject> {
  for (;;) {
    const body = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id } };
    const { result } = await ask('POST', '/agents/camera/a2a', body, { 'a2a-version': '1.0' });
    const { status } = result as { status: { state: string } };
    if (status.state === 'TASK_STATE_COMPLETED') return result as JsonObject;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function overNact(id: string, name: string): Promise<JsonObject> {
  const { items } = (await ask('GET', `/agents/${id}/tools`)) as { items: { toolId: string; name: string }[] };
  const tool = items.find((each) => each.name.endsWith(name));
  return ask('POST', `/agents/${id}/tools/${tool?.toolId}:invoke`, { name: tool?.name, input_parameters: [] });
}

describe('results of MCP tools', () => {
  it('keep every part over MCP, also when a call with a key is repeated', async () => {
    const keyed = { 'dragoman/idempotency_key': 'once' };
    for (const more of [{}, keyed, keyed]) {
      expect((await overMcp('camera', 'parts', {}, more)).content).toEqual(parts);
    }
    const structured = { 'dragoman/idempotency_key': 'twice' };
    for (const _ of [1, 2]) {
      const result = await overMcp('camera', 'structured', {}, structured);
      expect(result).toMatchObject({
        structuredContent: { wind: 7 },
        content: [{ text: '{"wind":7}' }, { data: png }],
      });
    }
  });

  it('are messages with files over A2A, at once and as a task', async () => {
    const written = [
      { text: 'The pier today.' },
      { raw: png, mediaType: 'image/png' },
      { raw: wav, mediaType: 'audio/wav' },
      { raw: pdf, filename: 'pier.pdf', mediaType: 'application/pdf' },
      { url: 'https://files.example/pier.csv', filename: 'pier.csv', mediaType: 'text/csv' },
    ];
    expect(await overA2a('camera', 'parts')).toMatchObject({ message: { parts: written } });
    const structured = [{ data: { wind: 7 } }, { raw: png, mediaType: 'image/png' }];
    expect(await overA2a('camera', 'structured')).toMatchObject({ message: { parts: structured } });
    for (const [tool, expected] of Object.entries({ parts: written, structured })) {
      const { task } = await overA2a('camera', tool, { returnImmediately: true });
      expect(await endOfTask(String((task as JsonObject).id))).toMatchObject({ artifacts: [{ parts: expected }] });
    }
  });

  it('say where the media are over N-ACT, and include those that no output has', async () => {
    const output = 'result';
    expect(await overNact('camera', 'parts')).toMatchObject({
      media: [
        { media_type: 'image/png', output, pointer: '/content/1/data' },
        { media_type: 'audio/wav', output, pointer: '/content/2/data' },
        { media_type: 'application/pdf', name: 'pier.pdf', output, pointer: '/content/3/resource/blob' },
      ],
    });
    expect(await overNact('camera', 'structured')).toMatchObject({ media: [{ media_type: 'image/png', data: png }] });
  });

  it('are returned whole over REST; the parts that a structured output does not have are kept', async () => {
    expect(await ask('POST', '/agents/camera/invoke/parts', {})).toEqual({ content: parts });
    const answer = await server.ask('POST', '/agents/camera/invoke/structured', { body: {} });
    expect(await answer.json()).toEqual({ wind: 7 });
    const id = answer.headers.get('x-dragoman-parts');
    expect(await ask('GET', `/results/${id}?pointer=/content/0`)).toMatchObject({ value: parts[1] });
  });

  it('are not shown as images when they are markup', async () => {
    const { content } = await overMcp('camera', 'fake');
    expect(content).toMatchObject([
      { type: 'resource', resource: { mimeType: 'application/octet-stream', blob: svg } },
      { type: 'text', text: expect.stringContaining('/content/0 was declared as image/png, but is SVG') },
    ]);
  });
});

describe('files of an A2A agent', () => {
  it('are typed content over MCP, and not sent twice', async () => {
    const result = await overMcp('viewer', 'view', { message: 'Look.' });
    expect(result).toMatchObject({
      content: [{ type: 'text' }, { type: 'image', mimeType: 'image/png', data: png }],
      structuredContent: { text: 'The pier.', files: [{ name: 'pier.png', media_type: 'image/png' }] },
    });
    expect(JSON.stringify(result).split(png)).toHaveLength(2);
  });

  it('stay files over A2A', async () => {
    const file = { raw: png, filename: 'pier.png', mediaType: 'image/png' };
    expect(await overA2a('viewer', 'view')).toMatchObject({ message: { parts: [{ text: 'The pier.' }, file] } });
  });
});
