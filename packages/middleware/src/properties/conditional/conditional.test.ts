import { describe, expect, it } from 'vitest';
import { serveWith } from '../rejecting.support.js';
import { createConditional, requireState, showState } from './conditional.js';

const address = 'https://api.example/tasks/t_1';

interface Task {
  title: string;
  version: number;
}

/** One task that is read and written; its version is its state. */
function serveTask(task: { now: Task | undefined }) {
  return serveWith(
    async (request) => {
      if (request.method !== 'GET') {
        requireState(request, task.now?.version);
        if (request.method === 'DELETE') {
          task.now = undefined;
          return new Response(null, { status: 204 });
        }
        task.now = { title: await request.text(), version: (task.now?.version ?? 0) + 1 };
      }
      if (task.now === undefined) return new Response(null, { status: 404 });
      showState(request, task.now.version);
      const view = new URL(request.url).searchParams.has('short') ? { title: task.now.title } : task.now;
      return Response.json(view);
    },
    [createConditional({ writes: 'handler' })],
  );
}

function request(method: string, headers: Record<string, string> = {}, query = ''): Request {
  return new Request(address + query, { method, headers, ...(method === 'PUT' ? { body: 'Other' } : {}) });
}

describe('createConditional', () => {
  it('[PROF-RESP-05] returns 304 without a body for a matching ETag, and 200 with a new ETag after a change', async () => {
    const task = { now: { title: 'One', version: 1 } };
    const serve = serveTask(task);
    const first = await serve(request('GET'));
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{16}\.[0-9a-f]{16}"$/);
    const again = await serve(request('GET', { 'If-None-Match': `"x", W/${etag}` }));
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect(again.headers.get('content-type')).toBeNull();
    task.now = { title: 'Two', version: 2 };
    const changed = await serve(request('GET', { 'If-None-Match': etag }));
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('has a different ETag for another view of the same state, and accepts either for a write', async () => {
    const serve = serveTask({ now: { title: 'One', version: 1 } });
    const whole = (await serve(request('GET'))).headers.get('etag') ?? '';
    const short = (await serve(request('GET', {}, '?short'))).headers.get('etag') ?? '';
    expect(whole).not.toBe(short);
    expect((await serve(request('PUT', { 'If-Match': short }))).status).toBe(200);
  });

  it('rejects a write on an outdated state, and returns the ETag of a write', async () => {
    const task: { now: Task | undefined } = { now: { title: 'One', version: 1 } };
    const serve = serveTask(task);
    const etag = (await serve(request('GET'))).headers.get('etag') ?? '';
    const written = await serve(request('PUT', { 'If-Match': etag }));
    const after = written.headers.get('etag') ?? '';
    await expect(serve(request('PUT', { 'If-Match': etag }))).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
    await expect(serve(request('DELETE', { 'If-Match': `W/${after}` }))).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    });
    expect(task.now).toEqual({ title: 'Other', version: 2 });
    expect((await serve(request('DELETE', { 'If-Match': after }))).status).toBe(204);
    await expect(serve(request('PUT', { 'If-Match': '*' }))).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  });

  it('creates only a missing resource with If-None-Match: *', async () => {
    const task: { now: Task | undefined } = { now: undefined };
    const serve = serveTask(task);
    expect((await serve(request('PUT', { 'If-None-Match': '*' }))).status).toBe(200);
    await expect(serve(request('PUT', { 'If-None-Match': '*' }))).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    });
    expect(task.now).toMatchObject({ version: 1 });
  });

  it('rejects an invalid condition', async () => {
    const serve = serveTask({ now: { title: 'One', version: 1 } });
    await expect(serve(request('PUT', { 'If-Match': 'v1' }))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('supports dates when the host provides them, and ignores them otherwise', async () => {
    const updatedAt = new Date('2026-05-01T00:00:00Z');
    const serve = serveWith(
      (asked) => {
        if (asked.method === 'PUT') requireState(asked, 1, new URL(asked.url).search === '' ? updatedAt : undefined);
        showState(asked, 1, updatedAt);
        return Response.json({});
      },
      [createConditional({ writes: 'handler' })],
    );
    const before = { 'If-Unmodified-Since': 'Thu, 30 Apr 2026 00:00:00 GMT' };
    await expect(serve(request('PUT', before))).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
    expect((await serve(request('PUT', before, '?undated'))).status).toBe(200);
    const since = { 'If-Modified-Since': updatedAt.toUTCString() };
    expect((await serve(request('GET', since))).status).toBe(304);
  });

  it('reads the current state from the host before the handler runs, when configured', async () => {
    let ran = 0;
    const count = () => {
      ran += 1;
      return Response.json({});
    };
    const serve = serveWith(count, [createConditional({ writes: async () => 7 })]);
    await expect(serve(request('PUT', { 'If-Match': '"other"' }))).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    });
    expect((await serve(request('PUT', { 'If-Match': '*' }))).status).toBe(200);
    expect(ran).toBe(1);
  });

  it('rejects conditions on writes that nothing would check', async () => {
    const serve = serveWith(() => Response.json({}), [createConditional()]);
    await expect(serve(request('DELETE', { 'If-Match': '*' }))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect((await serve(request('DELETE'))).status).toBe(200);
  });

  it('rejects writes without a condition with 428 where one is required', async () => {
    const serve = serveWith(
      () => Response.json({}),
      [createConditional({ writes: async () => 7, required: ['PUT /notes/{id}'] })],
    );
    const put = (headers = {}) => new Request('https://api.example/notes/1', { method: 'PUT', headers });
    await expect(serve(put())).rejects.toMatchObject({ code: 'PRECONDITION_FAILED', status: 428 });
    expect((await serve(put({ 'If-Match': '*' }))).status).toBe(200);
    expect((await serve(request('DELETE'))).status).toBe(200);
    expect(() => createConditional({ required: ['PUT /notes/{id}'] })).toThrow('needs the option writes');
  });

  it('keeps the handler’s own ETag; errors and streams get none', async () => {
    const answer = (response: Response, headers = {}) =>
      serveWith(() => response, [createConditional()])(request('GET', headers));
    const own = () => Response.json({}, { headers: { ETag: '"own"' } });
    expect((await answer(own())).headers.get('etag')).toBe('"own"');
    expect((await answer(own(), { 'If-None-Match': '"own"' })).status).toBe(304);
    expect((await answer(Response.json({}, { status: 404 }))).headers.get('etag')).toBeNull();
    const events = new Response('data: 1\n\n', { headers: { 'content-type': 'text/event-stream' } });
    expect((await answer(events)).headers.get('etag')).toBeNull();
  });
});
