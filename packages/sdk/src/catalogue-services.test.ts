import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';

function start(answer: (url: URL) => unknown) {
  const asked: URL[] = [];
  const client = createClient({
    baseUrl: 'https://registry.example',
    fetch: async (input) => {
      const url = new URL(String(input));
      asked.push(url);
      return Response.json(answer(url));
    },
  });
  return { client, asked };
}

describe('services with how they are doing', () => {
  it('are listed page after page with their statuses', async () => {
    const { client, asked } = start(() => ({ services: [{ id: 'a' }], count: 1, top: 200 }));
    const found: unknown[] = [];
    for await (const service of client.agents.listServices({ statuses: ['active', 'inactive'] })) found.push(service);
    expect(found).toEqual([{ id: 'a' }]);
    expect(asked.map(({ pathname, search }) => pathname + search)).toEqual([
      '/catalogue/services?top=200&status=active%2Cinactive',
    ]);
  });

  it('are found by a part of their name', async () => {
    const { client, asked } = start(() => ({ services: [{ id: 'a' }, { id: 'b' }], count: 9, top: 2 }));
    for await (const _ of client.agents.listServices({ name: 'pier & quay', pageSize: 2 })) break;
    expect(asked.map(({ search }) => search)).toEqual(['?top=2&name=pier+%26+quay']);
  });

  it('are read by id in requests whose URLs are accepted', async () => {
    const { client, asked } = start((url) => ({ services: url.searchParams.getAll('agent').map((id) => ({ id })) }));
    const ids = [...Array.from({ length: 60 }, (_, n) => `s ${n}`), ...['x', 'y', 'z'].map((id) => id.repeat(1500))];
    expect((await client.agents.readServices(ids)).map(({ id }) => id)).toEqual(ids);
    expect(asked.map((url) => url.searchParams.size)).toEqual([50, 12, 1]);
    expect(Math.max(...asked.map(({ search }) => search.length))).toBeLessThan(4100);
    expect(await client.agents.readServices([])).toEqual([]);
    await expect(client.agents.readServices(['x'.repeat(5000)])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('need a list in the answer', async () => {
    const { client } = start(() => ({ nothing: true }));
    await expect(client.agents.readServices(['a'])).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});
