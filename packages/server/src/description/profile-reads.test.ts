/** The conditions of the Agent-Friendly Profile (§18) for reads of our own API: size, field selection, pages, order, validators. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../server.support.js';
import { pierWeather, startTestServer } from '../server.support.js';
import type { DescribedApi, DescribedOperation } from './profile.support.js';
import { readApi, schemaNodes, walk } from './profile.support.js';

let server: TestServer;
let api: DescribedApi;
let key: string;
let subscriptionId: string;
let sourceId: string;
let toolId: string;
let setToolId: string;

const many = 45;
const two = (n: number) => String(n).padStart(2, '0');

beforeAll(async () => {
  server = await startTestServer({ flags: { 'auth.mode': 'optional' } });
  key = await server.keyFor('ada', 'registry:write', 'registry:read', 'agents:invoke', 'admin');
  for (let n = 0; n < many; n += 1) {
    await server.ask('POST', '/agents', {
      key,
      body: { ...pierWeather, id: `pier-${two(n)}`, name: `Pier ${two(n)}` },
    });
    const authentication = { type: 'api_key' };
    const locked = { ...pierWeather, id: `quay-${two(n)}`, name: `Quay ${two(n)}`, authentication };
    await server.ask('POST', '/agents', { key, body: { ...locked, capabilities: ['locks'], tags: ['inland'] } });
    await server.keyFor(`caller ${two(n)}`, 'registry:read');
  }
  const urls = Array.from({ length: many }, (_, n) => `https://cards.example/${two(n)}.json`);
  const made = await server.ask('POST', '/sources', { key, body: { urls } });
  const { sources } = (await made.json()) as { sources: JsonObject[] };
  sourceId = String(sources[0]?.id);
  await server.ask('POST', `/sources/${sourceId}/refresh`, { key });
  const credential = { kind: 'bearer', secret: { token: 'example' } };
  for (let n = 0; n < many; n += 1) {
    const body = { name: `credential ${two(n)}`, ...credential };
    await server.ask('POST', '/agents/pier-00/credentials', { key, body });
  }
  api = await readApi(server.ask);
  const tools = (await (await get('/agents/pier-00/tools')).json()) as { items: JsonObject[] };
  toolId = String(tools.items[0]?.toolId);
  for (let n = 0; n < many; n += 1) {
    const body = { id: `set-${two(n)}`, name: `Set ${two(n)}`, tools: [{ agent_id: 'pier-00', tool: toolId }] };
    await server.ask('POST', '/toolsets', { key, body });
    const procedure = { id: `way-${two(n)}`, name: `Way ${two(n)}`, description: 'A way.', text: 'Be kind.' };
    await server.ask('POST', '/toolsets/set-00/procedures', { key, body: procedure });
    const members = [{ name: 'desk', when: 'Always.', toolsets: ['set-00'] }];
    await server.ask('POST', '/teams', { key, body: { id: `team-${two(n)}`, name: 'Team', entry: 'desk', members } });
  }
  for (let n = 0; n < many; n += 1) {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    await server.ask('POST', `/agents/pier-${two(n)}/mcp`, { key, body });
  }
  for (let n = 0; n < many; n += 1) {
    const body = { kind: 'call', agent: 'pier-00', operation: 'invoke', name: `Call ${two(n)}` };
    await server.ask('POST', '/saved', { key, body });
  }
  await receiveWebhooks();
  for (let n = 0; n < many; n += 1) {
    await logIn(`own ${two(n)}`, 'ada');
    await logIn(`other ${two(n)}`, `person ${two(n)}`);
  }
  for (let n = 0; n < many; n += 1) await server.store.approvals.request(...sampleApproval(n));
  await server.ask('PUT', '/agents/pier-00/capture', { key, body: {} });
  // Rejected calls are captured too, and nothing is sent.
  for (let n = 0; n < many; n += 1) await server.ask('POST', '/agents/pier-00/invoke', { key, body: { pier: n } });
  const captured = async () => Number(((await (await get('/agents/pier-00/captures')).json()) as JsonObject).count);
  while ((await captured()) < many) await new Promise((resolve) => setTimeout(resolve, 10));
  const set = (await (await get('/toolsets/set-00')).json()) as { tools: JsonObject[] };
  setToolId = String(set.tools[0]?.tool_id);
});
afterAll(() => server.server.close());

/** Subscribes to the webhooks of a service, and receives messages of it. */
async function receiveWebhooks(): Promise<void> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Berths', version: '1' },
    servers: [{ url: 'https://berths.example' }],
    webhooks: { freed: { post: { responses: {} } } },
  };
  await server.ask('POST', '/imports', { key, body: { items: [{ document, curation: { id: 'berths' } }] } });
  let made: JsonObject = {};
  for (let n = 0; n < many; n += 1) {
    const body = { agent: 'berths', verification: 'address' };
    made = (await (await server.ask('POST', '/webhook-subscriptions', { key, body })).json()) as JsonObject;
  }
  subscriptionId = String(made.id);
  const { pathname } = new URL(String(made.address));
  for (let n = 0; n < many; n += 1) await server.ask('POST', pathname, { body: { n } });
}

