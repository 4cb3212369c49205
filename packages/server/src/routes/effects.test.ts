/** Effects that people set: who may, that every face and the gateway use them, and that a new description keeps them. */
import type { JsonObject } from '@dragoman/model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestServer } from '../server.support.js';
import { startTestServer } from '../server.support.js';

function harbour(version: string): JsonObject {
  const responses = { '200': { description: 'OK' } };
  return {
    openapi: '3.1.0',
    info: { title: 'Harbour', version },
    servers: [{ url: 'https://harbour.example' }],
    paths: { '/lamps': { post: { operationId: 'lamps_set', summary: `Set the lamps, ${version}.`, responses } } },
  };
}

let server: TestServer;
let keys: Record<'owner' | 'other', string>;
let id: string;
beforeEach(async () => {
  server = await startTestServer({ flags: { 'auth.mode': 'optional' } });
  keys = {
    owner: await server.keyFor('owner', 'registry:read', 'registry:write', 'agents:invoke'),
    other: await server.keyFor('other', 'registry:read', 'registry:write'),
  };
  id = await register('1');
});
afterEach(() => server.server.close());

async function register(version: string): Promise<string> {
  const body = { items: [{ document: harbour(version) }] };
  const answer = await server.ask('POST', '/imports', { key: keys.owner, body });
  const { results } = (await answer.json()) as { results: { id?: string }[] };
  return results[0]?.id ?? '';
}

const path = () => `/agents/${id}/operations/lamps_set/effects`;
const read = async () => (await (await server.ask('GET', path())).json()) as JsonObject;
const choose = (body: JsonObject, key = keys.owner, query = '') =>
  server.ask('PUT', `${path()}${query}`, { key, body });

describe('effects of operations', () => {
  it('are set by the owner, kept through a new description, and removed again', async () => {
    expect(await read()).toMatchObject({ impact: 'reversible', idempotent: false, chosen: {} });
    expect((await choose({ impact: 'irreversible', confirm: true }, keys.other)).status).toBe(403);
    expect(await (await choose({ impact: 'irreversible' }, keys.owner, '?dry_run=true')).json()).toMatchObject({
      would_change: true,
      operation_effects: { impact: 'irreversible' },
    });
    expect(await read()).toMatchObject({ impact: 'reversible' });
    expect((await choose({ impact: 'irreversible', idempotent: true, confirm: true })).status).toBe(200);
    expect(await register('2')).toBe(id);
    expect(await read()).toMatchObject({
      impact: 'irreversible',
      idempotent: true,
      confirm: true,
      impact_reason: 'Set by a person; the description makes it reversible.',
      chosen: { impact: 'irreversible', idempotent: true, confirm: true },
      described: { impact: 'reversible', idempotent: false },
    });
    expect(await (await choose({})).json()).toMatchObject({ impact: 'reversible', idempotent: false, chosen: {} });
  });

  it('count for the gateway and for other protocols', async () => {
    const call = () => server.ask('POST', `/agents/${id}/invoke/lamps_set`, { key: keys.owner, body: {} });
    const openapi = async () => JSON.stringify(await (await server.ask('GET', `/agents/${id}/openapi.json`)).json());
    expect((await call()).status).not.toBe(428);
    await choose({ impact: 'irreversible' });
    expect(await openapi()).toContain('"impact":"irreversible"');
    const refused = (await (await call()).json()) as JsonObject;
    expect(refused.code).toMatch(/APPROVAL_PENDING|CONFIRMATION_REQUIRED/);
    await choose({ impact: 'irreversible', confirm: false });
    expect(JSON.stringify(await (await call()).json())).not.toMatch(/APPROVAL_PENDING|CONFIRMATION_REQUIRED/);
  });

  it('do not repeat that a description waives the confirmation of an irreversible operation', async () => {
    const endpoint = {
      method: 'DEMOLISH',
      path: '/piers/{pier}',
      semantic: {
        intent: 'Demolishes a pier',
        actor: 'agent',
        outcome: 'The pier is demolished',
        impact_tier: 'irreversible',
        is_idempotent: false,
      },
      input: { type: 'object', required: ['pier'], properties: { pier: { type: 'string' } } },
      output: { type: 'object' },
      errors: ['pier_unknown'],
      x_safety: { confirm: false },
    };
    const agtp = 'agtp://piers.example';
    const vocabulary = { declared_verbs: ['DEMOLISH'], domain: 'harbor', namespace: 'piers' };
    const document = { agis: '1.0', service: 'Piers', agtp, endpoints: [endpoint], vocabulary };
    const answer = await server.ask('POST', '/imports', { key: keys.owner, body: { items: [{ document }] } });
    const { results } = (await answer.json()) as { results: { id: string }[] };
    const [{ id: piers } = { id: '' }] = results;
    const agent = await (await server.ask('GET', `/agents/${piers}/openapi.json`)).json();
    const [, name = ''] = /invoke\/([^"]+)"/.exec(JSON.stringify(agent)) ?? [];
    const effects = (await (
      await server.ask('GET', `/agents/${piers}/operations/${name}/effects`)
    ).json()) as JsonObject;
    expect(effects).toMatchObject({ impact: 'irreversible', described: { impact: 'irreversible' } });
    expect([effects.confirm, (effects.described as JsonObject).confirm]).toEqual([undefined, undefined]);
    const call = await server.ask('POST', `/agents/${piers}/invoke/${name}`, { key: keys.owner, body: { pier: 'n' } });
    expect(((await call.json()) as JsonObject).code).toMatch(/APPROVAL_PENDING|CONFIRMATION_REQUIRED/);
  });

  it('rejects unknown members and values, and unknown operations', async () => {
    const refused = await choose({ impact: 'grave', idempotent: 'yes', safe: true });
    expect(refused.status).toBe(400);
    expect(((await refused.json()) as { field_errors: unknown[] }).field_errors).toHaveLength(3);
    const other = await server.ask('GET', `/agents/${id}/operations/lamp/effects`);
    expect([other.status, JSON.stringify(await other.json())]).toEqual([404, expect.stringContaining('lamps_set')]);
  });
});
