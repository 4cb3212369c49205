/** A server process on loopback with a large catalogue, and a browser. */
import { join } from 'node:path';
import type { JsonObject } from '@dragoman/model';
import type { Client } from '@dragoman/sdk';
import { createClient } from '@dragoman/sdk';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../tests/e2e/browser.js';
import { addOperatingContent, startOperatingHosts } from '../../tests/e2e/console/operating-content.js';
import { describeTry } from '../../tests/e2e/console/try-service.js';
import { startServerProcess } from '../../tests/e2e/server-process.js';
import { loadCatalogue } from '../catalogue.js';
import { startUpstream } from '../gateway/proxies.js';
import { openRegistry, registerAll, toDocument } from '../registration.js';

/** The running parts. */
export interface Scene {
  url: string;
  client: Client;
  browser: Browser;
  /** Services in the catalogue, at least. */
  services: number;
  close(): Promise<void>;
}

/** Id of the service that answers at once. */
export const echoService = 'echo';

/** Id of the service with many operations. */
export const largeService = 'large';

/** A large catalogue is indexed before the server is ready. */
const startTimeoutMs = 600_000;

const unlimited = '10000000';

/** Operations of the large service. */
const largeSize = 1000;

async function fillStore(path: string, services: readonly JsonObject[]): Promise<void> {
  const registry = await openRegistry(path);
  await registerAll(registry, services, 64);
  await registry.close();
}

/** One OpenAPI document with an operation for each of the services. */
function describeLarge(services: readonly JsonObject[]): object {
  const operation = ({ name, description, tags }: JsonObject, number: number) => ({
    operationId: `operation_${number}`,
    summary: name,
    description,
    tags: (tags as string[]).slice(0, 1),
    parameters: [{ name: 'id', in: 'query', required: true, schema: { type: 'string' } }],
    responses: { '200': { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } } },
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Large service', version: '1', description: 'A service with many operations.' },
    servers: [{ url: 'https://large.example' }],
    paths: Object.fromEntries(services.map((each, number) => [`/${number}`, { get: operation(each, number) }])),
  };
}

/** Registers what the screens show: calls, sources, inputs of every kind, a service with many operations, one that answers at once. */
async function addContent(client: Client, upstream: string, large: readonly JsonObject[]): Promise<void> {
  await client.imports.create([
    { text: JSON.stringify(describeTry(upstream)), curation: { id: 'harbor' } },
    { text: JSON.stringify(describeLarge(large)), curation: { id: largeService } },
  ]);
  await client.agents.register({
    id: echoService,
    name: 'Echo',
    description: 'Answers at once.',
    capabilities: ['testing'],
    tags: ['testing'],
    endpoint: `${upstream}/invoke`,
    operations: [{ name: 'echo', description: 'Answers at once.', inputs: { type: 'object' }, outputs: {} }],
  });
}

/** Starts the server and the browser. */
export async function openScene(folder: string, operations: number): Promise<Scene> {
  const browser = await openBrowser();
  if (browser === undefined) throw new Error('this bench needs Chromium: set CHROMIUM_PATH');
  const path = join(folder, `${operations}.db`);
  const services = loadCatalogue(operations).entries.map(toDocument);
  await fillStore(path, services.slice(largeSize));
  const [upstream, hosts] = [await startUpstream(undefined), await startOperatingHosts()];
  const server = await startServerProcess({
    cwd: folder,
    timeoutMs: startTimeoutMs,
    env: {
      ...hosts.env,
      DRAGOMAN_STORE_PATH: path,
      DRAGOMAN_OUTBOUND_ALLOW: `${hosts.env.DRAGOMAN_OUTBOUND_ALLOW},127.0.0.1:${upstream.port}`,
      DRAGOMAN_GATEWAY_CALLS_PER_MINUTE: unlimited,
      DRAGOMAN_LIMITS_PER_MINUTE_INVOKE: unlimited,
    },
  });
  const client = createClient({ baseUrl: server.url, allowInsecure: true });
  await addOperatingContent(client, hosts);
  await addContent(client, `http://127.0.0.1:${upstream.port}`, services.slice(0, largeSize));
  return {
    url: server.url,
    client,
    browser,
    services: services.length - largeSize,
    async close() {
      await browser.close();
      await server.stop();
      await hosts.close();
      await upstream.stop();
    },
  };
}
