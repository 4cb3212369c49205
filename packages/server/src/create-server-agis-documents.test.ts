/**
 * AGIS documents registered at a server: which are rejected, which links are followed, and what an absent field
 * means.
 */

import { writeSummary } from '@dragoman/agis';
import { convertDescription } from '@dragoman/core/conversion';
import { createMemoryStore } from '@dragoman/core/engine';
import type { DocumentHost } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { agisDocument, startWith } from './agis.support.js';
import { startTestServer } from './server.support.js';
import { start } from './tools.support.js';

const freight = agisDocument('tarn-freight');
const lending = agisDocument('rivermouth-lending');
const endpointsOf = (document: JsonObject) => document.endpoints as JsonObject[];

/** The lending desk with a member of one semantic block set or, for undefined, left out. */
function declaring(method: string, member: string, value: unknown): JsonObject {
  const endpoints = endpointsOf(lending).map((each) =>
    each.method === method ? { ...each, semantic: { ...(each.semantic as JsonObject), [member]: value } } : each,
  );
  return JSON.parse(JSON.stringify({ ...lending, endpoints })) as JsonObject;
}

describe('a document that does not conform', () => {
  const broken: [string, JsonObject][] = [
    ['pass 1', { ...lending, service: '' }],
    ['pass 2', JSON.parse(JSON.stringify(lending).replaceAll('BORROW', 'BORROWING'))],
    ['pass 3', JSON.parse(JSON.stringify(lending).replaceAll('"FIND"', '"GET"'))],
    ['pass 4', JSON.parse(JSON.stringify(lending).replace('"/title"', '"/find-title"'))],
    ['pass 5', declaring('FIND', 'actor', 'bot')],
    ['pass 6', declaring('FIND', 'intent', 'Deletes every title of the catalogue')],
    ['pass 7', { ...lending, vocabulary: { ...(lending.vocabulary as JsonObject), declared_verbs: ['FIND'] } }],
    [
      'pass 8',
      { ...lending, endpoints: endpointsOf(lending).map((each) => ({ ...each, output: { type: 'integr' } })) },
    ],
  ];

  it.each(broken)('[AGIS-VIMP-06] is never served: %s', async (_, document) => {
    const { ask } = await start();
    const answer = await ask('POST', '/imports', { body: { items: [{ document }] } });
    expect(await answer.json()).toMatchObject({ summary: { created: 0, failed: 1 } });
    expect(await (await ask('GET', '/agents')).json()).toEqual([]);
  });

  it('[AGIS-VIMP-06] does not replace the one that is served', async () => {
    const { ask, ids } = await startWith([lending]);
    const place = `/agents/${ids[0]}/agis`;
    const before = await (await ask('GET', place)).text();
    for (const [, document] of broken) {
      // The identity of a service is its AGTP address, so each of these is meant for the same one.
      const answer = await ask('POST', '/imports', { body: { items: [{ document }] } });
      expect(await answer.json()).toMatchObject({ summary: { updated: 0, failed: 1 } });
    }
    expect(await (await ask('GET', place)).text()).toBe(before);
  });

  it('[AGIS-VIMP-06] of a source is reported there, and the last valid one stays', async () => {
    let served: JsonObject = lending;
    const host: DocumentHost = {
      fetch: async (uri) => ({
        outcome: 'fetched',
        uri,
        bytes: new TextEncoder().encode(JSON.stringify(served)),
        mediaType: 'application/agis',
      }),
    };
    const test = await startTestServer({ flags: { 'auth.mode': 'optional' }, overrides: { host } });
    const key = await test.keyFor('ada', 'registry:write', 'registry:read');
    const url = 'https://lending.rivermouth.example/';
    const made = await test.ask('POST', '/sources', { key, body: { url } });
    const { sources } = (await made.json()) as { sources: { id: string }[] };
    const look = async () =>
      (await (await test.ask('POST', `/sources/${sources[0]?.id}/refresh`, { key })).json()) as JsonObject;
    expect(await look()).toMatchObject({ state: 'current', last_outcome: 'changed' });
    served = broken[6]?.[1] ?? lending;
    expect(await look()).toMatchObject({ state: 'failing', last_error: expect.stringContaining('BORROW') });
    expect(await (await test.ask('GET', '/agents', { key })).json()).toMatchObject([{ name: lending.service }]);
    await test.server.close();
  });
});