/** Stores a login through a provider. */
async function logIn(id: string, subject: string): Promise<void> {
  const at = new Date(server.clock.now()).toISOString();
  const expiresAt = new Date(server.clock.now() + 3_600_000).toISOString();
  const login = {
    id,
    hash: id,
    subject,
    method: 'oidc' as const,
    scopes: [],
    createdAt: at,
    lastUsedAt: at,
    expiresAt,
  };
  const record = { at, actor: subject, action: 'session.create', target: id, outcome: 'done' as const, code: '' };
  const person = { name: id, claim: 'roles', claimed: [], granted: [] };
  await server.store.logins.add(login, { ...record, traceId: '0'.repeat(32) }, person);
}

const get = (path: string, headers: Record<string, string> = {}) => server.ask('GET', path, { key, headers });
const fill = (path: string) =>
  path
    .replace('SOURCE', sourceId)
    .replace('SUBSCRIPTION', subscriptionId)
    .replace('SETTOOL', setToolId)
    .replace('TOOL', toolId);
const sizeOf = async (path: string) => Buffer.byteLength(await (await get(path)).text());

/** Every list, the member that contains its items, and a page size small enough to need several pages. */
const lists: Array<{ id: string; path: string; small: string; items: (page: JsonValue) => JsonValue[] }> = [
  {
    id: 'agents_list',
    path: '/agents',
    small: '/agents?top=7&capabilities=weather&fields=id,name',
    items: (page) => page as JsonValue[],
  },
  {
    id: 'agents_public_list',
    path: '/agents/public',
    small: '/agents/public?top=7&tags=marine',
    items: under('agents'),
  },
  {
    id: 'agents_versions_list',
    path: '/agents/pier-00/versions',
    small: '/agents/pier-00/versions?top=1',
    items: under('versions'),
  },
  { id: 'sources_list', path: '/sources', small: '/sources?top=7&fields=id,url', items: under('sources') },
  {
    id: 'sources_changes_list',
    path: '/sources/SOURCE/changes',
    small: '/sources/SOURCE/changes?top=1&fields=number,outcome',
    items: under('changes'),
  },
  { id: 'keys_list', path: '/keys', small: '/keys?top=7', items: under('keys') },
  { id: 'sessions_list', path: '/sessions', small: '/sessions?top=7&fields=id,subject', items: under('sessions') },
  { id: 'users_list', path: '/users', small: '/users?top=7&fields=subject,name', items: under('users') },
  { id: 'audit_list', path: '/audit', small: '/audit?limit=7&actor=ada&fields=seq,actor', items: under('records') },
  {
    id: 'audit_search',
    path: '/audit/search',
    small: '/audit/search?limit=7&caller=ada&fields=seq,actor',
    items: under('records'),
  },
  {
    id: 'agent_credentials_list',
    path: '/agents/pier-00/credentials',
    small: '/agents/pier-00/credentials?top=7&fields=id,name',
    items: under('credentials'),
  },
  { id: 'tools_list', path: '/tools', small: '/tools?pageLimit=7&fields=toolId,name', items: under('items') },
  {
    id: 'agent_tools_list',
    path: '/agents/pier-00/tools',
    small: '/agents/pier-00/tools?pageLimit=7&fields=toolId,name',
    items: under('items'),
  },
  {
    id: 'tools_versions_list',
    path: '/tools/TOOL/versions',
    small: '/tools/TOOL/versions?pageLimit=1&fields=version',
    items: under('items'),
  },
  {
    id: 'agent_tools_versions_list',
    path: '/agents/pier-00/tools/TOOL/versions',
    small: '/agents/pier-00/tools/TOOL/versions?pageLimit=1&fields=version',
    items: under('items'),
  },
  {
    id: 'tool_choices_list',
    path: '/tool-choices',
    small: '/tool-choices?top=7&order=name&text=wind&fields=tool_id,name',
    items: under('tools'),
  },
  { id: 'toolsets_list', path: '/toolsets', small: '/toolsets?top=7&fields=id,name', items: under('toolsets') },
  {
    id: 'toolsets_versions_list',
    path: '/toolsets/set-00/versions',
    small: '/toolsets/set-00/versions?top=1&fields=version,at',
    items: under('versions'),
  },
  {
    id: 'toolset_tools_list',
    path: '/toolsets/set-00/tools',
    small: '/toolsets/set-00/tools?pageLimit=1&fields=toolId,name',
    items: under('items'),
  },
  {
    id: 'toolset_tools_versions_list',
    path: '/toolsets/set-00/tools/SETTOOL/versions',
    small: '/toolsets/set-00/tools/SETTOOL/versions?pageLimit=1&fields=version',
    items: under('items'),
  },
  {
    id: 'procedures_list',
    path: '/procedures',
    small: '/procedures?top=7&fields=id,state',
    items: under('procedures'),
  },
  {
    id: 'toolset_procedures_list',
    path: '/toolsets/set-00/procedures',
    small: '/toolsets/set-00/procedures?top=7&fields=id,name',
    items: under('procedures'),
  },
  {
    id: 'procedures_versions_list',
    path: '/procedures/way-00/versions',
    small: '/procedures/way-00/versions?top=1&fields=version,at',
    items: under('versions'),
  },
  { id: 'teams_list', path: '/teams', small: '/teams?top=7&fields=id,name', items: under('teams') },
  {
    id: 'teams_versions_list',
    path: '/teams/team-00/versions',
    small: '/teams/team-00/versions?top=1&fields=version,at',
    items: under('versions'),
  },
  {
    id: 'catalogue_operations_list',
    path: '/catalogue/operations',
    small: '/catalogue/operations?top=7&fields=agent_id,operation_id',
    items: under('operations'),
  },
  {
    id: 'catalogue_services_list',
    path: '/catalogue/services',
    small: '/catalogue/services?top=7&fields=id,name',
    items: under('services'),
  },
  {
    id: 'connections_list',
    path: '/connections',
    small: '/connections?top=7&fields=id,endpoint',
    items: under('connections'),
  },
  { id: 'inbox_read', path: '/inbox', small: '/inbox?top=7&fields=id,kind', items: under('items') },
  { id: 'approvals_list', path: '/approvals', small: '/approvals?top=7&fields=id,state', items: under('items') },
  {
    id: 'agent_captures_list',
    path: '/agents/pier-00/captures',
    small: '/agents/pier-00/captures?top=7&fields=id,at',
    items: under('items'),
  },
  { id: 'saved_list', path: '/saved', small: '/saved?top=7&fields=id,kind', items: under('items') },
  {
    id: 'webhook_subscriptions_list',
    path: '/webhook-subscriptions',
    small: '/webhook-subscriptions?top=7&fields=id,agent',
    items: under('items'),
  },
  {
    id: 'webhook_deliveries_list',
    path: '/webhook-subscriptions/SUBSCRIPTION/deliveries',
    small: '/webhook-subscriptions/SUBSCRIPTION/deliveries?top=7&fields=id,at',
    items: under('items'),
  },
  { id: 'operations_list', path: '/operations', small: '/operations?limit=7', items: under('operations') },
];

