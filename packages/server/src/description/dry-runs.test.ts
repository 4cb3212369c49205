import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DragomanServer } from '../create-server.js';
import { type Api, bodiesOf, openServer, operationsOf, origin, runExample, send } from './openapi.support.js';
import { credentialPreparations } from './protected-service.support.js';

/** Writes without a dry run: steps of logins. The description names the reason of each. */
const without: ReadonlySet<string> = new Set(['credential_logins_start', 'session_create']);

let server: DragomanServer;
let api: Api;

beforeAll(async () => {
  server = await openServer();
  api = (await (await send(server, { method: 'GET', path: '/openapi.json' })).json()) as Api;
});
afterAll(() => server.close());

interface Agent {
  read_only?: boolean;
  dry_run?: object;
}

const agentOf = (operation: object) => (operation as { 'x-agent'?: Agent })['x-agent'] ?? {};

const writes = () =>
  operationsOf(api).filter(
    ({ method, operation }) =>
      method !== 'GET' && agentOf(operation).read_only !== true && !without.has(operation.operationId),
  );

const json = { 'Content-Type': 'application/json' };

describe('dry runs', () => {
  it('exist for every write', () => {
    const missing = writes().filter(({ operation }) => agentOf(operation).dry_run === undefined);
    expect(missing.map(({ operation }) => operation.operationId).filter((id) => !/mcp_message/.test(id))).toEqual([]);
  });

  it('are missing only where the description says why', () => {
    const described = operationsOf(api).filter(({ operation }) => without.has(operation.operationId));
    const reasons = described.map(({ operation }) => (operation as { description?: string }).description ?? '');
    expect(reasons).toHaveLength(without.size);
    for (const reason of reasons) expect(reason).toMatch(/There is no dry run: .+\./);
  });

  it.each([
    ['agents_restore', 'Makes .* findable again'],
    ['agents_feedback_create', 'Stores your feedback'],
    ['saved_create', 'Saves one item'],
    ['evaluations_create', 'Resolves the requests of'],
    ['approvals_decide', 'Refuses the call'],
    ['agent_findings_accept', ''],
    ['operations_cancel', 'Cancels the call'],
    ['sources_create', 'Fetches https'],
    ['sources_refresh', 'Fetches https'],
    ['sources_credential_put', 'Stores the credential'],
    ['sources_held_decide', 'held change'],
    ['keys_create', 'Creates the key'],
    ['keys_rotate', 'Creates a key'],
    ['servers_restart', 'Ends the process'],
    ['agents_delete', 'Removes'],
    ['credential_logins_finish', 'Gets tokens from https://id.linden.example and stores them'],
    ['credential_logins_end', ''],
    ['agent_agis_propose', 'Opens an endpoint of the class depot-location for this session'],
    ['agent_negotiation_decide', 'Opens an endpoint of the class'],
    ['agent_data_class_bind', 'Sets the data source of the class'],
    ['agent_data_class_unbind', 'Removes the data source of the class'],
    ['toolsets_create', 'Creates the toolset'],
    ['toolsets_replace', 'of the toolset changed'],
    ['toolsets_updates_decide', 'version'],
    ['teams_create', 'Creates the team'],
    ['procedures_create', 'Creates the procedure'],
  ])('of %s say what would change', async (id, words) => {
    const found = operationsOf(api).find(({ operation }) => operation.operationId === id);
    if (found === undefined) throw new Error(`no operation ${id}`);
    const [[, body] = ['', undefined]] = bodiesOf(found.operation);
    const response = await runExample(api, found, body, { 'X-Dry-Run': 'true' });
    const report = (await response.json()) as { dry_run?: boolean; changes?: string[] };
    expect([response.status, report.dry_run], JSON.stringify(report)).toEqual([200, true]);
    expect(report.changes?.join(' ')).toMatch(new RegExp(words));
  });

  it('of a new document for an agent say which members change', async () => {
    const body = {
      id: 'tide-desk',
      name: 'Tide desk',
      description: 'Reads the tide at the pier.',
      capabilities: ['tides'],
      endpoint: 'https://a.example/tide',
      inputs: { type: 'object' },
      outputs: { type: 'object' },
    };
    const put = async (path: string, given: object) => {
      const url = `http://127.0.0.1:4780${path}?dry_run=true`;
      const headers = { ...json, 'X-Dry-Run': 'true' };
      const request = new Request(url, { method: 'PUT', headers, body: JSON.stringify(given) });
      return ((await (await server.fetch(request)).json()) as { changes: string[] }).changes;
    };
    await send(server, { method: 'POST', path: '/agents', body });
    expect(await put('/agents/tide-desk', body)).toEqual([]);
    const changes = await put('/agents/tide-desk', { ...body, name: 'Tides', tags: ['pier'] });
    expect(changes).toEqual(['Updates tide-desk with the metadata in agent.', 'Changes name.', 'Changes tags.']);
  });

  it('change nothing', async () => {
    const dry = async (path: string, body: object) => {
      const headers = { ...json, 'X-Dry-Run': 'true' };
      const request = new Request(`http://127.0.0.1:4780${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return (await server.fetch(request)).status;
    };
    expect(await dry('/keys', { name: 'build', scopes: ['registry:write'] })).toBe(200);
    expect(await dry('/sources', { url: 'https://a.example/card.json' })).toBe(200);
    expect(await dry('/saved', { kind: 'case', request: 'is it windy' })).toBe(200);
    const lists = await Promise.all(
      ['/keys', '/sources', '/saved?kind=case'].map(async (path) =>
        (await send(server, { method: 'GET', path })).json(),
      ),
    );
    expect(lists).toMatchObject([{ keys: [] }, { sources: [] }, { items: [] }]);
    expect(await dry('/keys', { name: 'build', scopes: [], expires_at: '2001-01-01T00:00:00Z' })).toBe(400);
  });
});

describe('the dry run of finishing a login', () => {
  it('leaves the code of the redirect unused, and says when an earlier login is replaced', async () => {
    const own = await openServer();
    try {
      const prepare = credentialPreparations(origin).credential_logins_finish;
      const finish = async (body: object, query = '') =>
        (await send(own, { method: 'POST', path: `/credential-logins/finish${query}`, body })).json();
      const first = await prepare(own);
      const report = await finish(first, '?dry_run=true');
      expect(report).toMatchObject({ dry_run: true, outcome: 'created', reversible: true });
      expect(await finish(first, '?dry_run=true')).toEqual(report);
      expect(await finish(first)).toMatchObject({ kind: 'oauth2_login' });
      expect(await finish(first, '?dry_run=true')).toMatchObject({
        detail: expect.stringContaining('already finished'),
      });
      const second = await finish(await prepare(own), '?dry_run=true');
      expect(second).toMatchObject({
        outcome: 'updated',
        changes: [expect.any(String), 'Replaces the tokens of an earlier login.'],
      });
    } finally {
      await own.close();
    }
  });
});

describe('next_cursor alone', () => {
  it('[PROF-RESP-09] continues every kind of list with its filters', async () => {
    const own = await openServer();
    try {
      const agent = (at: number) => ({
        id: `agent-${at}`,
        name: `Agent ${at}`,
        description: 'Reads the tide at the pier.',
        capabilities: ['tides'],
        tags: [at % 2 === 0 ? 'even' : 'odd'],
        endpoint: `https://a.example/${at}`,
        inputs: { type: 'object' },
        outputs: { type: 'object' },
      });
      for (let at = 0; at < 6; at += 1) await send(own, { method: 'POST', path: '/agents', body: agent(at) });
      const read = async (path: string) => (await (await send(own, { method: 'GET', path })).json()) as Page;
      const lists: [string, string, (page: Page) => unknown[], (page: Page) => string | undefined][] = [
        [
          '/agents?tags=even&top=2&shape=object',
          '/agents?cursor=',
          ({ agents = [] }) => agents,
          (page) => page.next_cursor,
        ],
        [
          '/agents/public?tags=even&top=2',
          '/agents/public?cursor=',
          ({ agents = [] }) => agents,
          (page) => page.next_cursor,
        ],
        [
          '/tools?pageLimit=2',
          '/tools?pageCursor=',
          ({ items = [] }) => items,
          ({ paging }) => paging?.next ?? undefined,
        ],
      ];
      for (const [first, next, itemsOf, cursorOf] of lists) {
        const page = await read(first);
        const rest = await read(`${next}${cursorOf(page)}`);
        expect(itemsOf(page), first).toHaveLength(2);
        expect(itemsOf(rest).length, first).toBeGreaterThan(0);
        expect(JSON.stringify(rest)).not.toContain(first.includes('even') ? '"odd"' : '"nothing"');
      }
      const search = async (body: object) =>
        (await (await send(own, { method: 'POST', path: '/agents/search', body })).json()) as Page;
      const found = await search({ query: 'tide', top: 2, filters: { tags: ['even'] } });
      const more = await search({ cursor: found.next_cursor });
      expect([found.results?.length, more.results?.length]).toEqual([2, 1]);
    } finally {
      await own.close();
    }
  });
});

interface Page {
  agents?: unknown[];
  items?: unknown[];
  results?: unknown[];
  next_cursor?: string;
  paging?: { next: string | null };
}
