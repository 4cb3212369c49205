/** Effects of Node's frameworks on a response: patched methods, pipes, unusual headers, disconnecting callers. */
import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import {
  createDryRun,
  createIdempotency,
  createProblemDetails,
  createTraceContext,
  Failure,
  isDryRun,
  type Property,
  readAnswer,
  traceOf,
  withHeaders,
} from '@dragoman/middleware';
import { addProperties as addToExpress, createPropertyHandler } from '@dragoman/middleware/express';
import { addProperties as addToFastify } from '@dragoman/middleware/fastify';
import { addProperties as addToNode } from '@dragoman/middleware/node';
import express from 'express';
import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import type { MountedApp } from '../../packages/middleware/src/properties/sample-app.support.js';
import { expressVersions, listen } from './middleware-apps.support.js';

const marking: Property = (next) => async (request, call) =>
  withHeaders(await next(request, call), { 'x-marked': 'yes' });
const refusing: Property = () => async () => {
  throw new Failure('FORBIDDEN');
};

/** Reads every response, so that no response bypasses the buffer. */
const reading: Property = (next) => async (request, call) => {
  const { response, bytes } = await readAnswer(await next(request, call));
  return withHeaders(response, {
    'x-size': String(bytes?.byteLength ?? 'stream'),
    'x-type': response.headers.get('content-type') ?? '',
  });
};

let app: MountedApp | undefined;
const start = async (listener: RequestListener) => {
  app = await listen(listener);
  return app.send;
};
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const onNode = (
  own: (request: IncomingMessage, response: ServerResponse) => unknown,
  properties: readonly Property[],
) => start(addToNode(own, properties) as RequestListener);

describe('response headers', () => {
  it('are kept in every form that writeHead accepts, with the reason phrase', async () => {
    const forms: ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(202, 'Fine', { 'x-a': '1', 'set-cookie': ['a=1', 'b=2'] }),
      (response) => response.writeHead(202, 'Fine', ['x-a', '1', 'set-cookie', 'a=1', 'set-cookie', 'b=2']),
      (response) => {
        response.statusMessage = 'Fine';
        response.setHeader('x-a', 1).appendHeader('set-cookie', 'a=1').appendHeader('set-cookie', 'b=2');
        response.writeHead(202);
      },
    ];
    for (const properties of [[marking], [reading]]) {
      for (const form of forms) {
        const send = await onNode((_request, response) => {
          form(response);
          response.end('ok');
        }, properties);
        const { status, statusText, headers } = await send('/');
        expect([status, statusText, headers.get('x-a'), headers.getSetCookie()]).toEqual([
          202,
          'Fine',
          '1',
          ['a=1', 'b=2'],
        ]);
        await app?.close();
      }
    }
  });

  it('keep earlier headers, also on a refusal', async () => {
    for (const create of Object.values(expressVersions)) {
      const host = create();
      host.use((_request, response, next) => {
        response.setHeader('access-control-allow-origin', '*');
        next();
      });
      addToExpress(host, [refusing]);
      host.get('/', (_request, response) => void response.send('never'));
      const send = await start(host);
      const refused = await send('/');
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, '*']);
      await app?.close();
    }
  });
});

describe('a middleware that adds headers when they are written', () => {
  it('does so once, whatever the properties do with the response', async () => {
    for (const properties of [[marking], [reading], [createProblemDetails()]]) {
      let heads = 0;
      const host = express();
      addToExpress(host, properties);
      host.use((_request, response, next) => {
        const { writeHead } = response;
        response.writeHead = ((...given: unknown[]) => {
          heads += 1;
          response.setHeader('set-cookie', 'session=1');
          return Reflect.apply(writeHead, response, given);
        }) as typeof response.writeHead;
        next();
      });
      host.get('/', (_request, response) => void response.status(418).json({ hello: 'world' }));
      const send = await start(host);
      expect([(await send('/')).headers.getSetCookie(), heads]).toEqual([['session=1'], 1]);
      await app?.close();
    }
  });
});

