import type { FieldError, JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { parameter, type ShownToolset, startDesignServer, vendorList, vendorTool } from './toolsets.support.js';

const grown = (change: JsonObject = {}) =>
  vendorTool(1, 'check_status', {
    version: 2,
    currentVersion: 2,
    input_parameters: [parameter('parcel'), parameter('leg', { required: false })],
    ...change,
  });

describe('creating a toolset', () => {
  it('rejects conflicting names with a proposal for each, and resolves them on request', async () => {
    const { json, linden, northquay } = await startDesignServer();
    const tools = [
      { agent_id: linden, tool: 'check_status' },
      { agent_id: northquay, tool: 'check_status' },
      { agent_id: linden, tool: 'order_refill' },
    ];
    const refused = await json<{ field_errors: FieldError[] }>('POST', '/toolsets', { body: { name: 'Desk', tools } });
    expect(refused.status).toBe(400);
    expect(
      refused.body.field_errors.map(({ field, code, detail }) => [
        field,
        code,
        /rename it to '(\w+)'/.exec(detail)?.[1],
      ]),
    ).toEqual([
      ['tools[0].name', 'toolset/name-clash', 'linden__check_status'],
      ['tools[1].name', 'toolset/name-clash', 'northquay__check_status'],
    ]);
    const made = await json<ShownToolset>('POST', '/toolsets', { body: { name: 'Desk', tools, resolve_names: true } });
    expect(made.body.tools.map(({ name }) => name)).toEqual([
      'linden__check_status',
      'northquay__check_status',
      'order_refill',
    ]);
    const [first] = made.body.tools;
    const kept = made.body.tools.slice(1).map(({ choice }) => choice);
    const again = await json<ShownToolset>('PUT', `/toolsets/${made.body.id}`, { body: { name: 'Desk', tools: kept } });
    expect(again.body.tools.map(({ name }) => name)).toEqual(['northquay__check_status', 'order_refill']);
    const clashing = { name: 'Desk', tools: [...kept, { ...first?.choice, name: 'Order_Refill' }] };
    const late = await json<{ field_errors: FieldError[] }>('PUT', `/toolsets/${made.body.id}`, { body: clashing });
    expect(late.body.field_errors.map(({ field }) => field)).toEqual(['tools[2].name']);
  });

  it('reports all syntax and reference problems at once, and writes nothing', async () => {
    const { json, linden } = await startDesignServer();
    const form = await json<{ field_errors: FieldError[] }>('POST', '/toolsets', {
      body: {
        id: 'Bad Id',
        visibility: 'everyone',
        grants: ['anna'],
        tools: [{ tool: 7, version: 0, color: 'red' }, 'x'],
        open: {},
        localised: { 'not a tag!': { name: '' } },
        resolve_names: 'yes',
      },
    });
    expect(form.status).toBe(400);
    expect(form.body.field_errors.map(({ field }) => field).sort()).toEqual(
      [
        'tools[0].color',
        'grants[0]',
        'id',
        'localised.not a tag!',
        'localised.not a tag!.name',
        'name',
        'open',
        'resolve_names',
        'tools[0].agent_id',
        'tools[0].tool',
        'tools[0].version',
        'tools[1]',
        'visibility',
      ].sort(),
    );
    const meaning = await json<{ field_errors: FieldError[] }>('POST', '/toolsets', {
      body: {
        name: 'Desk',
        tools: [
          { agent_id: 'nobody', tool: 'x' },
          { agent_id: linden, tool: 'no_such' },
          { agent_id: linden, tool: 'check_status', version: 9 },
          { agent_id: linden, tool: 'order_refill', inputs: { colour: 'Any.' } },
          { agent_id: linden, tool: 'order_refill', name: 'a b' },
        ],
      },
    });
    expect(meaning.body.field_errors.map(({ field, code }) => [field, code])).toEqual([
      ['tools[0].agent_id', 'toolset/no-agent'],
      ['tools[1].tool', 'toolset/no-tool'],
      ['tools[2].version', 'toolset/no-version'],
      ['tools[4].tool', 'toolset/tool-repeated'],
      ['tools[3].inputs', 'toolset/no-input'],
      ['tools[4].name', 'toolset/name-illegal'],
    ]);
    // Messages use the names that people choose tools by, not the generated catalogue names.
    const messages = meaning.body.field_errors.map(({ detail }) => detail);
    expect(messages[1]).toMatch(/Did you mean '\w+' or '\w+'\?$/);
    expect(messages[2]).toMatch(/^'check_status' has no version 9/);
    expect(messages.slice(3, 5)).toEqual(["'order_refill' is chosen twice", "'order_refill' has no input 'colour'"]);
    expect((await json<{ toolsets: unknown[] }>('GET', '/toolsets')).body.toolsets).toEqual([]);
  });

  it('is private to its owner unless granted, and never shows tools of services that the reader may not see', async () => {
    const { make, json, keyFor, register, linden, ask } = await startDesignServer();
    await register({
      id: 'secret',
      name: 'Secret',
      description: 'Hidden.',
      version: '1.0.0',
      publisher: 'x',
      capabilities: ['x'],
      endpoint: 'https://secret.example/call',
      visibility: 'private',
      inputs: { type: 'object', properties: { a: { type: 'string' } } },
      outputs: { type: 'object', properties: { b: { type: 'string' } } },
    });
    const tools = [
      { agent_id: linden, tool: 'check_status' },
      { agent_id: 'secret', tool: 'secret__invoke' },
    ];
    const { id } = await make({ name: 'Desk', tools });
    const bob = await keyFor('bob', 'registry:read', 'registry:write', 'agents:invoke');
    for (const path of ['', '/tools', '/export', '/updates', '/versions']) {
      expect((await ask('GET', `/toolsets/${id}${path}`, { key: bob })).status, path).toBe(404);
    }
    expect((await ask('DELETE', `/toolsets/${id}`, { key: bob })).status).toBe(404);
    expect(
      (await json('PUT', `/toolsets/${id}`, { body: { name: 'Desk', tools, grants: ['caller:bob'] } })).status,
    ).toBe(200);
    const seen = await json<ShownToolset>('GET', `/toolsets/${id}`, { key: bob });
    expect(seen.body.tools.map(({ name }) => name)).toEqual(['check_status']);
    expect(seen.body).not.toHaveProperty('grants');
    const listed = await json<{ items: { name: string }[] }>('GET', `/toolsets/${id}/tools`, { key: bob });
    expect(listed.body.items.map(({ name }) => name)).toEqual(['check_status']);
    const exported = await json<{ tools: { alias: string }[] }>('GET', `/toolsets/${id}/export`, { key: bob });
    expect(exported.body.tools.map(({ alias }) => alias)).toEqual(['check_status']);
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['GET', '/updates'],
    ] as const) {
      const given = method === 'PUT' ? { body: { name: 'Mine' } } : {};
      expect((await ask(method, `/toolsets/${id}${path}`, { key: bob, ...given })).status, method).toBe(403);
    }
  });

  it('supports ETags, idempotency keys and dry runs', async () => {
    const { json, ask, linden } = await startDesignServer();
    const body = { id: 'desk', name: 'Desk', tools: [{ agent_id: linden, tool: 'check_status' }] };
    const dry = await json('POST', '/toolsets', { body, headers: { 'x-dry-run': 'true' } });
    expect(dry.body).toMatchObject({ dry_run: true, would_change: true, outcome: 'created', toolset: { id: 'desk' } });
    expect((await ask('GET', '/toolsets/desk')).status).toBe(404);
    const first = await json('POST', '/toolsets', { body, headers: { 'idempotency-key': 'k-1' } });
    const repeat = await json('POST', '/toolsets', { body, headers: { 'idempotency-key': 'k-1' } });
    expect([first.status, repeat.status, repeat.body]).toEqual([201, 201, first.body]);
    expect(first.headers.get('location')).toBe('/toolsets/desk');
    expect((await ask('POST', '/toolsets', { body })).status).toBe(409);
    const { id: _, ...rest } = body;
    const tag = first.headers.get('etag') ?? '';
    const put = (name: string, match: string) =>
      json('PUT', '/toolsets/desk', { body: { ...rest, name }, headers: { 'if-match': match } });
    expect((await put('Other', tag)).status).toBe(200);
    expect((await put('Third', tag)).status).toBe(412);
    expect((await json('PUT', '/toolsets/desk', { body: { ...rest, name: 'Other' } })).body).toMatchObject({
      version: 2,
    });
    expect((await ask('DELETE', '/toolsets/desk', { headers: { 'if-match': tag } })).status).toBe(412);
    expect((await ask('DELETE', '/toolsets/desk')).status).toBe(204);
    expect((await ask('GET', '/toolsets/desk/tools')).status).toBe(404);
    expect((await json('POST', '/toolsets/desk/roll-back', { body: { version: 1 } })).body).toMatchObject({
      name: 'Desk',
      version: 4,
    });
  });
});

