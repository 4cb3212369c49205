/** Reading the tools of a whole server: lists, pages, filters, versions, under both roots. */
import { createMemoryStore } from '@dragoman/core/engine';
import type { ToolSignature } from '@dragoman/model';
import { checkSignature, lockedForm } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { checkExposure } from './access/check-exposure.js';
import { loadConfig } from './config/load-config.js';
import { startTestServer } from './server.support.js';
import type { Page, Server } from './tools.support.js';
import { agent, body, grown, invoke, order, start, third, withVersions } from './tools.support.js';

describe('the HTTP API of tools', () => {
  it('[NACT-GEN-05] is ordinary HTTP with JSON bodies, closed after each response, and never plain http in production', async () => {
    const { server, tool } = await withVersions(agent('linden'));
    const answers = [
      await server.ask('GET', '/tools', { headers: { connection: 'close' } }),
      await server.ask('GET', `/tools/${tool.toolId}`),
      await invoke(server, `/tools/${tool.toolId}:invoke`, body()),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(await answer.json()).not.toHaveProperty('jsonrpc');
      for (const name of ['upgrade', 'set-cookie']) expect(answer.headers.has(name)).toBe(false);
    }
    const open = { 'server.host': '0.0.0.0', 'auth.mode': 'optional' };
    const config = (flags: Record<string, string>) =>
      loadConfig({ cwd: '/nowhere', environment: {}, flags: { ...open, ...flags } });
    expect(() => checkExposure(config({}), 1)).toThrow('without TLS');
    expect(() => checkExposure(config({ 'server.publicUrl': 'http://tools.example' }), 1)).toThrow('without TLS');
    expect(() => checkExposure(config({ 'server.tlsTerminated': 'true' }), 1)).not.toThrow();
    const behind = { 'auth.mode': 'optional', 'server.tlsTerminated': 'true', 'server.trustProxy': '1' };
    const production = await startTestServer({ flags: behind });
    const plain = await production.ask('GET', '/tools', { headers: { 'x-forwarded-proto': 'http' } });
    expect([
      plain.status,
      (await production.ask('GET', '/tools', { headers: { 'x-forwarded-proto': 'https' } })).status,
    ]).toEqual([403, 200]);
    await production.server.close();
  });
});

