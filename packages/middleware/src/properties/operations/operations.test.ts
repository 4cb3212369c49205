import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { Property } from '../../calls/property.js';
import { addProperties } from '../../fetch.js';
import type { PropertyStore } from '../../stores/index.js';
import { createDryRun } from '../dry-run/dry-run.js';
import { serveWith } from '../rejecting.support.js';
import type { OperationWork } from './operation-runner.js';
import { createOperations, type OperationsOptions, startOperation } from './operations.js';

interface Status {
  operation_id: string;
  state: string;
  retry_after?: number;
  progress?: unknown;
  links: { self: string; cancel?: string; result?: string };
  problem?: { code: string; detail: string; retryable: boolean };
}

function brokenStore(fail: () => Promise<never>): PropertyStore {
  return { insert: fail, find: fail, change: fail, remove: fail, takeDue: fail, prune: fail };
}

/** Work that waits until the test releases it. */
function gate() {
  let open: (() => void) | undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open?.() };
}

function createApi(work: OperationWork, options: OperationsOptions = {}) {
  const serve = serveWith(
    async (request) => Response.json(await startOperation(request, work), { status: 202 }),
    [createDryRun(), createOperations({ report: () => undefined, ...options })],
    { caller: (request) => request.headers.get('x-user') ?? 'ada' },
  );
  const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
    serve(new Request(`https://api.example${path}`, { method, headers }));
  const read = async (path: string) => (await (await ask(path)).json()) as Status;
  const start = async () => (await (await ask('/exports', 'POST')).json()) as Status;
  const ended = async (path: string): Promise<Status> => {
    for (;;) {
      const status = await read(path);
      if (status.retry_after === undefined) return status;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { ask, read, start, ended };
}

describe('createOperations', () => {
  it('[PROF-LRO-02] [PROF-LRO-05] returns 202 with an id, a status URL and a poll interval', async () => {
    const { opened, open } = gate();
    const { ask, ended } = createApi(async () => {
      await opened;
      return { resource: '/exports/e_1' };
    });
    const response = await ask('/exports', 'POST');
    const body = (await response.json()) as Status;
    expect([response.status, response.headers.get('retry-after')]).toEqual([202, '1']);
    expect(response.headers.get('location')).toBe(`/operations/${body.operation_id}`);
    const status = await ask(body.links.self);
    expect(status.headers.get('retry-after')).toBe('1');
    expect(await status.json()).toMatchObject({ operation_id: body.operation_id, retry_after: 1 });
    open();
    await ended(body.links.self);
  });

  it('returns the members of a status that `fields` lists, and rejects others', async () => {
    const { ask, start } = createApi(async () => ({ resource: '/exports/e_1' }));
    const { operation_id, links } = await start();
    expect(await (await ask(`${links.self}?fields=operation_id`)).json()).toEqual({ operation_id });
    await expect(ask(`${links.self}?fields=stat`)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('previews a cancellation although createDryRun lists other routes, unless it is inside', async () => {
    const { opened, open } = gate();
    const listed = createDryRun({ routes: ['POST /orders'] });
    const operations = () => createOperations({ report: () => undefined });
    const statesAfter = async (properties: Property[]) => {
      const handler = (request: Request) =>
        startOperation(request, async () => {
          await opened;
          return { result: 1 };
        }).then((body) => Response.json(body, { status: 202 }));
      const serve = addProperties(handler, properties, { caller: () => 'ada' });
      const send = async (path: string, method: string, headers: Record<string, string> = {}) =>
        (await serve(new Request(`https://api.example${path}`, { method, headers }))).json() as Promise<Status>;
      const { links } = await send('/exports', 'POST');
      const { state } = await send(links.cancel ?? '', 'POST', { 'X-Dry-Run': 'true' });
      return [state, (await send(links.self, 'GET')).state];
    };
    expect(await statesAfter([listed, operations()])).toEqual(['running', 'running']);
    expect(await statesAfter([operations(), listed])).toEqual(['cancelled', 'cancelled']);
    open();
  });

  it('[PROF-LRO-03] [PROF-LRO-04] goes from queued to running to an end with a link to the result', async () => {
    const { opened, open } = gate();
    const { ask, start, read, ended } = createApi(
      async ({ report }) => {
        await report({ done: 1, of: 2 });
        await opened;
        return { resource: '/exports/e_1' };
      },
      { concurrent: 1 },
    );
    const first = await start();
    const second = await start();
    expect([(await read(first.links.self)).state, (await read(second.links.self)).state]).toEqual([
      'running',
      'queued',
    ]);
    expect((await read(first.links.self)).progress).toEqual({ done: 1, of: 2 });
    open();
    const end = await ended(first.links.self);
    expect(end).toMatchObject({ state: 'succeeded', links: { result: '/exports/e_1' } });
    expect((await ask(end.links.self)).headers.get('retry-after')).toBeNull();
    const result = await ask(`${end.links.self}/result`);
    expect([result.status, result.headers.get('location')]).toEqual([303, '/exports/e_1']);
    expect((await ended(second.links.self)).state).toBe('succeeded');
  });

  it('stores a result without its own URL', async () => {
    const { ask, start, ended } = createApi(async () => ({ result: { rows: 3 } }));
    const { links } = await ended((await start()).links.self);
    expect(await (await ask(links.result ?? '')).json()).toEqual({ rows: 3 });
    expect(await (await ask(`${links.result}?fields=columns`)).json()).toEqual({});
    await expect(ask(`${links.result}?fields=`)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('[PROF-LRO-06] cancels an active operation, and rejects with a code once it has ended', async () => {
    const aborted = gate();
    const { ask, start, read } = createApi(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted.open();
            reject(signal.reason);
          });
        }),
    );
    const { links } = await start();
    await expect(ask(`${links.self}/result`)).rejects.toMatchObject({ code: 'CALL_RUNNING', status: 409 });
    expect(await (await ask(links.cancel ?? '', 'POST')).json()).toMatchObject({ state: 'cancelled' });
    await aborted.opened;
    expect((await read(links.self)).state).toBe('cancelled');
    await expect(ask(links.self, 'DELETE')).rejects.toMatchObject({ code: 'CONFLICT', status: 409 });
    await expect(ask(`${links.self}/result`)).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('reports what a cancellation would do, without an effect, in a dry run', async () => {
    const { opened, open } = gate();
    const { ask, start, ended } = createApi(async () => {
      await opened;
      return { result: 1 };
    });
    const { links } = await start();
    const preview = () => ask(links.self, 'DELETE', { 'X-Dry-Run': 'true' });
    expect(await (await preview()).json()).toMatchObject({ dry_run: true, would_change: ['Cancels the operation.'] });
    open();
    expect((await ended(links.self)).state).toBe('succeeded');
    await expect(preview()).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('does not start an operation that was canceled while queued', async () => {
    const { opened, open } = gate();
    let ran = 0;
    const { ask, start, ended } = createApi(
      async () => {
        ran += 1;
        await opened;
        return { result: ran };
      },
      { concurrent: 1 },
    );
    const first = await start();
    const second = await start();
    await ask(second.links.self, 'DELETE');
    open();
    await ended(first.links.self);
    const third = await ended((await start()).links.self);
    expect([ran, third.state]).toEqual([2, 'succeeded']);
  });

  it('shows failures, and only an internal error for a bug', async () => {
    const told: unknown[] = [];
    const failing = createApi(async () => {
      throw new Failure('UNAVAILABLE', { message: 'The archive is closed.' });
    });
    const status = await failing.ended((await failing.start()).links.self);
    expect(status).toMatchObject({
      state: 'failed',
      problem: { code: 'UNAVAILABLE', detail: 'The archive is closed.', retryable: true },
    });
    await expect(failing.ask(`${status.links.self}/result`)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const buggy = createApi(
      () => {
        throw new Error('secret');
      },
      { report: (problem) => told.push(problem) },
    );
    const bug = await buggy.ended((await buggy.start()).links.self);
    expect(JSON.stringify(bug)).not.toContain('secret');
    expect(bug.problem?.code).toBe('INTERNAL');
    expect(told).toEqual([new Error('secret')]);
  });

  it('shows an operation only to its owner', async () => {
    const { ask, start, ended } = createApi(async () => ({ result: 1 }));
    const { links } = await ended((await start()).links.self);
    for (const path of [links.self, links.result ?? '']) {
      await expect(ask(path, 'GET', { 'x-user': 'bob' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(ask(links.self, 'DELETE', { 'x-user': 'bob' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('accepts no more than its limit, also concurrently', async () => {
    const { opened, open } = gate();
    const { start, ended } = createApi(
      async () => {
        await opened;
        return { result: 1 };
      },
      { concurrent: 2, waiting: 3 },
    );
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, start));
    const started = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect([started.length, refused.length, new Set(refused)]).toEqual([5, 15, new Set(['UNAVAILABLE'])]);
    open();
    for (const { links } of started) expect((await ended(links.self)).state).toBe('succeeded');
    await expect(start()).resolves.toBeDefined();
  });

  it('gives up work that exceeds its timeout', async () => {
    const { start, ended } = createApi(() => new Promise(() => undefined), { runSeconds: 0.01 });
    expect(await ended((await start()).links.self)).toMatchObject({
      state: 'failed',
      problem: { code: 'UPSTREAM_TIMEOUT' },
    });
  });

  it('gives up an operation that was queued for too long, and a result that is too large', async () => {
    let now = Date.now();
    const { opened, open } = gate();
    const waiting = createApi(
      async () => {
        await opened;
        return { result: 1 };
      },
      { concurrent: 1, clock: { now: () => now }, runSeconds: 60 },
    );
    const first = await waiting.start();
    const second = await waiting.start();
    now += 61_000;
    open();
    expect((await waiting.ended(first.links.self)).state).toBe('succeeded');
    expect(await waiting.ended(second.links.self)).toMatchObject({ state: 'failed' });
    const told: unknown[] = [];
    const large = createApi(async () => ({ result: 'x'.repeat(200) }), {
      resultBytes: 100,
      report: (problem) => told.push(problem),
    });
    expect(await large.ended((await large.start()).links.self)).toMatchObject({ problem: { code: 'INTERNAL' } });
    expect(told).toEqual([expect.any(RangeError)]);
  });

  it('is unavailable while its store is', async () => {
    const broken = async (): Promise<never> => Promise.reject(new Error('secret'));
    const { ask } = createApi(async () => ({ result: 1 }), { store: brokenStore(broken) });
    await expect(ask('/exports', 'POST')).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    await expect(ask('/operations/x')).rejects.toMatchObject({ code: 'UNAVAILABLE', headers: { 'retry-after': '5' } });
  });

  it('rejects unknown URLs and methods below its path, and passes everything else through', async () => {
    const { ask } = createApi(async () => ({ result: 1 }));
    await expect(ask('/operations/none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ask('/operations/%E0')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ask('/operations/none', 'PUT')).rejects.toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
      headers: { allow: 'GET, HEAD, DELETE' },
    });
    expect((await ask('/operations/a/b/c')).status).toBe(202);
  });
});
