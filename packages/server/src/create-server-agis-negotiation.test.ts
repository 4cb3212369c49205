/** AGIS negotiation over the whole server: proposals, sessions, data sources of classes, and the calls that follow. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgisValidator, parseAgis } from '@dragoman/agis';
import { createMemoryStore } from '@dragoman/core/engine';
import type { JsonObject } from '@dragoman/model';
import Database from 'libsql';
import { afterAll, describe, expect, it } from 'vitest';
import { agisDocument, startWith } from './agis.support.js';
import { startTestServer } from './server.support.js';

const folder = mkdtempSync(join(tmpdir(), 'dragoman-classes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const freight = agisDocument('tarn-freight');
const session = 'session-0001';
const depots = [
  { depot: 'North', town: 'Leeds', opens: '06:00', staff: 12 },
  { depot: 'South', town: 'York', opens: '07:00', staff: 3 },
  { depot: 'Dock', town: 'Leeds', opens: '05:00', staff: 30 },
];
const fields = { depot: { type: 'string' }, town: { type: 'string' }, opens: { type: 'string' } };
const rows = { fields, filters: ['town', 'depot'], limit: 2, source: { kind: 'rows', rows: depots } };

const endpoint = (over: JsonObject = {}): JsonObject => ({
  method: 'FIND',
  path: '/depot',
  semantic: {
    intent: 'Finds depots in a town',
    actor: 'agent',
    outcome: 'A list of depots is returned',
    impact_tier: 'informational',
  },
  input: { type: 'object', properties: { town: { type: 'string' } }, required: [] },
  output: {
    type: 'object',
    properties: {
      depots: {
        type: 'array',
        items: { type: 'object', properties: { depot: { type: 'string' }, opens: { type: 'string' } } },
      },
    },
    required: ['depots'],
  },
  errors: [{ name: 'town_unknown', description: 'No depot is there' }],
  ...over,
});
const proposing = { 'x-agis-method': 'PROPOSE' };
const finding = { 'x-agis-method': 'FIND', 'session-id': session };

async function startFreight(change: JsonObject = {}) {
  const server = await startWith([agisDocument('tarn-freight', change)]);
  const [id = ''] = server.ids;
  const stranger = await server.keyFor('mallory', 'agents:invoke');
  const bind = (name: string, body: unknown, key = server.key) =>
    server.ask('PUT', `/agents/${id}/data-classes/${name}`, { body, key });
  const propose = (over: JsonObject = {}, more: object = {}) =>
    server.ask('POST', `/agents/${id}/agis`, {
      body: { proposal: endpoint(), data_class: 'depot-location', session_id: session, ...over },
      headers: proposing,
      ...more,
    });
  const find = (more: object = {}, query = '?town=Leeds') =>
    server.ask('GET', `/agents/${id}/agis/depot${query}`, { headers: finding, ...more });
  return { ...server, id, stranger, bind, propose, find };
}

describe('a proposal', () => {
  it('[AGIS-NEG-02] [AGIS-NEG-03] opens a working endpoint, with fields and filters of its class only', async () => {
    const { bind, propose, find, store } = await startFreight();
    expect((await bind('depot-location', rows)).status).toBe(200);
    const answer = await propose();
    expect(answer.status).toBe(263);
    expect(answer.headers.get('negotiation-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await answer.json()).toEqual({
      ...endpoint(),
      proposed: true,
      scope_required: 'agents:invoke',
      expires: 'session',
    });
    const found = await find();
    expect(await found.json()).toEqual({
      depots: [
        { depot: 'North', opens: '06:00' },
        { depot: 'Dock', opens: '05:00' },
      ],
    });
    const records = await store.audit.list({ limit: 20 });
    expect(records.map(({ action }) => action)).toEqual(expect.arrayContaining(['agis.propose', 'design.create']));
    // An unknown filter would be answered with rows that it did not select.
    const strange = await find({}, '?town=Leeds&staff=3&limit=0');
    expect(strange.status).toBe(400);
    const { field_errors: told } = (await strange.json()) as { field_errors: { field: string }[] };
    expect(told.map(({ field }) => field).sort()).toEqual(['limit', 'staff']);
  });

  it('[AGIS-NEG-04] exists only for the session of its caller', async () => {
    const { bind, propose, find, clock, stranger } = await startFreight();
    await bind('depot-location', rows);
    await propose();
    expect((await find()).status).toBe(200);
    expect((await find({ headers: { 'x-agis-method': 'FIND' } })).status).toBe(404);
    expect((await find({ headers: { ...finding, 'session-id': 'session-0002' } })).status).toBe(404);
    expect((await find({ key: stranger })).status).toBe(404);
    clock.time += 3_601_000;
    expect((await find()).status).toBe(404);
  });

  it('[AGIS-NEG-05] is checked against the grammar before anything else', async () => {
    const { bind, propose } = await startFreight();
    await bind('depot-location', rows);
    const answer = await propose({ proposal: endpoint({ method: 'GET', path: '/data' }) });
    expect(answer.status).toBe(460);
    expect(await answer.json()).toMatchObject({ code: 'PROPOSAL_REJECTED', pass: 3, rule: 'AGIS-PROH-01' });
    const named = await propose({
      proposal: endpoint({ semantic: { intent: 'Deletes every depot', actor: 'agent', outcome: 'x' } }),
    });
    expect(await named.json()).toMatchObject({ pass: 6 });
    const { output: _, ...open } = endpoint();
    const bare = await propose({ proposal: open, session_id: 'session-0004' });
    expect(await bare.json()).toMatchObject({ detail: expect.stringContaining('is missing. Add output') });
    expect((await propose({ proposal: endpoint({ method: 'RETRIEVE' }), session_id: 'session-0003' })).status).toBe(
      263,
    );
  });

  it('[AGIS-MAN-02] [AGIS-NEG-02] never goes beyond the manifest, nor beyond the data source of a class', async () => {
    const { bind, propose } = await startFreight();
    await bind('depot-location', rows);
    const other = await propose({ data_class: 'payroll' });
    expect(other.status).toBe(460);
    expect(await other.json()).toMatchObject({
      rule: 'AGIS-MAN-02',
      alternatives: ['depot-location', 'delivery-history'],
      turns_left: 2,
    });
    const output = {
      type: 'object',
      properties: { depot: { type: 'string' }, staff: { type: 'integer' } },
      required: [],
    };
    const input = { type: 'object', properties: { staff: { type: 'integer' } }, required: [] };
    const wide = await propose({ proposal: endpoint({ input, output }) });
    const { field_errors: errors, detail } = (await wide.json()) as {
      field_errors: { pointer: string }[];
      detail: string;
    };
    expect(detail).toContain("created: 'staff' is not a filter of the class");
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/proposal/input/properties/staff',
      '/proposal/output/properties/staff',
    ]);
  });

  it('ends after three rejections: then a person decides', async () => {
    const { bind, propose } = await startFreight();
    await bind('depot-location', rows);
    for (const left of [2, 1, 0]) {
      expect(await (await propose({ data_class: 'payroll' })).json()).toMatchObject({ turns_left: left });
    }
    const fourth = await propose();
    expect(fourth.status).toBe(460);
    expect(await fourth.json()).toMatchObject({ escalate: true, rule: 'agis/turns' });
    expect((await propose({ session_id: 'another-session' })).status).toBe(263);
  });

  it('has a dry run, which says what would happen, stores nothing and is not counted as a turn', async () => {
    const { ask, id, bind, propose, find, stranger } = await startFreight();
    const dry = { headers: { ...proposing, 'x-dry-run': 'true' } };
    const report = { dry_run: true, would_change: true, reversible: true };
    await bind('depot-location', rows);
    const opening = await propose({}, dry);
    expect([opening.status, await opening.json()]).toEqual([
      200,
      { ...report, outcome: 'opened', changes: ['Opens an endpoint of the class depot-location for this session.'] },
    ]);
    expect((await find()).status).toBe(404);
    expect(await (await propose({ persistence: 'persistent' }, dry)).json()).toMatchObject({
      changes: ['Opens an endpoint of the class depot-location permanently.'],
    });
    for (const _ of [1, 2, 3, 4]) {
      const refused = await propose({ data_class: 'payroll' }, dry);
      expect([refused.status, await refused.json()]).toMatchObject([460, { turns_left: 3 }]);
    }
    await bind('depot-location', { ...rows, approval: 'person' });
    const waiting = await propose({}, { ...dry, key: stranger });
    expect([waiting.status, await waiting.json()]).toMatchObject([200, { ...report, outcome: 'pending' }]);
    expect(await (await ask('GET', `/agents/${id}/negotiations`)).json()).toEqual({ negotiations: [] });
    expect((await propose({ persistence: 'persistent' })).status).toBe(263);
    expect((await propose({ persistence: 'persistent', session_id: 'session-0002' }, dry)).status).toBe(460);
  });

  it('[AGIS-NEG-02] asks an anonymous caller for a credential, and a caller without a grant for one, before revealing anything of a guarded class', async () => {
    const { bind, propose, stranger } = await startFreight();
    await bind('delivery-history', { ...rows, grants: ['caller:bea'] });
    const guarded = { data_class: 'delivery-history' };
    const anonymous = await propose(guarded, { key: undefined });
    expect(anonymous.status).toBe(262);
    expect(anonymous.headers.get('www-authenticate')).toBe('Bearer');
    const known = await propose(guarded, { key: stranger });
    expect(known.status).toBe(262);
    expect(JSON.stringify(await known.json())).not.toContain('town');
  });

  it('opens a guarded class to callers with a grant', async () => {
    const { bind, propose, find, keyFor } = await startFreight();
    await bind('delivery-history', { ...rows, grants: ['caller:bea'] });
    const bea = await keyFor('bea', 'agents:invoke');
    expect((await propose({ data_class: 'delivery-history' }, { key: bea })).status).toBe(263);
    expect((await find({ key: bea })).status).toBe(200);
  });

  it('[AGIS-NEG-02] ends at once for a caller whose grant is revoked, also within the session', async () => {
    const { bind, propose, find, stranger } = await startFreight();
    const guarded = { ...rows, grants: ['caller:mallory'] };
    const asked = { data_class: 'delivery-history' };
    await bind('delivery-history', guarded);
    expect((await propose(asked, { key: stranger })).status).toBe(263);
    expect((await find({ key: stranger })).status).toBe(200);
    await bind('delivery-history', { ...guarded, grants: ['caller:somebody-else'] });
    expect((await find({ key: stranger })).status).toBe(404);
    expect((await propose(asked, { key: stranger })).status).toBe(262);
    await bind('delivery-history', guarded);
    expect((await find({ key: stranger })).status).toBe(200);
  });

  it('waits for a person where the owner requires a review, and is answered when asked again', async () => {
    const { ask, id, bind, propose, find, stranger } = await startFreight();
    await bind('depot-location', { ...rows, approval: 'person' });
    const waiting = await propose({}, { key: stranger });
    expect(waiting.status).toBe(261);
    const negotiation = waiting.headers.get('negotiation-id') ?? '';
    const again = { key: stranger, headers: { ...proposing, 'negotiation-id': negotiation } };
    expect((await propose({}, again)).status).toBe(261);
    const { negotiations } = (await (await ask('GET', `/agents/${id}/negotiations`)).json()) as {
      negotiations: JsonObject[];
    };
    expect(negotiations).toMatchObject([
      { negotiation_id: negotiation, caller: 'mallory', data_class: 'depot-location' },
    ]);
    const place = `/agents/${id}/negotiations/${negotiation}`;
    expect((await ask('POST', place, { body: { decision: 'maybe' } })).status).toBe(400);
    expect((await ask('POST', place, { body: { decision: 'accept' } })).status).toBe(200);
    expect((await propose({}, again)).status).toBe(263);
    expect((await find({ key: stranger })).status).toBe(200);
    expect((await ask('POST', place, { body: { decision: 'accept' } })).status).toBe(404);
  });

  it('[AGIS-NEG-07] is made permanent when the owner asks for it: endpoint and verb are published and the version is raised', async () => {
    const { ask, id, bind, propose, find, stranger } = await startFreight();
    await bind('depot-location', rows);
    expect((await propose({ persistence: 'persistent' }, { key: stranger })).status).toBe(262);
    const kept = await propose({ persistence: 'persistent' });
    expect(kept.status).toBe(263);
    const answer = await ask('GET', `/agents/${id}/agis`);
    const { value } = parseAgis(new Uint8Array(await answer.arrayBuffer()));
    if (value === undefined) throw new Error('the document cannot be read');
    expect(createAgisValidator().validate(value).conforms).toBe(true);
    expect(value.document).toMatchObject({
      version: '2.5.0',
      vocabulary: { declared_verbs: expect.arrayContaining(['FIND']) },
    });
    expect((await find({ key: stranger, headers: { 'x-agis-method': 'FIND' } })).status).toBe(200);
    expect((await propose({ persistence: 'persistent', session_id: 'again-0001' })).status).toBe(460);
  });

  it.each([
    ['in both places', { version: '2.4.0', vocabulary: { ...(freight.vocabulary as JsonObject), version: '2.4.0' } }],
    [
      'in the vocabulary only',
      {
        version: undefined as unknown as string,
        vocabulary: { ...(freight.vocabulary as JsonObject), version: '2.4.0' },
      },
    ],
  ])('raises the version everywhere where the document has it %s', async (_, change) => {
    const { ask, id, bind, propose } = await startFreight(change);
    await bind('depot-location', rows);
    expect((await propose({ persistence: 'persistent' })).status).toBe(263);
    const published = (await (await ask('GET', `/agents/${id}/agis`)).json()) as JsonObject;
    expect([published.version, (published.vocabulary as JsonObject).version]).toEqual(['2.5.0', '2.5.0']);
    const summary = (await (await ask('GET', `/agents/${id}/.well-known/agis.json`)).json()) as JsonObject;
    const agent = (await (await ask('GET', `/agents/${id}`)).json()) as JsonObject;
    const { info } = (await (await ask('GET', `/agents/${id}/openapi.json`)).json()) as { info: JsonObject };
    expect([summary.version, agent.version, info.version]).toEqual(['2.5.0', '2.5.0', '2.5.0']);
  });

  it.each([
    ['nothing', {}],
    ['a list', []],
    [
      'unknown members',
      { proposal: endpoint(), data_class: 'depot-location', session_id: session, sql: 'DROP TABLE x' },
    ],
    ['a short session', { proposal: endpoint(), data_class: 'depot-location', session_id: 'x' }],
    [
      'a wrong persistence',
      { proposal: endpoint(), data_class: 'depot-location', session_id: session, persistence: 'forever' },
    ],
  ])('is rejected with every problem when it is malformed: %s', async (_, body) => {
    const { ask, id } = await startFreight();
    const answer = await ask('POST', `/agents/${id}/agis`, { body, headers: proposing });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { field_errors: unknown[] }).field_errors.length).toBeGreaterThan(0);
  });

  it('is bounded: deep schemas, names with SQL, and too many sessions', async () => {
    const { bind, propose } = await startFreight();
    await bind('depot-location', rows);
    const deep = JSON.parse(`${'{"properties":{"a":'.repeat(60)}{}${'}}'.repeat(60)}`) as JsonObject;
    expect((await propose({ proposal: endpoint({ output: deep }) })).status).toBeLessThan(500);
    const hostile = { type: 'object', properties: { 'depot"; DROP TABLE x; --': { type: 'string' } }, required: [] };
    expect((await propose({ proposal: endpoint({ output: hostile }), session_id: 'hostile-1' })).status).toBe(460);
    let last = 0;
    for (let at = 0; at < 101; at += 1) last = (await propose({ session_id: `many-sessions-${at}` })).status;
    expect(last).toBe(409);
  });
});

describe('the data source of a class', () => {
  it('is set by the owner only, for classes of the manifest only, and every problem is reported', async () => {
    const { ask, id, bind, keyFor } = await startFreight();
    const other = await keyFor('other', 'registry:write');
    expect((await bind('depot-location', rows, other)).status).toBe(403);
    expect((await bind('payroll', rows)).status).toBe(404);
    const faulty = await bind('depot-location', {
      fields: { 'a b': { type: 'nonsense' } },
      filters: ['x'],
      limit: 0,
      approval: 'never',
      grants: ['x'],
      source: { kind: 'sql', text: 'SELECT 1' },
      more: 1,
    });
    expect(faulty.status).toBe(400);
    expect(((await faulty.json()) as { field_errors: unknown[] }).field_errors.length).toBeGreaterThanOrEqual(7);
    await bind('depot-location', rows);
    expect(await (await ask('GET', `/agents/${id}/data-classes`)).json()).toMatchObject({
      classes: [
        { class: 'depot-location', bound: true, binding: { source: { kind: 'rows', count: 3 } } },
        { bound: false },
      ],
    });
    expect((await ask('DELETE', `/agents/${id}/data-classes/depot-location`)).status).toBe(204);
    expect((await ask('DELETE', `/agents/${id}/data-classes/depot-location`)).status).toBe(404);
  });

  it('may be an operation of the service, called with the permissions of the caller', async () => {
    const script = () => ({
      body: { quote_id: 'Q', amount: '1.00', currency: 'EUR', valid_until: '2026-12-01', depots } as never,
    });
    const server = await startWith([freight], script);
    const [id = ''] = server.ids;
    const wrong = { ...rows, source: { kind: 'operation', operation: 'dispatch_consignment', rows: '/depots' } };
    expect((await server.ask('PUT', `/agents/${id}/data-classes/depot-location`, { body: wrong })).status).toBe(400);
    const input = { consignment_id: 'TV-00000001' };
    const source = { kind: 'operation', operation: 'track_consignment', input, rows: '/depots' };
    const bound = await server.ask('PUT', `/agents/${id}/data-classes/depot-location`, { body: { ...rows, source } });
    expect(bound.status).toBe(200);
    const body = { proposal: endpoint(), data_class: 'depot-location', session_id: session };
    expect((await server.ask('POST', `/agents/${id}/agis`, { body, headers: proposing })).status).toBe(263);
    const found = await server.ask('GET', `/agents/${id}/agis/depot?town=York`, { headers: finding });
    expect(await found.json()).toEqual({ depots: [{ depot: 'South', opens: '07:00' }] });
    expect(server.sent).toMatchObject([{ body: input }]);
  });

  it('is never an operation that is itself created from a class, which could lead back to it', async () => {
    const { ask, id, bind, propose } = await startFreight();
    await bind('depot-location', rows);
    await propose({ persistence: 'persistent' });
    const { operations } = (await (await ask('GET', `/agents/${id}`)).json()) as { operations: { name: string }[] };
    const made = operations.map(({ name }) => name).find((name) => name.includes('depot'));
    const source = { kind: 'operation', operation: made, rows: '/depots' };
    const refused = await bind('depot-location', { ...rows, source });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(await refused.json())).toContain('itself created from a class');
  });

  it.each(['sqlite', 'file'])('may be a view or a file of the operator: %s', async (kind) => {
    const path = join(folder, kind === 'sqlite' ? 'depots.db' : 'depots.json');
    if (kind === 'file') writeFileSync(path, JSON.stringify(depots));
    else {
      const database = new Database(path);
      database.exec('CREATE TABLE d (depot TEXT, town TEXT, opens TEXT, staff INTEGER)');
      for (const { depot, town, opens, staff } of depots)
        database.prepare('INSERT INTO d VALUES (?, ?, ?, ?)').run(depot, town, opens, staff);
      database.exec('CREATE VIEW open_depots AS SELECT depot, town, opens FROM d ORDER BY opens');
      database.close();
    }
    const test = await startTestServer({
      flags: { 'auth.mode': 'optional', 'agis.sources': [{ name: 'yard', address: `${kind}:${path}` }] },
      store: createMemoryStore(),
    });
    const admin = await test.keyFor('root', 'admin', 'registry:write', 'agents:invoke');
    const plain = await test.keyFor('ada', 'registry:write', 'agents:invoke');
    const imported = await test.ask('POST', '/imports', { key: admin, body: { items: [{ document: freight }] } });
    const { results } = (await imported.json()) as { results: { id: string }[] };
    const id = results[0]?.id ?? '';
    const body = { ...rows, source: { kind: 'source', source: 'yard', view: 'open_depots' } };
    const place = `/agents/${id}/data-classes/depot-location`;
    expect((await test.ask('PUT', place, { key: plain, body })).status).toBe(403);
    expect((await test.ask('PUT', place, { key: admin, body })).status).toBe(200);
    const propose = { proposal: endpoint(), data_class: 'depot-location', session_id: session };
    expect(
      (await test.ask('POST', `/agents/${id}/agis`, { key: plain, body: propose, headers: proposing })).status,
    ).toBe(263);
    const found = await test.ask('GET', `/agents/${id}/agis/depot?town=Leeds`, { key: plain, headers: finding });
    expect(((await found.json()) as { depots: JsonObject[] }).depots.map(({ depot }) => depot).sort()).toEqual([
      'Dock',
      'North',
    ]);
    const injected = await test.ask('GET', `/agents/${id}/agis/depot?town=${encodeURIComponent("x' OR 1=1 --")}`, {
      key: plain,
      headers: finding,
    });
    expect(await injected.json()).toEqual({ depots: [] });
    await test.server.close();
  });
});
