import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';
import { nextLink } from './pages.js';
import type { Scripted } from './registry.support.js';
import { rejection, scriptedRegistry } from './registry.support.js';

function listing(...script: Scripted[]) {
  const { fetch, received } = scriptedRegistry(...script);
  const client = createClient({ baseUrl: 'https://registry.example', fetch, credential: { apiKey: 'k' } });
  const ids = async (options?: Parameters<typeof client.agents.list>[0]) => {
    const all: string[] = [];
    for await (const { id } of client.agents.list(options)) all.push(id);
    return all;
  };
  return { ids, received, client };
}

const page = (ids: string[], link?: string): Scripted => ({
  body: ids.map((id) => ({ id })),
  ...(link === undefined ? {} : { headers: { link } }),
});

describe('list pagination', () => {
  it('follows the next link unchanged, and stops without one', async () => {
    const { ids, received } = listing(
      page(['a', 'b'], '</agents?top=2&cursor=x%2Cy>; rel="next", </agents>; rel="first"'),
      page(['c'], '<https://registry.example/agents>; rel="prev"'),
    );
    expect(await ids({ pageSize: 2, tags: ['sea'] })).toEqual(['a', 'b', 'c']);
    expect(received.map(({ url }) => url.search)).toEqual(['?tags=sea&top=2', '?top=2&cursor=x%2Cy']);
  });

  it('fetches a page only when it is needed', async () => {
    const { client, received } = listing(page(['a'], '</agents?cursor=2>; rel=next'), page(['b']));
    for await (const { id } of client.agents.list()) if (id === 'a') break;
    expect(received).toHaveLength(1);
  });

  it('continues by skip when the registry only reports a count', async () => {
    const { ids, received } = listing(
      { body: { agents: [{ id: 'a' }, { id: 'b' }], count: 3, top: 2, skip: 0 } },
      { body: { agents: [{ id: 'c' }], count: 3, top: 2, skip: 2 } },
    );
    expect(await ids({ pageSize: 2, publicOnly: true })).toEqual(['a', 'b', 'c']);
    expect(received.map(({ url }) => `${url.pathname}${url.search}`)).toEqual([
      '/agents/public?top=2',
      '/agents/public?top=2&skip=2',
    ]);
  });

  it('uses the search for conditions with several values', async () => {
    const { ids, received } = listing(page(['a']));
    await ids({ tags: ['sea', 'logistics'] });
    expect(received[0]).toMatchObject({ method: 'POST', body: { filters: { tags: ['sea', 'logistics'] }, top: 100 } });
  });

  it('does not send credentials to another host, and detects cycles', async () => {
    const away = listing(page(['a'], '<https://evil.example/agents>; rel="next"'));
    expect(await rejection(away.ids())).toMatchObject({ code: 'INVALID_RESPONSE' });
    expect(away.received).toHaveLength(1);
    const plain = listing(page(['a'], '<http://registry.example/agents?c=1>; rel="next"'));
    expect(await rejection(plain.ids())).toMatchObject({ code: 'INSECURE_ADDRESS' });
    const circle = listing(page(['a'], '</agents?c=1>; rel="next"'));
    expect(await rejection(circle.ids())).toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});

it.each([
  [null, undefined],
  ['', undefined],
  ['</a>; rel="prev"', undefined],
  ['</a,b;c>; title="x, y; rel=\'prev\'"; rel="last next", </z>; rel=next', '/a,b;c'],
  ['</a>;rel=next', '/a'],
  ['</a>; title="; rel=next", </b>; rel=next', '/b'],
  [`${'<'.repeat(10_000)}${'; rel'.repeat(1_000)}`, undefined],
  [`</a>; rel=next; x="${'y'.repeat(20_000)}"`, undefined],
])('parses the next link of %.40s', (header, expected) => {
  expect(nextLink(header)).toBe(expected);
});
