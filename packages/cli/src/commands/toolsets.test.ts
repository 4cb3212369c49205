import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Situation } from '../cli.support.js';
import { call, openRegistry } from '../cli.support.js';

const tool = (place: number, version = 1) => ({
  toolId: `00000000-0000-4000-8000-00000000000${place}`,
  name: 'check_status',
  description: 'Reports where a parcel is.',
  version,
  currentVersion: version,
  tags: ['tracking'],
  input_parameters: [
    { id: 'parcel', name: 'parcel', description: 'Its number.' },
    ...(version === 1 ? [] : [{ id: 'leg', name: 'leg', description: 'Its leg.', required: false }]),
  ],
  output_parameters: [{ id: 'status', name: 'status', description: 'Where it is.' }],
});
const list = (...items: unknown[]) => ({ items, paging: { pageLimit: 20, next: null } });
const pages: Record<string, unknown> = {
  'https://linden.example/v1/tools': list(tool(1)),
  'https://northquay.example/tools': list(tool(2)),
};

let registry: Awaited<ReturnType<typeof openRegistry>>;
beforeAll(async () => {
  registry = await openRegistry(pages);
});
afterAll(() => registry.close());

const run = (line: string, situation: Situation = {}) =>
  call(
    (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', '')),
    { fetch: registry.fetch, ...situation },
  );
const read = async <T>(line: string): Promise<T> => JSON.parse((await run(`${line} --json`)).stdout) as T;
const agents: string[] = [];
const sources: string[] = [];

describe('dragoman sources', () => {
  it('follows N-ACT roots, polls them, and shows health and changes', async () => {
    for (const line of ['https://linden.example/v1 --name Linden', 'https://northquay.example --name Northquay']) {
      const { sources: added } = await read<{ sources: { id: string }[] }>(`sources add ${line} --kind nact --private`);
      const id = added[0]?.id ?? '';
      sources.push(id);
      expect((await run(`sources refresh ${id}`)).code).toBe(0);
      const { agent_ids } = await read<{ agent_ids: string[] }>(`sources show ${id}`);
      agents.push(...agent_ids);
    }
    const shown = await run(`sources show ${sources[0]}`);
    for (const word of ['Linden', 'current', 'last success', 'next due', 'credential', 'none']) {
      expect(shown.stdout).toContain(word);
    }
    const changes = await run(`sources changes ${sources[0]}`);
    expect(changes.stdout).toMatch(/changed\n +added +check_status/);
  });

  it('stores and deletes a credential without printing it', async () => {
    const [id = ''] = sources;
    const stored = await run(`sources credential ${id} --kind bearer --name token`, { stdin: 'weasel-55' });
    expect([stored.code, stored.stdout]).toEqual([0, `stored  ${id}\n`]);
    const shown = await run(`sources show ${id}`);
    expect(shown.stdout).toContain('bearer (token)');
    expect(shown.stdout).not.toContain('weasel');
    expect((await run(`sources credential ${id} --remove`)).code).toBe(0);
    expect((await run(`sources credential ${id} --remove`)).code).toBe(1);
    expect((await run(`sources credential ${id} --kind token_exchange`)).code).toBe(2);
  });
});

describe('dragoman toolsets', () => {
  it('builds a toolset with pinned, renamed and described tools', async () => {
    expect((await run('toolsets list')).stderr).toContain('toolsets new');
    expect((await run('toolsets new "Parcel desk" --id desk')).code).toBe(0);
    const offers = await run('toolsets find parcel --tag tracking');
    expect(offers.stdout).toContain('Northquay');
    const [linden, northquay] = agents;
    expect((await run('toolsets find parcel --impact irreversible')).stderr).toContain('No tool matches');
    expect((await run('toolsets find parcel --impact small')).code).toBe(2);
    expect((await run(`toolsets add desk ${linden} check_status`)).code).toBe(0);
    const clash = await run(`toolsets add desk ${northquay} check_status`);
    expect([clash.code, clash.stderr]).toEqual([1, expect.stringContaining('northquay__check_status')]);
    const added = await run(`toolsets add desk ${northquay} check_status --resolve --describe "Only freight."`);
    expect(added.stdout).toContain('northquay__check_status');
    expect(added.stdout).toContain('Only freight. (vendor: Reports where a parcel is.)');
    expect((await run('toolsets rename desk check_status medicine_status')).stdout).toContain('medicine_status');
    const worded = await run('toolsets rename desk medicine_status --input "parcel=Number on the label."');
    expect(worded.stdout).toContain('medicine_status  input parcel: Number on the label.');
    expect((await run('toolsets rename desk medicine_status --describe "Only medicine."')).stdout).toContain('label.');
    expect((await run('toolsets rename desk medicine_status --input parcel=')).stdout).not.toContain('label.');
    const wrong = await run('toolsets rename desk medicine_status --input colour=Red');
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("has no input 'colour'")]);
    expect((await run('toolsets rename desk medicine_status --input parcel')).code).toBe(2);
    expect((await run('toolsets rename desk Medicine-Status --describe "Any spelling."')).code).toBe(0);
    await run('toolsets rename desk medicine_status --restore');
    expect((await run('toolsets rename desk northquay__check_status --restore')).stdout).not.toContain('Only freight');
    expect((await run('toolsets rename desk unknown_tool x')).stderr).toContain(
      "Did you mean 'northquay__check_status' or 'medicine_status'?",
    );
    expect((await run('toolsets list')).stdout).toContain('Parcel desk');
    const alike = await run('toolsets similar desk');
    expect([alike.code, alike.stdout]).toEqual([1, expect.stringMatching(/1\.00\t\S+check_status\t\S+\twords/)]);
  });

  it('shows vendor updates, and applies or keeps them', async () => {
    expect((await run('toolsets updates desk')).code).toBe(0);
    pages['https://northquay.example/tools'] = list(tool(2, 2));
    await run(`sources refresh ${sources[1]}`);
    const updates = await run('toolsets updates desk');
    expect(updates.code).toBe(1);
    expect(updates.stdout).toContain("The optional input 'leg' was added.");
    expect((await run('toolsets updates')).stdout).toContain('input leg');
    expect(await run('toolsets try desk')).toMatchObject({ code: 0, stderr: expect.stringContaining('No examples') });
    expect((await run('toolsets stay desk northquay_chek_status')).stderr).toContain(
      "Did you mean 'northquay__check_status'",
    );
    await run('toolsets stay desk northquay-check-status');
    expect((await run('toolsets updates desk')).code).toBe(0);
    expect((await run('toolsets updates desk --all')).stdout).toContain('(kept)');
    const nothing = await run('toolsets accept desk');
    expect(nothing.stdout).toMatch(/northquay__check_status\t1\tpinned/);
    expect(nothing.stderr).toContain('You decided to keep northquay__check_status');
    await run('toolsets pin desk northquay__check_status latest');
    expect((await run('toolsets show desk')).stdout).toMatch(/northquay__check_status\t2\tlatest/);
    await run('toolsets pin desk northquay__check_status 1');
    expect((await run('toolsets accept desk northquay__check_status')).stdout).toMatch(
      /northquay__check_status\t2\tpinned/,
    );
    expect((await run('toolsets pin desk northquay__check_status soon')).code).toBe(2);
  });

  it('exports a toolset, shows its history, and restores it after deletion', async () => {
    const exported = await read<{ format: string; tools: { alias: string }[] }>('toolsets export desk');
    expect([exported.format, exported.tools.map(({ alias }) => alias)]).toEqual([
      'dragoman-toolset',
      ['medicine_status', 'northquay__check_status'],
    ]);
    const history = await run('toolsets history desk');
    expect(history.stdout).toContain("'check_status' was renamed to 'medicine_status'.");
    expect((await run('toolsets remove desk medicine_status')).stdout).not.toContain('medicine_status');
    expect((await run('toolsets remove desk')).code).toBe(2);
    expect((await run('toolsets remove desk --whole')).code).toBe(0);
    expect((await run('toolsets show desk')).code).toBe(1);
    expect((await run('toolsets back desk 4')).stdout).toContain('medicine_status');
  });
});

