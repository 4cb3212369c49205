/** The common suite of all adapters: what they guarantee to properties and handlers. */
import { Failure } from '@dragoman/model';
import { afterEach, describe, expect, it } from 'vitest';
import { readAnswer, withBody, withHeaders } from '../calls/answer.js';
import { callOf } from '../calls/call-context.js';
import type { Property } from '../calls/property.js';
import { type MountApp, type MountedApp, postJson, type SampleApp, type SampleHandler } from './sample-app.support.js';

const visits = Symbol('visits');

/** Marks the call and the response. */
const marking: Property = (next) => async (request, call) => {
  call.values.set(visits, `${request.method} ${new URL(request.url).pathname}${new URL(request.url).search}`);
  return withHeaders(await next(request, call), { 'x-marked': 'yes' });
};

/** Upper-cases a whole body. */
const shouting: Property = (next) => async (request, call) => {
  const { response, bytes } = await readAnswer(await next(request, call));
  return bytes === undefined ? response : withBody(response, new TextDecoder().decode(bytes).toUpperCase());
};

const handler: SampleHandler = async ({ path, body, host }) => {
  if (path === '/hello') return { json: { hello: 'world' }, headers: { etag: '"1"', 'x-own': '1' } };
  if (path === '/echo') return { status: 201, json: { got: body, visit: callOf(host).values.get(visits) } };
  if (path === '/empty') return { status: 204 };
  if (path === '/cookies') return { text: 'ok', headers: { 'set-cookie': ['a=1', 'b=2'] } };
  if (path === '/events') {
    return { headers: { 'content-type': 'text/event-stream' }, chunks: ['data: one\n\n', 'data: two\n\n'] };
  }
  if (path === '/large') return { text: 'x'.repeat(2_000_000) };
  if (path === '/parts') return { chunks: ['a', 'b', 'c'] };
  if (path === '/fails') throw new Failure('CONFLICT', { message: 'Not now.' });
  if (path === '/breaks') throw new Error('password=hunter2');
  return { json: {} };
};

