/** The response properties on every framework: the second half of the property × framework matrix. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Property } from '../calls/property.js';
import { createConditional, requireState, showState } from './conditional/conditional.js';
import { createDeprecation } from './deprecation/deprecation.js';
import { createDescriptionCheck } from './description-check/description-check.js';
import { createFieldSelection } from './fields/field-selection.js';
import { createLlmsTxt } from './llms-txt/llms-txt.js';
import { createOperations, startOperation } from './operations/operations.js';
import { createPages, pageOf } from './pages/pages.js';
import { type MountApp, type MountedApp, pause, postJson, type SampleHandler } from './sample-app.support.js';
import { createTruncation } from './truncation/truncation.js';
import { createUntrusted } from './untrusted/untrusted.js';

const description = {
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1' },
  paths: {
    '/tasks': {
      post: {
        operationId: 'task_create',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', additionalProperties: false, properties: { title: { type: 'string' } } },
            },
          },
        },
        responses: { '201': { description: 'Made' } },
      },
    },
  },
};

/** Runs the matrix on one framework. */
export function describeAnswers(title: string, mount: MountApp): void {
  describe(`responses on ${title}`, () => {
    let app: MountedApp | undefined;
    const start = async (properties: readonly Property[], handler: SampleHandler) => {
      app = await mount({ properties, handler });
      return app.send;
    };
    afterEach(async () => {
      await app?.close();
      app = undefined;
    });

    it('are paginated with a cursor that keeps the query', async () => {
      const send = await start([createPages({ usual: 2 }), createFieldSelection()], ({ host }) => {
        const { after, limit, query, write } = pageOf(host);
        const first = Number(after?.[0] ?? 0) + 1;
        const items = Array.from({ length: limit + 1 }, (_, at) => ({ id: first + at, of: query.get('of') }));
        return {
          json: write(
            items.filter(({ id }) => id <= 5),
            ({ id }) => [id],
          ),
        };
      });
      const ids: unknown[] = [];
      for (let path: string | undefined = '/tasks?of=ada&fields=id'; path !== undefined; ) {
        const body = (await (await send(path)).json()) as { items: unknown[]; next_page?: string };
        ids.push(...body.items);
        path = body.next_page;
      }
      expect(ids).toEqual([1, 2, 3, 4, 5].map((id) => ({ id })));
      expect((await send('/tasks?cursor=made-up')).status).toBe(400);
    });

    it('have an ETag for readers and writers', async () => {
      let version = 1;
      const send = await start([createConditional({ writes: 'handler' })], ({ method, host }) => {
        if (method !== 'GET') {
          requireState(host, version);
          version += 1;
        }
        showState(host, version);
        return { json: { version } };
      });
      const etag = (await send('/tasks/1')).headers.get('etag') ?? '';
      const same = await send('/tasks/1', { headers: { 'If-None-Match': etag } });
      expect([same.status, await same.text()]).toEqual([304, '']);
      const write = (tag: string) => send('/tasks/1', { ...postJson({}, { 'If-Match': tag }), method: 'PUT' });
      const written = await write(etag);
      expect([written.status, (await write(etag)).status]).toEqual([200, 412]);
      expect((await write(written.headers.get('etag') ?? '')).status).toBe(200);
    });

    it('are reduced, marked and truncated, and say so', async () => {
      const properties = [
        createDeprecation({ since: new Date(0), replacement: '/v2' }),
        createTruncation({ characters: 20 }),
        createFieldSelection({ formats: { concise: ['id', 'note'], detailed: '*' } }),
        createUntrusted({ texts: ['/note'] }),
      ];
      const send = await start(properties, () => ({ json: { id: 1, note: 'x'.repeat(50), more: true } }));
      const response = await send('/tasks/1');
      expect(response.headers.get('link')).toBe('</v2>; rel="successor-version"');
      expect(response.headers.get('x-truncated')).toBe('true');
      expect(Number(response.headers.get('content-length') ?? Number.NaN) || undefined).not.toBe(0);
      expect(await response.json()).toMatchObject({
        id: 1,
        note: { untrusted_text: `${'x'.repeat(20)}…`, source: 'user' },
        truncation: { parts: [{ pointer: '/note/untrusted_text', kept: 20, of: 50 }] },
      });
      expect(await (await send('/tasks/1?fields=id')).json()).toEqual({ id: 1 });
    });

    it('start operations that can be polled', async () => {
      const send = await start([createOperations()], async ({ host }) => ({
        status: 202,
        json: await startOperation(host, async () => ({ result: { rows: 3 } })),
      }));
      const accepted = await send('/exports', postJson({}));
      expect([accepted.status, accepted.headers.get('retry-after')]).toEqual([202, '1']);
      const path = accepted.headers.get('location') ?? '';
      while ((await send(path)).headers.has('retry-after')) await pause();
      expect(await (await send(`${path}/result`)).json()).toEqual({ rows: 3 });
      expect((await send(path, { method: 'DELETE' })).status).toBe(409);
    });

    it('describe the API, and the errors in a request', async () => {
      const properties = [createLlmsTxt({ description }), createDescriptionCheck({ description })];
      const send = await start(properties, ({ body }) => ({ status: 201, json: body }));
      expect(await (await send('/llms.txt')).text()).toContain('[task_create](/tasks)');
      expect(await (await send('/openapi.json')).json()).toEqual(description);
      expect(await (await send('/tasks', postJson({ title: 'Wash' }))).json()).toEqual({ title: 'Wash' });
      const wrong = await send('/tasks', postJson({ titel: 'Wash' }));
      expect([wrong.status, await wrong.json()]).toMatchObject([400, { field_errors: [{ field: 'titel' }] }]);
      expect((await send('/tasks', { method: 'DELETE' })).headers.get('allow')).toBe('POST, OPTIONS');
      expect((await send('/other')).status).toBe(201);
    });
  });
}
