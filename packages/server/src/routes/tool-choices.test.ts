/** Tests the filters and counts of tools that can be chosen. */
import { describe, expect, it } from 'vitest';
import { agent, start } from '../tools.support.js';

interface Listed {
  tools: { name: string; impact?: string }[];
  facets?: Record<string, { value: string; count: number; name?: string }[]>;
  next_cursor?: string;
}

const operation = (name: string, description: string, impact: string) => ({
  name,
  description,
  impact,
  inputs: { type: 'object' },
  outputs: { type: 'object' },
});

async function filled() {
  const server = await start();
  await server.register(
    agent('harbor', {
      tags: ['Port'],
      operations: [
        operation('track_container', 'Tells where a container is.', 'informational'),
        operation('release_container', 'Releases a container.', 'irreversible'),
      ],
    }),
  );
  await server.register(agent('mail', { operations: [operation('send_letter', 'Sends a letter.', 'irreversible')] }));
  return { ...server, list: (query: string) => server.read<Listed>(`/tool-choices${query}`) };
}

const names = ({ tools }: Listed) => tools.map(({ name }) => name);

describe('GET /tool-choices', () => {
  it('filters by impact in every order, also over pages', async () => {
    const { list } = await filled();
    const irreversible = ['release_container', 'send_letter'];
    expect(names(await list('?impact=irreversible'))).toEqual(irreversible);
    expect(names(await list('?impact=irreversible&order=name'))).toEqual(irreversible);
    expect(names(await list('?impact=irreversible&text=container'))).toEqual(['release_container']);
    expect(names(await list('?impact=irreversible&impact=informational'))).toHaveLength(3);
    const first = await list('?impact=irreversible&top=1');
    expect(first.tools).toMatchObject([{ name: 'release_container', impact: 'irreversible' }]);
    expect(names(await list(`?impact=irreversible&top=1&cursor=${first.next_cursor}`))).toEqual(['send_letter']);
  });

  it('counts all matching tools by service, tag and impact, whatever the page shows', async () => {
    const { list } = await filled();
    for (const query of ['?facets=true&top=1', '?facets=true&top=1&order=name']) {
      const { tools, facets } = await list(query);
      expect(tools).toHaveLength(1);
      expect(facets?.agent).toEqual([
        { value: 'harbor', count: 2, name: 'Agent harbor' },
        { value: 'mail', count: 1, name: 'Agent mail' },
      ]);
      expect(facets?.impact?.[0]).toEqual({ value: 'irreversible', count: 2 });
      expect(facets?.tag).toContainEqual({ value: 'Port', count: 2 });
    }
    const { facets } = await list('?facets=true&text=container&impact=informational');
    expect(facets?.agent).toEqual([{ value: 'harbor', count: 1, name: 'Agent harbor' }]);
    expect((await list('?tags=Port')).facets).toBeUndefined();
  });

  it('reports unknown values', async () => {
    const { ask } = await filled();
    const answer = await ask('GET', '/tool-choices?impact=small&facets=maybe');
    expect(answer.status).toBe(400);
    const { field_errors: found } = (await answer.json()) as { field_errors: { field: string }[] };
    expect(found.map(({ field }) => field)).toEqual(['impact', 'facets']);
  });
});
