/** Procedures over HTTP: saved, checked whenever toolsets change, exported, and visible only to permitted callers. */
import type { FieldError, JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { startDesignServer, vendorList, vendorTool } from '../toolsets.support.js';

interface Shown extends JsonObject {
  id: string;
  version: number;
  text: string;
  ok: boolean;
  mentioned: string[];
  findings: { code: string; line?: number; column?: number; help: string; pointer: string }[];
}

const codes = ({ findings }: Pick<Shown, 'findings'>) =>
  findings.map(({ code, line, column }) => `${line === undefined ? '' : `${line}:${column} `}${code}`);

async function startProcedureServer() {
  const server = await startDesignServer();
  const tools = [
    { agent_id: server.linden, tool: 'check_status', name: 'linden_status' },
    { agent_id: server.linden, tool: 'order_refill' },
  ];
  await server.make({ id: 'desk', name: 'Desk', tools });
  const write = (body: JsonObject, more: object = {}) =>
    server.json<Shown & { field_errors: FieldError[]; procedure: Shown }>('POST', '/toolsets/desk/procedures', {
      body: { id: 'refills', name: 'Refills', description: 'Orders refills. Use it at the counter.', ...body },
      ...more,
    });
  const read = async () => (await server.json<Shown>('GET', '/procedures/refills')).body;
  return { ...server, write, read };
}

const good =
  '1. Call `linden_status(parcel)`.\n2. Call `order_refill(parcel)` with the `status` from `linden_status()`.\n';

describe('a procedure', () => {
  it('[NACT-SIG-13] [NACT-DES-16] mentions tools as name(); unknown names are reported with line and column', async () => {
    const { write } = await startProcedureServer();
    const made = await write({ text: 'Call `linden_stauts()`,\nthen order_refill(colour).' });
    expect(made.status).toBe(201);
    expect(codes(made.body)).toEqual([
      '1:7 procedure/unknown-tool',
      '2:19 procedure/unknown-input',
      'procedure/tool-not-mentioned',
    ]);
    expect(made.body.findings[0]?.help).toBe('Did you mean linden_status()?');
    expect([made.body.ok, made.body.mentioned]).toEqual([false, ['order_refill']]);
  });

  it('in state ready is rejected with all errors at once and is not saved', async () => {
    const { write, json } = await startProcedureServer();
    const text = 'Call no_such(), no_such_either() and northquay__check_status().';
    const refused = await write({ text, state: 'ready' });
    expect(refused.status).toBe(400);
    expect(refused.body.field_errors.map(({ field, code }) => [field, code])).toEqual([
      ['text', 'procedure/unknown-tool'],
      ['text', 'procedure/unknown-tool'],
      ['text', 'procedure/unknown-tool'],
    ]);
    expect(refused.body.field_errors[0]?.detail).toContain('line 1, column 6');
    expect((await json('GET', '/procedures/refills')).status).toBe(404);
    expect((await write({ text: good, state: 'ready' })).body).toMatchObject({
      ok: true,
      state: 'ready',
      findings: [],
    });
  });

  it('that mentions a catalogue tool missing from the toolset reports which tool to add', async () => {
    const { write, importList } = await startProcedureServer();
    const berths = await importList(vendorList('berths', [vendorTool(7, 'book_berth')]));
    const { body } = await write({ text: `${good}Or call book_berth().` });
    expect(codes(body)).toEqual(['3:9 procedure/tool-not-in-set']);
    expect(body.findings[0]?.help).toContain(berths);
  });

  it('is checked again on read and on export after its toolset changes', async () => {
    const { write, read, json, ask, linden } = await startProcedureServer();
    await write({ text: good, state: 'ready' });
    const first = await json('GET', '/procedures/refills');
    const etag = first.headers.get('etag') ?? '';
    const same = await ask('GET', '/procedures/refills', { headers: { 'if-none-match': etag } });
    expect(same.status).toBe(304);
    await json('PUT', '/toolsets/desk', {
      body: { name: 'Desk', tools: [{ agent_id: linden, tool: 'order_refill' }] },
    });
    expect(codes(await read())).toEqual(['1:10 procedure/tool-not-in-set', '2:56 procedure/tool-not-in-set']);
    const again = await json<Shown>('GET', '/procedures/refills', { headers: { 'if-none-match': etag } });
    expect([again.status, again.body.ok]).toEqual([200, false]);
    const exported = await json<{ procedures: Shown[] }>('GET', '/toolsets/desk/export');
    expect(exported.body.procedures).toMatchObject([
      { id: 'refills', findings: [{ severity: 'error' }, { severity: 'error' }] },
    ]);
    expect((await json('GET', '/procedures/refills/export?format=skill')).status).toBe(409);
  });

  it('[NACT-DES-14] finds a renamed tool by its old name, and exports use the new name', async () => {
    const { write, read, json, linden } = await startProcedureServer();
    await write({ text: good, state: 'ready' });
    const tools = [
      { agent_id: linden, tool: 'check_status', name: 'parcel_status' },
      { agent_id: linden, tool: 'order_refill' },
    ];
    expect((await json('PUT', '/toolsets/desk', { body: { name: 'Desk', tools } })).status).toBe(200);
    expect(codes(await read())).toEqual(['1:10 procedure/renamed-tool', '2:56 procedure/renamed-tool']);
    const { body } = await json<Shown>('GET', '/procedures/refills/export');
    expect(body.text).toContain('`parcel_status(parcel)`');
    expect(body.text).not.toContain('linden_status');
  });

  it('[NACT-DES-17] warns about a chosen tool exactly when no procedure of the toolset mentions it', async () => {
    const { write } = await startProcedureServer();
    const one = await write({ text: 'Call order_refill().', state: 'ready' });
    expect(codes(one.body)).toEqual(['procedure/tool-not-mentioned']);
    const other = await write({ id: 'status', text: 'Call linden_status().', state: 'ready' });
    expect([other.status, codes(other.body)]).toEqual([201, []]);
  });

  it('can be checked and sent as a dry run without being saved', async () => {
    const { write, json } = await startProcedureServer();
    const checked = await json<Shown>('POST', '/toolsets/desk/procedures/check', { body: { text: 'Call x_y().' } });
    expect([checked.status, checked.body.ok, codes(checked.body)[0]]).toEqual([
      200,
      false,
      '1:6 procedure/unknown-tool',
    ]);
    const dryRun = await write({ text: good }, { headers: { 'x-dry-run': 'true' } });
    expect(dryRun.body).toMatchObject({ dry_run: true, outcome: 'created', procedure: { ok: true, text: good } });
    expect((await json<{ procedures: [] }>('GET', '/procedures')).body.procedures).toEqual([]);
  });

  it('keeps its versions and lists the differences between them', async () => {
    const { write, json } = await startProcedureServer();
    const made = await write({ text: good });
    const body = { name: 'Refills', description: 'Other words.', text: good.replace('1. Call', '1. First call') };
    const stale = await json('PUT', '/procedures/refills', { body, headers: { 'if-match': '"d9-o"' } });
    expect(stale.status).toBe(412);
    const etag = made.headers.get('etag') ?? '';
    const changed = await json<Shown>('PUT', '/procedures/refills', { body, headers: { 'if-match': etag } });
    expect([changed.status, changed.body.version]).toEqual([200, 2]);
    const diff = await json<{ changes: JsonObject[] }>('GET', '/procedures/refills/diff');
    expect(diff.body.changes.map(({ kind, member, line = 0 }) => [kind, member, line])).toEqual([
      ['header_changed', 'description', 0],
      ['line_removed', 'text', 1],
      ['line_added', 'text', 1],
    ]);
    const old = await json<{ procedure: Shown }>('GET', '/procedures/refills/versions/1');
    expect(old.body.procedure.text).toBe(good);
    expect((await json('GET', '/procedures/refills/versions/9')).status).toBe(404);
    expect((await json('GET', '/procedures/refills/diff?from=0')).status).toBe(400);
    expect((await json('DELETE', '/procedures/refills')).status).toBe(204);
    expect((await json('GET', '/procedures/refills')).status).toBe(404);
    expect((await json<{ versions: [] }>('GET', '/procedures/refills/versions')).body.versions).toHaveLength(3);
    expect((await write({ text: good })).status).toBe(201);
  });

  it('exports as a skill: files in one folder with the toolset and no secret', async () => {
    const { write, json } = await startProcedureServer();
    await write({ text: good, state: 'ready' });
    const { status, body } = await json<{ name: string; files: { path: string; text: string }[] }>(
      'GET',
      '/procedures/refills/export?format=skill',
    );
    expect([status, body.name]).toEqual([200, 'refills']);
    expect(body.files.map(({ path }) => path)).toEqual([
      'refills/SKILL.md',
      'refills/assets/toolset.json',
      'refills/references/tools.md',
    ]);
    expect(body.files[0]?.text).toContain('description: "Orders refills. Use it at the counter."');
    expect(JSON.parse(body.files[1]?.text ?? '')).toMatchObject({ format: 'dragoman-toolset', format_version: 1 });
    expect((await json('GET', '/procedures/refills/export?format=zip')).status).toBe(400);
  });

  it('exports as a tar archive of the same folder', async () => {
    const { write, json, ask, key } = await startProcedureServer();
    await write({ text: good, state: 'ready' });
    const packed = await ask('GET', '/procedures/refills/export?format=tar', { key });
    expect([packed.status, packed.headers.get('content-type'), packed.headers.get('content-disposition')]).toEqual([
      200,
      'application/x-tar',
      'attachment; filename="refills.tar"',
    ]);
    const bytes = new Uint8Array(await packed.arrayBuffer());
    const { files } = (await json<{ files: { path: string }[] }>('GET', '/procedures/refills/export?format=skill'))
      .body;
    const text = new TextDecoder('latin1').decode(bytes);
    for (const { path } of files) expect(text).toContain(`${path}\0`);
    const asJson = { key, headers: { accept: 'application/json' } };
    expect((await ask('GET', '/procedures/refills/export?format=tar', asJson)).status).toBe(406);
  });

  it('is private unless granted; other callers get the same 404 as for a missing one', async () => {
    const { write, json, keyFor } = await startProcedureServer();
    await write({ text: good });
    const eve = await keyFor('eve', 'registry:write', 'registry:read');
    const bob = await keyFor('bob', 'registry:read');
    for (const path of [
      '/procedures/refills',
      '/procedures/refills/export',
      '/procedures/refills/versions',
      '/toolsets/desk/procedures',
    ])
      expect((await json('GET', path, { key: eve })).status, path).toBe(404);
    const body = { name: 'x', description: 'x', text: 'x' };
    expect((await json('PUT', '/procedures/refills', { key: eve, body })).status).toBe(404);
    expect((await json('DELETE', '/procedures/refills', { key: eve })).status).toBe(404);
    expect((await json('POST', '/toolsets/desk/procedures', { key: eve, body })).status).toBe(404);
    expect((await json('POST', '/toolsets/desk/procedures/check', { key: eve, body: { text: 'x' } })).status).toBe(404);
    const grants = ['caller:bob'];
    await json('PUT', '/procedures/refills', { body: { ...body, text: good, grants } });
    const seen = await json<Shown>('GET', '/procedures/refills', { key: bob });
    expect([seen.status, codes(seen.body), seen.body.grants]).toEqual([200, ['procedure/toolset-missing'], undefined]);
    expect((await json('GET', '/procedures/refills/versions', { key: bob })).status).toBe(404);
    expect((await json('PUT', '/procedures/refills', { key: eve, body })).status).toBe(404);
  });

  it.each<[string, JsonObject, string[]]>([
    ['nothing', {}, ['text']],
    ['unknown members', { text: 'x', tekst: 'y', toolset: 'desk' }, ['tekst', 'toolset']],
    [
      'wrong types',
      { text: 7, state: 'done', grants: 'all', visibility: 'us', id: 'A B' },
      ['grants', 'id', 'state', 'text', 'visibility'],
    ],
    ['a text that is too long', { text: 'a'.repeat(200_001) }, ['text']],
  ])('with %s is rejected with every problem', async (_, body, fields) => {
    const { write } = await startProcedureServer();
    const refused = await write(body);
    expect([refused.status, refused.body.field_errors.map(({ field }) => field).sort()]).toEqual([400, fields]);
  });
});
