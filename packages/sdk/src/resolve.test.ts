import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';

function answering(routes: Record<string, [status: number, body: unknown]>) {
  const sent: { path: string; body: unknown }[] = [];
  const client = createClient({
    baseUrl: 'http://127.0.0.1:4780',
    allowInsecure: true,
    retry: { attempts: 1 },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      sent.push({ path: pathname, body: JSON.parse((await request.text()) || 'null') });
      const [status, body] = routes[pathname] ?? [404, {}];
      return Response.json(body, { status });
    },
  });
  return { client, sent };
}

const candidate = {
  id: 'pier',
  endpoint: 'https://pier.example/x',
  score: 0.9,
  reason: 'r',
  invocation: { method: 'POST', content_type: 'application/json', operation: null, authentication: { type: 'none' } },
};
const hits = {
  results: [
    { id: 'pier', name: 'Pier', description: 'd', capabilities: [], endpoint: 'https://pier.example/x', score: 0.4 },
  ],
};

describe('resolve', () => {
  it('sends the intent and returns the candidates', async () => {
    const { client, sent } = answering({
      '/agents/resolve': [
        200,
        { decision: 'found', candidates: [candidate, { id: 'x' }], excluded: [], matched_by: [] },
      ],
    });
    const resolved = await client.agents.resolve({ intent: 'wind', policy: { certified_only: true } });
    expect(sent).toEqual([{ path: '/agents/resolve', body: { intent: 'wind', policy: { certified_only: true } } }]);
    expect(resolved).toEqual({ decision: 'found', candidates: [candidate], excluded: [], notes: [], by: 'resolution' });
  });

  it.each([404, 405, 501, 503])('[AIDIP-SRP-05] falls back to search when resolution returns %i', async (status) => {
    const { client, sent } = answering({ '/agents/resolve': [status, {}], '/agents/search': [200, hits] });
    const resolved = await client.agents.resolve({ intent: 'wind' });
    expect(sent.at(-1)).toEqual({ path: '/agents/search', body: { query: 'wind', top: 5 } });
    expect(resolved).toMatchObject({ decision: 'found', by: 'search', candidates: [{ id: 'pier', score: 0.4 }] });
  });

  it('does not drop a policy in the fallback', async () => {
    const { client } = answering({ '/agents/search': [200, hits] });
    const resolved = await client.agents.resolve({ intent: 'wind', policy: { verified_only: true } });
    expect(resolved).toMatchObject({ decision: 'nothing', by: 'search', candidates: [] });
  });

  it('passes on rejections of the registry, and rejects invalid responses', async () => {
    const refused = answering({ '/agents/resolve': [400, { code: 'INVALID_INPUT', detail: 'no' }] });
    await expect(refused.client.agents.resolve({ intent: '' })).rejects.toMatchObject({ status: 400 });
    const odd = answering({ '/agents/resolve': [200, []] });
    await expect(odd.client.agents.resolve({ intent: 'x' })).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });

  it('rates a service', async () => {
    const standing = { id: 'a/b', callers: 1, raters: 1, rating: 5, tellers: 0, unsafe: false };
    const { client, sent } = answering({ '/agents/a%2Fb/feedback': [200, standing] });
    expect(await client.agents.giveFeedback('a/b', { rating: 5 })).toEqual(standing);
    expect(sent[0]?.body).toEqual({ rating: 5 });
  });
});
