/** Every command that prints a table, in a real terminal of 80 and 100 columns, against a real server with long ids and names. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import displayWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPseudoTerminal, runInTerminal } from './pseudo-terminal.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';

const bin = fileURLToPath(new URL('../../packages/cli/bin/dragoman.js', import.meta.url));

if (!hasPseudoTerminal) console.warn('skipped: the tests of the terminal need python3, which opens a pseudo-terminal');

const id = 'northquay-harbour-office-berth-reservations-001';
const schema = { type: 'object', properties: { pier: { type: 'string', description: 'Pier.' } }, required: ['pier'] };
const service = {
  id,
  name: '北港 Northquay Harbour Office, reservations of berths and cranes',
  description:
    'Reserves berths, cranes and pilots for container vessels in Northquay, 予約と取消, and reports on the wind at every pier of the harbour.',
  version: '1.0.0',
  publisher: 'Northquay Harbour Office, Department of Reservations',
  capabilities: ['berth_reservation_and_cancellation', 'crane_reservation', 'weather_forecast_for_piers'],
  tags: ['harbour'],
  endpoint: 'http://127.0.0.1:1/invoke',
  operations: [
    { name: 'reserve_berth_with_pilot', description: 'Reserves a berth.', inputs: schema, outputs: schema },
    { name: 'forecast_wind_at_pier', description: 'Forecasts the wind at a pier.', inputs: schema, outputs: schema },
    { name: 'cancel_berths', description: 'Cancels every berth.', inputs: {}, outputs: {}, impact: 'irreversible' },
  ],
};
const agis = {
  agis: '1.0',
  service: 'Northquay Yard of the Harbour Office',
  agtp: 'agtp://yard.northquay-harbour-office.example',
  version: '1.0.0',
  endpoints: [
    {
      method: 'FIND',
      path: '/depot',
      semantic: {
        intent: 'Finds depots',
        actor: 'agent',
        outcome: 'A list of depots is returned',
        impact_tier: 'informational',
        confidence_guidance: 0.4,
      },
      input: { type: 'object', properties: { depot: { type: 'string' } }, required: [] },
      output: { type: 'object', properties: { depots: { type: 'array' } }, required: ['depots'] },
      errors: [{ name: 'depot_unknown', description: 'No such depot' }],
    },
  ],
  vocabulary: { declared_verbs: ['FIND'], domain: 'logistics', namespace: 'yard', negotiable: true },
  data_manifest: {
    available_data: ['container-positions-in-the-northern-yard-by-week', 'fleet'].map((name) => ({
      class: name,
      description: 'Positions by week',
      formats: ['json'],
      sensitivity: 'informational',
      requires_authorization: false,
    })),
    pre_auth_discovery: true,
  },
};
const team = {
  id: 'northquay-captains-and-pilots-service-team',
  name: 'Team for captains and pilots of Northquay',
  description: 'Answers captains and pilots who ask for berths, cranes, pilots and the wind at a pier.',
  entry: 'reception_of_captains',
  members: [
    {
      name: 'reception_of_captains',
      when: 'First, for everything that a captain asks before anything is known about the vessel.',
      toolsets: ['harbour-office-reservations-desk'],
      procedures: ['reserve-a-berth-with-a-pilot'],
      hands_over_to: ['pilots_and_weather'],
    },
    { name: 'pilots_and_weather', when: 'For pilots.', toolsets: [], procedures: [], hands_over_to: [] },
  ],
};
const procedure = '# Reserve a berth with a pilot\n\n1. Call `reserve_berth_with_pilot(pier)`.\n';
const cases = [
  { utterance: 'forecast the wind at the northern pier for tomorrow morning', operation: 'reserve_berth_with_pilot' },
  { utterance: 'reserve a berth', operation: 'forecast_wind_at_pier' },
];

/** Lets the server call the service, whose address is on this machine; nothing listens there. */
const allowed = { DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true', DRAGOMAN_OUTBOUND_ALLOW: '127.0.0.1' };

let folder: string;
let server: ServerProcess;
let env: Record<string, string>;
/** Id that the registry gave to the AGIS service. */
let yard: string;

async function dragoman(...argv: string[]): Promise<string> {
  const options = { cwd: folder, env: { PATH: process.env.PATH ?? '', ...env } };
  const child = spawn(process.execPath, [bin, ...argv], { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end('a secret\n');
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code, `${argv.join(' ')}\n${output}${errors}`).toBe(0);
  return output;
}

beforeAll(async () => {
  if (!hasPseudoTerminal) return;
  folder = await mkdtemp(join(tmpdir(), 'dragoman-terminal-'));
  env = {};
  const files = { 'service.json': service, 'yard.agis': agis, 'team.json': team, 'cases.json': cases };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(content));
  await writeFile(join(folder, 'berth.md'), procedure);
  await writeFile(join(folder, 'fleet.yaml'), fleet);
  const key = (await dragoman('keys', 'create', 'administrator of the harbour office', '--scope', 'admin')).trim();
  server = await startServerProcess({
    cwd: folder,
    env: { ...env, DRAGOMAN_GATEWAY_IRREVERSIBLE: 'agent', ...allowed },
  });
  env = { ...env, DRAGOMAN_SERVER: server.url, DRAGOMAN_KEY: key };
  await dragoman('add', 'service.json');
  const added = JSON.parse(await dragoman('add', 'yard.agis', '--json')) as { results: { id: string }[] };
  yard = added.results[0]?.id ?? '';
  await dragoman('agis', 'classes', yard, 'fleet', '--bind', 'fleet.yaml');
  await dragoman('call', id, 'forecast_wind_at_pier', '-i', 'pier=North', '--async');
  await dragoman('sources', 'add', 'https://127.0.0.1:1/northquay-harbour-office/well-known/agent-card.json');
  await dragoman('credentials', 'add', id, '--name', 'key of the reservations department');
  await dragoman('toolsets', 'new', 'Desk of the harbour office', '--id', 'harbour-office-reservations-desk');
  const tool = ['harbour-office-reservations-desk', id, 'reserve_berth_with_pilot', '--as', 'reserve_berth_with_pilot'];
  await dragoman('toolsets', 'add', ...tool);
  const about = 'Reserves a berth with a pilot for a vessel that comes in overnight.';
  const set = ['--toolset', 'harbour-office-reservations-desk'];
  await dragoman('procedures', 'save', 'reserve-a-berth-with-a-pilot', 'berth.md', ...set, '--description', about);
  await dragoman('teams', 'save', 'team.json');
}, 120_000);

afterAll(async () => {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const fleet =
  'fields: {plate_number: {type: string}, depot_of_origin: {type: string}, last_known_position: {type: string}}\nsource: {kind: rows, rows: []}\n';

/** Commands that print a table, with words that must be printed in one piece. */
const tables: readonly { argv: string[]; whole: string[] }[] = [
  { argv: ['list'], whole: [id] },
  { argv: ['search', 'reserve', 'a', 'berth'], whole: [id] },
  { argv: ['resolve', 'forecast', 'wind', 'at', 'pier'], whole: [id, 'forecast_wind_at_pier'] },
  { argv: ['show', id, '--versions'], whole: ['entry.create'] },
  { argv: ['repairs', id], whole: ['problem-details'] },
  { argv: ['operations', 'list'], whole: [id, 'forecast_wind_at_pier'] },
  { argv: ['sources', 'list'], whole: ['https://127.0.0.1:1/northquay-harbour-office/well-known/agent-card.json'] },
  { argv: ['credentials', 'list', id], whole: ['api_key'] },
  { argv: ['toolsets', 'list'], whole: ['harbour-office-reservations-desk'] },
  {
    argv: ['toolsets', 'show', 'harbour-office-reservations-desk'],
    whole: [id, 'reserve_berth_with_pilot', 'harbour-office-reservations-desk'],
  },
  { argv: ['toolsets', 'find'], whole: [id] },
  { argv: ['procedures', 'list'], whole: ['reserve-a-berth-with-a-pilot', 'harbour-office-reservations-desk'] },
  { argv: ['teams', 'list'], whole: [team.id, team.entry] },
  { argv: ['teams', 'show', team.id], whole: [team.entry] },
  { argv: ['agis', 'classes', '<yard>'], whole: ['container-positions-in-the-northern-yard-by-week'] },
  { argv: ['agis', 'explain'], whole: ['AGIS-METH-02'] },
  { argv: ['eval', 'cases.json'], whole: ['forecast_wind_at_pier'] },
  {
    argv: ['eval', 'cases.json', '--against', 'service.json', '--meaning', 'off'],
    whole: ['reserve_berth_with_pilot'],
  },
  { argv: ['keys', 'list'], whole: ['usable'] },
  { argv: ['audit', 'list'], whole: [id] },
  { argv: ['config'], whole: ['limits.importBodyBytes'] },
];

describe.runIf(hasPseudoTerminal)('commands in a terminal', () => {
  const run = (argv: readonly string[], columns: number) =>
    runInTerminal([process.execPath, bin, ...argv], { columns, cwd: folder, env });

  it.each(tables.map((each) => ({ ...each, name: each.argv.join(' ') })))(
    'fits in 80 and in 100 columns, with ids in one piece: $name',
    async ({ argv, whole }) => {
      const words = argv.map((word) => (word === '<yard>' ? yard : word));
      await Promise.all(
        [80, 100].map(async (columns) => {
          const { exitCode, output, lines } = await run(words, columns);
          expect(exitCode, output).toBe(0);
          expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
          const missing = whole.filter((word) => !lines.some((line) => line.includes(word)));
          expect(missing, output).toEqual([]);
        }),
      );
    },
  );

  it.each([80, 100])(
    'prints help in %i columns, except for examples, which are there to be copied',
    async (columns) => {
      for (const argv of [['help'], ['help', 'add'], ['help', 'probe']]) {
        const { lines } = await run(argv, columns);
        const examples = lines.indexOf('Examples');
        const prose = examples === -1 ? lines : lines.slice(0, examples);
        expect(prose.filter((line) => displayWidth(line) > columns)).toEqual([]);
      }
    },
  );

  it.each([80, 100])(
    'shows in %i columns where the server listens and what to try next, without JSON',
    async (columns) => {
      const cwd = await mkdtemp(join(folder, 'serve-'));
      const argv = [process.execPath, bin, 'serve', '--port', '0'];
      const { exitCode, output, lines } = await runInTerminal(argv, {
        columns,
        cwd,
        env: {},
        interruptAfter: ['is ready', 'Press Ctrl+C'],
      });
      expect(exitCode, output).toBe(0);
      expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
      expect(output).not.toContain('{"');
      // The model may be ready before the server listens.
      const url = /^Dragoman listens on (http:\S+)$/m.exec(lines.join('\n'))?.[1] ?? output;
      expect(lines).toContain(`  export DRAGOMAN_SERVER=${url}`);
      expect(lines).toContainEqual(expect.stringMatching(/^ {2}dragoman add <file or URL> {2,}\S/));
      expect(lines).toContainEqual(expect.stringMatching(/ INFO {2}search by meaning is ready/));
      // The terminal echoes Ctrl+C.
      expect(lines.at(-1)).toBe('^CDragoman stops (SIGINT).');
    },
  );

  it.each([
    { press: 'Ctrl+C', exitCode: 1 },
    { press: 'Ctrl+D', exitCode: 1 },
    { press: 'SIGTERM', exitCode: 1 },
    // Ended by signal 1, which Python reports as -1.
    { press: 'hang up', exitCode: 255 },
  ] as const)(
    'a question for confirmation is shown, and ends with $press; nothing is called',
    async ({ press, exitCode }) => {
      const ended = await runInTerminal([process.execPath, bin, 'call', id, 'cancel_berths'], {
        columns: 80,
        cwd: folder,
        env,
        interruptAfter: ['Call it? [y/N]'],
        press,
      });
      expect(ended.exitCode, ended.output).toBe(exitCode);
      if (press !== 'hang up') expect(ended.lines.at(-1)).toBe('Nothing was called.');
    },
  );

  it('runs the demo to its end in 80, 100 and 132 columns', async () => {
    const demo = async (columns: number) => {
      const options = { columns, cwd: folder, env: { TMPDIR: folder } };
      const { exitCode, output, lines } = await runInTerminal([process.execPath, bin, 'demo', '--yes'], options);
      expect(exitCode, output).toBe(0);
      expect(lines.filter((line) => /^[┌│├└]/.test(line) && displayWidth(line) > columns)).toEqual([]);
    };
    await Promise.all([80, 100, 132].map(demo));
  });
});
