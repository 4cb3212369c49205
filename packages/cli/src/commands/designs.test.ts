/** `dragoman procedures` and `dragoman teams` against a real server in-process. */
import { describe, expect, it } from 'vitest';
import type { Situation } from '../cli.support.js';
import { call, openRegistriesPerTest } from '../cli.support.js';

const openRegistry = openRegistriesPerTest();

const text = { type: 'string', description: 'A text.' };
const operation = (name: string, inputs: string[], outputs: string[]) => {
  const schema = (names: string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((each) => [each, text])),
    required: names,
  });
  return { name, description: `Does ${name}.`, inputs: schema(inputs), outputs: schema(outputs) };
};
const agent = {
  id: 'harbour-desk',
  name: 'Harbour desk',
  description: 'Helps captains.',
  version: '1.0.0',
  publisher: 'Harbour',
  capabilities: ['berths'],
  endpoint: 'https://harbour.example/invoke',
  operations: [operation('forecast', ['pier'], ['wind']), operation('book_berth', ['pier'], ['berth'])],
};

async function harbour() {
  const { fetch } = await openRegistry();
  await call(['add', 'desk.json'], { fetch, files: { 'desk.json': agent } });
  const send = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`http://127.0.0.1:4780${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
  };
  const tools = ['forecast', 'book_berth'].map((tool) => ({ agent_id: 'harbour-desk', tool, name: `harbour_${tool}` }));
  await send('/toolsets', { id: 'desk', name: 'Desk', tools });
  const exported = await (await fetch('http://127.0.0.1:4780/toolsets/desk/export', {})).text();
  const dragoman = (argv: string, situation: Situation = {}) => call(argv.split(' '), { fetch, ...situation });
  return { dragoman, exported };
}

const good = '# Captains\n\n1. Call `harbour_forecast(pier)`.\n2. Call `harbour_book_berth()`.\n';
const bad = 'Call `harbour_forcast()`.\n\nThen `harbour_book_berth(color)`.\n';

describe('dragoman procedures', () => {
  it('drafts, checks, saves, lists, shows and exports', async () => {
    const { dragoman } = await harbour();
    const drafted = await dragoman('procedures new desk --title Captains');
    expect(drafted.code, drafted.stderr).toBe(0);
    const files: Record<string, unknown> = { 'desk.md': drafted.stdout, 'good.md': good };
    expect(await dragoman('procedures check desk.md --toolset desk --strict', { files })).toMatchObject({ code: 0 });
    const save = 'procedures save captains good.md --toolset desk --description Captains --ready';
    const saved = await dragoman(save, { files });
    expect(saved).toMatchObject({ code: 0, stderr: expect.stringContaining('captains, version 1') });
    expect((await dragoman('procedures save captains desk.md', { files })).stderr).toContain('version 2');
    expect((await dragoman('procedures list --toolset desk')).stdout).toContain('captains');
    const shown = await dragoman('procedures show captains');
    expect([shown.code, shown.stdout.includes('harbour_forecast('), shown.stderr.includes('draft')]).toEqual([
      0,
      true,
      true,
    ]);
    const exported = JSON.parse((await dragoman('procedures export captains')).stdout);
    expect(exported).toMatchObject({ format: 'dragoman-procedure', version: 2, toolset: { id: 'desk' } });
    expect((await dragoman('procedures save other good.md', { files })).code).toBe(2);
    const unknown = await dragoman('procedures new nowhere');
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringMatching(/^error: No toolset with id 'nowhere'/) });
    expect((await dragoman('procedures show nobody')).code).toBe(1);
  });

  it('[NACT-DES-16] reports every error with its location, with a registry and without one', async () => {
    const { dragoman, exported } = await harbour();
    const files = { 'bad.md': bad, 'set.json': exported };
    const online = await dragoman('procedures check bad.md --toolset desk', { files });
    const offline = await dragoman('procedures check bad.md --export set.json', { files });
    for (const { code, stdout } of [online, offline]) {
      expect(code).toBe(1);
      expect(stdout).toContain('bad.md:1:7: error:');
      expect(stdout).toContain('Did you mean harbour_forecast()?');
      expect(stdout).toContain('bad.md:3:26: error:');
    }
    const json = await dragoman('procedures check bad.md --export set.json --json', { files });
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: false,
      findings: [{ code: 'procedure/unknown-tool' }, {}, {}],
    });
    expect((await dragoman('procedures check bad.md', { files })).code).toBe(2);
    expect((await dragoman('procedures check bad.md --export bad.md', { files })).code).toBe(2);
    expect((await dragoman('procedures check none.md --toolset desk')).code).toBe(2);
  });

  it('writes all files of a skill or none, and replaces existing files only with --force', async () => {
    const { dragoman } = await harbour();
    const files: Record<string, unknown> = { 'good.md': good };
    await dragoman('procedures save captains good.md --toolset desk --description Captains --ready', { files });
    const written = await dragoman('procedures export captains --skill skills', { files });
    expect(written.code, written.stderr).toBe(0);
    const paths = [
      'skills/captains/SKILL.md',
      'skills/captains/assets/toolset.json',
      'skills/captains/references/tools.md',
    ];
    for (const path of paths) expect(files[path], path).toEqual(expect.any(String));
    expect(String(files[paths[0] ?? ''])).toContain('name: "captains"');
    files[paths[0] ?? ''] = 'mine';
    const refused = await dragoman('procedures export captains --skill skills', { files });
    expect([refused.code, files[paths[0] ?? '']]).toEqual([2, 'mine']);
    expect((await dragoman('procedures export captains --skill skills --force', { files })).code).toBe(0);
    expect(String(files[paths[0] ?? ''])).toContain('name: "captains"');
  });

  it.each(['../out.md', '/etc/passwd', 'a/../../b', 'a//b', 'C:\\x', '.hidden/x', ''])(
    'rejects a file name from the registry that is outside the folder: %s',
    async (path) => {
      const files: Record<string, unknown> = {};
      const fetch = async () =>
        Response.json({
          name: 'x',
          files: [
            { path: 'x/SKILL.md', text: 'a' },
            { path, text: 'b' },
          ],
        });
      const { code, stderr } = await call(['procedures', 'export', 'x', '--skill', 'out', '--force'], { fetch, files });
      expect([code, stderr.includes('invalid file name'), files]).toEqual([2, true, {}]);
    },
  );
});

describe('dragoman teams', () => {
  const team = `id: counter
name: Counter
entry: front
members:
  - name: front
    when: Greets.
    hands_over_to: [berths]
  - name: berths
    when: When a captain wants a berth.
    toolsets: [desk]
    hands_over_to: [front]
`;

  it('checks, saves, lists, shows and exports', async () => {
    const { dragoman } = await harbour();
    const files = { 'team.yaml': team, 'bad.yaml': team.replace('hands_over_to: [berths]', 'hands_over_to: [berth]') };
    const faulty = await dragoman('teams check bad.yaml', { files });
    expect([faulty.code, faulty.stdout.includes("Did you mean 'berths'?")]).toEqual([1, true]);
    expect((await dragoman('teams check team.yaml --strict', { files })).code).toBe(0);
    expect((await dragoman('teams save bad.yaml', { files })).code).toBe(1);
    expect((await dragoman('teams save team.yaml', { files })).stderr).toContain('counter, version 1');
    expect((await dragoman('teams list')).stdout).toContain('counter');
    expect((await dragoman('teams show counter')).stdout).toContain('front (entry)');
    const exported = JSON.parse((await dragoman('teams export counter')).stdout);
    expect(exported).toMatchObject({ format: 'dragoman-team', entry: 'front', toolsets: [{ id: 'desk' }] });
    expect((await dragoman('teams check none.yaml')).code).toBe(2);
    expect((await dragoman('teams check - --strict', { stdin: files['team.yaml'] })).code).toBe(0);
    expect((await dragoman('teams save list.json', { files: { 'list.json': '[]' } })).code).toBe(2);
  });
});

describe('dragoman procedures place', () => {
  it('[NACT-DES-05] inserts a tool at the given position, and adds it to the toolset', async () => {
    const { dragoman } = await harbour();
    await dragoman('toolsets remove desk harbour_book_berth');
    const files = { 'start.md': '# Captains\n\n1. Call `harbour_forecast(pier)`.\n2. Then .\n' };
    await dragoman('procedures save captains start.md --toolset desk --description Captains', { files });
    const shown = async () => JSON.parse((await dragoman('procedures show captains --json')).stdout);
    expect(await shown()).toMatchObject({ mentioned: ['harbour_forecast'] });
    const placed = await dragoman('procedures place captains harbour-desk book_berth --at 4:9 --as book_a_berth');
    expect(placed).toMatchObject({ code: 0, stderr: expect.stringContaining('inserted book_a_berth()') });
    expect(await shown()).toMatchObject({
      version: 2,
      text: '# Captains\n\n1. Call `harbour_forecast(pier)`.\n2. Then `book_a_berth()`.\n',
      mentioned: ['harbour_forecast', 'book_a_berth'],
      ok: true,
    });
    expect((await dragoman('toolsets show desk')).stdout).toContain('book_a_berth');
    await dragoman('procedures place captains harbour-desk forecast --at 1');
    expect((await shown()).text).toMatch(/^# Captains `harbour_forecast\(\)`\n/);
  });

  it('[NACT-DES-05] changes nothing if the position or the tool does not exist', async () => {
    const { dragoman } = await harbour();
    await dragoman('procedures save captains good.md --toolset desk --description Captains', {
      files: { 'good.md': good },
    });
    for (const words of ['forecast --at 99', 'forecast --at x', 'forecast --at 1:0', 'no_such_tool'])
      expect((await dragoman(`procedures place captains harbour-desk ${words}`)).code).not.toBe(0);
    const { text: kept, version } = JSON.parse((await dragoman('procedures show captains --json')).stdout);
    expect([kept, version]).toEqual([good, 1]);
  });
});

describe('dragoman playground', () => {
  it('follows a script with the tools of a toolset, and exports the trace', async () => {
    const { dragoman } = await harbour();
    const files = { 'script.txt': 'say I look first.\ncall harbour_forecast {}\n\nsay I need a pier.' };
    const shown = await dragoman('playground Wind? desk --script script.txt', { files });
    expect(shown).toMatchObject({ code: 0, stderr: expect.stringContaining('Asked with 2 tools') });
    expect(shown.stdout).toMatch(/I look first[\s\S]*harbour_forecast {2}\{\}[\s\S]*refused[\s\S]*I need a pier/);
    const traced = await dragoman('playground Wind? --service harbour-desk --script script.txt --json', { files });
    expect(JSON.parse(traced.stdout)).toMatchObject({ format: 'dragoman-conversation', events: expect.any(Array) });
    expect(await dragoman('playground Wind? desk')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--script, or --model-url and --model-name'),
    });
  });
});
