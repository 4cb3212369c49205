/** Switching repairs: permissions, versions, audit records and re-registration; and the profile report. */
import type { JsonObject } from '@dragoman/model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestServer } from '../server.support.js';
import { startTestServer } from '../server.support.js';

const whole = { type: 'integer' };
const query = (name: string) => ({ name, in: 'query', schema: whole });

/** An API with one list over offset and limit, and one poorly described write. */
function harbour(change: JsonObject = {}): JsonObject {
  const items = { type: 'array', items: { type: 'object', properties: { id: whole, name: { type: 'string' } } } };
  const ok = {
    description: 'OK',
    content: { 'application/json': { schema: { type: 'object', properties: { items } } } },
  };
  const body = { type: 'object', properties: { name: { type: 'string' } } };
  return {
    openapi: '3.1.0',
    info: { title: 'Harbour', version: '1' },
    servers: [{ url: 'https://harbour.example' }],
    paths: {
      '/berths': {
        get: { operationId: 'berths_list', parameters: [query('offset'), query('limit')], responses: { '200': ok } },
        post: {
          operationId: 'berth_create',
          requestBody: { content: { 'application/json': { schema: body } } },
          responses: { '200': ok },
        },
      },
    },
    ...change,
  };
}

let server: TestServer;
let keys: Record<'owner' | 'guest' | 'admin' | 'reader', string>;
let id: string;

beforeEach(async () => {
  server = await startTestServer({ flags: { 'auth.mode': 'optional' } });
  keys = {
    owner: await server.keyFor('owner', 'registry:read', 'registry:write'),
    guest: await server.keyFor('guest', 'registry:read', 'registry:write'),
    admin: await server.keyFor('admin', 'admin'),
    reader: await server.keyFor('reader', 'registry:read'),
  };
  id = await register(harbour());
});
afterEach(() => server.server.close());

async function register(document: JsonObject): Promise<string> {
  const answer = await server.ask('POST', '/imports', { key: keys.owner, body: { items: [{ document }] } });
  const { results } = (await answer.json()) as { results: { id?: string }[] };
  return results[0]?.id ?? 'not registered';
}

type Row = { name: string; on: boolean; chosen?: boolean; at_work: number; at_work_in: string[] };
type Shown = { repairs: Row[]; operations: number };

const read = async () =>
  (await (await server.ask('GET', `/agents/${id}/repairs`, { key: keys.reader })).json()) as Shown;
const put = (body: unknown, who: keyof typeof keys = 'owner', headers: Record<string, string> = {}) =>
  server.ask('PUT', `/agents/${id}/repairs`, { key: keys[who], body, headers });
const rowOf = ({ repairs }: Shown, name: string) => repairs.find((row) => row.name === name);
const on = (...names: string[]) => ({ repairs: Object.fromEntries(names.map((name) => [name, true])) });