describe('the tools of a toolset', () => {
  it('[NACT-DES-09] [NACT-DES-10] show the designer’s texts to models and the vendor’s next to them, and are called by the vendor’s names', async () => {
    const { make, json, list, linden, ask, sent, importList } = await startDesignServer();
    const choice = { agent_id: linden, tool: 'check_status', name: 'parcel_state' };
    const words = { description: 'Only for medicine.', inputs: { parcel: 'Number on the slip.' } };
    const { id } = await make({ name: 'Desk', tools: [{ ...choice, ...words }] });
    const [tool] = await list(id);
    expect(tool).toMatchObject({
      name: 'parcel_state',
      description: 'Only for medicine.',
      version: 1,
      currentVersion: 1,
    });
    expect(tool?.input_parameters[0]?.description).toBe('Number on the slip.');
    const shown = await json<ShownToolset>('GET', `/toolsets/${id}`);
    expect(shown.body.tools[0]).toMatchObject({
      description: 'Only for medicine.',
      vendor_description: 'Does check_status.',
      inputs: [{ description: 'Number on the slip.', vendor_description: 'The parcel.' }],
    });
    const call = { name: 'parcel_state', input_parameters: [{ name: 'parcel', value: 'P-1' }] };
    const answer = await ask('POST', `/toolsets/${id}/tools/${tool?.toolId}:invoke`, { body: call });
    expect(answer.status).toBe(200);
    expect(sent[0]).toMatchObject({
      url: 'https://linden.example/v1/tools/00000000-0000-4000-8000-000000000001/versions/1:invoke',
      body: { name: 'check_status', input_parameters: [{ name: 'parcel', value: 'P-1' }] },
    });
    await importList(vendorList('linden', [grown({ description: 'New words.' }), vendorTool(2, 'order_refill')]));
    expect((await list(id))[0]?.description).toBe('Only for medicine.');
    const plain = await json<ShownToolset>('PUT', `/toolsets/${id}`, { body: { name: 'Desk', tools: [choice] } });
    expect(plain.body.tools[0]).toMatchObject({ description: 'Does check_status.', served_version: 2 });
    const typed = { name: 'Desk', tools: [{ ...choice, inputs: { parcel: { type: 'int' } } }] };
    expect((await ask('PUT', `/toolsets/${id}`, { body: typed })).status).toBe(400);
  });

  it('[NACT-DES-12] are updated only when the designer accepts the new version', async () => {
    const { make, json, list, linden, importList, ask, sent } = await startDesignServer();
    const { id } = await make({ name: 'Desk', tools: [{ agent_id: linden, tool: 'check_status' }] });
    const [before] = await list(id);
    const none = await json<{ count: number }>('GET', `/toolsets/${id}/updates`);
    expect(none.body.count).toBe(0);
    await importList(vendorList('linden', [grown(), vendorTool(2, 'order_refill')]));
    const { body } = await json<{ updates: JsonObject[] }>('GET', `/toolsets/${id}/updates`);
    expect(body.updates).toMatchObject([
      {
        kind: 'new_version',
        name: 'check_status',
        version: 1,
        to: { version: 2 },
        effect: 'compatible',
        changes: [{ subject: 'input', parameter: 'leg', kind: 'added', effect: 'compatible' }],
        class: 'compatible',
        differences: expect.arrayContaining([
          { place: 'input leg', after: expect.stringMatching(/^string, optional/) },
        ]),
        affected: { procedures: [], teams: [] },
      },
    ]);
    const all = await json<{ toolsets: JsonObject[]; count: number }>('GET', '/updates');
    expect(all.body).toEqual({ toolsets: [{ id, name: 'Desk', version: 1, updates: body.updates }], count: 1 });
    expect(await list(id)).toEqual([before]);
    const path = `/toolsets/${id}/tools/${before?.toolId}`;
    const call = (more: JsonObject[] = []) => ({
      name: 'check_status',
      input_parameters: [{ name: 'parcel', value: 'P-1' }, ...more],
    });
    await ask('POST', `${path}:invoke`, { body: call() });
    expect(sent.at(-1)?.url).toContain('/versions/1:invoke');
    const stay = await json<ShownToolset>('POST', `/toolsets/${id}/updates`, { body: { stay: ['check_status'] } });
    expect(stay.body.tools[0]).toMatchObject({ version: 1, stayed: { version: 2 } });
    expect((await json<{ count: number }>('GET', `/toolsets/${id}/updates`)).body.count).toBe(0);
    expect((await json<{ count: number }>('GET', `/toolsets/${id}/updates?stayed=true`)).body.count).toBe(1);
    await importList(
      vendorList('linden', [
        grown({ version: 3, currentVersion: 3, description: 'Better words.' }),
        vendorTool(2, 'order_refill'),
      ]),
    );
    expect((await json<{ count: number }>('GET', `/toolsets/${id}/updates`)).body.count).toBe(1);
    const wrong = await ask('POST', `/toolsets/${id}/updates`, { body: { accept: ['order_refill'] } });
    expect(wrong.status).toBe(400);
    const moved = await json<ShownToolset>('POST', `/toolsets/${id}/updates`, { body: { accept: 'all' } });
    expect(moved.body.tools[0]).toMatchObject({ version: 3, served_version: 2, name: 'check_status' });
    const [after] = await list(id);
    expect(after).toMatchObject({ toolId: before?.toolId, version: 2, currentVersion: 2 });
    await ask('POST', `${path}:invoke`, { body: call([{ name: 'leg', value: 'first' }]) });
    expect(sent.at(-1)?.url).toContain('/versions/3:invoke');
    const old = await ask('POST', `${path}/versions/1:invoke`, { body: call() });
    expect(old.status).toBe(200);
  });

  it('are listed as removed when their vendor removes them, and calls report it', async () => {
    const { make, json, list, linden, importList, ask } = await startDesignServer();
    const tools = [
      { agent_id: linden, tool: 'check_status' },
      { agent_id: linden, tool: 'order_refill' },
    ];
    const { id } = await make({ name: 'Desk', tools });
    const updates = async () =>
      (await json<{ updates: { kind: string; name: string; effect?: string }[] }>('GET', `/toolsets/${id}/updates`))
        .body.updates;
    const [before] = await list(id);
    await importList(vendorList('linden', [grown()]));
    expect((await updates()).map(({ kind, name }) => [kind, name])).toEqual([
      ['new_version', 'check_status'],
      ['removed', 'order_refill'],
    ]);
    expect((await list(id)).map(({ name }) => name)).toEqual(['check_status']);
    const gone = await json<ShownToolset>('GET', `/toolsets/${id}`);
    const call = { name: 'order_refill', input_parameters: [{ name: 'parcel', value: 'x' }] };
    const answer = await ask('POST', `/toolsets/${id}/tools/${gone.body.tools[1]?.tool_id}:invoke`, { body: call });
    expect(answer.status).toBe(410);
    expect((await list(id))[0]).toEqual(before);
  });

  it('[NACT-DES-15] have texts for people in any language, which models never get', async () => {
    const { make, json, list, linden } = await startDesignServer();
    const german = { name: 'Sendungsstatus', description: 'Sagt, wo ein Paket ist.', inputs: { parcel: 'Nummer' } };
    const tools = [{ agent_id: linden, tool: 'check_status', localised: { de: german } }];
    const { id } = await make({ name: 'Desk', tools, localised: { de: { name: 'Schalter' } } });
    const shown = await json<ShownToolset>('GET', `/toolsets/${id}`);
    expect(shown.body).toMatchObject({
      localised: { de: { name: 'Schalter' } },
      tools: [{ localised: { de: german } }],
    });
    expect(JSON.stringify(await list(id))).not.toContain('Sendungsstatus');
    const exported = await json('GET', `/toolsets/${id}/export`);
    expect(JSON.stringify(exported.body)).toContain('Does check_status.');
    expect(JSON.stringify(exported.body)).not.toMatch(/Sagt|Sendungsstatus|Nummer/);
  });

  it('[NACT-DES-20] are those chosen at design time; other tools are available only in mode open', async () => {
    const { make, json, list, linden, ask } = await startDesignServer();
    const body = { name: 'Desk', tools: [{ agent_id: linden, tool: 'check_status' }] };
    const closed = await make(body);
    expect((await list(closed.id)).map(({ name }) => name)).toEqual(['check_status']);
    const { items } = (await json<{ items: { toolId: string; name: string }[] }>('GET', '/tools')).body;
    const refill = items.find(({ name }) => name.endsWith('order_refill'));
    expect((await ask('GET', `/toolsets/${closed.id}/tools/${refill?.toolId}`)).status).toBe(404);
    expect((await ask('POST', '/toolsets', { body: { ...body, open: { tags: ['delivery'] } } })).status).toBe(400);
    const open = await make({ ...body, mode: 'open', open: { tags: ['delivery'], text: 'refill' } });
    expect((await list(open.id)).map(({ name }) => name)).toEqual(['check_status', refill?.name]);
    expect((await ask('GET', `/toolsets/${open.id}/tools/${refill?.toolId}`)).status).toBe(200);
    const call = { name: refill?.name, input_parameters: [{ name: 'parcel', value: 'x' }] };
    expect((await ask('POST', `/toolsets/${open.id}/tools/${refill?.toolId}:invoke`, { body: call })).status).toBe(200);
    const other = items.find(({ name }) => name.startsWith('northquay') || !name.includes('linden'));
    const narrow = await make({ ...body, mode: 'open', open: { agents: [linden] } });
    expect(await list(narrow.id)).toHaveLength(2);
    const walked = await json<{ items: unknown[]; paging: { next: string } }>(
      'GET',
      `/toolsets/${open.id}/tools?pageLimit=1`,
    );
    const rest = await json<{ items: { name: string }[] }>(
      'GET',
      `/toolsets/${open.id}/tools?pageLimit=1&pageCursor=${encodeURIComponent(walked.body.paging.next)}`,
    );
    expect(rest.body.items.map(({ name }) => name)).toEqual([refill?.name]);
    expect(other).toBeDefined();
  });

  it('[NACT-DES-11] follow their vendor with "latest", with the designer’s texts and versions of the toolset', async () => {
    const { make, list, linden, importList, json } = await startDesignServer();
    const { id } = await make({ name: 'Desk', tools: [{ agent_id: linden, tool: 'check_status', version: 'latest' }] });
    await importList(vendorList('linden', [grown(), vendorTool(2, 'order_refill')]));
    const [tool] = await list(id);
    expect(tool).toMatchObject({ version: 2, currentVersion: 2 });
    expect(tool?.input_parameters).toHaveLength(2);
    expect((await json<{ count: number }>('GET', `/toolsets/${id}/updates`)).body.count).toBe(0);
    const named = { name: 'Desk', tools: [{ agent_id: linden, tool: 'check_status', description: 'Mine.' }] };
    const put = await json<ShownToolset>('PUT', `/toolsets/${id}`, { body: named });
    expect(put.body.tools[0]).toMatchObject({ follow: 'latest' });
    expect((await list(id))[0]).toMatchObject({ toolId: tool?.toolId, version: 3, description: 'Mine.' });
    const third = grown({ version: 3, currentVersion: 3, description: 'The vendor’s new words.' });
    await importList(vendorList('linden', [third, vendorTool(2, 'order_refill')]));
    expect((await list(id))[0]).toMatchObject({ toolId: tool?.toolId, version: 4, description: 'Mine.' });
    const pinned = await make({ name: 'Pinned', tools: [{ agent_id: linden, tool: 'order_refill' }] });
    expect(pinned.tools[0]).toMatchObject({ follow: 'pinned' });
  });

  it('stay callable under their old ids when they are renamed, reverted or removed', async () => {
    const { make, list, linden, importList, json, ask } = await startDesignServer();
    await importList(vendorList('linden', [grown(), vendorTool(2, 'order_refill')]));
    const choice = { agent_id: linden, tool: 'check_status' };
    const { id } = await make({ name: 'Desk', tools: [choice] });
    const [first] = await list(id);
    const put = async (change: JsonObject) => {
      await json('PUT', `/toolsets/${id}`, { body: { name: 'Desk', tools: [{ ...choice, ...change }] } });
      return (await list(id))[0];
    };
    const back = await put({ version: 1 });
    expect(back).toMatchObject({ name: 'check_status', version: 1 });
    expect(back?.toolId).not.toBe(first?.toolId);
    const renamed = await put({ version: 1, name: 'state' });
    expect(new Set([first, back, renamed].map((tool) => tool?.toolId)).size).toBe(3);
    expect(await put({ version: 1, name: 'check_status' })).toEqual(back);
    for (const tool of [first, renamed]) {
      const read = await json<JsonObject>('GET', `/toolsets/${id}/tools/${tool?.toolId}`);
      expect(read.body).toEqual(tool);
    }
    await json('PUT', `/toolsets/${id}`, { body: { name: 'Desk' } });
    const call = { name: 'check_status', input_parameters: [{ name: 'parcel', value: 'x' }] };
    expect((await ask('POST', `/toolsets/${id}/tools/${first?.toolId}:invoke`, { body: call })).status).toBe(200);
    expect(await list(id)).toEqual([]);
  });
});