describe('dragoman toolsets new --best', () => {
  it('pins the best tools for a task, and rejects options that do not fit', async () => {
    const made = await read<{ tools: unknown[] }>(
      'toolsets new Parcels --id best-desk --best "where is my parcel" --top 1',
    );
    expect(made.tools).toMatchObject([{ version: 1 }]);
    for (const [line, says] of [
      ['--top 3', '--top needs --best'],
      ['--best parcel --open', 'cannot be combined'],
      ['--best parcel --tag nowhere', 'no tool matches'],
    ]) {
      const { code, stderr } = await run(`toolsets new Other ${line}`);
      expect([code, stderr]).toEqual([2, expect.stringContaining(String(says))]);
    }
  });
});

describe('dragoman toolsets content', () => {
  it('chooses nothing, everything, and only what a service offers', async () => {
    expect((await run('toolsets new Content --id content')).code).toBe(0);
    expect((await run('toolsets content content --none')).stdout).toContain('prompts and resources: none');
    const unknown = await run('toolsets content content --prompt nowhere=briefing');
    expect(unknown.code).not.toBe(0);
    expect(unknown.stderr).toContain("there is no service 'nowhere'");
    expect((await run('toolsets content content')).stdout).toContain('prompts and resources: none');
    expect(await read('toolsets content content --all')).not.toHaveProperty('content');
  });

  it.each([
    ['--all --none', '--all cannot be combined with --none, --prompt and --resource'],
    ['--remove', '--remove needs --prompt or --resource'],
    ['--prompt briefing', '--prompt takes service=value, not "briefing"'],
    ['--remove --prompt notes=briefing', 'the toolset has no selection to remove from'],
  ])('rejects %s', async (options, message) => {
    const { code, stderr } = await run(`toolsets content content ${options}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
