import { describe, expect, it } from 'vitest';
import { serveWith } from '../rejecting.support.js';
import { createFieldSelection, type FieldSelectionOptions } from './field-selection.js';

const task = { id: 't_1', title: 'Water the plants', assignee: { id: 'u_1', name: 'Ada' }, created_at: '2026-01-01' };
const formats = { concise: ['id', 'title'], detailed: ['id', 'title', 'assignee', 'created_at'] };

async function ask(query: string, body: unknown, options: FieldSelectionOptions = { formats }, init?: ResponseInit) {
  const serve = serveWith(() => Response.json(body, init), [createFieldSelection(options)]);
  const response = await serve(new Request(`https://api.example/tasks${query}`));
  return response.json();
}

describe('createFieldSelection', () => {
  it('[PROF-RESP-02] returns exactly the requested members, and fewer bytes when concise', async () => {
    expect(await ask('?fields=title,created_at', task)).toEqual({ title: task.title, created_at: task.created_at });
    const concise = JSON.stringify(await ask('?response_format=concise', task));
    const detailed = JSON.stringify(await ask('?response_format=detailed', task));
    expect(concise.length).toBeLessThan(detailed.length);
    expect(JSON.parse(detailed)).toEqual(task);
  });

  it('[PROF-RESP-03] is concise by default', async () => {
    expect(await ask('', task)).toEqual({ id: 't_1', title: task.title });
    expect(await ask('?response_format=detailed&fields=id', task)).toEqual({ id: 't_1' });
  });

  it('[PROF-RESP-04] supports more formats', async () => {
    const more = { formats: { ...formats, names: ['title'] as const, all: '*' as const } };
    expect(await ask('?response_format=names', task, more)).toEqual({ title: task.title });
    expect(await ask('?response_format=all', { ...task, extra: 1 }, more)).toEqual({ ...task, extra: 1 });
  });

  it('selects members of list items and keeps the pagination', async () => {
    const page = { items: [task, 'odd'], next_cursor: 'abc' };
    expect(await ask('?fields=id', page)).toEqual({ items: [{ id: 't_1' }, 'odd'], next_cursor: 'abc' });
    expect(await ask('?fields=id', [task])).toEqual([{ id: 't_1' }]);
    expect(await ask('?fields=items', page, { items: false })).toEqual({ items: page.items });
    expect(await ask('?fields=id', 'text')).toBe('text');
  });

  it('reports all errors at once with suggestions, before the handler runs', async () => {
    let ran = false;
    const serve = serveWith(() => {
      ran = true;
      return Response.json(task);
    }, [createFieldSelection({ formats })]);
    const asked = serve(new Request('https://api.example/tasks?fields=titel,nothing&response_format=tiny'));
    await expect(asked).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [
        { field: 'fields', detail: "no member 'titel'; did you mean 'title'?" },
        { field: 'fields', detail: "no member 'nothing'; there are id, title, assignee, created_at" },
        { field: 'response_format', detail: 'must be one of concise, detailed' },
      ],
    });
    expect(ran).toBe(false);
  });

  it('leaves errors, other media types, encoded bodies and writes unchanged', async () => {
    expect(await ask('?fields=id', task, {}, { status: 404 })).toEqual(task);
    const headers = { 'content-type': 'text/plain' };
    expect(await ask('?fields=id', task, {}, { headers })).toEqual(task);
    const coded = { 'content-type': 'application/json', 'content-encoding': 'br' };
    expect(await ask('?fields=id', task, {}, { headers: coded })).toEqual(task);
    const serve = serveWith(() => Response.json(task), [createFieldSelection()]);
    const written = await serve(new Request('https://api.example/tasks?fields=id', { method: 'POST' }));
    expect(await written.json()).toEqual(task);
  });

  it('leaves a body unchanged when it is not JSON or too large', async () => {
    const send = (body: string) =>
      serveWith(
        () => new Response(body, { headers: { 'content-type': 'application/json' } }),
        [createFieldSelection()],
      )(new Request('https://api.example/tasks?fields=id'));
    expect(await (await send('{"id": 1')).text()).toBe('{"id": 1');
    const long = `{"id":1,"text":"${'x'.repeat(2 * 1024 * 1024)}"}`;
    expect(await (await send(long)).text()).toBe(long);
  });
});