describe('the history of a toolset', () => {
  it('continues after a deletion, so that a tool id is never reused', async () => {
    const { make, list, ask, linden } = await startDesignServer();
    const choice = { agent_id: linden, tool: 'check_status' };
    await make({ id: 'desk', name: 'Desk', tools: [{ ...choice, description: 'Old words.' }] });
    const [old] = await list('desk');
    expect((await ask('DELETE', '/toolsets/desk')).status).toBe(204);
    expect((await ask('GET', `/toolsets/desk/tools/${old?.toolId}`)).status).toBe(404);
    const again = await make({ id: 'desk', name: 'Desk', tools: [{ ...choice, name: 'order', tool: 'order_refill' }] });
    expect(again.version).toBe(3);
    expect((await list('desk')).map(({ toolId }) => toolId)).not.toContain(old?.toolId);
    const kept = (await (await ask('GET', `/toolsets/desk/tools/${old?.toolId}`)).json()) as JsonObject;
    expect(kept).toEqual(old);
  });

  it('lists the differences of each version, and supports rollback', async () => {
    const { make, json, linden, northquay } = await startDesignServer();
    const tools = [{ agent_id: linden, tool: 'check_status' }];
    const { id } = await make({ name: 'Desk', tools });
    await json('PUT', `/toolsets/${id}`, {
      body: {
        name: 'New desk',
        tools: [
          { ...tools[0], name: 'state', description: 'Mine.' },
          { agent_id: northquay, tool: 'check_status' },
        ],
      },
    });
    const { body } = await json<{ versions: { version: number; changes: JsonObject[] }[] }>(
      'GET',
      `/toolsets/${id}/versions`,
    );
    expect(body.versions[0]?.changes.slice(0, 3).map(({ message }) => message)).toEqual([
      "The name of the toolset changed from 'Desk' to 'New desk'.",
      "'check_status' was renamed to 'state'.",
      "The texts of 'state' changed: its description.",
    ]);
    expect(
      body.versions.map(({ version, changes }) => [version, changes.map(({ kind, tool }) => [kind, tool])]),
    ).toEqual([
      [
        2,
        [
          ['header_changed', undefined],
          ['tool_renamed', 'state'],
          ['words_changed', 'state'],
          ['tool_added', 'check_status'],
        ],
      ],
      [1, []],
    ]);
    const back = await json<ShownToolset>('POST', `/toolsets/${id}/roll-back`, { body: { version: 1 } });
    expect(back.body).toMatchObject({
      name: 'Desk',
      version: 3,
      tools: [{ name: 'check_status', description: 'Does check_status.' }],
    });
    const one = await json<{ toolset: ShownToolset }>('GET', `/toolsets/${id}/versions/2`);
    expect(one.body.toolset.tools).toHaveLength(2);
    expect((await json('GET', `/toolsets/${id}/versions/9`)).status).toBe(404);
  });
});
