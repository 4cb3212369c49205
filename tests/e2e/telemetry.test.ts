/** Spans are exported: a test collector receives what the server sends over OTLP. */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMemoryStore } from '@dragoman/core/engine';
import { createLogger, createServer, loadConfig } from '@dragoman/server';
import { expect, it } from 'vitest';

interface Span {
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
    scopeSpans: { spans: Span[] }[];
  }[];
}

it('exports spans to the configured collector, in the caller’s trace, before it has closed', async () => {
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
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const config = loadConfig({ cwd: '/nowhere', environment: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, flags: {} });
  const logger = createLogger({ level: 'silent', pretty: false });
  const server = await createServer(config, { store: createMemoryStore(), logger });
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  const answer = await server.fetch(new Request('http://127.0.0.1:4780/agents/unknown', { headers }));
  await server.close();
  collector.close();
  expect(received.map(({ path }) => path)).toEqual(['/v1/traces']);
  const [exported] = received[0]?.body.resourceSpans ?? [];
  expect(exported?.resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'dragoman' } });
  const [span] = exported?.scopeSpans[0]?.spans ?? [];
  expect(span).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7', name: 'GET /agents/{id}', kind: 2 });
  expect(answer.headers.get('traceparent')).toBe(`00-${traceId}-${span?.spanId}-01`);
  const attributes = Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]),
  );
  expect(attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/agents/{id}',
    'http.response.status_code': 404,
    'error.type': 'NOT_FOUND',
    'enduser.id': 'local',
  });
});
