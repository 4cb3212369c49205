/** No alternative spelling of a path that a framework routes bypasses the properties. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { token } from '../../examples/task-tracker/properties.js';
import { createApp as createExpress } from '../../examples/task-tracker-express/app.js';
import { createApp as createFastify } from '../../examples/task-tracker-fastify/app.js';
import { createApp as createHono } from '../../examples/task-tracker-hono/app.js';
import { createApp as createNode } from '../../examples/task-tracker-node/app.js';
import { sendRaw } from './raw-request.js';

const apps: Record<string, () => Server | Promise<Server>> = {
  express: () => createServer(createExpress(() => undefined)),
  fastify: async () => {
    const app = createFastify(() => undefined);
    await app.ready();
    return app.server;
  },
  hono: () => createAdaptorServer({ fetch: createHono(() => undefined).fetch }) as Server,
  node: () => createServer(createNode(() => undefined)),
};

const spellings = [
  '/tasks',
  '/tasks/',
  '/TASKS',
  '/t%61sks',
  '/%74asks/',
  '//tasks',
  '/./tasks',
  '/x/../tasks',
  '/x/%2e%2e/tasks',
  '/tasks;v=1',
  '/tasks/t_0001/',
  '/Tasks/t_0001',
  '/tasks/%74_0001',
  '/tasks/..',
  '/tasks/%2e%2e',
  '/todos/%2e',
  '/tasks%2Ft_0001',
  'http://elsewhere.example/tasks',
];

describe.each(Object.keys(apps))('on %s', (name) => {
  let server: Server;
  let port = 0;

  beforeAll(async () => {
    server = (await apps[name]?.()) as Server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each(spellings)('%s with an unknown parameter is rejected with problem details', async (path) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await sendRaw(port, `${path}?invented=1`, { headers });
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect((await sendRaw(port, path)).status).toBe(401);
  });

  it('answers the canonical spelling', async () => {
    const headers = { authorization: `Bearer ${token}` };
    expect((await sendRaw(port, '/tasks/t_0001', { headers })).status).toBe(200);
  });
});
