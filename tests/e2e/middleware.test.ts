/** Runs the shared N-ACT suite on real sockets of every framework. */
import { createServer, request as httpRequest, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineTool } from '@dragoman/middleware';
import { addNact as addToExpress, createNactHandler } from '@dragoman/middleware/express';
import { nact } from '@dragoman/middleware/fastify';
import { addNact as addToNode } from '@dragoman/middleware/node';
import express from 'express';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { describeNact } from '../../packages/middleware/src/nact/nact.contract.js';
import { createPharmacy, hostHealth, ids } from '../../packages/middleware/src/nact/sample-tools.support.js';
import { expressVersions, listen } from './middleware-apps.support.js';

describeNact('node:http', (options) =>
  listen(
    addToNode((request, response) => {
      const { status, body } = hostHealth(request.headers.authorization);
      const known = request.url === `${options.root}/health`;
      response.writeHead(known ? status : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(known ? body : {}));
    }, options) as RequestListener,
  ),
);

const frameworks = Object.entries(expressVersions).map(([title, create]) => ({ title, create }));

for (const { title, create } of frameworks) {
  const hostOf = (root: string) => {
    const app = create();
    app.get(`${root}/health`, (request, response) => {
      const { status, body } = hostHealth(request.headers.authorization);
      response.status(status).json(body);
    });
    return app;
  };

  describeNact(title, (options) => {
    const app = hostOf(options.root);
    addToExpress(app, options);
    return listen(app);
  });

  describeNact(`${title} below a path`, ({ root, ...options }) => {
    const app = hostOf(root);
    app.use(root, createNactHandler(options));
    return listen(app);
  });

  describe(`a body parser of ${title}`, () => {
    it('that ran before does not interfere', async () => {
      const { tools, ran } = createPharmacy();
      const app = create();
      app.use(create.json());
      addToExpress(app, { tools });
      const host = await listen(app);
      const call = { name: 'count_packages_in_stock', input_parameters: [{ name: 'Medicine', value: 'aspirin' }] };
      const response = await host.send(`/tools/${ids.stock}:invoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(call),
      });
      await host.close();
      expect([response.status, ran.length]).toEqual([200, 1]);
    });
  });
}

describeNact('Fastify', async ({ root, ...options }) => {
  const app = fastify();
  app.get(`${root}/health`, (request, reply) => {
    const { status, body } = hostHealth(request.headers.authorization);
    return reply.status(status).send(body);
  });
  await app.register(nact, { ...options, prefix: root });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    send: (path, init) => fetch(`${address}${path}`, init),
    close: () => app.close(),
  };
});

describe('a clash with a route of the host', () => {
  const { tools } = createPharmacy();
  const paths = ['/api/tools', '/api/tools/:id', '/api/tools/:id/versions'];

  it.each(paths)('[NACT-GEN-08] is reported at startup: %s', async (path) => {
    for (const { create } of frameworks) {
      const app = create();
      app.use(create.json());
      app.get(path, (_request, response) => void response.send('mine'));
      expect(() => addToExpress(app, { root: '/api', tools })).toThrow(path);
      expect(() => addToExpress(app, { root: '/api/v3', tools })).not.toThrow();
      const host = await listen(app);
      expect(await (await host.send(path)).text()).toBe('mine');
      expect((await host.send('/api/v3/tools')).status).toBe(200);
      await host.close();
      const nested = create();
      const router = create.Router();
      router.get(path.slice('/api'.length), (_request, response) => void response.send('mine'));
      nested.use('/api', router);
      expect(() => addToExpress(nested, { root: '/api', tools })).toThrow(path.slice('/api'.length));
    }
    const app = fastify();
    app.get(path, () => 'mine');
    await expect(async () => app.register(nact, { prefix: '/api', tools })).rejects.toThrow('already declared');
    await app.close().catch(() => undefined);
  });
});

describe('an existing handler', () => {
  it('[NACT-SCULPT-07] becomes a tool with a signature, without an extra network hop', async () => {
    const branches = (city: string) => [`${city} Street`, `${city} Harbour`];
    const app = express();
    app.get('/branches/:city', (request, response) => void response.json(branches(request.params.city)));
    const tool = defineTool({
      toolId: ids.stock,
      name: 'list_branches_in_city',
      description: 'Lists the branches in a city.',
      inputs: { city: { name: 'City', description: 'Where.' } },
      outputs: { branches: { name: 'Branches', type: 'json', description: 'Their names.' } },
      run: ({ city }) => ({ branches: branches(city) }),
    });
    addToExpress(app, { tools: [tool] });
    let requests = 0;
    const host = await listen((request, response) => {
      requests += 1;
      app(request, response);
    });
    const own = await host.send('/branches/Linden');
    const answer = await host.send(`/tools/${tool.toolId}:invoke`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: tool.name, input_parameters: [{ name: 'City', value: 'Linden' }] }),
    });
    expect(await answer.json()).toEqual({ output_parameters: [{ name: 'Branches', value: await own.json() }] });
    expect(requests).toBe(2);
    await host.close();
  });
});

describe('a caller that aborts', () => {
  it('in the middle of the body does not affect others', async () => {
    const { tools, ran } = createPharmacy();
    const reported: unknown[] = [];
    const listener = addToNode(() => undefined, { tools, report: (problem) => void reported.push(problem) });
    let over: (value: unknown) => void = () => undefined;
    const ended = new Promise((resolve) => (over = resolve));
    const server = createServer((request, response) => void Promise.resolve(listener(request, response)).then(over));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const outgoing = httpRequest({
      port: (server.address() as AddressInfo).port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/tools/${ids.stock}:invoke`,
      headers: { 'content-type': 'application/json', 'content-length': '500' },
    });
    outgoing.on('error', () => undefined);
    outgoing.write('{"name":', () => outgoing.destroy());
    await ended;
    expect([ran, reported]).toEqual([[], []]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('a caller that disconnects', () => {
  it('aborts the signal of the tool', async () => {
    const { tools, ran } = createPharmacy();
    const leaving = new AbortController();
    const listener = addToNode(() => undefined, { tools });
    let over: (value: unknown) => void = () => undefined;
    const ended = new Promise((resolve) => (over = resolve));
    const host = await listen((request, response) => void Promise.resolve(listener(request, response)).then(over));
    const call = { name: 'count_packages_in_stock', input_parameters: [{ name: 'Medicine', value: 'slow' }] };
    const sent = host.send(`/tools/${ids.stock}:invoke`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
      signal: leaving.signal,
    });
    sent.catch(() => undefined);
    await expect.poll(() => ran.length).toBe(1);
    leaving.abort();
    await ended;
    await host.close();
  });
});

describe('an endless body', () => {
  it('is rejected while it is still sent, and the response arrives', async () => {
    const { tools } = createPharmacy();
    const server = createServer(addToNode(() => undefined, { tools, limits: { bodyBytes: 1_000 } }) as RequestListener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const status = await new Promise((resolve, reject) => {
      const outgoing = httpRequest(
        {
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: `/tools/${ids.stock}:invoke`,
          headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
        },
        (response) => {
          resolve([response.statusCode, response.headers.connection]);
          outgoing.destroy();
        },
      );
      outgoing.on('error', reject);
      outgoing.write('x'.repeat(5_000));
    });
    expect(status).toEqual([413, 'close']);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