describe('reading tools', () => {
  it('[NACT-GEN-01] [NACT-GEN-07] has all six routes under both roots, in plain JSON, for a plain client', async () => {
    const { server, tool } = await withVersions(agent('linden'));
    for (const root of ['', '/agents/linden']) {
      const path = `${root}/tools/${tool.toolId}`;
      const reads = [`${root}/tools`, path, `${path}/versions`, `${path}/versions/1`];
      const answers = [
        ...(await Promise.all(reads.map((each) => server.ask('GET', each)))),
        await invoke(server, `${path}:invoke`, body()),
        await invoke(server, `${path}/versions/1:invoke`, body()),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      for (const answer of answers) expect(answer.headers.get('content-type')).toBe('application/json');
    }
  });

  it('[NACT-ENUM-01] [NACT-ENUM-02] [NACT-ENUM-07] [NACT-PAGE-02] [NACT-PAGE-03] [NACT-PAGE-07] returns a page, also when it is empty', async () => {
    const server = await start();
    const empty = await server.ask('GET', '/tools');
    expect([empty.status, await empty.json()]).toEqual([200, { items: [], paging: { pageLimit: 20, next: null } }]);
    await server.register(agent('linden'));
    const page = await server.read<Page>('/tools');
    expect(Object.keys(page)).toEqual(['items', 'paging']);
    expect(Object.keys(page.paging)).toEqual(['pageLimit', 'next']);
    expect(checkSignature(page.items[0]).diagnostics).toEqual([]);
  });

  it('[NACT-ENUM-03] [NACT-ENUM-04] [NACT-ENUM-05] [NACT-TOOL-01] [NACT-TOOL-02] lists and reads the latest version, whole', async () => {
    const { server, path } = await withVersions(agent('linden'));
    expect(await server.read(path)).toMatchObject({ version: 1, currentVersion: 1 });
    for (const [at, document] of [grown, third].entries()) {
      const [during] = await Promise.all([server.read<Page>('/tools'), server.register(document)]);
      for (const { version, currentVersion } of during.items) expect(version).toBe(currentVersion);
      expect(await server.read(path)).toMatchObject({ version: at + 2, currentVersion: at + 2 });
      const { items } = await server.read<Page>('/tools');
      expect(items).toEqual([await server.read(path)]);
      for (const { version, currentVersion } of items) expect(version).toBe(currentVersion);
    }
  });

  it('[NACT-ENUM-06] [NACT-PAGE-01] [NACT-PAGE-05] [NACT-PAGE-06] walks through all tools, each once', async () => {
    const server = await start();
    for (let n = 0; n < 25; n += 1) await server.register(agent(`agent-${String.fromCharCode(97 + n)}`));
    const pages = await server.walk('/tools?pageLimit=10');
    expect(pages.map(({ items }) => items.length)).toEqual([10, 10, 5]);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ toolId }) => toolId))).size).toBe(25);
    const two = await server.walk('/tools?pageLimit=2');
    expect(two.flatMap(({ items }) => items)).toEqual(pages.flatMap(({ items }) => items));
    for (const alias of ['page_limit=1', 'cursor=x']) {
      const answer = await server.ask('GET', `/tools?${alias}`);
      expect(answer.status).toBe(400);
    }
  });

  it('lists every tool of a service with several, in pages of one', async () => {
    const server = await start();
    const operations = ['zeta', 'alpha', 'mid'].map((name) => ({ ...order(['rx']), name }));
    await server.register(agent('linden', { operations }));
    await server.register(agent('other'));
    for (const [root, prefix] of [
      ['', 'linden__'],
      ['/agents/linden', ''],
    ]) {
      const pages = await server.walk(`${root}/tools?pageLimit=1`);
      const names = pages.flatMap(({ items }) => items.map(({ name }) => name));
      expect(names.slice(0, 3)).toEqual(['alpha', 'mid', 'zeta'].map((name) => `${prefix}${name}`));
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('finds a tool by every name and spelling that only one tool has, and suggests three names otherwise', async () => {
    const server = await start();
    const operations = ['list_rx', 'order_rx', 'check_rx', 'drop_all'].map((name) => ({ ...order(['rx']), name }));
    await server.register(agent('linden', { operations }));
    await server.register(agent('other', { operations: operations.slice(0, 2) }));
    const idOf = async (path: string) => (await server.read<{ toolId: string }>(path)).toolId;
    const id = await idOf('/tools/linden__check_rx');
    const own = ['check_rx', 'check-rx', 'CheckRx', 'linden__check_rx', 'linden-check-rx'];
    for (const name of own) {
      expect(await idOf(`/tools/${name}`), name).toBe(id);
      expect(await idOf(`/agents/linden/tools/${name}`), name).toBe(id);
      const call = { ...body(), name };
      expect((await invoke(server, `/agents/linden/tools/${name}:invoke`, call)).status, name).toBe(200);
    }
    const detailOf = async (path: string) => (await server.read<{ error: { message: string } }>(path)).error.message;
    expect(await detailOf('/tools/order_rx')).toBe(
      "Several tools are called 'order_rx'; use one of: linden__order_rx, other__order_rx.",
    );
    expect(await detailOf('/agents/linden/tools/chek_rx')).toBe(
      "No tool with id or name 'chek_rx'. Did you mean 'check_rx', 'list_rx' or 'order_rx'?",
    );
    expect(await detailOf('/tools/linden_chek_rx')).toContain("Did you mean 'linden__check_rx'");
  });

  it('does not reveal tools of hidden services by their names', async () => {
    const server = await start();
    await server.register(agent('linden', { operations: [{ ...order(['rx']), name: 'order_rx' }] }));
    const hidden = agent('hidden', { operations: [{ ...order(['rx']), name: 'order_rx' }] });
    await server.register({ ...hidden, visibility: 'private' });
    const stranger = { key: await server.keyFor('eve', 'registry:read') };
    expect((await server.ask('GET', '/tools/order_rx', stranger)).status).toBe(200);
    expect((await server.ask('GET', '/tools/hidden__order_rx', stranger)).status).toBe(404);
    expect(await (await server.ask('GET', '/tools/hidden_order_rx', stranger)).text()).not.toContain('hidden__');
  });

  it('[NACT-GEN-04] continues a page on another server over the same store', async () => {
    const store = createMemoryStore();
    const [one, two] = [await start(undefined, store), await start(undefined, store)];
    for (const id of ['a', 'b', 'c']) await one.register(agent(id));
    await expect.poll(async () => (await two.read<Page>('/tools')).items.length).toBe(3);
    const first = await one.read<Page>('/tools?pageLimit=2');
    const next = encodeURIComponent(first.paging.next ?? '');
    const second = await two.read<Page>(`/tools?pageLimit=2&pageCursor=${next}`, { key: one.key });
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual([
      'a__order_refill',
      'b__order_refill',
      'c__order_refill',
    ]);
    expect((await two.ask('GET', `/tools/${first.items[0]?.toolId}`)).status).toBe(200);
  });

  it('[NACT-PAGE-04] [NACT-PAGE-10] [NACT-PAGE-11] reports the applied limit, and rejects invalid ones', async () => {
    const { server, path } = await withVersions(agent('linden'));
    expect((await server.read<Page>('/tools?pageLimit=100000')).paging.pageLimit).toBe(100);
    expect(await server.read(`${path}?pageLimit=5&pageCursor=x`)).toEqual(await server.read(path));
    for (const query of ['pageLimit=0', 'pageLimit=-1', 'pageLimit=ten', 'pageCursor=made-up', 'pageCursor=']) {
      for (const list of ['/tools', `${path}/versions`, '/agents/linden/tools']) {
        expect((await server.ask('GET', `${list}?${query}`)).status, `${list}?${query}`).toBe(400);
      }
    }
  });

  it('[NACT-TOOL-03] responds with 404 for unknown tools', async () => {
    const { server, path } = await withVersions(agent('linden'));
    for (const id of ['c0a1f6b2-3d94-4b7e-8f21-6f2f1f0c9a77', 'weather', '%20']) {
      for (const end of ['', '/versions', '/versions/1'])
        expect((await server.ask('GET', `/tools/${id}${end}`)).status).toBe(404);
    }
    for (const version of ['0', '99', 'abc', '-1', '1.0'])
      expect((await server.ask('GET', `${path}/versions/${version}`)).status).toBe(404);
    expect((await server.ask('GET', '/agents/nobody/tools')).status).toBe(404);
  });

  it('responds with 410 for a tool whose operation was removed, and keeps the one that was replaced', async () => {
    const { server, tool, path } = await withVersions(agent('linden'));
    const replaced = agent('linden', { operations: [order(['rx', 'delivery', 'days'])] });
    await server.register(replaced);
    const { items } = await server.read<Page>('/tools');
    expect(items.map(({ name }) => name)).toEqual([`${tool.name}__2`]);
    expect((await invoke(server, `${path}/versions/1:invoke`, body())).status).toBe(200);
    await server.register(agent('linden', { operations: [{ ...order(['rx']), name: 'other' }] }));
    expect((await server.ask('GET', path)).status).toBe(410);
    expect((await invoke(server, `${path}:invoke`, body())).status).toBe(410);
  });

  it('[NACT-VER-04] [NACT-VER-06] [NACT-VER-08] [NACT-VER-09] [NACT-SIG-03] has every version, whole, under one id', async () => {
    const { server, tool, path } = await withVersions(agent('linden'), grown, third);
    const pages = await server.walk(`${path}/versions?pageLimit=1`);
    const items = pages.flatMap((page) => page.items);
    expect(items.map(({ version, currentVersion, toolId }) => [version, currentVersion, toolId])).toEqual([
      [3, 3, tool.toolId],
      [2, 3, tool.toolId],
      [1, 3, tool.toolId],
    ]);
    for (const item of items) {
      expect(checkSignature(item).diagnostics).toEqual([]);
      expect(await server.read(`${path}/versions/${item.version}`)).toEqual(item);
    }
    await server.register({ ...third, tags: ['pharmacy', 'new'] });
    expect(await server.read(`${path}/versions/1`)).toMatchObject({ version: 1, currentVersion: 4 });
    const after = await server.read<ToolSignature>(`${path}/versions/1`);
    expect(lockedForm(after)).toBe(lockedForm(items[2] ?? after));
  });

  it('[NACT-VER-03] continues the numbering after a restart', async () => {
    const store = createMemoryStore();
    const first = await start(undefined, store);
    for (const document of [agent('linden'), grown]) await first.register(document);
    const before = (await first.read<Page>('/tools')).items[0];
    const second = await start(undefined, store);
    await second.register(third);
    const after = (await second.read<Page>('/tools')).items[0];
    expect([before?.version, after?.version, after?.toolId]).toEqual([2, 3, before?.toolId]);
  });

  it('[NACT-VER-07] orders versions by number, not by text', async () => {
    const server = await start();
    for (let n = 1; n <= 12; n += 1) await server.register(agent('linden', { tags: [`t${n}`] }));
    const [tool] = (await server.read<Page>('/tools')).items;
    const pages = await server.walk(`/tools/${tool?.toolId}/versions?pageLimit=5`);
    expect(pages.flatMap(({ items }) => items.map(({ version }) => version))).toEqual([
      12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
  });

  it('[NACT-SIG-10] returns the same in every language', async () => {
    const { server, path } = await withVersions(agent('linden'));
    const texts = await Promise.all(
      [{}, { 'accept-language': 'en' }, { 'accept-language': 'fr' }].map(async (headers) =>
        (await server.ask('GET', path, { headers })).text(),
      ),
    );
    expect(new Set(texts).size).toBe(1);
  });

  it('[NACT-GEN-11] shows the same list whatever was called', async () => {
    const { server, path } = await withVersions(agent('linden'), agent('other'));
    const before = await server.read('/tools');
    for (let n = 0; n < 3; n += 1) await invoke(server, `${path}:invoke`, body());
    expect(await server.read('/tools')).toEqual(before);
  });

  it('[NACT-ENUM-08] shows at run time what it shows at design time', async () => {
    const { server, path } = await withVersions(agent('linden'), agent('other'));
    const executor = await server.keyFor('executor', 'agents:invoke');
    const designer = await server.keyFor('designer', 'registry:read', 'registry:write');
    for (const address of ['/tools', path, `${path}/versions`]) {
      const [live, before] = [
        await server.read(address, { key: executor }),
        await server.read(address, { key: designer }),
      ];
      expect(live).toEqual(before);
    }
    expect((await invoke(server, `${path}:invoke`, body(), { key: executor })).status).toBe(200);
    expect((await server.read<Page>('/tools', { key: executor })).items).toHaveLength(2);
  });

  it('responds with 304 to a client that has the current state', async () => {
    const { server, path } = await withVersions(agent('linden'));
    const etag = (await server.ask('GET', path)).headers.get('etag') ?? '';
    expect((await server.ask('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    await server.register(grown);
    expect((await server.ask('GET', `${path}/versions/1`, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('offers what its types cannot express as JSON text, and shows the form', async () => {
    const server = await start();
    const lines = {
      type: 'array',
      items: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] },
    };
    await server.register(
      agent('linden', { operations: [order(['rx', 'lines'], { lines, price: { type: 'number' } })] }),
    );
    const [tool] = (await server.read<Page>('/tools')).items;
    expect(checkSignature(tool).diagnostics).toEqual([]);
    expect(tool?.input_parameters.slice(-2)).toMatchObject([
      { name: 'lines', type: 'string', required: true, description: expect.stringContaining('[{"sku": string}, …]') },
      {
        name: 'price',
        type: 'string',
        required: false,
        description: expect.stringContaining('decimal number as text'),
      },
    ]);
  });

  it('hides the tools of private services from all other callers', async () => {
    const { server, tool } = await withVersions(agent('linden', { visibility: 'private' }));
    const other = await server.keyFor('eve', 'registry:read', 'agents:invoke');
    expect((await server.read<Page>('/tools', { key: other })).items).toEqual([]);
    for (const root of ['', '/agents/linden']) {
      const path = `${root}/tools/${tool.toolId}`;
      expect((await server.ask('GET', path, { key: other })).status).toBe(404);
      expect((await invoke(server, `${path}:invoke`, body(), { key: other })).status).toBe(404);
    }
  });
});

describe('filtering tools', () => {
  async function three() {
    const server = await start();
    await server.register(agent('a', { tags: ['refills', 'read_only'] }));
    await server.register(agent('b', { tags: ['refills'] }));
    await server.register(agent('c', { tags: [] }));
    await server.register(
      agent('c', { tags: [], operations: [order(['rx', 'delivery'], { more: { type: 'boolean' } })] }),
    );
    return server;
  }
  const names = async (server: Server, query: string) =>
    (await server.read<Page>(`/tools?${query}`)).items.map(({ name }) => name.slice(0, 1));

  it('[NACT-FILT-01] [NACT-SIG-12] filters by tag, exactly', async () => {
    const server = await three();
    expect(await names(server, 'tag=refills')).toEqual(['a', 'b']);
    expect(await names(server, 'tag=refills&tag=read_only')).toEqual(['a']);
    expect(await names(server, 'tags=refills,read_only')).toEqual(['a']);
    expect(await names(server, 'tag=Refills')).toEqual([]);
    expect(checkSignature({ tags: [5] }).diagnostics.some(({ location }) => location.pointer === '/tags')).toBe(true);
  });

  it('[NACT-FILT-02] [NACT-FILT-03] filters by version, and never shows an old one in the list', async () => {
    const server = await three();
    expect(await names(server, 'version=2')).toEqual(['c']);
    expect(await names(server, 'version=1')).toEqual(['a', 'b']);
    const [tool] = (await server.read<Page>('/agents/c/tools')).items;
    const kept = await server.read<Page>(`/tools/${tool?.toolId}/versions?version=1`);
    expect(kept.items.map(({ version }) => version)).toEqual([1]);
    for (const query of ['version=0', 'version=x'])
      expect((await server.ask('GET', `/tools?${query}`)).status).toBe(400);
    const refused = await server.ask('GET', `/tools/${tool?.toolId}?version=1`);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('/versions/N');
  });

  it('searches by a text, best first, page by page, among the tools with a tag or of one service', async () => {
    const server = await three();
    expect(await names(server, 'text=READ_only%20refill')).toEqual(['a', 'c', 'b']);
    const pages = await server.walk('/tools?text=READ_only%20refill&pageLimit=2');
    expect(pages.map(({ items }) => items.length)).toEqual([2, 1]);
    const own = await server.read<Page>('/agents/c/tools?text=refill');
    expect(own.items.map(({ name }) => name)).toEqual(['order_refill']);
    expect(await names(server, 'text=refill&tag=unknown')).toEqual([]);
    expect(await names(server, 'text=nothing')).toEqual([]);
  });

  it('[NACT-FILT-04] keeps its filter over pages', async () => {
    const server = await start();
    for (let n = 0; n < 10; n += 1)
      await server.register(agent(`agent-${String.fromCharCode(97 + n)}`, { tags: n % 2 === 0 ? ['even'] : ['odd'] }));
    const pages = await server.walk('/tools?tag=even&pageLimit=2');
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1]);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ name }) => name))).size).toBe(5);
    const cursor = encodeURIComponent(pages[0]?.paging.next ?? '');
    expect((await server.ask('GET', `/tools?tag=odd&pageCursor=${cursor}`)).status).toBe(400);
    expect((await server.ask('GET', `/agents/agent-a/tools?tag=even&pageCursor=${cursor}`)).status).toBe(400);
  });
});
