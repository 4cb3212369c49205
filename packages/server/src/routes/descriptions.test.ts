/** Tests descriptions as text: of a service, from a URL that is refused, and requests that are wrong. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../server.support.js';
import { startTestServer } from '../server.support.js';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer({});
  key = await server.keyFor('author', 'registry:read', 'registry:write');
});
afterAll(() => server.server.close());

const wind = { operationId: 'wind_read', summary: 'Read the wind', responses: { '200': { description: 'OK' } } };
const pier = {
  openapi: '3.1.0',
  info: { title: 'Pier weather', version: '1.0.0' },
  servers: [{ url: 'https://pier.example' }],
  paths: { '/wind': { get: wind } },
};

async function read(body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await server.ask('POST', '/descriptions', { key, body: body as never });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe('POST /descriptions', () => {
  it('writes the own interface of a service, not that of the gateway', async () => {
    const items = [{ document: pier, curation: { id: 'pier' } }];
    await server.ask('POST', '/imports', { key, body: { items } as never });
    const { status, body } = await read({ service: 'pier' });
    expect(status).toBe(200);
    const document = JSON.parse(String(body.text)) as typeof pier;
    expect(document.servers).toMatchObject([{ url: 'https://pier.example' }]);
    expect(document.paths['/wind'].get.operationId).toBe('wind_read');
  });

  it('refuses a private address, an unknown service, and a body with none or both', async () => {
    expect((await read({ url: 'http://127.0.0.1:1/openapi.json' })).status).toBeGreaterThanOrEqual(400);
    expect((await read({ service: 'nobody' })).status).toBe(404);
    expect((await read({})).status).toBe(400);
    expect((await read({ url: 'https://a.example', service: 'pier' })).status).toBe(400);
  });
});
