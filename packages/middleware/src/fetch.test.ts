import { afterEach, describe, expect, it, vi } from 'vitest';
import { createNact, defineTool, type EarlierVersion, type NactHandler, type Tool } from './index.js';
import { describeNact } from './nact/nact.contract.js';
import { hostHealth } from './nact/sample-tools.support.js';

const origin = 'https://api.lindenpharm.example';

describeNact('plain fetch', async (options) => {
  const nact = createNact(options);
  return {
    async send(path, init) {
      const request = new Request(`${origin}${path}`, init);
      const answer = await nact(request);
      if (answer !== undefined) return answer;
      if (path !== `${options.root}/health`) return new Response(null, { status: 404 });
      const { status, body } = hostHealth(request.headers.get('authorization'));
      return Response.json(body, { status });
    },
    close: () => Promise.resolve(),
  };
});

interface Page {
  items: { toolId: string; name: string; version: number; currentVersion: number }[];
  paging: { pageLimit: number; next: string | null };
}

const body = { inputs: {}, outputs: { done: { description: 'Whether it was done.', type: 'boolean' } } } as const;

function numbered(number: number, versions = 1, tags: readonly string[] = []): Tool {
  const description = 'Does one thing of many.';
  return defineTool({
    toolId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    name: `do_thing_number_${number}`,
    description,
    tags,
    ...body,
    earlier: Array.from({ length: versions - 1 }, (): EarlierVersion => ({ description, tags, ...body })),
    run: () => ({ done: true }),
  });
}

async function read(nact: NactHandler, path: string): Promise<Page> {
  const response = await nact(new Request(`${origin}${path}`));
  return (await response?.json()) as Page;
}

/** Walks all pages, alternating between the handlers. */
async function walk(handlers: readonly NactHandler[], path: string): Promise<Page[]> {
  const pages: Page[] = [];
  for (let next: string | null | undefined; next !== null; next = pages.at(-1)?.paging.next) {
    const handler = handlers[pages.length % handlers.length];
    if (handler === undefined) throw new Error('no handler');
    const cursor = next === undefined ? '' : `&pageCursor=${encodeURIComponent(next)}`;
    pages.push(await read(handler, `${path}${cursor}`));
  }
  return pages;
}