/** Runs the suite on one framework. */
export function describeAdapter(title: string, mount: MountApp): void {
  describe(`properties on ${title}`, () => {
    let app: MountedApp | undefined;
    const start = async (properties: readonly Property[], more: Partial<SampleApp> = {}) => {
      app = await mount({ properties, handler, ...more });
      return app;
    };
    afterEach(async () => {
      await app?.close();
      app = undefined;
    });

    it('see the request and change the response', async () => {
      const { send } = await start([marking, shouting]);
      const response = await send('/hello?a=1');
      expect([response.status, response.headers.get('x-marked'), response.headers.get('x-own')]).toEqual([
        200,
        'yes',
        '1',
      ]);
      expect(response.headers.get('etag')).toBeNull();
      expect(await response.text()).toBe('{"HELLO":"WORLD"}');
      expect(response.headers.get('content-length') ?? '17').toBe('17');
    });

    it('leave everything to the handler when they do nothing', async () => {
      const { send } = await start([(next) => next]);
      const response = await send('/hello');
      expect(await response.json()).toEqual({ hello: 'world' });
      expect(response.headers.get('etag')).toBe('"1"');
      expect((await send('/empty', { method: 'DELETE' })).status).toBe(204);
      expect((await send('/cookies')).headers.getSetCookie()).toEqual(['a=1', 'b=2']);
      expect((await send('/hello', { method: 'HEAD' })).status).toBe(200);
      expect((await send('/missing')).status).toBe(404);
      expect(await (await send('/parts')).text()).toBe('abc');
    });

    it('read a body that the handler still receives', async () => {
      const read: unknown[] = [];
      const reading: Property = (next) => async (request, call) => {
        read.push(JSON.parse(new TextDecoder().decode(await call.readBody(1_000_000))));
        return next(request, call);
      };
      const { send } = await start([marking, reading, reading]);
      for (const given of [{ a: 1 }, { long: 'ä'.repeat(200_000) }]) {
        const response = await send('/echo?x=%20', postJson(given));
        expect([response.status, await response.json()]).toEqual([201, { got: given, visit: 'POST /echo?x=%20' }]);
        expect(read.splice(0)).toEqual([given, given]);
      }
    });

    it('read a chunked body without a length', async () => {
      const sizes: number[] = [];
      const reading: Property = (next) => async (request, call) => {
        sizes.push((await call.readBody(1_000_000)).byteLength);
        return next(request, call);
      };
      const { send } = await start([reading]);
      const texts = ['{"a":', '"', ...Array.from({ length: 50 }, () => 'b'.repeat(5_000)), '"}'];
      const body = new ReadableStream({
        async pull(controller) {
          const text = texts.shift();
          if (text === undefined) controller.close();
          else controller.enqueue(new TextEncoder().encode(text));
          await new Promise((resolve) => setImmediate(resolve));
        },
      });
      const headers = { 'content-type': 'application/json' };
      const response = await send('/echo', { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
      expect(((await response.json()) as { got: { a: string } }).got.a).toHaveLength(250_000);
      expect(sizes).toEqual([250_008]);
    });

    it('reject a body above their limit before the handler runs, and keep the connection usable', async () => {
      let ran = 0;
      const strict: Property = (next) => async (request, call) => {
        await call.readBody(1_000);
        return next(request, call);
      };
      const { send } = await start([strict], { handler: () => ({ json: { ran: ++ran } }) });
      const refused = await send('/echo', postJson({ long: 'x'.repeat(300_000) }));
      expect([refused.status, refused.headers.get('content-type')]).toEqual([413, 'application/problem+json']);
      expect(await refused.json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', retryable: false });
      expect(await (await send('/echo', postJson({}))).json()).toEqual({ ran: 1 });
    });

    it('answer instead of the handler', async () => {
      let ran = 0;
      const answering: Property = () => async () => Response.json({ mine: true }, { status: 202, headers: { a: 'b' } });
      const { send } = await start([marking, answering], { handler: () => ({ json: { ran: ++ran } }) });
      const response = await send('/echo', postJson({ some: 'body' }));
      expect([response.status, response.headers.get('a'), response.headers.get('x-marked')]).toEqual([202, 'b', 'yes']);
      expect([await response.json(), ran]).toEqual([{ mine: true }, 0]);
    });

    it('pass streams and large bodies through, with their headers', async () => {
      const { send } = await start([marking, shouting]);
      const events = await send('/events');
      expect([events.headers.get('x-marked'), await events.text()]).toEqual(['yes', 'data: one\n\ndata: two\n\n']);
      const large = await send('/large');
      expect([large.headers.get('x-marked'), await large.text()]).toEqual(['yes', 'x'.repeat(2_000_000)]);
      expect(await (await send('/parts')).text()).toBe('ABC');
    });

    it('receive errors of the handler, once, and may answer them', async () => {
      const heard: unknown[] = [];
      const catching: Property = (next) => async (request, call) => {
        try {
          return await next(request, call);
        } catch (thrown) {
          heard.push((thrown as Error).message);
          return new Response('caught', { status: 418 });
        }
      };
      const { send } = await start([catching]);
      for (const path of ['/fails', '/breaks']) {
        const response = await send(path);
        expect([response.status, await response.text()]).toEqual([418, 'caught']);
      }
      expect(heard).toEqual(['Not now.', 'password=hunter2']);
    });

    it('may ignore errors: a failure is answered as such, everything else as the framework does', async () => {
      const { send } = await start([marking]);
      const failed = await send('/fails');
      expect([failed.status, await failed.json()]).toMatchObject([409, { code: 'CONFLICT', detail: 'Not now.' }]);
      const broken = await send('/breaks').catch((thrown: Error) => thrown);
      if (broken instanceof Response) expect(broken.status).toBe(500);
      else expect(broken.message).toBe('password=hunter2');
      expect((await send('/hello')).status).toBe(200);
    });

    it('know the caller', async () => {
      const seen: unknown[] = [];
      const noting: Property = (next) => (request, call) => {
        seen.push(call.caller);
        return next(request, call);
      };
      const { send } = await start([noting], { caller: (header) => header('x-user') });
      await send('/hello', { headers: { 'x-user': 'alice' } });
      await send('/hello');
      expect(seen).toEqual(['alice', undefined]);
    });

    it('keep concurrent requests separate', async () => {
      const slow: Property = (next) => async (request, call) => {
        await call.readBody(1_000);
        await new Promise((resolve) => setImmediate(resolve));
        return next(request, call);
      };
      const { send } = await start([marking, slow]);
      const answers = await Promise.all(
        Array.from({ length: 40 }, async (_, at) => (await send(`/echo?n=${at}`, postJson({ at }))).json()),
      );
      expect(answers).toEqual(answers.map((_, at) => ({ got: { at }, visit: `POST /echo?n=${at}` })));
    });
  });
}