describe('repairs of a service', () => {
  it('are shown with their state and the affected operations', async () => {
    const shown = await read();
    expect(shown.operations).toBe(2);
    expect(rowOf(shown, 'idempotency')).toMatchObject({ on: true, at_work_in: ['berth_create'] });
    expect(rowOf(shown, 'cursor-pages')).toMatchObject({ on: false, at_work: 0 });
    expect(rowOf(shown, 'problem-details')).toMatchObject({ on: true, at_work: 2 });
  });

  it('can be switched by the owner and by administrators only', async () => {
    expect((await put(on('truncation'), 'reader')).status).toBe(403);
    expect((await put(on('truncation'), 'guest')).status).toBe(403);
    expect((await put(on('truncation'), 'admin')).status).toBe(200);
    expect((await put(on('truncation'), 'owner')).status).toBe(200);
    expect(
      (await server.ask('PUT', '/agents/nobody/repairs', { key: keys.owner, body: on('truncation') })).status,
    ).toBe(404);
  });

  it('are replaced as a whole, and return to their defaults when not listed', async () => {
    const first = (await (await put(on('cursor-pages', 'truncation'))).json()) as Shown;
    expect(rowOf(first, 'cursor-pages')).toMatchObject({ on: true, chosen: true, at_work_in: ['berths_list'] });
    const second = (await (await put({ repairs: { 'problem-details': false } })).json()) as Shown;
    expect(rowOf(second, 'cursor-pages')).toMatchObject({ on: false, at_work: 0 });
    expect(rowOf(second, 'cursor-pages')).not.toHaveProperty('chosen');
    expect(rowOf(second, 'problem-details')).toMatchObject({ on: false, chosen: false, at_work: 0 });
    expect(await (await put({ repairs: {} })).json()).toMatchObject({ repairs: expect.any(Array) });
    expect((await read()).repairs.some(({ chosen }) => chosen !== undefined)).toBe(false);
  });

  it('create a new version of the operations, keep the previous one, and are audited', async () => {
    const versionOf = async () => {
      const { paths } = (await (
        await server.ask('GET', `/agents/${id}/openapi.json`, { key: keys.reader })
      ).json()) as {
        paths: Record<string, { post: { 'x-agent': { version: number } } }>;
      };
      return Object.values(paths).map(({ post }) => post['x-agent'].version);
    };
    expect(await versionOf()).toEqual([1, 1]);
    await put(on('cursor-pages'));
    expect(await versionOf()).toEqual([2, 1]);
    await put(on('cursor-pages'));
    expect(await versionOf()).toEqual([2, 1]);
    const { versions } = (await (await server.ask('GET', `/agents/${id}/versions`, { key: keys.owner })).json()) as {
      versions: unknown[];
    };
    expect(versions).toHaveLength(2);
    const audit = await server.ask('GET', `/audit?target=${encodeURIComponent(id)}`, { key: keys.admin });
    expect(await audit.text()).toContain('entry.update');
  });

  it('stay when the service is registered again, changed or not', async () => {
    await put(on('cursor-pages'));
    const summary = { description: 'A longer description.' };
    await server.ask('POST', '/imports', {
      key: keys.owner,
      body: { items: [{ document: harbour({ info: { title: 'Harbour', version: '2', ...summary } }) }] },
    });
    expect(rowOf(await read(), 'cursor-pages')).toMatchObject({ on: true, at_work_in: ['berths_list'] });
  });

  it('are rejected with 412 when the entry changed since it was read', async () => {
    const etag = (await server.ask('GET', `/agents/${id}/repairs`, { key: keys.owner })).headers.get('etag') ?? '';
    expect((await put(on('truncation'), 'owner', { 'If-Match': etag })).status).toBe(200);
    expect((await put(on('cursor-pages'), 'owner', { 'If-Match': etag })).status).toBe(412);
  });

  it('supports dry runs', async () => {
    const answer = await put(on('cursor-pages'), 'owner', { 'X-Dry-Run': 'true' });
    expect(await answer.json()).toMatchObject({ dry_run: true, would_change: true });
    expect(rowOf(await read(), 'cursor-pages')).toMatchObject({ on: false });
  });

  it('are rejected with all problems at once', async () => {
    const answer = await put({ repairs: { idempotency: false, truncation: 'yes', magic: true }, more: 1 });
    const { field_errors: faults } = (await answer.json()) as { field_errors: { field: string; code: string }[] };
    expect([answer.status, faults.map(({ field }) => field).sort()]).toEqual([
      400,
      ['more', 'repairs.idempotency', 'repairs.magic', 'repairs.truncation'],
    ]);
    for (const body of [[], { repairs: [] }, { repairs: null }, {}]) expect((await put(body)).status).toBe(400);
  });
});

type Profile = {
  basis: string;
  score: { upstream: number; here: number };
  rules: { rule: string; verdict: string; repair?: string }[];
  label: { id: string; upstream: string; here: string }[];
};

const profile = async (body?: unknown, path = `/agents/${id}/profile`) => {
  const answer = await server.ask(body === undefined ? 'GET' : 'POST', path, { key: keys.reader, body });
  return { status: answer.status, json: (await answer.json()) as Profile };
};
const verdictOf = ({ rules }: Profile, name: string) => rules.find(({ rule }) => rule === name)?.verdict;

describe('the profile of a service', () => {
  it('reports which rules fail upstream and which of them the gateway repairs', async () => {
    const before = (await profile()).json;
    expect(before.basis).toBe('entry');
    expect(verdictOf(before, 'offset-pagination')).toBe('fails_upstream');
    expect(verdictOf(before, 'idempotency-key-missing')).toBe('repaired_here');
    expect(verdictOf(before, 'problem-json-not-used')).toBe('supplied_here');
    expect(before.score.here).toBeGreaterThanOrEqual(before.score.upstream);
    await put(on('cursor-pages', 'closed-input'));
    const after = (await profile()).json;
    expect(verdictOf(after, 'offset-pagination')).toBe('repaired_here');
    expect(after.score.upstream).toBe(before.score.upstream);
    expect(after.score.here).toBeGreaterThan(before.score.here);
    expect(after.label.find((line) => line.id === 'PROF-SUM-05')).toMatchObject({ upstream: 'fails', here: 'holds' });
  });

  it('evaluates a description in the request', async () => {
    const { json } = await profile({ document: harbour() });
    expect(json.basis).toBe('description');
    expect(verdictOf(json, 'error-response-missing')).toBe('repaired_here');
    expect(json.rules.some(({ verdict }) => verdict === 'not_determined')).toBe(false);
  });

  it('returns the selected members', async () => {
    const { json } = await profile(undefined, `/agents/${id}/profile?fields=score`);
    expect(Object.keys(json)).toEqual(['score']);
    expect((await profile(undefined, `/agents/${id}/profile?fields=scores`)).status).toBe(400);
  });

  it('rejects a document that it cannot evaluate', async () => {
    expect((await profile({ document: { some: 'thing' } })).status).toBe(400);
    expect((await profile({ document: [], more: 1 })).status).toBe(400);
    expect((await profile(undefined, '/agents/nobody/profile')).status).toBe(404);
  });
});
