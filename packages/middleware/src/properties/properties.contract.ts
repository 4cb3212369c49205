/** The common suite of all properties: the property × framework matrix with real requests. */
import { Failure } from '@dragoman/model';
import { afterEach, describe, expect, it } from 'vitest';
import type { Property } from '../calls/property.js';
import { createDryRun, isDryRun, previewOf } from './dry-run/index.js';
import { createIdempotency } from './idempotency/index.js';
import { createProblemDetails, invalidInput } from './problem-details/index.js';
import { createRateLimit } from './rate-limit/index.js';
import { type MountApp, type MountedApp, postJson, type SampleApp, type SampleHandler } from './sample-app.support.js';
import { type CallRecord, createTraceContext, traceHeaders } from './trace-context/index.js';

const trace = '0af7651916cd43dd8448eb211c80319c';

/** Runs the matrix on one framework. */
export function describeProperties(title: string, mount: MountApp): void {
  describe(`on ${title}`, () => {
    let app: MountedApp | undefined;
    const start = async (properties: readonly Property[], handler: SampleHandler, more: Partial<SampleApp> = {}) => {
      app = await mount({ properties, handler, ...more });
      return app.send;
    };
    afterEach(async () => {
      await app?.close();
      app = undefined;
    });

    it('[PROF-ERR-01] [PROF-ERR-02] [PROF-ERR-03] give every error the same body, including framework errors', async () => {
      const reported: unknown[] = [];
      const send = await start([createProblemDetails({ report: (each) => void reported.push(each) })], ({ path }) => {
        if (path === '/fails') throw new Failure('GONE', { message: 'Long gone.' });
        if (path === '/breaks') throw new Error('password=hunter2');
        if (path === '/invalid')
          throw invalidInput(
            [
              { path: ['a'], message: 'x' },
              { path: ['b'], message: 'y' },
            ],
            422,
          );
        return { status: 418, json: { error: 'teapot' } };
      });
      const asked: [string, RequestInit | undefined, object][] = [
        ['/fails', undefined, { status: 410, code: 'GONE', detail: 'Long gone.', retryable: false }],
        ['/breaks', undefined, { status: 500, code: 'INTERNAL', retryable: false }],
        ['/invalid', undefined, { status: 422, field_errors: [{ field: 'a' }, { field: 'b' }] }],
        ['/teapot', undefined, { status: 418, detail: 'teapot', retryable: false }],
        ['/missing', undefined, { status: 404, code: 'NOT_FOUND', retryable: false }],
      ];
      for (const [path, init, expected] of asked) {
        const response = await send(path, init);
        expect(response.headers.get('content-type')).toBe('application/problem+json');
        const body = (await response.json()) as { status: number };
        expect(body).toMatchObject({
          type: expect.any(String),
          title: expect.any(String),
          trace_id: expect.any(String),
          ...expected,
        });
        expect(response.status).toBe(body.status);
      }
      expect(reported).toMatchObject([{ message: 'password=hunter2' }]);
    });

    it('report an invalid JSON body as a client error', async () => {
      const send = await start([createProblemDetails({ report: () => undefined })], () => ({ json: {} }));
      const response = await send('/echo', { ...postJson({}), body: '{"a":' });
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      // A plain handler that calls JSON.parse does not say that the error is the caller's.
      expect([400, 500]).toContain(response.status);
      if (title.startsWith('Express') || title === 'Fastify') expect(response.status).toBe(400);
    });

    it('[PROF-WRITE-02] [PROF-WRITE-03] [PROF-WRITE-08] execute a keyed write once', async () => {
      let ran = 0;
      let go = () => undefined as unknown;
      const going = new Promise<void>((resolve) => {
        go = resolve;
      });
      const send = await start([createIdempotency()], async ({ body }) => {
        ran += 1;
        await going;
        return { status: 201, json: { ran, body }, headers: { location: `/tasks/${ran}` } };
      });
      const create = (key: string, task: object) => send('/tasks', postJson(task, { 'idempotency-key': key }));
      const first = create('k1', { title: 'a' });
      await expect.poll(() => ran).toBe(1);
      expect((await create('k1', { title: 'a' })).status).toBe(409);
      go();
      expect((await first).status).toBe(201);
      const again = await create('k1', { title: 'a' });
      expect([again.status, await again.json()]).toEqual([201, { ran: 1, body: { title: 'a' } }]);
      expect([again.headers.get('idempotency-replayed'), again.headers.get('location')]).toEqual(['true', '/tasks/1']);
      expect((await create('k1', { title: 'b' })).status).toBe(409);
      expect((await create('k2', { title: 'b' })).status).toBe(201);
      expect(ran).toBe(2);
    });

    it('[PROF-WRITE-09] [PROF-WRITE-10] report a dry run without an effect', async () => {
      let done = 0;
      const send = await start([createDryRun({ routes: ['DELETE /tasks/{id}'] })], ({ host }) => {
        if (isDryRun(host)) return { json: previewOf(['1 task'], true) };
        done += 1;
        return { json: { done } };
      });
      const dry = await send('/tasks/1', { method: 'DELETE', headers: { 'x-dry-run': 'true' } });
      expect([dry.headers.get('x-dry-run'), await dry.json(), done]).toEqual([
        'true',
        { dry_run: true, would_change: ['1 task'], reversible: true },
        0,
      ]);
      expect((await send('/tasks', postJson({}, { 'x-dry-run': 'true' }))).status).toBe(400);
      expect(await (await send('/tasks/1', { method: 'DELETE' })).json()).toEqual({ done: 1 });
    });

    it('[PROF-RATE-01] [PROF-RATE-04] report a rate limit on every response and reject requests above it', async () => {
      const limit = createRateLimit({ limit: 2, windowSeconds: 600 });
      const send = await start([limit], () => ({ json: {} }), { caller: (header) => header('x-user') });
      const ask = async (user: string) => {
        const { status, headers } = await send('/tasks', { headers: { 'x-user': user } });
        return [status, headers.get('ratelimit-remaining'), headers.get('retry-after') !== null];
      };
      expect([await ask('a'), await ask('a'), await ask('a'), await ask('b')]).toEqual([
        [200, '1', false],
        [200, '0', false],
        [429, '0', true],
        [200, '1', false],
      ]);
    });

    it('[PROF-OBS-01] [PROF-OBS-02] [PROF-OBS-03] accept, propagate, return and log a trace', async () => {
      const records: CallRecord[] = [];
      const handed: Record<string, string>[] = [];
      const send = await start(
        [createTraceContext({ log: (record) => records.push(record) })],
        ({ host }) => {
          handed.push(traceHeaders(host));
          return { json: {} };
        },
        { caller: (header) => header('x-user') },
      );
      const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01`, 'x-user': 'alice' };
      const response = await send('/tasks?q=1', { headers });
      expect(response.headers.get('traceparent')).toContain(trace);
      expect(handed[0]?.traceparent).toBe(response.headers.get('traceparent'));
      expect(records).toMatchObject([{ traceId: trace, caller: 'alice', method: 'GET', path: '/tasks', status: 200 }]);
    });

    it('work together', async () => {
      let done = 0;
      const properties = [
        createTraceContext(),
        createProblemDetails({ report: () => undefined }),
        createRateLimit({ limit: 100, windowSeconds: 60 }),
        createDryRun(),
        createIdempotency({ required: true }),
      ];
      const send = await start(properties, ({ host, body }) => {
        if (isDryRun(host)) return { json: previewOf(['1 task'], true) };
        done += 1;
        return { status: 201, json: { done, body } };
      });
      const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` };
      const refused = await send('/tasks', postJson({ a: 1 }, headers));
      expect([refused.status, await refused.json()]).toMatchObject([400, { trace_id: trace, retryable: false }]);
      for (const replayed of [null, 'true']) {
        const made = await send('/tasks', postJson({ a: 1 }, { ...headers, 'idempotency-key': 'k' }));
        expect([made.status, await made.json()]).toEqual([201, { done: 1, body: { a: 1 } }]);
        expect(made.headers.get('idempotency-replayed')).toBe(replayed);
        expect([made.headers.has('ratelimit'), made.headers.get('traceparent')?.includes(trace)]).toEqual([true, true]);
      }
    });
  });
}
