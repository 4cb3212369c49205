/** Test setup: a server whose sources are vendors with scripted pages. */
import { createMemoryStore } from '@dragoman/core/engine';
import type { DocumentHost, FetchRequest } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { afterEach } from 'vitest';
import type { Ask, TestServer } from '../server.support.js';
import { startTestServer } from '../server.support.js';

const open: TestServer[] = [];
afterEach(async () => {
  for (const { server } of open.splice(0)) await server.close();
});

/** A page of a vendor, or its failure. */
export type Page = JsonObject | JsonObject[] | Failure;

/** Starts a server whose sources are vendors with scripted pages. */
export async function startSourceServer(pages: Map<string, Page>) {
  const asked: [string, FetchRequest][] = [];
  const host: DocumentHost = {
    async fetch(uri, request = {}) {
      asked.push([uri, request]);
      const page =
        pages.get(uri) ?? new Failure('UPSTREAM_ERROR', { message: 'The upstream responded with status 404.' });
      if (page instanceof Failure) throw page;
      const bytes = new TextEncoder().encode(JSON.stringify(page));
      return { outcome: 'fetched', uri, bytes, mediaType: 'application/json', etag: '"1"' };
    },
  };
  const store = createMemoryStore();
  const test = await startTestServer({ flags: { 'auth.mode': 'optional' }, store, overrides: { host } });
  open.push(test);
  const key = await test.keyFor('ada', 'registry:write', 'registry:read', 'agents:invoke');
  const json = async <T = JsonObject>(method: string, path: string, more: Ask = {}) => {
    const answer = await test.ask(method, path, { key, ...more });
    return { status: answer.status, body: (answer.status === 204 ? {} : await answer.json()) as T };
  };
  const add = async (body: JsonObject) => {
    const { body: made } = await json<{ sources: { id: string; url: string }[] }>('POST', '/sources', { body });
    return made.sources[0]?.id ?? JSON.stringify(made);
  };
  const refresh = async (id: string) => (await json('POST', `/sources/${id}/refresh`)).body;
  const changes = async (id: string) =>
    (await json<{ changes: JsonObject[] }>('GET', `/sources/${id}/changes`)).body.changes;
  return { ...test, store, host, asked, json, add, refresh, changes };
}

/** A page of a tool list. */
export const list = (items: JsonObject[], next: string | null = null): JsonObject => ({
  items,
  paging: { pageLimit: 20, next },
});
/** The list of a vendor. */
export const linden = 'https://linden.example/v1/tools';
