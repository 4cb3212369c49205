/**
 * Scenario: a harbour agent is split into two members, each with few tools. A procedure is written, checked,
 * corrected and exported as a skill; then a scripted model works as the team. Every printed statement is asserted first.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@dragoman/sdk';
import { createTeam, type Session } from '@dragoman/sdk/executor';
import { createServer, loadConfig } from '@dragoman/server';
import { startHarbour } from './harbour.js';

const folder = await mkdtemp(join(tmpdir(), 'dragoman-example-'));
const harbour = await startHarbour();
const flags = {
  port: 0,
  store: join(folder, 'registry.db'),
  'log.level': 'silent',
  'outbound.allow': harbour.address,
  'outbound.allowHttp': true,
};
const server = await createServer(loadConfig({ cwd: folder, flags }));
try {
  const { url } = await server.listen();
  const client = createClient({ baseUrl: url, allowInsecure: true });
  for (const document of harbour.documents) await client.agents.register(document as never);
  await makeToolset(url, { id: 'tides', agent: 'tide-office', names: ['tide_at'] });
  await makeToolset(url, { id: 'berths', agent: 'berth-office', names: ['berth_book', 'berth_free'] });
  await writeProcedure(client);
  const session = await startTeam(client);
  await work(session);
} finally {
  await server.close();
  await harbour.close();
  await rm(folder, { recursive: true, force: true });
}

/** All tools of a service, ordered by name, with our own names. */
async function makeToolset(url: string, { id, agent, names }: { id: string; agent: string; names: string[] }) {
  const { items } = (await (await fetch(`${url}/agents/${agent}/tools`)).json()) as { items: { toolId: string }[] };
  assert.equal(items.length, names.length);
  const tools = items.map(({ toolId }, at) => ({ agent_id: agent, tool: toolId, name: names[at] }));
  const headers = { 'content-type': 'application/json' };
  const made = await fetch(`${url}/toolsets`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ id, name: id, tools }),
  });
  assert.equal(made.status, 201, await made.text());
}

async function writeProcedure({ procedures }: Client): Promise<void> {
  const text = await readFile(new URL('./captains.md', import.meta.url), 'utf8');
  const slip = text.replace('berth_free(pier)', 'berth_fre(pier)').replace('berth_book(ship)', 'berth_book(vessel)');
  const { findings } = await procedures.check('berths', slip);
  assert.deepEqual(
    findings.map(({ code, line, help }) => [code, line, help]),
    [
      ['procedure/unknown-tool', 4, 'Did you mean berth_free()?'],
      ['procedure/unknown-input', 7, "It has: 'ship', 'berth'."],
    ],
  );
  console.log('Two errors in the procedure were reported, each with its line and a fix.');

  const about = { name: 'Berths', description: 'Assigns berths to ships. Use it when a captain asks for one.' };
  const kept = await procedures.create('berths', { id: 'captains', ...about, text, state: 'ready' });
  assert.deepEqual([kept.ok, kept.findings], [true, []]);
  const { name, files } = await procedures.exportSkill('captains');
  assert.deepEqual([name, files.map(({ path }) => path)[0]], ['berths', 'berths/SKILL.md']);
  console.log(`The corrected procedure is saved without findings, and exported as a skill of ${files.length} files.`);
}

async function startTeam({ teams }: Client): Promise<Session> {
  const front = { name: 'front', when: 'Greets captains.', toolsets: ['tides'], hands_over_to: ['berth'] };
  const berths = { name: 'berths', when: 'When a ship needs a berth.', toolsets: ['berths'], procedures: ['captains'] };
  const members = [front, { ...berths, hands_over_to: ['front'] }];
  const { findings } = await teams.check({ name: 'Harbour', entry: 'front', members });
  assert.deepEqual(findings.map(({ code, help }) => [code, help])[0], [
    'team/unknown-member',
    "Did you mean 'berths'?",
  ]);
  const right = [{ ...front, hands_over_to: ['berths'] }, ...members.slice(1)];
  const kept = await teams.create({ id: 'harbour', name: 'Harbour', entry: 'front', members: right });
  assert.deepEqual(kept.findings, []);
  console.log('A handover to an unknown member was reported; the corrected team is saved.');
  return createTeam(await teams.export('harbour'), { connection: { allowInsecure: true } }).startSession();
}

/** The tool calls that a model would make, in order. */
async function work(session: Session): Promise<void> {
  const ask = (name: string, inputs: Record<string, unknown>) => session.execute({ id: name, name, inputs });
  const shown = () => session.tools('anthropic').map(({ name }) => name);
  assert.deepEqual(shown(), ['tide_at', 'hand_over_to_berths']);
  assert.equal((await ask('tide_at', { harbour: 'Gdansk' })).kind, 'succeeded');
  assert.equal((await ask('berth_book', { ship: 'Odra', berth: 'B7' })).kind, 'refused');
  console.log('The first member sees one tool and a handover tool; it cannot call tools that it does not see.');

  assert.equal((await ask('hand_over_to_berths', {})).kind, 'refused');
  const values = JSON.stringify({ ship: 'Odra' });
  const summary = 'The Odra comes at high water, 06:12.';
  assert.equal((await ask('hand_over_to_berths', { reason: 'Needs a berth.', summary, values })).kind, 'handed-over');
  assert.deepEqual([session.agent, shown()], ['berths', ['berth_book', 'berth_free', 'hand_over_to_front']]);
  assert.ok(session.instructions.includes(summary) && session.instructions.includes('Ask for the ship and the pier.'));
  console.log(
    'A handover without a summary was rejected; with a summary the other member continues and has the context.',
  );

  const free = await ask('berth_free', { pier: 'North' });
  const berth = free.outputs?.find(({ name }) => name === 'berth')?.value;
  const booked = await ask('berth_book', { ship: 'Odra', berth });
  assert.deepEqual(booked.outputs, [{ name: 'booking_no', value: 'HB-4711' }]);
  assert.deepEqual(harbour.asked, ['tide', 'free', 'book']);
  console.log('It found a berth and booked it: HB-4711. The harbour services received three calls in total.');
}
