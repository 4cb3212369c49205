import { describe, expect, it } from 'vitest';
import { anonymous } from '../../access/caller.js';
import type { Route } from '../../transport/route.js';
import { fromWebRequest, toWebResponse } from '../../transport/web-adapter.js';
import { agent, ann, createFace } from './face.support.js';
import type { OwnCardFacts } from './own-card.js';
import { createOwnCardRoute, writeOwnCard } from './own-card.js';

const facts: OwnCardFacts = {
  origin: 'https://registry.test',
  version: '1.2.3',
  authentication: 'api_key',
  modified: new Date('2026-02-02T08:00:00Z'),
};

function cardRoute(more: Partial<OwnCardFacts> = {}): Route {
  return createOwnCardRoute(createFace().routes, { ...facts, ...more });
}

async function get(route: Route, headers: Record<string, string> = {}): Promise<Response> {
  const url = new URL('https://registry.test/.well-known/agent-card.json');
  const request = new Request(url, { headers });
  const reply = await route.handle({
    request: fromWebRequest(request),
    url,
    search: '',
    params: {},
    caller: anonymous,
    traceId: '0'.repeat(32),
    traceparent: '',
    signal: request.signal,
  });
  return toWebResponse(reply);
}

describe('the registry’s own card', () => {
  it('[AIDIP-CARD-01] [AIDIP-CARD-02] is served as JSON at the standard path, whatever the version', async () => {
    const first = cardRoute();
    const second = cardRoute({ version: '2.0.0' });
    expect([first.path, second.path]).toEqual(Array(2).fill('/.well-known/agent-card.json'));
    const response = await get(first);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.json()).toMatchObject({ name: 'Dragoman', version: '1.2.3' });
    expect((await createFace().register(agent('without a card'))).status).toBe(201);
  });

  it('[AIDIP-CARD-03] is a valid registration, here and elsewhere', async () => {
    for (const origin of ['https://registry.test', 'https://elsewhere.example', 'http://127.0.0.1:4780']) {
      const face = createFace();
      const card = writeOwnCard(face.routes, { ...facts, origin });
      const registered = await face.register(card);
      expect(registered.object).toMatchObject({
        capabilities: ['agent_discovery', 'agent_registration'],
        supported_languages: ['en'],
        authentication: { type: 'api_key' },
        endpoint: `${origin}/agents/search`,
      });
      const names = (registered.object.operations as { name: string }[]).map(({ name }) => name);
      expect(names).toEqual(['agents_search', 'agents_register']);
      expect((await face.search({ query: 'find the right agent for a task' })).ids).toEqual([card.id]);
    }
    const { operations, ...crippled } = writeOwnCard(createFace().routes, facts);
    expect((await createFace().send('POST', '/agents', { as: ann, body: crippled })).status).toBe(400);
  });

  it('[AIDIP-CARD-04] is not sent again while it has not changed, and neither is an agent’s metadata', async () => {
    const face = createFace();
    const registered = await face.register(agent('a'));
    const read = (headers: Record<string, string>) => face.send('GET', '/agents/a', { as: ann, headers });
    const agentTag = registered.headers.get('etag') ?? '';
    const agentTime = registered.headers.get('last-modified') ?? '';
    for (const headers of [{ 'If-None-Match': agentTag }, { 'If-Modified-Since': agentTime }]) {
      const unchanged = await read(headers as Record<string, string>);
      expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    }
    await face.send('PUT', '/agents/a', { as: ann, body: agent('a', { version: '2' }) });
    const changed = await read({ 'If-None-Match': agentTag });
    expect([changed.status, changed.headers.get('etag') === agentTag]).toEqual([200, false]);

    const card = await get(cardRoute());
    const tag = card.headers.get('etag') ?? '';
    const time = card.headers.get('last-modified') ?? '';
    expect(time).toBe('Mon, 02 Feb 2026 08:00:00 GMT');
    for (const headers of [{ 'If-None-Match': tag }, { 'If-Modified-Since': time }]) {
      const unchanged = await get(cardRoute(), headers as Record<string, string>);
      expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
    }
    const later = await get(cardRoute({ version: '2.0.0' }), { 'If-None-Match': tag });
    expect([later.status, later.headers.get('etag') === tag]).toEqual([200, false]);
  });

  it('[AIDIP-CARD-06] is plain JSON unless its own type is requested, and both are accepted as input', async () => {
    const type = async (accept: string) => (await get(cardRoute(), { Accept: accept })).headers.get('content-type');
    expect(await type('*/*')).toBe('application/json');
    expect(await type('application/agent-card+json')).toBe('application/agent-card+json');
    await expect(type('text/html')).rejects.toMatchObject({ code: 'NOT_ACCEPTABLE' });
    for (const [id, contentType] of Object.entries({ a: 'application/json', b: 'application/agent-card+json' })) {
      const headers = { 'Content-Type': contentType };
      expect((await createFace().send('POST', '/agents', { as: ann, body: agent(id), headers })).status).toBe(201);
    }
  });
});
