/** The `Mcp-Param-*` headers that the bridge sends: learned from lists, page by page, and again after a refusal. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { bridgeMcp } from './bridge-mcp.js';

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

function tool(name: string, header?: string): JsonObject {
  const mark: JsonObject = header === undefined ? {} : { 'x-mcp-header': header };
  return { name, inputSchema: { type: 'object', properties: { zone: { type: 'string', ...mark } } } };
}

/** A registry with a list of tools in pages of one, which compares the headers of calls. */
function createRegistry(tools: JsonObject[], { events = false } = {}) {
  const seen: string[] = [];
  const answer = (method: string, params: JsonObject, headers: Headers): JsonObject => {
    if (method === 'tools/list') {
      const at = Number(params.cursor ?? 0);
      const next = at + 1 < tools.length ? { nextCursor: String(at + 1) } : {};
      return { result: { tools: tools.slice(at, at + 1), ...next } };
    }
    const called = tools.find(({ name }) => name === params.name) as
      | { inputSchema: { properties: { zone: { 'x-mcp-header'?: string } } } }
      | undefined;
    const header = called?.inputSchema.properties.zone['x-mcp-header'];
    const fits = header === undefined || headers.get(`mcp-param-${header}`) === (params.arguments as JsonObject).zone;
    return fits ? { result: { content: [] } } : { error: { code: -32020, message: 'Header mismatch' } };
  };
  const fetch = async (_: unknown, { body, headers }: RequestInit = {}) => {
    const { id = null, method, params } = JSON.parse(String(body)) as JsonObject;
    const sent = new Headers(headers);
    const names = [...sent.keys()].filter((name) => name.startsWith('mcp-param-'));
    seen.push([String(method), ...names].join(' '));
    const message = { jsonrpc: '2.0', id, ...answer(String(method), params as JsonObject, sent) };
    if (!events) return Response.json(message, { status: 'error' in message ? 400 : 200 });
    return new Response(`data: ${JSON.stringify(message)}\n\n`, { headers: { 'content-type': 'text/event-stream' } });
  };
  return { fetch, seen };
}

/** Sends requests one after the other; runs the functions between them. */
async function converse(fetch: typeof globalThis.fetch, steps: readonly (JsonObject | (() => void))[]) {
  const written: JsonObject[] = [];
  let onAnswer: () => void = () => undefined;
  async function* input() {
    for (const [id, step] of steps.entries()) {
      if (typeof step === 'function') {
        step();
        continue;
      }
      const answered = new Promise<void>((resolve) => {
        onAnswer = resolve;
      });
      const params = { ...(step.params as JsonObject), _meta };
      yield Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id, ...step, params })}\n`);
      await answered;
    }
  }
  const write = (message: JsonValue) => {
    written.push(message as JsonObject);
    onAnswer();
  };
  const signal = new AbortController().signal;
  await bridgeMcp(input(), { endpoint: 'http://registry.example/mcp', fetch, credential: {}, write, signal });
  return written;
}

const list = (cursor?: string) => ({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } });
const callOf = (name: string, zone: JsonValue = 'b') => ({
  method: 'tools/call',
  params: { name, arguments: { zone } },
});

describe('headers of tool calls in the bridge', () => {
  it.each([false, true])('are learned from every page that passes through (event stream: %s)', async (events) => {
    const { fetch, seen } = createRegistry([tool('a', 'zone'), tool('b', 'place')], { events });
    const written = await converse(fetch, [list(), list('1'), callOf('a'), callOf('b')]);
    expect(seen).toEqual(['tools/list', 'tools/list', 'tools/call mcp-param-zone', 'tools/call mcp-param-place']);
    expect(written.every(({ result }) => result !== undefined)).toBe(true);
  });

  it('are read from the list when a call is refused, and the call is sent a second time', async () => {
    const { fetch, seen } = createRegistry([tool('a'), tool('b', 'zone'), tool('c')]);
    const written = await converse(fetch, [callOf('b'), callOf('b')]);
    const lists = ['tools/list', 'tools/list'];
    expect(seen).toEqual(['tools/call', ...lists, 'tools/call mcp-param-zone', 'tools/call mcp-param-zone']);
    expect(written.map(({ id, result }) => [id, result])).toEqual([
      [0, { content: [] }],
      [1, { content: [] }],
    ]);
  });

  it('follow changes of a tool, with or without a new list', async () => {
    const tools = [tool('a', 'zone')];
    const { fetch, seen } = createRegistry(tools);
    const change = (header?: string) => () => void tools.splice(0, 1, tool('a', header));
    await converse(fetch, [list(), callOf('a'), change('place'), callOf('a'), change(), list(), callOf('a')]);
    expect(seen).toEqual([
      'tools/list',
      'tools/call mcp-param-zone',
      'tools/call mcp-param-zone',
      'tools/list',
      'tools/call mcp-param-place',
      'tools/list',
      'tools/call',
    ]);
  });

  it('are tried twice at most, and the client gets the error', async () => {
    const { fetch, seen } = createRegistry([tool('a', 'zone')]);
    const refusing: typeof globalThis.fetch = async (input, init) => {
      const answer = await fetch(input, init);
      const error = { code: -32020, message: 'Header mismatch' };
      return String(init?.body).includes('tools/call')
        ? Response.json({ jsonrpc: '2.0', id: 0, error }, { status: 400 })
        : answer;
    };
    const [written] = await converse(refusing, [callOf('a')]);
    expect(seen).toEqual(['tools/call', 'tools/list', 'tools/call mcp-param-zone']);
    expect(written).toMatchObject({ id: 0, error: { code: -32020 } });
  });

  it('are not sent for annotations that cannot be header names, nor for inherited members', async () => {
    const { fetch, seen } = createRegistry([tool('a', 'two words'), tool('b', 'x\r\ny')]);
    await converse(fetch, [list(), list('1'), { method: 'tools/call', params: { name: 'toString', arguments: {} } }]);
    expect(seen.at(-1)).toBe('tools/call');
  });
});