describe('lists of createNact', () => {
  it('[NACT-ENUM-01] [NACT-ENUM-02] [NACT-PAGE-02] returns an empty list without tools', async () => {
    expect(await read(createNact({ tools: [] }), '/tools')).toEqual({
      items: [],
      paging: { pageLimit: 50, next: null },
    });
    const page = await read(createNact({ tools: [numbered(1)] }), '/tools');
    expect(Object.keys(page)).toEqual(['items', 'paging']);
  });

  it('[NACT-PAGE-05] [NACT-ENUM-06] returns every tool once, page by page', async () => {
    const five = createNact({ tools: [1, 2, 3, 4, 5].map((number) => numbered(number)) });
    expect((await walk([five], '/tools?pageLimit=2')).map(({ items }) => items.length)).toEqual([2, 2, 1]);
    const many = createNact({ tools: Array.from({ length: 25 }, (_, at) => numbered(at)) });
    const pages = await walk([many], '/tools?pageLimit=10');
    const found = pages.flatMap(({ items }) => items.map(({ toolId }) => toolId));
    expect([pages.length, found.length, new Set(found).size]).toEqual([3, 25, 25]);
  });

  it('[NACT-FILT-04] paginates a filtered list, whose cursor is valid only for it', async () => {
    const tagged = Array.from({ length: 10 }, (_, at) => numbered(at, 1, at % 2 === 0 ? ['even'] : ['odd']));
    const nact = createNact({ tools: tagged });
    const pages = await walk([nact], '/tools?tag=even&pageLimit=2');
    const found = pages.flatMap(({ items }) => items.map(({ name }) => name));
    expect(found).toEqual([0, 2, 4, 6, 8].map((number) => `do_thing_number_${number}`));
    const cursor = encodeURIComponent(pages[0]?.paging.next ?? '');
    const moved = await nact(new Request(`${origin}/tools?tag=odd&pageLimit=2&pageCursor=${cursor}`));
    expect(moved?.status).toBe(400);
  });

  it('[NACT-GEN-04] needs no session: two instances answer alternately', async () => {
    const tools = Array.from({ length: 7 }, (_, at) => numbered(at));
    const pages = await walk([createNact({ tools }), createNact({ tools })], '/tools?pageLimit=2');
    expect(pages.flatMap(({ items }) => items)).toHaveLength(7);
  });

  it('[NACT-VER-07] [NACT-VER-08] orders versions by number, newest first', async () => {
    const nact = createNact({ tools: [numbered(1, 12)] });
    const pages = await walk([nact], `/tools/${numbered(1).toolId}/versions?pageLimit=5`);
    const versions = pages.flatMap(({ items }) => items.map(({ version }) => version));
    expect(versions).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const three = createNact({ tools: [numbered(1, 3)] });
    const single = await walk([three], `/tools/${numbered(1).toolId}/versions?pageLimit=1`);
    expect(single.map(({ items }) => items.map(({ version }) => version))).toEqual([[3], [2], [1]]);
  });

  it('[NACT-SIG-03] [NACT-TOOL-02] keeps one id for all versions', async () => {
    const { toolId } = numbered(1);
    const nact = createNact({ tools: [numbered(1, 3), numbered(2)] });
    const { items } = await read(nact, `/tools/${toolId}/versions`);
    expect(items.map((item) => [item.toolId, item.version])).toEqual([3, 2, 1].map((version) => [toolId, version]));
    expect(await read(nact, `/tools/${numbered(2).toolId}`)).toMatchObject({ version: 1, currentVersion: 1 });
    expect(await read(nact, `/tools/${toolId}`)).toMatchObject({ version: 3 });
    expect(await read(createNact({ tools: [numbered(1, 4)] }), `/tools/${toolId}`)).toMatchObject({ version: 4 });
  });

  it('[NACT-VER-01] [NACT-VER-04] numbers versions from 1 and names the newest in each', async () => {
    const currents = async (versions: number) => {
      const path = `/tools/${numbered(1).toolId}/versions`;
      const { items } = await read(createNact({ tools: [numbered(1, versions)] }), path);
      return items.map(({ version, currentVersion }) => [version, currentVersion]);
    };
    expect(await currents(1)).toEqual([[1, 1]]);
    expect((await currents(3)).at(-1)).toEqual([1, 3]);
    expect(await currents(4)).toEqual([4, 3, 2, 1].map((version) => [version, 4]));
  });

  it('[NACT-SIG-10] [NACT-GEN-11] returns the same bytes in every language and after every call', async () => {
    const nact = createNact({ tools: [numbered(1), numbered(2)] });
    const bytes = async (headers: Record<string, string>) =>
      (await nact(new Request(`${origin}/tools`, { headers })))?.text();
    const first = await bytes({});
    expect(await bytes({ 'accept-language': 'fr' })).toBe(first);
    expect(await bytes({ 'accept-language': 'en' })).toBe(first);
    const tool = numbered(1);
    await nact(
      new Request(`${origin}/tools/${tool.toolId}:invoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: tool.name }),
      }),
    );
    expect(await bytes({})).toBe(first);
  });

  it('[NACT-SIG-02] [NACT-SIG-05] rejects two tools with one id or one name', () => {
    expect(() => createNact({ tools: [numbered(1), numbered(1)] })).toThrow('is used by two tools');
    const other = { ...numbered(2), name: numbered(1).name };
    expect(() => createNact({ tools: [numbered(1), other] })).toThrow(numbered(1).name);
    expect(() =>
      defineTool({ ...body, toolId: 'weather-1', name: 'x_y', description: 'd', run: () => ({ done: null }) }),
    ).toThrow('UUID');
    expect(() => createNact({ tools: [numbered(1, 2)] })).not.toThrow();
  });
});

describe('a caller that disconnects', () => {
  it('aborts the signal of the tool', async () => {
    const leaving = new AbortController();
    const waiting = defineTool({
      ...body,
      toolId: numbered(1).toolId,
      name: 'wait_for_the_end',
      description: 'Waits until nobody waits for it.',
      async run(_, { signal }) {
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve);
          leaving.abort();
        });
        return { done: signal.aborted };
      },
    });
    const response = await createNact({ tools: [waiting] })(
      new Request(`${origin}/tools/${waiting.toolId}:invoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: waiting.name }),
        signal: leaving.signal,
      }),
    );
    expect(await response?.json()).toEqual({ output_parameters: [{ name: 'done', value: true }] });
  });
});

describe('reports to the host', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('are process warnings by default', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const authenticate = () => {
      throw new Error('the directory is down');
    };
    const response = await createNact({ tools: [], authenticate })(new Request(`${origin}/tools`));
    expect(response?.status).toBe(500);
    expect(warn.mock.calls).toMatchObject([[{ message: 'the directory is down' }]]);
  });

  it('leave a response of the host unchanged', async () => {
    const authenticate = () => new Response('log in first', { status: 401 });
    const response = await createNact({ tools: [], authenticate })(new Request(`${origin}/tools`));
    expect([response?.status, await response?.text()]).toEqual([401, 'log in first']);
    expect(await createNact({ tools: [] })(new Request(`${origin}/tools`, { method: 'OPTIONS' }))).toBeUndefined();
  });
});
