/** A team on our own server, from its design over HTTP to a scripted model that hands over and calls. */
import { createClient } from '@dragoman/sdk';
import { createTeam } from '@dragoman/sdk/executor';
import { afterEach, expect, it } from 'vitest';
import { agentDocument } from './agent-document.js';
import { startGatewayServer } from './gateway-server.js';
import { startHttpHost } from './http-host.js';
import { converse, startScriptedModel } from './scripted-model.js';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const schema = (names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string', description: `The ${name}.` }])),
  required: names,
});

async function startHarbour() {
  const calls: [string, unknown][] = [];
  const host = await startHttpHost(async (url, init) => {
    const { pathname } = new URL(url);
    calls.push([pathname, JSON.parse(String(init.body))]);
    return Response.json(pathname === '/tides' ? { high_water: '06:12' } : { berth: 'B7' });
  });
  const { server, url, ask } = await startGatewayServer();
  closers.push(host.close, () => server.close());
  for (const [id, path, inputs, outputs] of [
    ['tide-desk', '/tides', ['harbour'], ['high_water']],
    ['berth-desk', '/berths', ['ship'], ['berth']],
  ] as const) {
    const more = { inputs: schema([...inputs]), outputs: schema([...outputs]) };
    const made = await ask('POST', '/agents', agentDocument(id, { endpoint: `${host.origin}${path}`, ...more }));
    expect(made.status).toBeLessThan(300);
    const { items } = (await (await fetch(`${url}/agents/${id}/tools`)).json()) as { items: { toolId: string }[] };
    const tools = [{ agent_id: id, tool: items[0]?.toolId, name: id.replace('-', '_') }];
    expect((await ask('POST', '/toolsets', { id, name: id, tools })).status).toBe(201);
  }
  return { calls, client: createClient({ baseUrl: url, allowInsecure: true }) };
}

it('[NACT-DES-18] shows each member its own tools, hands over with a summary, and calls through the gateway', async () => {
  const { calls, client } = await startHarbour();
  const text = '1. Call `berth_desk(ship)`.\n2. Say the `berth` from `berth_desk()`.';
  const about = { name: 'Berths', description: 'Gives berths.', text, state: 'ready' } as const;
  const kept = await client.procedures.create('berth-desk', { id: 'berths', ...about });
  expect([kept.ok, kept.findings]).toEqual([true, []]);
  const team = await client.teams.create({
    id: 'harbour',
    name: 'Harbour',
    entry: 'front',
    members: [
      { name: 'front', when: 'Greets.', toolsets: ['tide-desk'], hands_over_to: ['berths'] },
      { name: 'berths', when: 'When a ship needs a berth.', toolsets: ['berth-desk'], procedures: ['berths'] },
    ],
  });
  expect([team.ok, team.findings]).toEqual([true, []]);
  const executor = createTeam(await client.teams.export('harbour'), { connection: { allowInsecure: true } });
  const session = await executor.startSession();
  const carried = {
    reason: 'A berth is wanted.',
    summary: 'The Odra comes at high water, 06:12.',
    values: '{"ship":"Odra"}',
  };
  const model = await startScriptedModel([
    [['tide_desk', { harbour: 'Gdansk' }]],
    [['berth_desk', { ship: 'Odra' }]],
    [['hand_over_to_berths', carried]],
    [['berth_desk', { ship: 'Odra' }]],
    (reply) => `The berth is ${/B\d/.exec(reply)?.[0]}.`,
  ]);
  closers.push(model.close);
  const { words, turns } = await converse(session, model, 'Where does the Odra lie?');
  expect(turns.map(({ outcomes }) => outcomes[0]?.kind)).toEqual([
    'succeeded',
    'refused',
    'handed-over',
    'succeeded',
    undefined,
  ]);
  expect(words).toBe('The berth is B7.');
  expect(calls.map(([path, body]) => [path, body])).toEqual([
    ['/tides', { harbour: 'Gdansk' }],
    ['/berths', { ship: 'Odra' }],
  ]);
  const shown = model.inputs.map(({ tools }) => tools.map((tool) => tool.function.name));
  expect(shown[0]).toEqual(['tide_desk', 'hand_over_to_berths']);
  expect(shown.at(-1)).toEqual(['berth_desk']);
  const told = model.inputs.at(-1)?.messages[0]?.content ?? '';
  expect(told).toContain('Call `berth_desk(ship)`');
  expect(told).toContain('06:12');
  expect([session.agent, (await client.teams.read('harbour')).version]).toEqual(['berths', 1]);
});

it('stores, replaces and deletes designs through the client, and detects a concurrent change', async () => {
  const { client } = await startHarbour();
  const about = { name: 'Tides', description: 'Tides.', text: 'Call tide_desk().' };
  const { version } = await client.procedures.create('tide-desk', { id: 'tides', ...about });
  await client.procedures.replace('tides', { ...about, text: 'Call `tide_desk(harbour)`.' }, { ifVersion: version });
  const stale = client.procedures.replace('tides', about, { ifVersion: version });
  await expect(stale).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  const listed: string[] = [];
  for await (const { id } of client.procedures.list({ toolset: 'tide-desk' })) listed.push(id);
  expect(listed).toEqual(['tides']);
  expect((await client.procedures.check('tide-desk', 'Call tyde_desk().')).findings).toMatchObject([
    { code: 'procedure/unknown-tool', line: 1, column: 6, help: 'Did you mean tide_desk()?' },
  ]);
  expect((await client.procedures.exportSkill('tides')).files[0]?.path).toBe('tides/SKILL.md');
  await client.procedures.remove('tides');
  await expect(client.procedures.read('tides')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const members = [{ name: 'desk', when: 'Always.', toolsets: ['nowhere'] }];
  expect(await client.teams.check({ name: 'T', entry: 'desk', members })).toMatchObject({ ok: false });
  await expect(client.teams.create({ name: 'T', entry: 'desk', members })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
});
