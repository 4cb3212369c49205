/** Spans are exported: a test collector receives what the server sends over OTLP. */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMemoryStore } from '@dragoman/core/engine';
import { createLogger, createServer, loadConfig } from '@dragoman/server';
import { afterEach, expect, it } from 'vitest';
import { agentDocument } from './agent-document.js';
import { startFaultyUpstream } from './faulty-upstream.js';
import { startGatewayServer } from './gateway-server.js';
import { startHttpHost } from './http-host.js';

interface ExportedSpan {
  traceId: string;
  parentSpanId?: string;
  spanId: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: ExportedSpan[] }[];
  }[];
}

/** A span with its attributes by name. */
type Span = Omit<ExportedSpan, 'attributes'> & { attributes: Record<string, unknown> };

const [internal, server, client, consumer] = [1, 2, 3, 5];
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function startCollector() {
  const received: { path: string; body: Export }[] = [];
  const collector = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', body: JSON.parse(Buffer.concat(chunks).toString()) as Export });
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  closers.push(async () => void collector.close());
  const spans = (): Span[] =>
    received
      .flatMap(({ body }) => body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      .map((span) => ({
        ...span,
        attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
      }));
  return { received, spans, endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` };
}

/** A gateway that exports its spans, and the spans in order once it is closed. */
async function startTraced(flags: Record<string, unknown> = {}) {
  const collector = await startCollector();
  const gateway = await startGatewayServer({ 'telemetry.otlpEndpoint': collector.endpoint, ...flags });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= gateway.server.close();
    return closing;
  };
  closers.push(close);
  const finish = async () => {
    await close();
    return collector.spans();
  };
  return { ...gateway, finish };
}

const named = (spans: readonly Span[], name: string) => spans.filter((span) => span.name === name);
const childrenOf = (spans: readonly Span[], { spanId }: { spanId: string }) =>
  spans.filter(({ parentSpanId }) => parentSpanId === spanId);

it('exports spans to the configured collector, in the caller’s trace, before it has closed', async () => {
  const { received, spans, endpoint } = await startCollector();
  const config = loadConfig({ cwd: '/nowhere', environment: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, flags: {} });
  const logger = createLogger({ level: 'silent', pretty: false });
  const own = await createServer(config, { store: createMemoryStore(), logger });
  const headers = { traceparent };
  const answer = await own.fetch(new Request('http://127.0.0.1:4780/agents/unknown', { headers }));
  await own.close();
  expect(received.map(({ path }) => path)).toEqual(['/v1/traces']);
  const [exported] = received[0]?.body.resourceSpans ?? [];
  expect(exported?.resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'dragoman' } });
  const [span] = spans();
  expect(span).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7', name: 'GET /agents/{id}', kind: server });
  expect(answer.headers.get('traceparent')).toBe(`00-${traceId}-${span?.spanId}-01`);
  expect(span?.attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/agents/{id}',
    'http.response.status_code': 404,
    'error.type': 'NOT_FOUND',
    'enduser.id': 'local',
  });
});

it('exports a span per call and per attempt, without paths, and passes on the position and the tracestate', async () => {
  const upstream = await startFaultyUpstream();
  closers.push(upstream.close);
  const { ask, finish } = await startTraced({ 'upstream.attempts': 3 });
  const endpoint = `http://127.0.0.1:${upstream.port}/gateway-then-fine?token=s3cret`;
  await ask('POST', '/agents', agentDocument('flaky', { endpoint, idempotent: true }));
  const headers = { traceparent, tracestate: 'vendor=opaque,other=1' };
  expect((await ask('POST', '/agents/flaky/invoke', { harbour: 'a' }, headers)).status).toBe(200);
  const spans = (await finish()).filter((span) => span.traceId === traceId);
  const [request] = named(spans, 'POST /agents/{id}/invoke');
  const [call] = childrenOf(spans, request ?? { spanId: '' });
  expect(call).toMatchObject({ name: 'execute_tool invoke', kind: internal });
  expect(call?.attributes).toEqual({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'invoke',
    'dragoman.service.id': 'flaky',
    'dragoman.face': 'aidip',
    'dragoman.attempts': 2,
  });
  const tries = childrenOf(spans, call ?? { spanId: '' });
  const common = { 'http.request.method': 'POST', 'server.address': '127.0.0.1', 'server.port': upstream.port };
  expect(tries).toMatchObject([
    { name: 'POST', kind: client, attributes: { ...common, 'http.response.status_code': 502, 'error.type': '502' } },
    {
      name: 'POST',
      kind: client,
      attributes: { ...common, 'http.response.status_code': 200, 'http.request.resend_count': 1 },
    },
  ]);
  for (const [at, { head }] of upstream.seen.entries()) {
    expect(head).toContain(`traceparent: 00-${traceId}-${tries[at]?.spanId}-01`);
    expect(head).toContain('tracestate: vendor=opaque,other=1');
  }
  expect(JSON.stringify(spans)).not.toMatch(/s3cret|gateway-then-fine/);
});

it('exports background calls and imports in the trace of the request that caused them', async () => {
  const upstream = await startFaultyUpstream();
  closers.push(upstream.close);
  const { ask, finish } = await startTraced();
  const endpoint = `http://127.0.0.1:${upstream.port}/fine`;
  const imported = { items: [{ document: agentDocument('tides', { endpoint }) }] };
  expect((await ask('POST', '/imports', imported, { traceparent })).status).toBe(200);
  const accepted = await ask('POST', '/agents/tides/invoke', {}, { traceparent, prefer: 'respond-async' });
  await expect.poll(async () => (await ask('GET', `/operations/${accepted.json.id}`)).json.state).toBe('succeeded');
  const spans = (await finish()).filter((span) => span.traceId === traceId);
  expect(named(spans, 'import descriptions')).toMatchObject([
    { kind: internal, attributes: { 'dragoman.import.items': 1, 'dragoman.import.failed': 0 } },
  ]);
  const [accepting, run] = named(spans, 'execute_tool invoke').sort((one, other) => one.kind - other.kind);
  expect(accepting).toMatchObject({ kind: internal });
  expect(run).toMatchObject({ kind: consumer, parentSpanId: accepting?.spanId });
  expect(childrenOf(spans, run ?? { spanId: '' })).toMatchObject([{ kind: client }]);
});

/** Two steps of one service, as a workflow that Arazzo describes. */
const workflow = {
  arazzo: '1.0.1',
  info: { title: 'Tide tool', version: '1.0.0' },
  'x-agent': { id: 'tide-tool' },
  sourceDescriptions: [{ name: 'tides', url: '/agents/tides', type: 'openapi' }],
  workflows: [
    {
      workflowId: 'read_twice',
      summary: 'Reads the tide twice.',
      inputs: { type: 'object', properties: {} },
      steps: ['first', 'second'].map((stepId) => ({ stepId, operationId: '$sourceDescriptions.tides.invoke' })),
    },
  ],
};

it('exports the steps of a workflow in the background, below its call', async () => {
  const upstream = await startFaultyUpstream();
  closers.push(upstream.close);
  const { ask, finish } = await startTraced();
  const tides = agentDocument('tides', { endpoint: `http://127.0.0.1:${upstream.port}/fine` });
  const made = await ask('POST', '/imports', { items: [{ document: tides }, { document: workflow }] });
  expect(made.json.results).toMatchObject([{ outcome: 'created' }, { outcome: 'created', id: 'tide-tool' }]);
  const accepted = await ask(
    'POST',
    '/agents/tide-tool/invoke/read_twice',
    {},
    { traceparent, prefer: 'respond-async' },
  );
  await expect.poll(async () => (await ask('GET', `/operations/${accepted.json.id}`)).json.state).toBe('succeeded');
  const spans = (await finish()).filter((span) => span.traceId === traceId);
  const run = named(spans, 'execute_tool read_twice').find(({ kind }) => kind === consumer);
  const steps = childrenOf(spans, run ?? { spanId: '' });
  expect(steps).toMatchObject(
    ['first', 'second'].map((step) => ({
      name: 'execute_tool invoke',
      kind: internal,
      attributes: { 'dragoman.service.id': 'tides', 'dragoman.workflow.step': step },
    })),
  );
  for (const step of steps) expect(childrenOf(spans, step)).toMatchObject([{ name: 'POST', kind: client }]);
});

it('exports the documents that an import fetches, without their paths, and passes on the position', async () => {
  const asked: string[] = [];
  const host = await startHttpHost(async (url, init) => {
    asked.push(new Headers(init.headers).get('traceparent') ?? '');
    if (url.includes('/absent.json')) return new Response(null, { status: 404 });
    return Response.json(agentDocument('tides', { endpoint: `${host.origin}/invoke` }));
  });
  closers.push(host.close);
  const { ask, finish } = await startTraced();
  const items = ['card', 'absent'].map((name) => ({ url: `${host.origin}/${name}.json?token=s3cret` }));
  await ask('POST', '/imports', { items }, { traceparent });
  const spans = (await finish()).filter((span) => span.traceId === traceId);
  const [imported] = named(spans, 'import descriptions');
  const fetches = childrenOf(spans, imported ?? { spanId: '' });
  const origin = { 'server.address': '127.0.0.1', 'server.port': Number(new URL(host.origin).port) };
  expect(fetches).toMatchObject([1, 2].map(() => ({ name: 'fetch document', kind: client, attributes: origin })));
  expect(fetches.flatMap(({ attributes }) => attributes['error.type'] ?? [])).toEqual(['UPSTREAM_ERROR']);
  expect(asked.sort()).toEqual(fetches.map(({ spanId }) => `00-${traceId}-${spanId}-01`).sort());
  expect(JSON.stringify(spans)).not.toMatch(/s3cret|card\.json/);
});

it('takes the trace of an MCP client from _meta, and gives it to MCP servers there', async () => {
  const metas: Record<string, unknown>[] = [];
  const host = await startHttpHost(async (_url, init) => {
    const { id, method, params } = JSON.parse(String(init.body)) as { id: number; method: string; params: never };
    const tool = { name: 'get-tide', description: 'Reads the tide of a harbor.', inputSchema: { type: 'object' } };
    const protocolVersion = '2025-11-25';
    const results: Record<string, unknown> = {
      initialize: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'tides', version: '1' } },
      'tools/list': { tools: [tool] },
      'tools/call': { content: [{ type: 'text', text: 'high' }] },
    };
    if (method === 'tools/call') metas.push((params as { _meta: Record<string, unknown> })._meta);
    if (id === undefined) return new Response(null, { status: 202 });
    const result = results[method];
    return Response.json(
      result === undefined
        ? { jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } }
        : { jsonrpc: '2.0', id, result },
    );
  });
  closers.push(host.close);
  const { ask, finish } = await startTraced();
  const made = await ask('POST', '/imports', { items: [{ url: `${host.origin}/mcp` }] });
  expect([made.status, made.text]).toEqual([200, expect.any(String)]);
  const [{ id } = { id: '' }] = made.json.results as { id: string }[];
  const params = { name: 'get_tide', arguments: {}, _meta: { traceparent, tracestate: 'vendor=1' } };
  const called = await ask(
    'POST',
    `/agents/${id}/mcp`,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    {
      accept: 'application/json, text/event-stream',
    },
  );
  expect(called.status).toBe(200);
  const [call] = named(await finish(), 'execute_tool get_tide');
  expect(call).toMatchObject({ traceId });
  expect(metas).toEqual([
    expect.objectContaining({ traceparent: `00-${traceId}-${call?.spanId}-01`, tracestate: 'vendor=1' }),
  ]);
});
