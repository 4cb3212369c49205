/** Tests the comparison of two descriptions over HTTP: effects, reports, and requests that are wrong. */
import type { JsonObject } from '@dragoman/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../server.support.js';
import { startTestServer } from '../server.support.js';

function pier(type: string): JsonObject {
  const parameters = [{ name: 'hours', in: 'query', schema: { type } }];
  const wind = { operationId: 'wind_read', parameters, responses: { '200': { description: 'OK' } } };
  return { openapi: '3.1.0', info: { title: 'Pier weather', version: '1.0.0' }, paths: { '/wind': { get: wind } } };
}

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer({});
  key = await server.keyFor('reader', 'registry:read');
});
afterAll(() => server.server.close());

async function compare(body: unknown, query = ''): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await server.ask('POST', `/comparisons${query}`, { key, body: body as JsonObject });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

function fieldsOf({ field_errors: found }: Record<string, unknown>): string[] {
  return (found as { field: string }[]).map(({ field }) => field);
}

describe('POST /comparisons', () => {
  it('names what breaks callers, with a value that shows it and the next version', async () => {
    const { status, body } = await compare({ before: pier('number'), after: pier('integer') });
    expect(status).toBe(200);
    expect(body).toMatchObject({ breaking: true, left_out: 0, versions: { before: '1.0.0', step: 'major' } });
    const [change] = body.changes as { effect: string; operation: string; counterexample: unknown }[];
    expect(change).toMatchObject({ effect: 'breaking', operation: 'wind_read' });
    expect(Number.isInteger(change?.counterexample)).toBe(false);
  });

  it('reads texts, selects members and writes a report', async () => {
    const before = JSON.stringify(pier('integer'));
    const { body } = await compare({ before, after: pier('number') }, '?report=changelog&fields=breaking,report');
    expect(Object.keys(body).sort()).toEqual(['breaking', 'report']);
    expect(body.breaking).toBe(false);
    expect(body.report).toContain('wind_read');
  });

  it('reports everything that is wrong with a request at once', async () => {
    const { status, body } = await compare({ before: 5, older: {} });
    expect(status).toBe(400);
    expect(fieldsOf(body)).toEqual(['older', 'before', 'after']);
    const texts = await compare({ before: 'a: [', after: { openrpc: '1.0' } });
    expect(texts.status).toBe(400);
    expect(fieldsOf(texts.body)).toEqual(['before', 'after']);
    expect((await compare({ before: {}, after: {} }, '?report=pdf')).status).toBe(400);
  });
});
