/**
 * Hostile documents at every entry point, from 1 KB up: each is answered with success or with a clear problem, and large
 * ones are handled on a worker thread. `HOSTILE=1` adds documents up to the size limits.
 */
import type { DocumentHost } from '@dragoman/core/http';
import { lintDocument } from '@dragoman/lint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { jobsOnThreads, pierWeather, startTestServer, type TestServer } from './server.support.js';

const isLong = process.env.HOSTILE !== undefined;
/** Sizes in bytes; the last ones are the limits of a body and of an import. */
const sizes = isLong ? [1024, 65_536, 1_000_000, 16_000_000] : [1024, 12_288];
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

/** Texts that are served, by URL. */
const served = new Map<string, string>();
const host: DocumentHost = {
  async fetch(uri) {
    const bytes = Buffer.from(served.get(uri) ?? '');
    return { outcome: 'fetched', uri, bytes, mediaType: 'application/yaml' };
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ flags, overrides: { host } });
  await server.ask('POST', '/agents', { body: pierWeather });
});
afterAll(() => server.server.close());

/** Sends every text, four at a time; each response is a success or a problem of the caller, with a code. */
async function sendAll(texts: HostileTexts, send: (text: string, name: string) => Promise<Response>): Promise<void> {
  const rest = Object.entries(texts)[Symbol.iterator]();
  const work = async () => {
    for (const [name, text] of rest) {
      const response = await send(text, name);
      const body = (await response.json()) as { code?: string };
      expect([name, response.status, response.status < 500]).toEqual([name, response.status, true]);
      if (response.status >= 400) expect([name, typeof body.code]).toEqual([name, 'string']);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
}

const onThreads = (job: string) => jobsOnThreads(server, job);

describe.each(sizes)('hostile documents of %d bytes', { timeout }, (size) => {
  it('are answered by POST /imports as YAML', async () => {
    await sendAll(hostileYaml(size), (body) =>
      server.ask('POST', '/imports', { body, headers: { 'content-type': 'application/yaml' } }),
    );
    if (size > 10_000) expect(await onThreads('read-import')).toBeGreaterThan(0);
  });

  it('are answered by POST /imports as JSON', async () => {
    const texts = { ...hostileJson(size), ...hostileOpenApi(size), ...hostileCards(size) };
    await sendAll(texts, (body) => server.ask('POST', '/imports', { body: `{"items":[{"document":${body}}]}` }));
    if (size > 10_000) expect(await onThreads('read-import')).toBeGreaterThan(0);
  });

  it('are answered by POST /imports as AGIS', async () => {
    await sendAll(hostileAgis(size), (body) =>
      server.ask('POST', '/imports', { body, headers: { 'content-type': 'application/agis' } }),
    );
  });

  it('are answered by POST /imports and by sources when they are fetched', async () => {
    const address = (name: string) => `https://hostile.example/${size}/${encodeURIComponent(name)}`;
    const texts = { ...(isLong ? hostileYaml(size) : {}), ...hostileOpenApi(size), ...hostileCards(size) };
    for (const [name, text] of Object.entries(texts)) served.set(address(name), text);
    await sendAll(texts, (_text, name) =>
      server.ask('POST', '/imports', { body: { items: [{ url: address(name) }] } }),
    );
    await sendAll(hostileYaml(Math.min(size, 4096)), async (text, name) => {
      const url = address(`source ${name}`);
      served.set(url, text);
      const added = await server.ask('POST', '/sources', { body: { url, interval_seconds: 3600 } });
      const { sources } = (await added.json()) as { sources: { id: string }[] };
      const refreshed = await server.ask('POST', `/sources/${sources[0]?.id}/refresh`);
      expect([name, refreshed.status]).toEqual([name, 200]);
      return refreshed;
    });
    if (size > 10_000) expect(await onThreads('read-descriptions')).toBeGreaterThan(0);
  });

  it('are answered by the profile of a service', async () => {
    const texts = { ...hostileJson(size), ...hostileOpenApi(size) };
    await sendAll(texts, (text) =>
      server.ask('POST', '/agents/pier-weather/profile', { body: `{"document":${text}}` }),
    );
  });
});

/** Writes a text into a message of a protocol, or leaves it alone. */
const messages: Readonly<Record<string, (text: string) => string>> = {
  '/agents': (text) => text,
  '/agents/pier-weather/invoke': (text) => text,
  '/mcp': (text) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pier-weather","arguments":${text}}}`,
  '/agents/pier-weather/a2a': (text) =>
    `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"role":"ROLE_USER","messageId":"1","parts":[{"data":${text}}]}}}`,
  '/sources': (text) => `{"url":${text}}`,
  '/agents/search': (text) => text,
  '/agents/resolve': (text) => `{"intent":"wind at the pier","context":${text}}`,
  '/teams': (text) => `{"name":"Team","entry":"a","members":[${text}]}`,
  '/teams/check': (text) => `{"name":"Team","entry":"a","members":[${text}]}`,
  '/toolsets': (text) => `{"name":"Set","tools":[${text}]}`,
};

describe.each(bodySizes)('hostile bodies of %d bytes', { timeout }, (size) => {
  it.each(Object.entries(messages))('are answered by POST %s, alone and inside a message', async (path, write) => {
    const texts = { ...hostileJson(size), ...hostileCards(size) };
    for (const [name, text] of Object.entries(texts)) {
      for (const body of new Set([text, write(text)])) {
        const { status } = await server.ask('POST', path, { body, headers: { 'a2a-version': '1.0' } });
        expect([path, name, status, status < 500 && ![404, 405].includes(status)]).toEqual([path, name, status, true]);
      }
    }
  });

  it('are linted by the library, with a report or a clear error', () => {
    for (const text of Object.values({ ...hostileYaml(size), ...hostileJson(size), ...hostileOpenApi(size) })) {
      const { findings } = lintDocument(Buffer.from(text));
      expect(Array.isArray(findings)).toBe(true);
    }
  });

  it('are answered by the check of procedures', async () => {
    const toolset = {
      id: `pier-${size}`,
      name: `Pier ${size}`,
      description: 'Tools of the pier.',
      mode: 'open',
      tools: [],
    };
    expect((await server.ask('POST', '/toolsets', { body: toolset })).status).toBe(201);
    const texts = hostileMarkdown(Math.min(size, 190_000));
    await sendAll(texts, (text) => server.ask('POST', `/toolsets/pier-${size}/procedures/check`, { body: { text } }));
    await sendAll(texts, (text) =>
      server.ask('POST', `/toolsets/pier-${size}/procedures`, { body: { name: 'P', text } }),
    );
    if (size > 10_000) expect(await onThreads('check-procedure')).toBeGreaterThan(0);
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
