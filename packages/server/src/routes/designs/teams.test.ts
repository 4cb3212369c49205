/** Teams over HTTP: saved, evaluated on every read, exported for a run time. */
import type { FieldError, JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { startDesignServer } from '../toolsets.support.js';

interface Shown extends JsonObject {
  version: number;
  ok: boolean;
  findings: { code: string; pointer: string; severity: string }[];
}

async function startTeamServer() {
  const server = await startDesignServer();
  await server.make({ id: 'refills', name: 'Refills', tools: [{ agent_id: server.linden, tool: 'order_refill' }] });
  await server.make({ id: 'freight', name: 'Freight', tools: [{ agent_id: server.northquay, tool: 'check_status' }] });
  const procedure = { id: 'refill-way', name: 'Refills', description: 'Refills.', text: 'Call order_refill().' };
  await server.json('POST', '/toolsets/refills/procedures', { body: procedure });
  const save = (body: JsonObject, more: object = {}) =>
    server.json<Shown & { field_errors: FieldError[] }>('POST', '/teams', { body: { ...team, ...body }, ...more });
  return { ...server, save };
}

const desk = { name: 'desk', when: 'Greets.', hands_over_to: ['refills', 'freight'] };
const refills = {
  name: 'refills',
  when: 'When somebody needs medicine.',
  toolsets: ['refills'],
  procedures: ['refill-way'],
  hands_over_to: ['desk'],
};
const freight = { name: 'freight', when: 'When something is shipped.', toolsets: ['freight'], hands_over_to: ['desk'] };
const team = { id: 'counter', name: 'Counter', entry: 'desk', members: [desk, refills, freight] };

describe('a team', () => {
  it('[NACT-DES-18] stores a selection of tools for each sub-agent and exports them with hand-over tools', async () => {
    const { save, json } = await startTeamServer();
    const made = await save({});
    expect([made.status, made.body.ok, made.body.findings]).toEqual([201, true, []]);
    const { body } = await json<
      JsonObject & { members: { name: string; tools: JsonObject[]; hand_overs: JsonObject[] }[] }
    >('GET', '/teams/counter/export');
    expect(body.members.map(({ name, tools }) => [name, tools.map((tool) => tool.name)])).toEqual([
      ['desk', []],
      ['refills', ['order_refill']],
      ['freight', ['check_status']],
    ]);
    expect(body.members[0]?.hand_overs).toMatchObject([
      { to: 'refills', tool: { name: 'hand_over_to_refills', schema: { required: ['reason', 'summary'] } } },
      { to: 'freight', tool: { name: 'hand_over_to_freight' } },
    ]);
    expect(body).toMatchObject({
      format: 'dragoman-team',
      format_version: 1,
      toolsets: [{ id: 'refills' }, { id: 'freight' }],
      procedures: [{ id: 'refill-way', text: 'Call order_refill().' }],
      findings: [],
    });
  });

  it('with errors is rejected with all of them; a check saves nothing', async () => {
    const { save, json } = await startTeamServer();
    const members = [
      { ...desk, hands_over_to: ['refils', 'desk'] },
      { ...refills, toolsets: ['gone'] },
    ];
    const refused = await save({ members });
    expect([refused.status, refused.body.field_errors.map(({ field, code }) => [field, code])]).toEqual([
      400,
      [
        ['members[0].hands_over_to[0]', 'team/unknown-member'],
        ['members[0].hands_over_to[1]', 'team/hands-over-to-itself'],
        ['members[1].toolsets[0]', 'team/unknown-toolset'],
        ['members[1].procedures[0]', 'team/procedure-without-toolset'],
      ],
    ]);
    const checked = await json<Shown>('POST', '/teams/check', { body: { ...team, members } });
    expect([checked.status, checked.body.ok, checked.body.findings.length]).toEqual([200, false, 5]);
    expect((await json<{ teams: [] }>('GET', '/teams')).body.teams).toEqual([]);
  });

  it('reports the path of unknown members', async () => {
    const { save } = await startTeamServer();
    const refused = await save({ members: [desk, { ...refills, toolset: 'refills' }] });
    expect(refused.body.field_errors).toMatchObject([
      { field: 'members[1].toolset', detail: expect.stringContaining('name, when, toolsets') },
    ]);
  });

  it('is evaluated on every read and lists the differences between its versions', async () => {
    const { save, json } = await startTeamServer();
    await save({});
    expect((await json('DELETE', '/toolsets/freight')).status).toBe(204);
    const { body } = await json<Shown>('GET', '/teams/counter');
    expect(body.findings).toMatchObject([{ code: 'team/unknown-toolset', pointer: '/members/2/toolsets/0' }]);
    const members = [{ ...desk, hands_over_to: ['refills'] }, refills];
    const { id: _, ...rest } = team;
    expect((await json<Shown>('PUT', '/teams/counter', { body: { ...rest, members } })).body.ok).toBe(true);
    const diff = await json<{ changes: JsonObject[] }>('GET', '/teams/counter/diff?from=1&to=2');
    expect(diff.body.changes.map(({ kind, team_member }) => [kind, team_member])).toEqual([
      ['member_changed', 'desk'],
      ['member_removed', 'freight'],
    ]);
  });

  it('is private, and its parts are evaluated by what the reader may see', async () => {
    const { save, json, keyFor } = await startTeamServer();
    await save({ grants: ['caller:bob'] });
    const [eve, bob] = [await keyFor('eve', 'registry:read'), await keyFor('bob', 'registry:read')];
    expect((await json('GET', '/teams/counter', { key: eve })).status).toBe(404);
    expect((await json('GET', '/teams/counter/export', { key: eve })).status).toBe(404);
    const seen = await json<Shown & { toolsets: [] }>('GET', '/teams/counter/export', { key: bob });
    expect([seen.status, seen.body.toolsets, seen.body.findings.length]).toEqual([200, [], 3]);
  });

  it.each<[string, JsonObject, string[]]>([
    ['no members', { members: [] }, ['members']],
    [
      'a member without texts',
      { members: [{ name: 'Desk' }, 7] },
      ['members[0].name', 'members[0].when', 'members[1]'],
    ],
    [
      'unknown members and invalid numbers',
      { mostTools: 3, most_tools: 0, entry: 5 },
      ['entry', 'mostTools', 'most_tools'],
    ],
    [
      'too many members',
      { members: Array.from({ length: 51 }, (_, at) => ({ name: `m${at}`, when: 'x' })) },
      ['members'],
    ],
  ])('with %s is rejected', async (_, body, fields) => {
    const { save } = await startTeamServer();
    const refused = await save(body);
    expect([refused.status, refused.body.field_errors.map(({ field }) => field).sort()]).toEqual([400, fields]);
  });
});