describe('a response body', () => {
  const large = randomBytes(6 * 1024 * 1024);
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  it('that is piped arrives completely, small or large, however slowly it is read', async () => {
    for (const properties of [[marking], [reading]]) {
      const send = await onNode((request, response) => {
        const content = request.url === '/large' ? large : Buffer.from('small');
        Readable.from([content.subarray(0, content.length / 2), content.subarray(content.length / 2)]).pipe(response);
      }, properties);
      expect(await (await send('/small')).text()).toBe('small');
      expect(hash(new Uint8Array(await (await send('/large')).arrayBuffer()))).toBe(hash(large));
      await app?.close();
    }
  });

  it('of a stream that Fastify sends arrives', async () => {
    const host = fastify({ forceCloseConnections: true });
    addToFastify(host, [reading]);
    host.get('/small', (_request, reply) => reply.type('text/plain').send(Readable.from(['sm', 'all'])));
    host.get('/large', (_request, reply) => reply.send(Readable.from([large])));
    const address = await host.listen({ host: '127.0.0.1', port: 0 });
    const small = await fetch(`${address}/small`);
    expect([small.headers.get('x-size'), await small.text()]).toEqual(['5', 'small']);
    const passed = await fetch(`${address}/large`);
    expect(passed.headers.get('x-size')).toBe('stream');
    expect(hash(new Uint8Array(await passed.arrayBuffer()))).toBe(hash(large));
    await host.close();
  });

  it('that a middleware of the host encodes is not changed', async () => {
    const host = express();
    addToExpress(host, [reading, createProblemDetails()]);
    host.use((_request, response, next) => {
      const { end } = response;
      response.end = ((chunk: string) => {
        response.setHeader('content-encoding', 'gzip').removeHeader('content-length');
        return Reflect.apply(end, response, [gzipSync(chunk)]);
      }) as typeof response.end;
      next();
    });
    host.get('/', (_request, response) => void response.status(418).json({ hello: 'world' }));
    const send = await start(host);
    const response = await send('/');
    expect([response.status, await response.json()]).toEqual([418, { hello: 'world' }]);
  });

  it('is empty if there is none, whatever the parser does', async () => {
    const bodyReading: Property = (next) => async (request, call) => {
      await call.readBody(100);
      return next(request, call);
    };
    for (const create of Object.values(expressVersions)) {
      const host = create();
      addToExpress(host, [createProblemDetails(), bodyReading]);
      host.use(create.json());
      host.post('/', (_request, response) => void response.json({ ok: true }));
      const send = await start(host);
      const type = { 'content-type': 'application/json' };
      const empty = new ReadableStream({ start: (controller) => controller.close() });
      expect((await send('/', { method: 'POST', headers: type })).status).toBe(200);
      const chunked = await send('/', { method: 'POST', headers: type, body: empty, duplex: 'half' } as RequestInit);
      expect(chunked.status).toBe(200);
      await app?.close();
    }
  });
});

describe('properties of a route within those of the application', () => {
  it('share the call context, and errors propagate outwards', async () => {
    for (const create of Object.values(expressVersions)) {
      const traces: unknown[] = [];
      const host = create();
      addToExpress(host, [createTraceContext(), createProblemDetails({ report: () => undefined })]);
      host.delete('/tasks/:id', createPropertyHandler([createDryRun(), marking]), (request, response) => {
        traces.push(traceOf(request)?.traceId);
        if (request.params.id === '9') throw new Failure('NOT_FOUND');
        if (request.params.id === '8') throw new Error('password=hunter2');
        response.json({ dry: isDryRun(request) });
      });
      const send = await start(host);
      const trace = '0af7651916cd43dd8448eb211c80319c';
      const remove = (id: number) =>
        send(`/tasks/${id}`, {
          method: 'DELETE',
          headers: { traceparent: `00-${trace}-b7ad6b7169203331-01`, 'x-dry-run': 'true' },
        });
      const dry = await remove(1);
      expect([await dry.json(), dry.headers.get('x-marked'), traces]).toEqual([
        { dry: true, dry_run: true },
        'yes',
        [trace],
      ]);
      expect(await (await remove(9)).json()).toMatchObject({ code: 'NOT_FOUND', trace_id: trace });
      const broken = await remove(8);
      expect([broken.status, await broken.text()]).toEqual([500, expect.not.stringContaining('hunter2')]);
      await app?.close();
    }
  });
});

describe('a handler that fails halfway', () => {
  it('returns the error as if it had written nothing', async () => {
    const send = await onNode(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain', 'x-half': '1' });
        response.write('half of ');
        throw new Failure('UNAVAILABLE', { retryAfter: 7 });
      },
      [createProblemDetails({ report: () => undefined })],
    );
    const response = await send('/');
    expect([response.status, response.headers.get('retry-after'), response.headers.get('x-half')]).toEqual([
      503,
      '7',
      null,
    ]);
    expect(await response.json()).toMatchObject({ code: 'UNAVAILABLE', retryable: true });
  });
});

