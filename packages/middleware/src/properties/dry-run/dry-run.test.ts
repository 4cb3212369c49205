import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { addProperties } from '../../fetch.js';
import { createDryRun, type DryRunOptions, isDryRun, previewOf } from './index.js';

/** Tasks that can be deleted, with previews. */
function host(options: DryRunOptions = {}) {
  const tasks = new Set(['1', '2']);
  const serve = addProperties(
    (request) => {
      const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
      if (request.method === 'GET') return Response.json({ tasks: [...tasks] });
      if (!tasks.has(id)) throw new Failure('NOT_FOUND');
      if (isDryRun(request)) return Response.json(previewOf([`task ${id} would be deleted`], false));
      tasks.delete(id);
      return Response.json({ deleted: id });
    },
    [createDryRun(options)],
  );
  const send = (path: string, headers: Record<string, string> = {}, method = 'DELETE') =>
    serve(new Request(`https://api.example${path}`, { method, headers }));
  return { send, tasks };
}

describe('a dry run', () => {
  it('[PROF-WRITE-09] [PROF-WRITE-10] requested by header or query reports the changes and makes none', async () => {
    const { send, tasks } = host();
    for (const [path, headers] of [
      ['/tasks/1', { 'x-dry-run': 'true' }],
      ['/tasks/1?dry_run=true', {}],
      ['/tasks/1?dry_run=1', { 'x-dry-run': 'false' }],
    ] as const) {
      const response = await send(path, headers);
      expect([response.status, response.headers.get('x-dry-run')]).toEqual([200, 'true']);
      expect(await response.json()).toEqual({
        dry_run: true,
        would_change: ['task 1 would be deleted'],
        reversible: false,
      });
    }
    expect(tasks).toEqual(new Set(['1', '2']));
    for (const headers of [{}, { 'x-dry-run': 'false' }]) {
      const response = await send(`/tasks/${tasks.size}`, headers);
      expect([response.headers.get('x-dry-run'), Object.keys((await response.json()) as object)]).toEqual([
        null,
        ['deleted'],
      ]);
    }
    expect(tasks.size).toBe(0);
  });

  it('is rejected without an effect when the flag is invalid', async () => {
    const { send, tasks } = host();
    const response = await send('/tasks/1?dry_run=perhaps', { 'x-dry-run': 'maybe' });
    expect(await response.json()).toMatchObject({
      status: 400,
      field_errors: [
        { field: 'X-Dry-Run', code: 'request/boolean' },
        { field: 'dry_run', code: 'request/boolean' },
      ],
    });
    expect(tasks.size).toBe(2);
  });

  it('is rejected without an effect where it is not offered', async () => {
    const { send, tasks } = host({ routes: ['DELETE /other/:id', 'POST /tasks/{id}'] });
    const response = await send('/tasks/1', { 'x-dry-run': 'true' });
    expect(await response.json()).toMatchObject({ status: 400, field_errors: [{ code: 'request/not-offered' }] });
    expect(tasks.size).toBe(2);
    expect((await host({ routes: ['DELETE /tasks/:id'] }).send('/tasks/1', { 'x-dry-run': 'true' })).status).toBe(200);
    expect(() => createDryRun({ routes: ['tasks'] })).toThrow("'tasks' is not a path");
  });

  it('of a read is the read', async () => {
    const { send } = host();
    const response = await send('/tasks', { 'x-dry-run': 'true' }, 'GET');
    expect(await response.json()).toEqual({ tasks: ['1', '2'] });
  });

  it("returns the handler's rejections", async () => {
    const { send } = host();
    expect((await send('/tasks/9', { 'x-dry-run': 'true' })).status).toBe(404);
  });

  it('of a handler that never checks is not a success, and is reported to the host', async () => {
    const reported: unknown[] = [];
    const property = createDryRun({ report: (problem) => void reported.push(problem) });
    const serve = addProperties(() => Response.json({ done: true }), [property]);
    const request = new Request('https://api.example/tasks', { method: 'POST', headers: { 'x-dry-run': 'true' } });
    expect((await serve(request)).status).toBe(500);
    expect(reported).toMatchObject([{ message: 'POST /tasks offers dry runs but never called isDryRun' }]);
  });

  it('cannot be checked without the property', async () => {
    const serve = addProperties((request) => Response.json(isDryRun(request)), [(next) => next]);
    await expect(serve(new Request('https://api.example/'))).rejects.toThrow('needs the createDryRun property');
  });
});
