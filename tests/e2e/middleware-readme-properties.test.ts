/** The property examples of the middleware's README behave as documented. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMemoryStore } from '@dragoman/middleware';
import { readWebhook, type WebhookMessage } from '@dragoman/sdk';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, it, vi } from 'vitest';
import { completed, serve as completing } from '../../packages/middleware/src/readme/completed.support.js';
import { serve as conditional } from '../../packages/middleware/src/readme/conditional.support.js';
import { accounts, serve as confirming } from '../../packages/middleware/src/readme/confirmation.support.js';
import { serve as deprecated } from '../../packages/middleware/src/readme/deprecation.support.js';
import { serve as dryRun, files } from '../../packages/middleware/src/readme/dry-run.support.js';
import { serve as fields } from '../../packages/middleware/src/readme/fields.support.js';
import { createShop } from '../../packages/middleware/src/readme/idempotency.support.js';
import { serve as described } from '../../packages/middleware/src/readme/llms-txt.support.js';
import { createExports } from '../../packages/middleware/src/readme/operations.support.js';
import { serve as pages } from '../../packages/middleware/src/readme/pages.support.js';
import { serve as problems } from '../../packages/middleware/src/readme/problem-details.support.js';
import { app } from '../../packages/middleware/src/readme/properties.support.js';
import { serve as limited } from '../../packages/middleware/src/readme/rate-limit.support.js';
import { log, serve as traced } from '../../packages/middleware/src/readme/trace-context.support.js';
import { serve as truncated } from '../../packages/middleware/src/readme/truncation.support.js';
import { serve as marked } from '../../packages/middleware/src/readme/untrusted.support.js';
import {
  createReceiver,
  createExports as createToldExports,
  received,
} from '../../packages/middleware/src/readme/webhooks.support.js';

const ask = (path: string, init?: RequestInit) => new Request(`https://api.example${path}`, init);

describe('the properties of the README', () => {
  it('work together on Express', async () => {
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const order = (body: object, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    expect(await (await order({ item: 'tea' })).json()).toMatchObject({ code: 'INVALID_INPUT', retryable: false });
    const wrong = await order({}, { 'idempotency-key': 'a' });
    expect(await wrong.json()).toMatchObject({ field_errors: [{ field: 'item' }] });
    for (const replayed of [null, 'true']) {
      const made = await order({ item: 'tea' }, { 'idempotency-key': 'b' });
      expect([made.status, await made.json()]).toEqual([201, { ordered: 'tea' }]);
      expect(made.headers.get('idempotency-replayed')).toBe(replayed);
      expect([made.headers.has('ratelimit'), made.headers.has('traceparent')]).toEqual([true, true]);
    }
    server.closeAllConnections();
    server.close();
  });

  it('return problem details', async () => {
    const response = await problems(ask('/'));
    expect([response.status, response.headers.get('content-type')]).toEqual([409, 'application/problem+json']);
    expect(await response.json()).toMatchObject({ detail: 'The order has already shipped.', retryable: false });
  });

  it('delete an account after a confirmation', async () => {
    const remove = (headers = {}) => confirming(ask('/accounts/tom', { method: 'DELETE', headers }));
    expect((await remove()).status).toBe(428);
    const preview = await remove({ 'x-dry-run': 'true' });
    expect([...accounts]).toEqual(['ines', 'tom']);
    const executed = await remove({ 'x-confirm': preview.headers.get('x-confirm') ?? '' });
    expect([await executed.json(), [...accounts]]).toEqual([{ deleted: true }, ['ines']]);
  });

  it('complete the description', async () => {
    const response = await completing(ask('/openapi.json'));
    const served = (await response.json()) as { paths: Record<string, { post: { responses: object } }> };
    expect(served).toEqual(completed);
    expect(Object.keys(served.paths['/orders']?.post.responses ?? {})).toEqual(['201', '409', '4XX']);
  });

  it('execute an order once', async () => {
    const shop = createShop(createMemoryStore());
    const order = () => shop(ask('/', { method: 'POST', headers: { 'idempotency-key': 'k' } }));
    const [first, second] = [await (await order()).json(), await (await order()).json()];
    expect(second).toEqual(first);
  });

  it('show what would be deleted', async () => {
    const preview = await dryRun(ask('/files', { method: 'DELETE', headers: { 'x-dry-run': 'true' } }));
    expect([await preview.json(), files.size]).toEqual([
      { dry_run: true, would_change: ['2 files would be deleted'], reversible: false },
      2,
    ]);
    expect(await (await dryRun(ask('/files', { method: 'DELETE' }))).json()).toEqual({ deleted: true });
    expect(files.size).toBe(0);
  });

  it('apply a rate limit and report it', async () => {
    const statuses = [await limited(ask('/')), await limited(ask('/')), await limited(ask('/'))].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('propagate a trace and log the caller', async () => {
    const trace = '0af7651916cd43dd8448eb211c80319c';
    const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01`, 'x-user': 'alice' };
    const body = (await (await traced(ask('/', { headers }))).json()) as { handed_on: { traceparent: string } };
    expect(body.handed_on.traceparent).toContain(trace);
    expect(log).toMatchObject([{ traceId: trace, caller: 'alice', status: 200 }]);
  });

  it('paginate a list', async () => {
    const ids: number[] = [];
    let path: string | undefined = '/tasks?limit=20';
    while (path !== undefined) {
      const page = (await (await pages(ask(path))).json()) as { items: { id: number }[]; next_page?: string };
      ids.push(...page.items.map(({ id }) => id));
      path = page.next_page;
    }
    expect(ids).toEqual(Array.from({ length: 45 }, (_, id) => id));
    expect((await pages(ask('/tasks?limit=51'))).status).toBe(400);
  });

  it('return 304 for unchanged resources and prevent lost updates', async () => {
    const first = await conditional(ask('/note'));
    const etag = first.headers.get('etag') ?? '';
    expect((await conditional(ask('/note', { headers: { 'if-none-match': etag } }))).status).toBe(304);
    const write = (tag: string) =>
      conditional(ask('/note', { method: 'PUT', body: 'Done.', headers: { 'if-match': tag } }));
    expect([(await write(etag)).status, (await write(etag)).status]).toEqual([200, 412]);
  });

  it('reduce responses and report what was cut', async () => {
    expect(await (await fields(ask('/'))).json()).toEqual({ id: 7, title: 'Buy tea' });
    expect(await (await fields(ask('/?fields=note'))).json()).toEqual({ note: 'Green, please.' });
    expect(await (await truncated(ask('/'))).json()).toMatchObject({
      truncated: true,
      truncation: { hint: 'GET /logs/7/raw has the whole.' },
    });
  });

  it('announce the removal of a route', async () => {
    const { headers } = await deprecated(ask('/todos'));
    expect([headers.has('deprecation'), headers.has('sunset'), headers.get('link')]).toEqual([
      true,
      true,
      expect.stringContaining('</tasks>'),
    ]);
    expect((await deprecated(ask('/tasks'))).headers.has('deprecation')).toBe(false);
  });

  it('continue work after the response', async () => {
    const operations = createExports(createMemoryStore());
    const accepted = await operations(ask('/export', { method: 'POST' }));
    expect([accepted.status, accepted.headers.has('location')]).toEqual([202, true]);
    const read = async (path: string) => (await operations(ask(path))).json();
    const status = accepted.headers.get('location') ?? '';
    await vi.waitFor(async () => expect(await read(status)).toMatchObject({ state: 'succeeded' }));
    const { links } = (await read(status)) as { links: { result: string } };
    expect(await read(links.result)).toEqual({ rows: 3 });
  });

  it('[PROF-LRO-07] [PROF-LRO-08] notify a receiver that verifies the signature', async () => {
    let receive: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 });
    const server = createServer(getRequestListener((request) => receive(request)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const operations = createToldExports('a secret of thirty-two characters.', ['127.0.0.1']);
    const headers = { 'x-user': 'ada', 'x-webhook-url': `http://127.0.0.1:${port}/hook` };
    const { secret } = (await (await operations(ask('/operations/webhook-secret', { headers }))).json()) as {
      secret: string;
    };
    const delivered: Promise<WebhookMessage>[] = [];
    const checked = createReceiver(secret);
    receive = async (request) => {
      const copy = request.clone();
      delivered.push(copy.text().then((body) => readWebhook({ headers: copy.headers, body }, { secret })));
      return checked(request);
    };
    const { operation_id } = (await (await operations(ask('/export', { method: 'POST', headers }))).json()) as {
      operation_id: string;
    };
    await vi.waitFor(() =>
      expect(received).toMatchObject([{ type: 'operation.succeeded', data: { id: operation_id } }]),
    );
    expect(await delivered[0]).toMatchObject({ id: operation_id, operation: operation_id, state: 'succeeded' });
    const forged = await checked(ask('/hook', { method: 'POST', body: JSON.stringify(received[0]) }));
    expect(forged.status).toBe(401);
    server.closeAllConnections();
    server.close();
  });

  it('serve the description and validate requests against it', async () => {
    expect(await (await described(ask('/llms.txt'))).text()).toContain('teas_find');
    expect((await described(ask('/teas?colour=green'))).status).toBe(200);
    expect((await described(ask('/teas?colour=blue'))).status).toBe(400);
  });

  it('mark user text as untrusted', async () => {
    expect(await (await marked(ask('/'))).json()).toMatchObject({
      items: [{ text: { untrusted_text: expect.any(String), source: 'user:u_42', warnings: [expect.any(String)] } }],
    });
  });
});
