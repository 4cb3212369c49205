import { describe, expect, it } from 'vitest';
import { createFieldSelection } from '../fields/field-selection.js';
import { serveWith } from '../rejecting.support.js';
import type { PageBody } from './pages.js';
import { createPages, type PagesOptions, pageOf } from './pages.js';

interface Task {
  id: string;
  state: string;
}

const address = 'https://api.example/tasks';

/** A paginated list, ordered by id. */
function serveTasks(tasks: Task[], options: PagesOptions = {}, callers = false) {
  const serve = serveWith(
    (request) => {
      const page = pageOf(request);
      const state = page.query.get('state');
      const after = String(page.after?.[0] ?? '');
      const rows = tasks
        .filter((task) => task.id > after && (state === null || task.state === state))
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, page.limit + 1);
      return Response.json(page.write(rows, ({ id }) => [id]));
    },
    [createPages({ key: 'k', ...options }), createFieldSelection()],
    callers ? { caller: (request) => request.headers.get('x-user') ?? undefined } : {},
  );
  return async (query: string, headers: Record<string, string> = {}) => {
    const response = await serve(new Request(`${address}${query}`, { headers }));
    return { response, body: (await response.json()) as PageBody<Task> };
  };
}

function makeTasks(count: number): Task[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `t_${String(at).padStart(4, '0')}`,
    state: at % 2 === 0 ? 'open' : 'done',
  }));
}

describe('createPages', () => {
  it('[PROF-RESP-06] uses the default page size, and rejects an invalid size or one above the limit', async () => {
    const list = serveTasks(makeTasks(300), { usual: 20, most: 50 });
    expect((await list('')).body.items).toHaveLength(20);
    expect((await list('?limit=50')).body.items).toHaveLength(50);
    for (const limit of ['0', '51', '-1', '1.5', 'many', '', '1&limit=2', '9'.repeat(400)]) {
      await expect(list(`?limit=${limit}`), limit).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        fieldErrors: [{ field: 'limit', detail: 'must be one integer from 1 to 50' }],
      });
    }
  });

  it('[PROF-RESP-09] returns a continuation that keeps filters and fields', async () => {
    const list = serveTasks(makeTasks(100));
    const seen: unknown[] = [];
    let next: string | undefined = '?state=open&fields=id&limit=7';
    while (next !== undefined) {
      const { response, body } = await list(next);
      seen.push(...body.items);
      next = body.next_cursor === undefined ? undefined : `?cursor=${body.next_cursor}`;
      expect(response.headers.get('link')).toBe(next === undefined ? null : `</tasks${next}>; rel="next"`);
      expect(body.next_page).toBe(next === undefined ? undefined : `/tasks${next}`);
    }
    expect(seen).toEqual(makeTasks(100).flatMap(({ id, state }) => (state === 'open' ? [{ id }] : [])));
  });

  it('[PROF-RESP-08] neither duplicates nor skips existing items while others are added and removed', async () => {
    const tasks = makeTasks(50);
    const list = serveTasks(tasks, { usual: 10 });
    const seen: string[] = [];
    let next: string | undefined = '';
    for (let round = 0; next !== undefined; round += 1) {
      const { body } = await list(next);
      seen.push(...body.items.map(({ id }) => id));
      next = body.next_page?.replace('/tasks', '');
      tasks.push({ id: `t_0000_${round}`, state: 'open' }, { id: `t_0049_${round}`, state: 'open' });
      tasks.splice(0, 1);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(makeTasks(50).map(({ id }) => id)));
  });

  it('accepts a cursor with the same filters and another size, but not with another filter', async () => {
    const list = serveTasks(makeTasks(30));
    const { next_cursor } = (await list('?state=open&limit=2')).body;
    expect((await list(`?state=open&limit=3&cursor=${next_cursor}`)).body.items.map(({ id }) => id)).toEqual([
      't_0004',
      't_0006',
      't_0008',
    ]);
    await expect(list(`?state=done&cursor=${next_cursor}`)).rejects.toMatchObject({
      code: 'INVALID_CURSOR',
      fieldErrors: [{ field: 'state' }],
    });
    await expect(list(`?owner=me&cursor=${next_cursor}`)).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
  });

  it('rejects cursors that are forged, truncated, repeated, or issued for another caller or list', async () => {
    const list = serveTasks(makeTasks(30), {}, true);
    const mine = { 'x-user': 'ada' };
    const { next_cursor = '' } = (await list('?limit=2', mine)).body;
    await expect(list(`?cursor=${next_cursor}`, mine)).resolves.toBeDefined();
    for (const cursor of ['', 'x', next_cursor.slice(1), `${next_cursor}A`, 'A'.repeat(10_000), `${next_cursor}.x`]) {
      await expect(list(`?cursor=${cursor}`, mine)).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
    }
    await expect(list(`?cursor=${next_cursor}`, { 'x-user': 'bob' })).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
    await expect(list(`/others?cursor=${next_cursor}`, mine)).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
    await expect(list(`?cursor=${next_cursor}&cursor=${next_cursor}`, mine)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('rejects an expired cursor, and a query that is too long for a cursor', async () => {
    let now = 1_000_000;
    const list = serveTasks(makeTasks(30), { maxAgeSeconds: 60, clock: { now: () => now } });
    const { next_page = '' } = (await list('?limit=2')).body;
    now += 60_000;
    await expect(list(next_page.slice(6))).resolves.toBeDefined();
    now += 1_000;
    await expect(list(next_page.slice(6))).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
    await expect(list(`?state=${'x'.repeat(1200)}`)).rejects.toMatchObject({ code: 'URI_TOO_LONG' });
  });

  it('ends a page early when its items are large, but never empty', async () => {
    const long = makeTasks(5).map((task) => ({ ...task, state: 'x'.repeat(400) }));
    const list = serveTasks(long, { bytes: 1000 });
    expect((await list('')).body.items).toHaveLength(2);
    const tight = serveTasks(long, { bytes: 10 });
    const { body } = await tight('');
    expect(body.items).toHaveLength(1);
    expect((await tight(`?cursor=${body.next_cursor}`)).body.items[0]?.id).toBe('t_0001');
  });

  it('requires unique keys', async () => {
    const serve = serveWith(
      (request) => Response.json(pageOf(request).write(makeTasks(3), ({ id }) => [id.length])),
      [createPages({ usual: 1 })],
    );
    await expect(serve(new Request(address))).rejects.toThrow('Two items have the same key');
  });

  it('passes writes through, and reports a handler without the property', async () => {
    const serve = serveWith(() => new Response('done'), [createPages()]);
    expect(await (await serve(new Request(`${address}?limit=x`, { method: 'POST' }))).text()).toBe('done');
    expect(() => pageOf(new Request(address))).toThrow('has no property');
  });
});