describe('an endpoint that was proposed for a session', () => {
  it('[AGIS-NEG-04] causes a warning in a published document, and is not served from there', async () => {
    const [first] = endpointsOf(lending);
    const proposed = { ...first, method: 'LOCATE', path: '/shelf', proposed: true };
    const semantic = { ...(first?.semantic as JsonObject), intent: 'Locates the shelf of a title' };
    const document = { ...lending, endpoints: [...endpointsOf(lending), { ...proposed, semantic }] };
    const { ask } = await start();
    const answer = await ask('POST', '/imports', { body: { items: [{ document }] } });
    const { results } = (await answer.json()) as { results: { id: string; warnings: number }[] };
    expect(results[0]?.warnings).toBeGreaterThan(0);
    const place = `/agents/${results[0]?.id}/agis`;
    const served = (await (await ask('GET', place)).json()) as JsonObject;
    expect(endpointsOf(served).map(({ method }) => method)).toEqual(['FIND', 'BORROW', 'RENEW']);
    const call = await ask('POST', `${place}/shelf`, { body: {}, headers: { 'x-agis-method': 'LOCATE' } });
    expect(call.status).toBe(404);
  });
});

describe('is_idempotent', () => {
  it('[AGIS-SEM-17] left out means false: the gateway never retries such a call', async () => {
    const repeatable = async (value: unknown) => {
      const { ask, ids, sent } = await startWith([declaring('RENEW', 'is_idempotent', value)], () => ({
        body: { loan_id: 'L1', copy_id: 'C1', due_date: '2026-01-01', status: 'ACTIVE' },
      }));
      const answer = await ask('POST', `/agents/${ids[0]}/agis/loan/L1`, { headers: { 'x-agis-method': 'RENEW' } });
      expect(answer.status).toBe(200);
      return sent.map((each) => each.repeatable);
    };
    expect(await repeatable(true)).toEqual([true]);
    expect(await repeatable(false)).toEqual([false]);
    expect(await repeatable(undefined)).toEqual([false]);
    for (const wrong of ['true', 1]) {
      const { ask } = await start();
      const body = { items: [{ document: declaring('RENEW', 'is_idempotent', wrong) }] };
      expect(await (await ask('POST', '/imports', { body })).text()).toContain('is_idempotent');
    }
  });
});

describe('an imported summary', () => {
  const at = 'https://freight.tarnvalley.example/.well-known/agis.json';
  const facts = { document: 'https://freight.tarnvalley.example/agis', related: [], confirms: false };
  const summary = writeSummary(freight, facts);

  async function importFrom(pages: Record<string, unknown>) {
    const fetched: string[] = [];
    const host: DocumentHost = {
      async fetch(uri) {
        fetched.push(uri);
        const bytes = new TextEncoder().encode(JSON.stringify(pages[uri] ?? null));
        return { outcome: 'fetched', uri, bytes, mediaType: 'application/json' };
      },
    };
    const store = createMemoryStore();
    const test = await startTestServer({ flags: { 'auth.mode': 'optional' }, store, overrides: { host } });
    const key = await test.keyFor('ada', 'registry:write', 'registry:read');
    const answer = await test.ask('POST', '/imports', { key, body: { items: [{ url: at }] } });
    const result = (await answer.json()) as { results: JsonObject[] };
    const agents = (await (await test.ask('GET', '/agents', { key })).json()) as JsonObject[];
    await test.server.close();
    return { result: result.results[0] ?? {}, agents, fetched };
  }

  it('[AGIS-WK-20] leads to its document, which becomes an entry', async () => {
    const { result, agents, fetched } = await importFrom({ [at]: summary, [facts.document]: freight });
    expect(result).toMatchObject({ outcome: 'created' });
    expect(agents).toMatchObject([{ name: 'Tarn Valley Road Freight', endpoint: facts.document }]);
    expect(fetched).toEqual([at, facts.document]);
  });

  it.each<[string, JsonObject, JsonObject, number]>([
    ['names another origin', { ...summary, agis_document: 'https://evil.example/agis' }, freight, 1],
    ['names an address that cannot be followed', { ...summary, agis_document: 'agtp://x.example' }, freight, 1],
    ['is invalid itself', { ...summary, methods: 'QUOTE' }, freight, 1],
    ['describes another service than its document', { ...summary, agtp: 'agtp://bank.example' }, freight, 2],
    ['leads to a document that does not conform', summary, { ...freight, endpoints: [] }, 2],
    ['leads to another summary', summary, summary, 2],
  ])('is rejected when it %s', async (_, first, second, fetches) => {
    const { result, agents, fetched } = await importFrom({ [at]: first, [facts.document]: second });
    expect([result.outcome, agents, fetched.length]).toEqual(['failed', [], fetches]);
    expect(JSON.stringify(result).length).toBeGreaterThan(100);
  });

  it('is not treated as a document by converters either', () => {
    const context = { at: '2026-01-01T00:00:00Z', strict: false, ownOrigins: [] };
    expect(convertDescription(summary, { to: 'mcp', context }).document).toBeUndefined();
  });
});
