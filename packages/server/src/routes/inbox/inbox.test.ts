import { describe, expect, it } from 'vitest';
import { agent } from '../../tools.support.js';
import { startDesignServer, vendorList, vendorTool } from '../toolsets.support.js';
import { findServerItems } from './server-items.js';

interface Inbox {
  items: {
    id: string;
    kind: string;
    severity: string;
    title: string;
    effect?: string;
    toolset?: string;
    agent?: string;
  }[];
  count: number;
  counts: Record<string, number>;
}

async function open() {
  const server = await startDesignServer();
  const inbox = (query = '', key?: string) => server.read<Inbox>(`/inbox${query}`, key === undefined ? {} : { key });
  return { ...server, inbox };
}

describe('GET /inbox', () => {
  it('is empty when nothing needs a decision', async () => {
    const { inbox } = await open();
    expect(await inbox()).toEqual({ items: [], count: 0, top: 20, counts: {} });
  });

  it('lists vendor changes of own toolsets by class, until they are decided', async () => {
    const { inbox, make, linden, importList, json, keyFor } = await open();
    const made = await make({ name: 'Desk', tools: [{ agent_id: linden, tool: 'check_status' }] });
    const changed = vendorTool(1, 'check_status', { version: 2, currentVersion: 2, description: 'Tells the status.' });
    await importList(vendorList('linden', [changed, vendorTool(2, 'order_refill')]));
    const { items, counts } = await inbox();
    expect(items).toEqual([
      expect.objectContaining({ kind: 'toolset_update', severity: 'warning', effect: 'meaning', toolset: made.id }),
    ]);
    expect(counts).toEqual({ toolset_update: 1 });
    expect((await inbox('?kind=look_alike')).count).toBe(0);
    const stranger = await keyFor('bob', 'registry:read', 'registry:write');
    expect((await inbox('', stranger)).count).toBe(0);
    await json('POST', `/toolsets/${made.id}/updates`, { body: { accept: 'all' } });
    expect((await inbox()).count).toBe(0);
  });

  it('lists ready procedures that became invalid', async () => {
    const { inbox, make, linden, json, importList } = await open();
    const made = await make({ name: 'Desk', tools: [{ agent_id: linden, tool: 'order_refill' }] });
    const body = { name: 'Way', description: 'A way.', text: 'Call `order_refill()`.', state: 'ready' };
    expect((await json('POST', `/toolsets/${made.id}/procedures`, { body })).status).toBe(201);
    expect((await inbox()).count).toBe(0);
    await json('PUT', `/toolsets/${made.id}`, {
      body: { name: 'Desk', tools: [{ agent_id: linden, tool: 'check_status' }] },
    });
    expect((await inbox('?kind=procedure_invalid')).items).toEqual([
      expect.objectContaining({ kind: 'procedure_invalid', severity: 'error', toolset: made.id }),
    ]);
    await importList(vendorList('linden', [vendorTool(1, 'check_status')]));
  });

  it('lists services without the credential that they require, only for who may store one', async () => {
    const { inbox, register, keyFor, json } = await open();
    await register(agent('vault', { authentication: { type: 'api_key', instructions: '<b>Ask us</b>\u202e' } }));
    const { items } = await inbox();
    expect(items).toEqual([
      expect.objectContaining({ kind: 'credential_missing', agent: 'vault', severity: 'warning' }),
    ]);
    const stranger = await keyFor('bob', 'registry:read');
    expect((await inbox('', stranger)).count).toBe(0);
    const secret = { name: 'key', kind: 'api_key', secret: { value: 'x', in: 'header', name: 'X-Key' } };
    const stored = await json('POST', '/agents/vault/credentials', { body: secret });
    expect(stored.status, JSON.stringify(stored.body)).toBe(201);
    expect((await inbox()).count).toBe(0);
  });

  it('lists services of which only some operations require a credential, and the catalogue says so', async () => {
    const { inbox, json, read } = await open();
    const operation = (more: object) => ({ summary: 'Reads.', responses: { 200: { description: 'ok' } }, ...more });
    const document = {
      openapi: '3.0.3',
      info: { title: 'Vault', version: '1' },
      servers: [{ url: 'https://vault.example' }],
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
      paths: {
        '/open': { get: operation({}) },
        '/either': { get: operation({ security: [{}, { key: [] }] }) },
        '/locked': { get: operation({ security: [{ key: [] }] }) },
      },
    };
    const { '/locked': _, ...unlocked } = document.paths;
    const items = [
      { document, curation: { id: 'vault' } },
      { document: { ...document, paths: unlocked }, curation: { id: 'unlocked' } },
    ];
    expect((await json('POST', '/imports', { body: { items } })).status).toBe(200);
    expect((await inbox('?kind=credential_missing')).items).toEqual([
      expect.objectContaining({
        agent: 'vault',
        title: 'Operations of Vault require a credential (api_key), and none is stored.',
      }),
    ]);
    const { services } = await read<{ services: { id: string; credential: string }[] }>('/catalogue/services');
    const states = services.map(({ id, credential }) => [id, credential]);
    expect(states).toContainEqual(['vault', 'missing']);
    expect(states).toContainEqual(['unlocked', 'not_required']);
    const secret = { name: 'key', kind: 'api_key', secret: { value: 'x', in: 'header', name: 'X-Key' } };
    expect((await json('POST', '/agents/vault/credentials', { body: secret })).status).toBe(201);
    expect((await inbox('?kind=credential_missing')).count).toBe(0);
  });

  it('lists failing sources of their owner', async () => {
    const { inbox, json, keyFor } = await open();
    const { body } = await json<{ sources: { id: string }[] }>('POST', '/sources', {
      body: { urls: ['https://nowhere.invalid/card.json'] },
    });
    await json('POST', `/sources/${body.sources[0]?.id}/refresh`);
    expect((await inbox()).items).toEqual([
      expect.objectContaining({ kind: 'source_failing', severity: 'warning', source: body.sources[0]?.id }),
    ]);
    expect((await inbox('', await keyFor('bob', 'registry:read'))).count).toBe(0);
  });

  it('rejects unknown kinds and anonymous callers, and selects members', async () => {
    const { ask, register, inbox } = await open();
    expect((await ask('GET', '/inbox?kind=gossip')).status).toBe(400);
    expect((await ask('GET', '/inbox', { key: undefined })).status).toBe(401);
    await register(agent('vault', { authentication: { type: 'api_key' } }));
    expect((await inbox('?fields=id,kind')).items).toEqual([
      { id: 'credential_missing:vault', kind: 'credential_missing' },
    ]);
  });
});

describe('findServerItems', () => {
  const states = [
    { name: 'files', state: 'paused', reason: 'it ended with code 1', stderr: ['a', 'no such folder'] },
    { name: 'mail', state: 'running', stderr: [] },
  ];
  const caller = (...scopes: string[]) => ({ kind: 'key', subject: 'ada', scopes }) as never;

  it('shows administrators the servers that do not stay up, with their last lines', () => {
    expect(findServerItems(states, caller('admin'))).toEqual([
      expect.objectContaining({ server: 'files', severity: 'error', detail: 'a\nno such folder' }),
    ]);
    expect(findServerItems(states, caller('registry:read'))).toEqual([]);
  });
});
