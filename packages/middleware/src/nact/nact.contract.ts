/** The common suite of all N-ACT adapters: each host has its own `/api/v3/health` and the pharmacy tools. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NactOptions } from '../index.js';
import { createPharmacy, ids, pharmacyOptions } from './sample-tools.support.js';

/** An application with N-ACT. */
export interface MountedHost {
  send(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** Starts a host that answers `GET {root}/health` with `hostHealth`, and 404 elsewhere. */
export type StartHost = (options: NactOptions<unknown> & { root: string }) => Promise<MountedHost>;

const root = '/api/v3';
const order = `${root}/tools/${ids.order}`;
const stock = `${root}/tools/${ids.stock}`;
const inputs = { 'Prescription Number': 'RX-20417', 'Days of Supply': 30, Delivery: 'PICKUP' };

function bodyOf(name: string, values: Record<string, unknown>) {
  return { name, input_parameters: Object.entries(values).map(([each, value]) => ({ name: each, value })) };
}

/** The behavior that every host shares. */
export function describeNact(title: string, start: StartHost): void {
  describe(`N-ACT on ${title}`, () => {
    const { tools, ran } = createPharmacy();
    const reported: unknown[] = [];
    let host: MountedHost;
    beforeAll(async () => {
      host = await start({ ...pharmacyOptions(tools, (problem) => void reported.push(problem)), root });
    });
    afterAll(() => host.close());
    beforeEach(() => {
      ran.length = 0;
      reported.length = 0;
    });

    const read = async (path: string, headers: Record<string, string> = {}) => {
      const response = await host.send(path, { headers: { authorization: 'Bearer alice', ...headers } });
      const text = await response.text();
      const json = response.headers.get('content-type')?.includes('json') === true && text !== '';
      return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : undefined };
    };
    const invoke = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
      const response = await host.send(path, {
        method: 'POST',
        headers: { authorization: 'Bearer alice', 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
    };
    const orderIt = (path: string, values: Record<string, unknown>) =>
      invoke(path, bodyOf('order_refill_for_prescription', values));
    const count = (medicine: unknown, more = {}) =>
      invoke(`${stock}:invoke`, bodyOf('count_packages_in_stock', { Medicine: medicine, ...more }));

    it('[NACT-GEN-01] [NACT-GEN-02] answers the six routes and every cursor under the root of the host, and nothing elsewhere', async () => {
      const list = await read(`${root}/tools`);
      const tool = await read(order);
      const versions = await read(`${order}/versions`);
      const first = await read(`${order}/versions/1`);
      const current = await orderIt(`${order}:invoke`, inputs);
      const pinned = await orderIt(`${order}/versions/1:invoke`, inputs);
      expect([list, tool, versions, first, current, pinned].map(({ status }) => status)).toEqual(Array(6).fill(200));
      for (const { headers } of [list, tool, current]) expect(headers.get('content-type')).toBe('application/json');
      const names: string[] = [];
      for (let next: string | null = ''; next !== null; ) {
        const cursor = next === '' ? '' : `&pageCursor=${encodeURIComponent(next)}`;
        const { body } = await read(`${root}/tools?pageLimit=1${cursor}`);
        names.push(...body.items.map(({ name }: { name: string }) => name));
        next = body.paging.next;
      }
      expect(names).toEqual([...tools.map(({ name }) => name)].sort());
      expect((await read('/tools')).status).toBe(404);
      expect((await read(`/tools/${ids.order}`)).status).toBe(404);
    });

    it('leaves the routes of the host unchanged', async () => {
      expect((await read(`${root}/health`)).body).toEqual({ well: true });
      expect((await host.send(`${root}/toolshed`)).status).toBe(404);
      expect((await host.send(`${root}/tools/${ids.order}/other`)).status).toBe(404);
    });

    it('[NACT-GEN-06] uses the authentication of the host: 401 without credentials, 403 without permission', async () => {
      const anonymous = await host.send(`${root}/tools`);
      expect(anonymous.status).toBe(401);
      expect((await host.send(`${root}/health`)).status).toBe(401);
      expect([(await read(`${root}/health`)).status, (await read(`${root}/tools`)).status]).toEqual([200, 200]);
      expect(anonymous.headers.get('www-authenticate')).toBe('Bearer');
      const refused = { authorization: 'Bearer eve' };
      expect((await read(`${root}/tools`, refused)).status).toBe(403);
      expect((await invoke(`${stock}:invoke`, bodyOf('count_packages_in_stock', {}), refused)).status).toBe(403);
      const bob = { authorization: 'Bearer bob' };
      const { body } = await read(`${root}/tools`, bob);
      expect(body.items.map(({ toolId }: { toolId: string }) => toolId)).toEqual([ids.status, ids.stock]);
      expect((await read(order, bob)).status).toBe(403);
      const call = bodyOf('order_refill_for_prescription', inputs);
      expect((await invoke(`${order}:invoke`, call, bob)).status).toBe(403);
      expect(ran).toEqual([]);
      expect(JSON.stringify((await read(order)).body)).not.toMatch(/bearer|credential|token/i);
    });

    it('[NACT-ENUM-03] [NACT-ENUM-05] [NACT-TOOL-01] [NACT-VER-06] returns complete signatures, newest and older', async () => {
      const { body: list } = await read(`${root}/tools`);
      const { body: tool } = await read(order);
      const { body: versions } = await read(`${order}/versions`);
      const listed = list.items.filter(({ toolId }: { toolId: string }) => toolId === ids.order);
      expect(listed).toEqual([tool]);
      expect([tool.version, tool.currentVersion]).toEqual([3, 3]);
      expect(versions.items.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
      expect(versions.items[0]).toEqual(tool);
      const { body: first } = await read(`${order}/versions/1`);
      expect(versions.items[2]).toEqual(first);
      expect([first.version, first.currentVersion, first.toolId]).toEqual([1, 3, ids.order]);
      expect((await read(`${root}/tools/${ids.order.replace('c', 'd')}/versions`)).status).toBe(404);
    });

    it('[NACT-TOOL-03] [NACT-VER-09] returns 404 for missing tools and versions', async () => {
      const unknown = ['not-a-uuid', '00000000-0000-4000-8000-000000000000', '%zz'];
      for (const id of unknown) expect([400, 404]).toContain((await read(`${root}/tools/${id}`)).status);
      for (const number of ['0', '99', 'abc', '-1', '1.5']) {
        expect((await read(`${order}/versions/${number}`)).status).toBe(404);
      }
      expect((await read(`${root}/tools/${ids.order.toUpperCase()}`)).status).toBe(200);
    });

    it('[NACT-PAGE-01] [NACT-PAGE-03] [NACT-PAGE-04] [NACT-PAGE-07] [NACT-PAGE-10] [NACT-PAGE-11] returns the requested page', async () => {
      const plain = await read(`${root}/tools`);
      expect(plain.body.paging).toEqual({ pageLimit: 50, next: null });
      expect((await read(`${root}/tools?page_limit=1&cursor=x`)).body).toEqual(plain.body);
      const large = await read(`${root}/tools?pageLimit=100000`);
      expect(large.body.paging).toEqual({ pageLimit: 100, next: null });
      const two = await read(`${root}/tools?pageLimit=2`);
      expect(two.body.items).toHaveLength(2);
      const rest = await read(`${root}/tools?pageLimit=2&pageCursor=${encodeURIComponent(two.body.paging.next)}`);
      expect(rest.body.items).toHaveLength(1);
      expect((await read(`${order}?pageLimit=5`)).body.toolId).toBe(ids.order);
      const one = await read(`${order}/versions?pageLimit=1`);
      const older = await read(`${order}/versions?pageLimit=1&pageCursor=${encodeURIComponent(one.body.paging.next)}`);
      expect([one.body.items[0].version, older.body.items[0].version]).toEqual([3, 2]);
      for (const query of ['pageLimit=0', 'pageLimit=-1', 'pageLimit=ten', 'pageCursor=made-up']) {
        expect((await read(`${root}/tools?${query}`)).status).toBe(400);
      }
    });

    it('[NACT-FILT-01] [NACT-FILT-02] [NACT-FILT-03] filters by tag, version and text', async () => {
      const names = async (query: string) =>
        (await read(`${root}/tools?${query}`)).body.items.map(({ toolId }: { toolId: string }) => toolId);
      expect(await names('tag=refills')).toEqual([ids.status, ids.order]);
      expect(await names('tag=refills&tag=read_only')).toEqual([ids.status]);
      expect(await names('tags=refills,read_only')).toEqual([ids.status]);
      expect(await names('tag=unheard')).toEqual([]);
      expect(await names('version=2')).toEqual([]);
      expect(await names('version=3')).toEqual([ids.order]);
      expect(await names('version=1')).toEqual([ids.status, ids.stock]);
      expect(await names('text=packages branch')).toEqual([ids.stock]);
      const versions = await read(`${order}/versions?version=1`);
      expect(versions.body.items.map(({ version }: { version: number }) => version)).toEqual([1]);
      for (const query of ['version=0', 'version=x']) expect((await read(`${root}/tools?${query}`)).status).toBe(400);
      expect((await read(`${order}?version=1`)).body.detail ?? '').not.toBe('');
      const { body } = await read(`${root}/tools?tag=refills&pageLimit=1`);
      const moved = `pageCursor=${encodeURIComponent(body.paging.next)}`;
      expect((await read(`${root}/tools?tag=read_only&pageLimit=1&${moved}`)).status).toBe(400);
      expect((await read(`${root}/tools?tag=refills&pageLimit=1&${moved}`)).body.items[0].toolId).toBe(ids.order);
    });

    it('answers a matching ETag with 304, and HEAD without a body', async () => {
      const { headers } = await read(order);
      const etag = headers.get('etag') ?? '';
      expect((await read(order, { 'if-none-match': etag })).status).toBe(304);
      const head = await host.send(order, { method: 'HEAD', headers: { authorization: 'Bearer alice' } });
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
    });

    it('[NACT-INV-01] [NACT-INV-02] runs with : and %3A, and only by POST', async () => {
      for (const colon of [':', '%3A', '%3a']) {
        expect((await orderIt(`${order}${colon}invoke`, inputs)).status).toBe(200);
        expect((await orderIt(`${order}/versions/1${colon}invoke`, inputs)).status).toBe(200);
      }
      expect((await read(`${order}:invoke`)).status).toBe(405);
      expect((await read(`${order}:invoke`)).headers.get('allow')).toBe('POST');
      expect((await invoke(`${root}/tools`, {})).status).toBe(405);
      expect((await orderIt(`${order}/versions/99:invoke`, inputs)).status).toBe(404);
      expect((await orderIt(`${order}/versions/abc:invoke`, inputs)).status).toBe(404);
    });

    it('[NACT-INV-03] [NACT-INV-10] [NACT-RES-01] [NACT-RES-04] [NACT-VER-10] validates and answers by the called version', async () => {
      const current = await orderIt(`${order}:invoke`, { ...inputs, 'Accept Generic': true });
      expect(current.body).toEqual({
        output_parameters: [
          { name: 'Order Number', value: 4_817_733 },
          { name: 'Order Lines', value: [{ medicine: 'Metformin 500 mg', packages: 1 }] },
        ],
      });
      const pinned = await orderIt(`${order}/versions/1:invoke`, inputs);
      expect(pinned.body).toEqual({ output_parameters: [{ name: 'Order Number', value: 4_817_733 }] });
      expect(ran.map(({ context }) => context.version)).toEqual([3, 1]);
      const newer = await orderIt(`${order}/versions/1:invoke`, { ...inputs, 'Accept Generic': true });
      expect(newer.status).toBe(400);
      expect(newer.body.error.details).toMatchObject([{ parameter: 'Accept Generic', problem: 'unknown_parameter' }]);
      const second = await orderIt(`${order}/versions/2:invoke`, { ...inputs, 'Accept Generic': true });
      expect(second.body.output_parameters).toHaveLength(2);
      expect(ran).toHaveLength(3);
    });

    it('[NACT-INV-04] [NACT-INV-05] [NACT-INV-06] [NACT-GEN-09] accepts one shape of call only, from the body only', async () => {
      const name = 'order_refill_for_prescription';
      const refused = [
        { name, input_parameters: inputs },
        { input_parameters: bodyOf(name, inputs).input_parameters },
        bodyOf('count_packages_in_stock', inputs),
        bodyOf(name, { rx: 'RX-20417', 'Days of Supply': 30, Delivery: 'PICKUP' }),
        [],
      ];
      for (const body of refused) expect((await invoke(`${order}:invoke`, body)).status).toBe(400);
      const elsewhere = await invoke(`${order}:invoke?Prescription%20Number=RX`, { name }, { delivery: 'PICKUP' });
      expect(elsewhere.status).toBe(400);
      expect(elsewhere.body.error.details).toHaveLength(3);
      expect(ran).toEqual([]);
    });

    it('[NACT-INV-07] [NACT-INV-08] [NACT-INV-09] reports all invalid inputs and runs nothing', async () => {
      const several = await orderIt(`${order}/versions/2:invoke`, {
        rx: 'RX-20417',
        'Days of Supply': '30',
        Delivery: 'pickup',
      });
      expect(several.status).toBe(400);
      expect(several.headers.get('content-type')).toBe('application/problem+json');
      expect(several.body.error).toMatchObject({
        code: 'InvalidInput',
        message: '4 problems with the input parameters.',
        details: [
          { parameter: 'rx', problem: 'unknown_parameter' },
          { parameter: 'Prescription Number', problem: 'missing_required' },
          { parameter: 'Days of Supply', problem: 'wrong_type' },
          { parameter: 'Delivery', problem: 'not_an_allowed_value' },
        ],
      });
      for (const left of Object.keys(inputs)) {
        const { [left]: _, ...rest } = inputs as Record<string, unknown>;
        const { body } = await orderIt(`${order}:invoke`, rest);
        expect(body.error.details).toMatchObject([{ parameter: left, problem: 'missing_required' }]);
      }
      const wrong: Record<string, unknown>[] = [
        { 'Days of Supply': 0 },
        { 'Days of Supply': 91 },
        { 'Days of Supply': 5.5 },
        { 'Prescription Number': 'x'.repeat(21) },
        { 'Prescription Number': true },
        { 'Prescription Number': { rx: 1 } },
        { 'Accept Generic': 1 },
        { Delivery: 'DRONE' },
      ];
      for (const each of wrong) expect((await orderIt(`${order}:invoke`, { ...inputs, ...each })).status).toBe(400);
      const beyond = [{ Limit: 65_536 }, { Shelf: 100_001 }, { Shelf: 0 }, { Box: 11 }, { Batch: 'x'.repeat(11) }];
      for (const each of beyond) expect((await count('aspirin', each)).status).toBe(400);
      expect(ran).toEqual([]);
      const within = [
        { Limit: 65_535 },
        { Limit: -5 },
        { Shelf: 100_000 },
        { Shelf: 1 },
        { Batch: '💊'.repeat(10) },
        { Reserved: null },
        {},
      ];
      for (const each of within) expect((await count('aspirin', each)).status).toBe(200);
    });

    it('[NACT-INV-11] [NACT-INV-13] distinguishes client and server errors by status', async () => {
      expect((await invoke(`${order}:invoke`, '{"name":')).status).toBe(400);
      expect((await orderIt(`${root}/tools/${ids.order.replace('c', 'd')}:invoke`, inputs)).status).toBe(404);
      expect((await invoke(`${order}:invoke`, '{}', { authorization: 'Basic x' })).status).toBe(401);
      const shut = await count('shut');
      expect([shut.status, shut.body.retryable]).toEqual([503, true]);
      expect(shut.headers.get('retry-after')).toBe('1');
      expect((await count('slow')).status).toBe(504);
    });

    it('[NACT-RES-02] [NACT-RES-03] [NACT-RES-05] returns no undeclared output, and none of another type', async () => {
      expect((await count('text')).status).toBe(502);
      expect((await count('extra')).status).toBe(502);
      expect((await count('spelling')).status).toBe(502);
      const lost = bodyOf('check_refill_status_by_prescription', { 'Prescription Number': 'lost' });
      expect((await invoke(`${root}/tools/${ids.status}:invoke`, lost)).status).toBe(502);
      expect((await count('aspirin')).body.output_parameters).toEqual([{ name: 'Packages', value: 1_200_000 }]);
      const status = bodyOf('check_refill_status_by_prescription', { 'Prescription Number': 'RX-1' });
      expect((await invoke(`${root}/tools/${ids.status}:invoke`, status)).body.output_parameters).toEqual([
        { name: 'Refill State', value: 'RECEIVED' },
        { name: 'Estimated Wait in Minutes', value: null },
      ]);
    });

    it('reports internal errors to the host only', async () => {
      const { status, body } = await count('bug');
      expect(status).toBe(500);
      expect(JSON.stringify(body)).not.toContain('hunter2');
      expect(reported).toMatchObject([{ message: 'password=hunter2' }]);
    });

    it('limits the body and accepts JSON only', async () => {
      const large = bodyOf('order_refill_for_prescription', { ...inputs, 'Prescription Number': 'x'.repeat(5_000) });
      expect((await invoke(`${order}:invoke`, large)).status).toBe(413);
      const text = await invoke(`${order}:invoke`, 'name=x', { 'content-type': 'text/plain' });
      expect(text.status).toBe(415);
      expect(ran).toEqual([]);
    });

    it('passes the caller and the idempotency key to the tool', async () => {
      await invoke(`${stock}:invoke`, bodyOf('count_packages_in_stock', { Medicine: 'aspirin' }), {
        'idempotency-key': 'call-7f1c',
      });
      expect(ran.map(({ context }) => context)).toEqual([
        { caller: { subject: 'alice' }, version: 1, idempotencyKey: 'call-7f1c' },
      ]);
    });
  });
}
