/** A service over real HTTP that answers, fails, limits and accepts, so that there are calls of every kind to show. */
import type { AgentDocument, Client } from '@dragoman/sdk';
import { type HttpHost, startHttpHost } from '../http-host.js';

/** The running service. */
export interface HarborService {
  host: HttpHost;
  /** Settings of a server that may call it. */
  env: Record<string, string>;
}

/** Starts the service on loopback. */
export async function startHarborService(): Promise<HarborService> {
  const host = await startHttpHost(async (url) => {
    const { pathname } = new URL(url);
    if (pathname === '/cameras') throw new Error('the connection is closed');
    if (pathname === '/gauges') return new Response('{"error":"sensor offline"}', { status: 500, headers });
    if (pathname === '/pilots') return new Response('{}', { status: 429, headers });
    return new Response('{"level_m":2.4}', { headers });
  });
  return {
    host,
    env: {
      DRAGOMAN_OUTBOUND_ALLOW: host.origin.slice('http://'.length),
      DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
    },
  };
}

const headers = { 'content-type': 'application/json' };

const answers = {
  '200': { description: 'The answer', content: { 'application/json': { schema: { type: 'object' } } } },
};

const reads = (operationId: string, summary: string) => ({ get: { operationId, summary, responses: answers } });

/** The description of the service. */
export function harborDocument(origin: string): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Harbor desk', version: '1.0.0', description: 'Tides, gauges, pilots and berths of one harbor.' },
    servers: [{ url: origin }],
    paths: {
      '/tides': reads('read_tide', 'Read the tide'),
      '/gauges': reads('read_gauge', 'Read a water gauge'),
      '/cameras': reads('read_camera', 'Read the picture of a camera'),
      '/pilots': reads('list_pilots', 'List the pilots on duty'),
      '/berths': { post: { operationId: 'book_berth', summary: 'Book a berth', responses: answers } },
    },
  };
}

/** Registers the service as `harbor-desk`. */
export async function addHarborService(client: Client, { host }: HarborService): Promise<void> {
  const { results } = await client.imports.create([
    { document: harborDocument(host.origin) as AgentDocument, curation: { id: 'harbor-desk' } },
  ]);
  const [first] = results;
  if (first?.id !== 'harbor-desk') throw new Error(`the import failed: ${JSON.stringify(results)}`);
}

/** Calls an operation; failures are part of the picture. */
export async function callHarbor(client: Client, operation: string): Promise<void> {
  await client.agents.invoke('harbor-desk', {}, { operation, idempotencyKey: false }).catch(() => undefined);
}
