import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';

function answering(pages: unknown[]) {
  const sent: string[] = [];
  const client = createClient({
    baseUrl: 'http://127.0.0.1:4780',
    allowInsecure: true,
    retry: { attempts: 1 },
    fetch: async (input, init) => {
      const { pathname, search } = new URL(new Request(input, init).url);
      sent.push(`${pathname}${search}`);
      const next =
        sent.length < pages.length ? { link: `</catalogue/operations?cursor=${sent.length}>; rel="next"` } : {};
      return Response.json(pages[sent.length - 1], { headers: next });
    },
  });
  return { client, sent };
}

describe('findOperations and listOperations', () => {
  it('sends text, filters and page', async () => {
    const { client, sent } = answering([{ operations: [], count: 0 }]);
    const query = { text: 'refund', agents: ['a', 'b'], tags: ['pay'], impacts: ['reversible'] as const };
    expect(await client.agents.findOperations(query, { top: 5, facets: true })).toEqual({ operations: [], count: 0 });
    expect(sent).toEqual([
      '/catalogue/operations?text=refund&agent=a&agent=b&tag=pay&impact=reversible&top=5&facets=true',
    ]);
  });

  it('walks through all pages, and rejects what is no list', async () => {
    const { client } = answering([{ operations: [{ operation: 'x' }] }, { operations: [{ operation: 'y' }] }]);
    const found: string[] = [];
    for await (const { operation } of client.agents.listOperations()) found.push(operation);
    expect(found).toEqual(['x', 'y']);
    await expect(answering([{}]).client.agents.findOperations()).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});