function sampleApproval(n: number): Parameters<TestServer['store']['approvals']['request']> {
  const at = '2026-01-01T00:00:00.000Z';
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const id = `approval-${two(n)}`;
  const call = { agentId: 'pier-00', operation: 'invoke', version: 1, impact: 'irreversible', method: 'POST' } as const;
  const about = { subject: 'bea', owner: 'ada', target: 'https://a.example', inputHash: id, input: {} };
  return [
    { id, binding: id, ...call, ...about, state: 'pending', createdAt: at, expiresAt: '2100-01-01T00:00:00.000Z' },
    many,
    { at, actor: 'bea', action: 'approval.request', target: 'pier-00', outcome: 'done', code: '', traceId },
  ];
}

function under(member: string) {
  return (page: JsonValue) => (page as Record<string, JsonValue[]>)[member] ?? [];
}

/** Counts the leaf members of a schema; alternatives count once. */
function leaves({ responses }: DescribedOperation): number {
  const schema = responses['200']?.content?.['application/json']?.schema;
  if (schema === undefined) return 0;
  const names = schemaNodes(api, schema).filter(
    ({ node }) => node.properties === undefined && node.items === undefined,
  );
  return new Set(names.map(({ name }) => name)).size;
}

describe('reads of our own API under the profile summary', () => {
  it('[PROF-SUM-04] [PROF-RESP-01] [PROF-RESP-02] responds with small bodies by default, and with the selected members on request', async () => {
    for (const { path } of lists) expect(await sizeOf(fill(path)), path).toBeLessThan(32_768);
    for (const path of ['/agents/pier-00', `/sources/${sourceId}`]) expect(await sizeOf(path), path).toBeLessThan(8192);
    const wide = api.operations.filter((operation) => operation.agent.read_only === true && leaves(operation) > 10);
    const unchosen = wide.filter(({ parameters }) => !parameters.some(({ name }) => name === 'fields'));
    // These are published documents, identical for every caller.
    const published = ['agis_summary_read', 'agent_agis_summary_read', 'own_card_read'];
    expect(unchosen.map(({ id }) => id).sort()).toEqual(published.sort());
    expect(
      Object.keys((await (await get('/agents/pier-00?fields=id,name,status,operations')).json()) as object),
    ).toEqual(['id', 'name']);
    const full = (await (await get('/agents?fields=id,endpoint,tags')).json()) as object[];
    expect(full.map((item) => Object.keys(item).sort())).toEqual(full.map(() => ['endpoint', 'id', 'tags']));
    const hit = await server.ask('POST', '/agents/search?fields=id,score', { key, body: { query: 'weather', top: 1 } });
    expect((await hit.json()) as object).toMatchObject({
      results: [{ id: expect.any(String), score: expect.any(Number) }],
    });
    const search = (body: object) => server.ask('POST', '/agents/search', { key, body: { query: 'weather', ...body } });
    const [concise, detailed] = [
      await (await search({})).text(),
      await (await search({ include_metadata: true })).text(),
    ];
    expect(concise.length).toBeLessThan(detailed.length);
    expect((await get('/sources?fields=idd')).status).toBe(400);
  });

  it('[PROF-SUM-05] [PROF-RESP-08] [PROF-RESP-09] pages through every list by next links, which keep filters and field selection', async () => {
    // An offset into one result that never changes is not a page of a list.
    const counted = api.operations.filter(
      ({ id, parameters }) => id !== 'results_read' && parameters.some(({ name }) => /^(offset|page|skip)$/.test(name)),
    );
    // AIDIP requires skip; the cursor is an addition.
    expect(counted.filter(({ parameters }) => !parameters.some(({ name }) => name === 'cursor'))).toEqual([]);
    expect(counted.map(({ id }) => id)).toEqual(['agents_list', 'agents_public_list']);
    const listed = api.operations
      .filter(({ agent }) => agent.order !== undefined && agent.read_only === true)
      .map(({ id }) => id);
    expect(lists.map(({ id }) => id).sort()).toEqual(listed.filter((id) => id !== 'agents_search').sort());
    for (const { id, small, items } of lists.filter(({ id }) => id !== 'operations_list')) {
      const pages = await walk(server, fill(small), { key });
      const found = pages.flatMap(items);
      const handles = found.map((item) => {
        const {
          id,
          seq,
          number,
          revision,
          toolId: tool,
          tool_id: choice,
          operation_id,
          version,
          subject,
        } = item as JsonObject;
        return JSON.stringify(id ?? seq ?? number ?? revision ?? tool ?? choice ?? operation_id ?? version ?? subject);
      });
      expect(new Set(handles).size, `${id}: repeated`).toBe(handles.length);
      const whole = /versions_list$|^sources_changes_list$|^(agent|toolset)_tools_list$/.test(id) ? 1 : many;
      expect(handles.length, id).toBeGreaterThanOrEqual(whole);
      const [, selected] = /fields=([\w,]+)/.exec(small) ?? [];
      if (selected === undefined) continue;
      expect(new Set(found.flatMap((item) => Object.keys(item as JsonObject))), id).toEqual(
        new Set(selected.split(',')),
      );
    }
    const cut = await get('/keys?cursor=made-up');
    expect(await cut.json()).toMatchObject({ code: 'INVALID_CURSOR', retryable: false });
  });

  it('[PROF-SUM-06] [PROF-RESP-05] responds 304 on every read when the client has the current state', async () => {
    const values: Record<string, string> = {
      id: 'pier-00',
      revision: '1',
      code: 'not-found',
      operation: 'invoke',
      toolId,
      versionNum: '1',
      version: '1',
    };
    const { records } = (await (await get('/audit/search?limit=1')).json()) as { records: JsonObject[] };
    const traceId = String(records[0]?.trace_id);
    const own: Record<string, Record<string, string>> = {
      toolsets: { ...values, id: 'set-00', toolId: setToolId },
      procedures: { ...values, id: 'way-00' },
      teams: { ...values, id: 'team-00' },
      traces: { ...values, id: traceId },
      approvals: { ...values, id: 'approval-00' },
      servers: { ...values, id: 'notes' },
      'webhook-subscriptions': { ...values, id: subscriptionId },
    };
    await server.ask('POST', '/servers', { key, body: { name: 'notes', command: 'notes-mcp' } });
    const arazzo = api.operations.find(({ id }) => id === 'agents_arazzo_replace')?.example;
    await server.ask('PUT', '/agents/wind-check/arazzo.json', { key, body: arazzo });
    const url = 'https://linden.example/mcp';
    const bearer = { name: 'example', kind: 'bearer', secret: { token: 'example' } };
    await server.ask('PUT', '/url-credential', { key, body: { url, ...bearer } });
    const fixed: Record<string, string> = {
      agents_arazzo_read: '/agents/wind-check/arazzo.json',
      url_credential_read: `/url-credential?url=${encodeURIComponent(url)}`,
    };
    const skipped = ['health_read', 'readiness_read', 'metrics_read', 'operations_read', 'operations_result_read'];
    // Calls over GET and streams are not resources.
    skipped.push('agis_query', 'agent_agis_query', 'events_follow', 'server_status_read', 'results_read', 'logs_read');
    const reads = api.operations.filter(({ method, id }) => method === 'GET' && !skipped.includes(id));
    expect(reads.length).toBeGreaterThan(15);
    for (const { id, path, responses, parameters } of reads) {
      const address = path.startsWith('/sources/')
        ? `/sources/${sourceId}`
        : (fixed[id] ??
          path.replace(/\{(\w+)\}/g, (_, name) => (own[path.split('/')[1] ?? ''] ?? values)[name] ?? 'x'));
      const readTwice = async () => {
        const first = await get(address);
        expect(first.status, id).toBe(200);
        const etag = first.headers.get('etag') ?? '';
        expect(etag, id).toMatch(/^"[^"]+"$/);
        return { etag, second: await get(address, { 'if-none-match': `"other", ${etag}` }) };
      };
      // The counts of calls are stored from time to time, which can be between the two reads.
      const tried = await readTwice();
      const { etag, second } = tried.second.status === 304 ? tried : await readTwice();
      expect([second.status, await second.text(), second.headers.get('etag')], id).toEqual([304, '', etag]);
      expect((await get(address, { 'if-none-match': '"other"' })).status, id).toBe(200);
      expect(responses['304'], id).toBeDefined();
      expect(
        parameters.map(({ name }) => name),
        id,
      ).toContain('If-None-Match');
      expect(responses['200']?.headers, id).toHaveProperty('ETag');
    }
    for (const path of [
      '/agents',
      '/agents/public',
      '/agents/pier-00',
      '/agents/pier-00/versions',
      '/audit?after=0&limit=1000',
    ]) {
      const before = (await get(path)).headers.get('etag') ?? '';
      const body = { ...pierWeather, id: 'pier-00', name: 'Pier 00', description: `Changed for ${path}.` };
      await server.ask('PUT', '/agents/pier-00', { key, body });
      const after = await get(path, { 'if-none-match': before });
      expect([after.status, after.headers.get('etag') === before], path).toEqual([200, false]);
    }
  });

  it('[PROF-SUM-07] [PROF-RESP-10] has a stable, documented order in every list', async () => {
    const orders: Record<string, (item: JsonObject) => string | number> = {
      agents_list: ({ name }) => String(name),
      agents_public_list: ({ name }) => String(name),
      catalogue_services_list: ({ name }) => String(name),
      agents_versions_list: ({ revision }) => -Number(revision),
      sources_list: ({ id }) => String(id),
      audit_list: ({ seq }) => Number(seq),
      audit_search: ({ seq }) => -Number(seq),
    };
    for (const { id, path, items } of lists) {
      const operation = api.operations.find((each) => each.id === id);
      expect(String(operation?.agent.order), id).toMatch(/^\w+ (asc|desc)/);
      const first = items((await (await get(fill(path))).json()) as JsonValue);
      expect(items((await (await get(fill(path))).json()) as JsonValue), id).toEqual(first);
      const order = orders[id];
      if (order === undefined) continue;
      const places = first.map((item) => order(item as JsonObject));
      expect(
        [...places].sort((a, b) => (a < b ? -1 : 1)),
        id,
      ).toEqual(places);
    }
    const [newest] = ((await (await get('/keys')).json()) as { keys: JsonObject[] }).keys.map(({ created_at }) =>
      String(created_at),
    );
    server.clock.time += 1000;
    await server.keyFor('later', 'registry:read');
    const [latest] = ((await (await get('/keys')).json()) as { keys: JsonObject[] }).keys.map(({ created_at }) =>
      String(created_at),
    );
    expect(String(latest) > String(newest)).toBe(true);
  });
});
