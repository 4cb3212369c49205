import { describe, expect, it } from 'vitest';
import { agent, start } from '../tools.support.js';

interface Listed {
  operations: { agent_id: string; operation: string; score?: number; words?: number; summary: string }[];
  count: number;
  facets?: Record<string, { value: string; count: number; name?: string }[]>;
  next_cursor?: string;
  page_cursors?: string[];
}

const operation = (name: string, description: string, more = {}) => ({
  name,
  description,
  inputs: { type: 'object' },
  outputs: { type: 'object' },
  ...more,
});

async function filled() {
  const server = await start();
  await server.register(
    agent('harbor', {
      tags: ['port'],
      operations: [
        operation('track_container', 'Tells where a container is.', { impact: 'informational' }),
        operation('release_container', 'Releases a container.', { impact: 'irreversible' }),
      ],
    }),
  );
  await server.register(
    agent('mail', { operations: [operation('send_letter', 'Sends a letter.', { impact: 'irreversible' })] }),
  );
  await server.register(
    agent('vault', {
      visibility: 'private',
      operations: [operation('track_container_secretly', 'Tells where a container is, in secret.')],
    }),
  );
  const list = (query: string, key?: string) =>
    server.read<Listed>(`/catalogue/operations${query}`, key === undefined ? {} : { key });
  return { ...server, list };
}

/** Mentions a letter, and asks for something else. */
const unrelated =
  'buy purple flowers whose color matches the garden fence that our neighbor painted last summer after he got a letter from grandmother about birthday parties';

const names = ({ operations }: Listed) => operations.map(({ operation }) => operation);

describe('GET /catalogue/operations', () => {
  it('lists operations by service in pages with signed cursors, and counts them by field', async () => {
    const { list, ask } = await filled();
    const first = await list('?top=2&facets=true');
    expect(names(first)).toEqual(['track_container', 'release_container']);
    expect(first.count).toBe(4);
    expect(first.facets?.impact).toEqual([
      { value: 'irreversible', count: 2 },
      { value: 'informational', count: 1 },
    ]);
    expect(first.facets?.agent?.[0]).toEqual({ value: 'harbor', count: 2, name: 'Agent harbor' });
    expect(first.facets?.tag).toContainEqual({ value: 'port', count: 2 });
    const second = await list(`?top=2&facets=true&cursor=${first.next_cursor}`);
    expect(names(second)).toEqual(['send_letter', 'track_container_secretly']);
    expect((await ask('GET', `/catalogue/operations?tag=port&cursor=${first.next_cursor}`)).status).toBe(400);
  });

  it('returns the cursor of every page on request, so that a table can jump', async () => {
    const { list } = await filled();
    const { page_cursors: cursors = [], next_cursor } = await list('?top=1&page_cursors=true');
    expect(cursors).toHaveLength(3);
    expect(cursors[0]).toBe(next_cursor);
    expect(names(await list(`?top=1&cursor=${cursors[2]}`))).toEqual(['track_container_secretly']);
    expect((await list('?top=2&page_cursors=true')).page_cursors).toHaveLength(1);
    expect((await list('?top=4&page_cursors=true')).page_cursors).toEqual([]);
    const ranked = await list('?text=container&top=1&page_cursors=true');
    expect(ranked.page_cursors).toHaveLength(ranked.count - 1);
    const last = await list(`?text=container&top=1&cursor=${ranked.page_cursors?.at(-1)}`);
    expect([names(last).length, last.next_cursor]).toEqual([1, undefined]);
  });

  it('ranks by text as resolution does, with the parts of the score', async () => {
    const { list, ask } = await filled();
    const found = await list('?text=where%20is%20my%20container');
    expect(found.operations[0]).toMatchObject({ words: expect.any(Number), score: expect.any(Number) });
    const answer = await ask('POST', '/agents/resolve', { body: { intent: 'where is my container', top: 20 } });
    const resolved = (await answer.json()) as { candidates: { invocation: { operation: string } }[] };
    const candidates = resolved.candidates.map(({ invocation }) => invocation.operation);
    expect(names(found).slice(0, candidates.length)).toEqual(candidates);
  });

  it('filters by service, tag, impact and status', async () => {
    const { list } = await filled();
    expect(names(await list('?agent=mail'))).toEqual(['send_letter']);
    expect(names(await list('?tag=PORT'))).toEqual(['track_container', 'release_container']);
    expect(names(await list('?impact=irreversible'))).toEqual(['release_container', 'send_letter']);
    expect(names(await list('?status=deprecated'))).toEqual([]);
    expect(names(await list('?text=container&impact=irreversible'))).toEqual(['release_container']);
  });

  it('shows and counts nothing that the caller may not see', async () => {
    const { list, keyFor } = await filled();
    const stranger = await keyFor('bob', 'registry:read');
    const listed = await list('?facets=true', stranger);
    expect(listed.count).toBe(3);
    expect(JSON.stringify(listed)).not.toContain('vault');
    expect(names(await list('?text=track_container_secretly', stranger))).not.toContain('track_container_secretly');
  });

  it('rejects unknown values and limits what a search costs', async () => {
    const { ask } = await filled();
    for (const query of ['impact=severe', 'status=gone', 'facets=maybe', `text=${'x'.repeat(2001)}`, 'cursor=a.b']) {
      expect((await ask('GET', `/catalogue/operations?${query}`)).status, query).toBe(400);
    }
    expect((await ask('GET', '/catalogue/operations?text=%F0%9F%92%A9%00%E2%80%AE')).status).toBe(200);
  });
});

describe('POST /agents/resolve with explain', () => {
  it('returns the parts of each score, the limits and the excluded services', async () => {
    const { ask } = await filled();
    const body = { intent: 'where is my container', explain: true, policy: { max_impact: 'informational' } };
    const resolved = await (await ask('POST', '/agents/resolve', { body })).json();
    expect(resolved).toMatchObject({
      limits: { found: expect.any(Number), candidate: expect.any(Number), words: expect.any(Number) },
      nearest: [],
      candidates: [{ operation_id: expect.any(String), shares: { words: expect.any(Number), inputs: 1 } }],
    });
    const { limits, candidates } = (await (
      await ask('POST', '/agents/resolve', { body: { intent: 'where is my container' } })
    ).json()) as { limits?: unknown; candidates: { shares?: unknown }[] };
    expect([limits, candidates[0]?.shares]).toEqual([undefined, undefined]);
  });

  it('names the nearest operations when nothing matches', async () => {
    const { ask } = await filled();
    const body = { intent: unrelated, explain: true };
    const resolved = (await (await ask('POST', '/agents/resolve', { body })).json()) as {
      nearest: { id: string }[];
    };
    expect(resolved).toMatchObject({ decision: 'nothing', candidates: [] });
    expect(resolved.nearest[0]).toMatchObject({ id: 'mail' });
  });
});
