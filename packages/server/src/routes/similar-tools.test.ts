/** Tests which tools read alike over HTTP: by words and by meaning, the bounds, and requests that are wrong. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../server.support.js';
import { startTestServer } from '../server.support.js';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer({});
  key = await server.keyFor('designer', 'registry:read');
});
afterAll(() => server.server.close());

async function compare(tools: JsonValue, query = ''): Promise<{ status: number; body: JsonObject }> {
  const answer = await server.ask('POST', `/similar-tools${query}`, { key, body: { tools } });
  return { status: answer.status, body: (await answer.json()) as JsonObject };
}

const ship = { name: 'find_ship', description: 'Finds a ship in the harbor by its name.' };

describe('POST /similar-tools', () => {
  it('lists pairs by their names, the most similar first, and says how it compared', async () => {
    const { status, body } = await compare([
      ship,
      { name: 'issue_refund', description: 'Gives the customer the money back.' },
      { name: 'search_vessel', description: 'Finds a ship in the  harbor by its name.' },
    ]);
    expect(status).toBe(200);
    expect(body.pairs).toEqual([{ tools: ['find_ship', 'search_vessel'], similarity: 1, by: 'words' }]);
    expect(body.compared_by).toContain('words');
  });

  it('compares 256 tools with long texts, and selects members', async () => {
    const text = (at: number) => `Reads record ${at}. ${'word '.repeat(800)}`.slice(0, 3_500);
    const many = Array.from({ length: 256 }, (_, at) => ({ name: `read_${at}`, description: text(at) }));
    const { status, body } = await compare(many, '?fields=compared_by');
    expect([status, body]).toEqual([200, { compared_by: ['words'] }]);
  });

  it('accepts an empty list and tools without a description', async () => {
    expect((await compare([])).body.pairs).toEqual([]);
    expect((await compare([ship, { name: 'other' }, { name: 'third', description: '' }])).body.pairs).toEqual([]);
  });

  it('reports everything that is wrong at once, and requires a credential', async () => {
    const { status, body } = await compare([{ name: '', description: 5 }, 'x', { ...ship, input: {} }]);
    expect(status).toBe(400);
    const fields = (body.field_errors as { field: string }[]).map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['tools[0].name', 'tools[0].description', 'tools[1]']));
    expect((await compare({ not: 'a list' })).status).toBe(400);
    expect((await compare(Array.from({ length: 257 }, () => ship))).status).toBe(400);
    expect((await server.ask('POST', '/similar-tools', { body: { tools: [] } })).status).toBe(401);
  });
});
