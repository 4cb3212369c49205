/**
 * Hostile documents at every entry point, from 1 KB up: each is answered with success or with a clear problem, and large
 * ones are handled on a worker thread. `HOSTILE=1` adds documents up to the size limits.
 */
import type { DocumentHost } from '@dragoman/core/http';
import { afterAll, describe, expect, it } from 'vitest';
import { createDocumentJobs } from './document-jobs.js';
import type { HostileTexts } from './hostile-documents.support.js';
import {
  hostileAgis,
  hostileCards,
  hostileJson,
  hostileMarkdown,
  hostileOpenApi,
  hostileYaml,
} from './hostile-documents.support.js';
import { pierWeather, startTestServer, type TestServer } from './server.support.js';

const isLong = process.env.HOSTILE !== undefined;
/** Sizes in bytes; the last ones are the limits of a body and of an import. */
const sizes = isLong ? [1024, 65_536, 1_000_000, 4_000_000, 16_000_000] : [1024, 16_384];
const bodySizes = sizes.filter((size) => size <= 1_000_000);
const timeout = isLong ? 1_800_000 : 60_000;

const perMinute = 10_000_000;
const flags = {
  'limits.localPerMinute.read': perMinute,
  'limits.localPerMinute.write': perMinute,
  'limits.localPerMinute.search': perMinute,
  'limits.localPerMinute.invoke': perMinute,
  'outbound.allow': ['hostile.example'],
};

/** Serves the document that a test has set. */
function createHost(): DocumentHost & { text: string } {
  const host = {
    text: '',
    fetch: async (uri: string) => {
      const bytes = Buffer.from(host.text);
      return { outcome: 'fetched', uri, bytes, mediaType: 'application/yaml' } as const;
    },
  };
  return host;
}

const host = createHost();
const servers: TestServer[] = [];
afterAll(async () => {
  for (const { server } of servers) await server.close();
});

async function start(): Promise<TestServer> {
  const started = await startTestServer({ flags, overrides: { host } });
  servers.push(started);
  return started;
}

/** Sends every text; each response is a success or a problem of the caller, with a code. */
async function sendAll(texts: HostileTexts, send: (text: string, name: string) => Promise<Response>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    const response = await send(text, name);
    const body = (await response.json()) as { code?: string };
    expect([name, response.status, response.status < 500]).toEqual([name, response.status, true]);
    if (response.status >= 400) expect([name, typeof body.code]).toEqual([name, 'string']);
  }
}

/** How many jobs of this name have run on worker threads. */
async function onThreads({ ask }: TestServer, job: string): Promise<number> {
  const text = await (await ask('GET', '/metrics')).text();
  const lines = text.split('\n').filter((line) => line.startsWith('dragoman_document_jobs_total'));
  const mine = lines.filter((line) => line.includes(`job="${job}"`) && line.includes('thread="thread"'));
  return mine.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

describe.each(sizes)('hostile documents of %d bytes', { timeout }, (size) => {
  it('are answered by POST /imports as YAML', async () => {
    const server = await start();
    await sendAll(hostileYaml(size), (body) =>
      server.ask('POST', '/imports', { body, headers: { 'content-type': 'application/yaml' } }),
    );
    if (size > 10_000) expect(await onThreads(server, 'read-import')).toBeGreaterThan(0);
  });

  it('are answered by POST /imports as JSON', async () => {
    const server = await start();
    const texts = { ...hostileJson(size), ...hostileOpenApi(size), ...hostileCards(size) };
    await sendAll(texts, (body) => server.ask('POST', '/imports', { body: `{"items":[{"document":${body}}]}` }));
    if (size > 10_000) expect(await onThreads(server, 'read-import')).toBeGreaterThan(0);
  });

  it('are answered by POST /imports as AGIS', async () => {
    const server = await start();
    await sendAll(hostileAgis(size), (body) =>
      server.ask('POST', '/imports', { body, headers: { 'content-type': 'application/agis' } }),
    );
  });

  it('are answered by POST /imports and by sources when they are fetched', async () => {
    const server = await start();
    const url = 'https://hostile.example/openapi.yaml';
    const texts = { ...(isLong ? hostileYaml(size) : {}), ...hostileOpenApi(size), ...hostileCards(size) };
    await sendAll(texts, (text) => {
      host.text = text;
      return server.ask('POST', '/imports', { body: { items: [{ url }] } });
    });
    const added = await server.ask('POST', '/sources', { body: { url, interval_seconds: 3600 } });
    const { id } = (await added.json()) as { id: string };
    await sendAll(hostileYaml(Math.min(size, 4096)), (text) => {
      host.text = text;
      return server.ask('POST', `/sources/${id}/refresh`);
    });
    if (size > 10_000) expect(await onThreads(server, 'read-descriptions')).toBeGreaterThan(0);
  });

  it('are answered by the profile of a service', async () => {
    const server = await start();
    await server.ask('POST', '/agents', { body: pierWeather });
    const texts = { ...hostileJson(size), ...hostileOpenApi(size) };
    await sendAll(texts, (text) =>
      server.ask('POST', '/agents/pier-weather/profile', { body: `{"document":${text}}` }),
    );
  });
});

describe.each(bodySizes)('hostile bodies of %d bytes', { timeout }, (size) => {
  it('are answered by registration, by MCP and by A2A', async () => {
    const server = await start();
    await server.ask('POST', '/agents', { body: pierWeather });
    const texts = { ...hostileJson(size), ...hostileCards(size) };
    for (const path of ['/agents', '/mcp', '/agents/pier-weather/a2a', '/teams/check', '/toolsets']) {
      for (const [name, body] of Object.entries(texts)) {
        const { status } = await server.ask('POST', path, { body });
        expect([path, name, status, status < 500]).toEqual([path, name, status, true]);
      }
    }
  });

  it('are answered by the check of procedures', async () => {
    const server = await start();
    const toolset = { id: 'pier', name: 'Pier', description: 'Tools of the pier.', mode: 'open', tools: [] };
    expect((await server.ask('POST', '/toolsets', { body: toolset })).status).toBe(201);
    const texts = hostileMarkdown(Math.min(size, 190_000));
    await sendAll(texts, (text) => server.ask('POST', '/toolsets/pier/procedures/check', { body: { text } }));
    if (size > 10_000) expect(await onThreads(server, 'check-procedure')).toBeGreaterThan(0);
  });

  it('are evaluated as AGIS proposals and class bindings', async () => {
    const jobs = createDocumentJobs();
    const binding = { class: 'berths', fields: {}, filters: [], limit: 1, grants: [] };
    for (const text of Object.values({ ...hostileOpenApi(size), ...hostileCards(size) })) {
      const body = JSON.parse(text) as Record<string, never>;
      const proposed = {
        endpoint: body,
        document: { endpoints: [] },
        binding: { ...binding, approval: 'automatic', source: { kind: 'rows', rows: [] } },
      } as never;
      expect(jobs['evaluate-proposal'].run(proposed).length).toBeGreaterThan(0);
      expect(() => jobs['read-class-binding'].run({ name: 'berths', body: { fields: body } })).toThrow();
    }
  });
});
