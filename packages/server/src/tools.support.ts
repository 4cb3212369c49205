/** A server with tools for tests: services that follow a script, and one tool in up to three versions. */
import type { Store, UpstreamRequest, UpstreamResponse } from '@dragoman/core/engine';
import { createMemoryStore } from '@dragoman/core/engine';
import type { JsonObject, JsonValue, ToolSignature } from '@dragoman/model';
import { afterEach } from 'vitest';
import type { Ask, TestServer } from './server.support.js';
import { startTestServer } from './server.support.js';

/** How a service responds to a request. */
export type Script = (request: UpstreamRequest) => { status?: number; body: JsonValue } | Promise<never>;
/** A page of a list. */
export interface Page {
  items: ToolSignature[];
  paging: { pageLimit: number; next: string | null };
}

const open: TestServer[] = [];
afterEach(async () => {
  for (const { server } of open.splice(0)) await server.close();
});

/** A server with services that follow a script, and a key with every scope but admin. */
export async function start(
  script: Script = ({ body }) => ({ body: (body ?? null) as JsonValue }),
  store: Store = createMemoryStore(),
  flags: Record<string, string> = {},
) {
  const sent: UpstreamRequest[] = [];
  const send = async (request: UpstreamRequest): Promise<UpstreamResponse> => {
    await request.onSend?.();
    sent.push(request);
    const { status = 200, body } = await script(request);
    const bytes = new Blob([JSON.stringify(body)]).stream();
    return {
      status,
      headers: {},
      mediaType: 'application/json',
      body: bytes,
      attempts: 1,
      origin: new URL(request.url).origin,
    };
  };
  const test = await startTestServer({
    flags: { 'auth.mode': 'optional', ...flags },
    store,
    overrides: { upstream: { send, close: async () => {} } },
  });
  open.push(test);
  const key = await test.keyFor('ada', 'registry:write', 'registry:read', 'agents:invoke');
  const ask = (method: string, path: string, more: Ask = {}) => test.ask(method, path, { key, ...more });
  const read = async <T>(path: string, more: Ask = {}) => (await (await ask('GET', path, more)).json()) as T;
  const walk = async (path: string, more: Ask = {}) => {
    const pages: Page[] = [];
    for (let next: string | null = ''; next !== null; next = pages.at(-1)?.paging.next ?? null) {
      const url = new URL(path, 'http://x');
      if (next !== '') url.searchParams.set('pageCursor', next);
      pages.push(await read<Page>(`${url.pathname}${url.search}`, more));
    }
    return pages;
  };
  const register = async (document: JsonObject) => {
    const answer = await ask('POST', '/agents', { body: document });
    if (!answer.ok) throw new Error(await answer.text());
  };
  return { ...test, key, sent, ask, read, walk, register };
}

/** Such a server. */
export type Server = Awaited<ReturnType<typeof start>>;

/** The refill operation. */
export const order = (required: string[], more: JsonObject = {}): JsonObject => ({
  name: 'order_refill',
  description: 'Orders a refill of one prescription.',
  inputs: {
    type: 'object',
    properties: {
      rx: { type: 'string', description: 'Number on the label.', maxLength: 10 },
      days: { type: 'integer', minimum: 1, maximum: 90 },
      delivery: { enum: ['pickup', 'home courier'] },
      ...more,
    },
    required,
    additionalProperties: false,
  },
  outputs: {
    type: 'object',
    properties: { rx: { type: 'string' }, days: { type: 'integer' }, delivery: { type: 'string' } },
  },
});

/** A service with the refill operation. */
export const agent = (id: string, change: JsonObject = {}): JsonObject => ({
  id,
  name: `Agent ${id}`,
  description: 'Orders refills.',
  version: '1.0.0',
  publisher: 'Linden',
  capabilities: ['refills'],
  tags: ['pharmacy'],
  endpoint: `https://${id}.example/call`,
  operations: [order(['rx', 'delivery'])],
  ...change,
});

/** The same with one more optional input. */
export const grown = agent('linden', { operations: [order(['rx', 'delivery'], { generic: { type: 'boolean' } })] });
const answered = { ...order(['rx', 'delivery'], { generic: { type: 'boolean' } }) };
/** And with one more output. */
export const third = agent('linden', {
  operations: [
    {
      ...answered,
      outputs: {
        type: 'object',
        properties: {
          rx: { type: 'string' },
          days: { type: 'integer' },
          delivery: { type: 'string' },
          generic: { type: 'boolean' },
        },
      },
    },
  ],
});

/** The required inputs. */
export const [rx, delivery] = [
  { name: 'rx', value: 'RX-1' },
  { name: 'delivery', value: 'PICKUP' },
];
/** A call of the refill tool. */
export const body = (change: JsonObject = {}) => ({
  name: 'linden__order_refill',
  input_parameters: [rx, delivery],
  ...change,
});

/** A server with these documents registered in turn, and its first tool. */
export async function withVersions(...documents: JsonObject[]) {
  const server = await start();
  for (const document of documents) await server.register(document);
  const { items } = await server.read<Page>('/tools');
  const [tool] = items;
  if (tool === undefined) throw new Error('no tool');
  return { server, tool, path: `/tools/${tool.toolId}` };
}

/** Sends a call. */
export const invoke = (server: Server, path: string, given: unknown, more: Ask = {}) =>
  server.ask('POST', path, { body: given, ...more });
/** The problems that an error names. */
export const problemsOf = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { details?: { parameter: string; problem: string }[] } };
  return (error.details ?? []).map(({ parameter, problem }) => `${parameter}: ${problem}`);
};