describe('a connection', () => {
  const post = (size: number) => ({ method: 'POST', body: 'x'.repeat(size), headers: { 'idempotency-key': 'k' } });

  it('stays open after a replay and a refusal, and is closed if a large body was not read', async () => {
    const small: Property = (next) => async (request, call) => {
      if (request.url.endsWith('/refused')) throw new Failure('FORBIDDEN');
      if (request.url.endsWith('/bounded')) await call.readBody(10);
      return next(request, call);
    };
    const send = await onNode((_request, response) => response.end('ok'), [small, createIdempotency()]);
    const told: unknown[] = [];
    for (const [path, size] of [
      ['/', 5],
      ['/', 5],
      ['/refused', 5],
      ['/bounded', 5_000_000],
      ['/', 5],
    ] as const) {
      const { status, headers } = await send(path, post(size));
      told.push([status, headers.get('idempotency-replayed'), headers.get('connection')]);
    }
    expect(told).toEqual([
      [200, null, 'keep-alive'],
      [200, 'true', 'keep-alive'],
      [403, null, 'keep-alive'],
      [413, null, 'close'],
      [200, 'true', 'keep-alive'],
    ]);
  });
});

describe('a caller that disconnects', () => {
  it('[PROF-WRITE-03] gets the response of its keyed write when it repeats the request', async () => {
    let ran = 0;
    let finish: () => void = () => undefined;
    const finishing = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const send = await onNode(
      async (_request, response) => {
        ran += 1;
        await finishing;
        response.writeHead(201, { 'content-type': 'application/json' }).end('{"order":1}');
      },
      [createIdempotency()],
    );
    const leaving = new AbortController();
    const init = { method: 'POST', headers: { 'idempotency-key': 'k' } };
    const left = send('/', { ...init, signal: leaving.signal });
    left.catch(() => undefined);
    await expect.poll(() => ran).toBe(1);
    leaving.abort();
    expect((await send('/', init)).status).toBe(409);
    finish();
    await expect.poll(async () => (await send('/', init)).status).toBe(201);
    const again = await send('/', init);
    expect([await again.json(), again.headers.get('idempotency-replayed'), ran]).toEqual([{ order: 1 }, 'true', 1]);
  });

  it('in the middle of its body does not affect others', async () => {
    let ran = 0;
    let over: (value: unknown) => void = () => undefined;
    const ended = new Promise((resolve) => {
      over = resolve;
    });
    const own = (request: IncomingMessage, response: ServerResponse) => {
      if (request.method === 'POST') ran += 1;
      response.end('ok');
    };
    const listener = addToNode(own, [createProblemDetails(), createIdempotency()]);
    const send = await start(async (request, response) => {
      await Promise.resolve(listener(request, response)).catch(() => undefined);
      if (request.method === 'POST') over(undefined);
    });
    const { port } = new URL((await send('/')).url);
    const headers = { 'content-length': '500', 'idempotency-key': 'k' };
    const outgoing = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers });
    outgoing.on('error', () => undefined);
    outgoing.write('half', () => outgoing.destroy());
    await ended;
    expect(ran).toBe(0);
  });
});

describe.each(Object.entries(expressVersions))('applications of %s', (_, make) => {
  it('that are mounted in each other share their properties, whichever defines them', async () => {
    const [outer, inner, other] = [make(), make(), make()];
    addToExpress(outer, [marking]);
    addToExpress(inner, [reading]);
    inner.get('/deep', (_request, response) => void response.json({ at: 'deep' }));
    outer.use('/inner', inner);
    other.use('/outer', outer);
    outer.get('/inner/passed', (_request, response) => void response.json({ at: 'passed' }));
    other.get('/', (_request, response) => void response.json({ at: 'other' }));
    const send = await start(other as unknown as RequestListener);
    const heads = async (path: string) => {
      const { status, headers } = await send(path);
      return [status, headers.get('x-marked'), headers.get('x-size')];
    };
    expect(await heads('/outer/inner/deep')).toEqual([200, 'yes', '13']);
    expect(await heads('/outer/inner/passed')).toEqual([200, 'yes', '15']);
    expect(await heads('/')).toEqual([200, null, null]);
    expect(await heads('/outer/nothing')).toEqual([404, 'yes', null]);
  });

  it('keep the methods that the host added to their responses', async () => {
    const app = make();
    const { response } = app as unknown as { response: { end: (...given: unknown[]) => unknown } };
    const original = response.end;
    response.end = function (this: ServerResponse, ...given: unknown[]) {
      this.setHeader('x-own', 'yes');
      return Reflect.apply(original, this, given);
    };
    addToExpress(app, [marking]);
    app.get('/', (_request, answer) => void answer.json({}));
    const { headers } = await (await start(app as unknown as RequestListener))('/');
    expect([headers.get('x-own'), headers.get('x-marked')]).toEqual(['yes', 'yes']);
  });

  it('have the properties of the surrounding listener as well as their own', async () => {
    const app = make();
    addToExpress(app, [marking]);
    app.get('/', (_request, answer) => void answer.json({}));
    const send = await start(addToNode(app as unknown as RequestListener, [reading]) as RequestListener);
    const { headers } = await send('/');
    expect([headers.get('x-marked'), headers.get('x-size')]).toEqual(['yes', '2']);
  });
});
