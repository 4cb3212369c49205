/** Commands that look at a running server (stdio servers, traces, parts, usage, settings), in terminals of 80 and 100 columns. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import displayWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverScript } from './mcp-servers.js';
import { hasPseudoTerminal, runInTerminal } from './pseudo-terminal.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';

const bin = fileURLToPath(new URL('../../packages/cli/bin/dragoman.js', import.meta.url));

const service = (origin: string) => ({
  openapi: '3.1.0',
  info: { title: 'Northquay wind', version: '1.0.0' },
  servers: [{ url: origin }],
  paths: {
    '/wind': {
      get: {
        operationId: 'forecast_wind_at_pier',
        parameters: [{ name: 'pier', in: 'query', required: true, schema: { type: 'string' } }],
        responses: {
          '200': { description: 'Wind', content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
    },
  },
});

const stdio = [
  { name: 'harbour-files', command: process.execPath, args: [serverScript] },
  { name: 'broken-tools', command: process.execPath, args: ['-e', 'console.error("no harbour"); process.exit(3)'] },
];

let folder: string;
let server: ServerProcess;
let env: Record<string, string> = {};
let id: string;
/** Trace of a call with two tries. */
let trace: string;

/** Answers every second request; the others get 503, so that each call needs two tries. */
let requests = 0;
const upstream = createServer((request, response) => {
  request.resume();
  requests += 1;
  const isBusy = requests % 2 === 1;
  response.writeHead(isBusy ? 503 : 200, { 'content-type': 'application/json' });
  response.end(isBusy ? '{}' : '{"wind":12}');
});

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

async function dragoman(...argv: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [bin, ...argv], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    outcome.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    outcome.stderr += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { ...outcome, code };
}

/** Runs a command that succeeds, with its output as JSON. */
async function json<T>(...argv: string[]): Promise<T> {
  const { code, stdout, stderr } = await dragoman(...argv, '--json');
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as T;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-operating-'));
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  await writeFile(join(folder, 'wind.json'), JSON.stringify(service(origin)));
  server = await startServerProcess({
    cwd: folder,
    env: {
      DRAGOMAN_MCP_STDIO: JSON.stringify(stdio),
      DRAGOMAN_OUTBOUND_ALLOW: '127.0.0.1/32',
      DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
    },
  });
  env = { DRAGOMAN_SERVER: server.url };
  const added = await json<{ results: { id: string }[] }>('add', 'wind.json');
  id = added.results[0]?.id ?? '';
  trace = (await json<{ traceId: string }>('call', id, 'forecast_wind_at_pier', '-i', 'pier=North')).traceId;
}, 120_000);

afterAll(async () => {
  await server?.stop();
  upstream.closeAllConnections();
  upstream.close();
  await rm(folder, { recursive: true, force: true });
});

interface Server {
  name: string;
  state: string;
  pid?: number;
  restarts: number;
  stderr: string[];
}

describe('commands that look at a running server', () => {
  it('list stdio servers and restart them', async () => {
    const before = await json<Server[]>('servers', 'list');
    expect(before.map(({ name, state }) => [name, state])).toEqual([
      ['harbour-files', 'idle'],
      ['broken-tools', 'idle'],
    ]);
    await json('add', 'stdio:harbour-files');
    expect((await dragoman('add', 'stdio:broken-tools')).code).toBe(1);
    const [files, broken] = await json<Server[]>('servers', 'list');
    expect(files).toMatchObject({ state: 'running', restarts: 0 });
    expect(broken?.stderr).toEqual(['no harbour']);
    expect((await dragoman('servers', 'list', '--stderr')).stdout).toContain('  no harbour');
    expect(await dragoman('servers', 'restart', 'harbour-files')).toMatchObject({
      code: 0,
      stdout: 'Restarted harbour-files.\n',
    });
    const [again] = await json<Server[]>('servers', 'list');
    expect(again).toMatchObject({ state: 'running', restarts: 1 });
    expect(again?.pid).not.toBe(files?.pid);
    const unknown = await dragoman('servers', 'restart', 'nothing');
    expect(unknown).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("No stdio MCP server is called 'nothing'."),
    });
  });

  it('add a stdio server after a preview, change it and remove it, while the server runs', async () => {
    const words = ['servers', 'add', 'desk-files', '--env-file', 'variables'];
    await writeFile(join(folder, 'variables'), '# for the desk\nDESK_TOKEN="desk-secret"\n');
    const command = ['--', process.execPath, serverScript];
    const looked = await dragoman(...words, '--dry-run', ...command);
    expect(looked).toMatchObject({ code: 0, stdout: expect.stringContaining('test_simple_text') });
    expect((await dragoman('servers', 'show', 'desk-files')).code).toBe(1);
    const added = await dragoman(...words, '--import', ...command);
    expect(added, added.stderr).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^created.*\nadded {2}desk-files\n$/),
    });
    const called = await dragoman('call', 'desk-files', 'test_simple_text');
    expect(called.stdout).toContain('This is a simple text response');
    const nothing = await dragoman('servers', 'change', 'desk-files');
    expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('there is nothing to change') });
    const failing = await dragoman('servers', 'change', 'desk-files', '--dry-run', '--', '/nowhere/program', '; id');
    expect(failing).toMatchObject({ code: 1, stdout: expect.stringContaining('ENOENT') });
    const refused = await dragoman('servers', 'change', 'desk-files', '--', '/nowhere/program');
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('"/nowhere/program" does not exist') });
    expect((await dragoman('servers', 'change', 'desk-files', '--drop-env', 'DESK_TOKEN', '--cwd', folder)).code).toBe(
      0,
    );
    const shown = await dragoman('servers', 'show', 'desk-files');
    expect(shown.stdout).toContain(folder);
    expect(shown.stdout).not.toContain('DESK_TOKEN');
    expect((await dragoman('servers', 'remove', 'desk-files')).stdout).toBe('removed  desk-files\n');
    expect((await dragoman('call', 'desk-files', 'test_simple_text')).stderr).toContain(
      "No MCP server with the name 'desk-files'",
    );
  });

  it('do not store a stdio server that does not start, unless they are forced to', async () => {
    const ends = ['--', process.execPath, '-e', 'console.error("no such quay"); process.exit(3)'];
    for (const more of [[], ['--import']]) {
      const refused = await dragoman('servers', 'add', 'quay', ...more, ...ends);
      expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('exit code 3') });
      expect(refused.stderr).toContain('no such quay');
      expect((await dragoman('servers', 'show', 'quay')).code).toBe(1);
    }
    const missing = await dragoman('servers', 'add', 'quay', '--', 'no-such-program-7');
    expect(missing).toMatchObject({ code: 1, stdout: expect.stringMatching(/ENOENT.*"no-such-program-7"/) });
    expect(await dragoman('servers', 'add', 'quay', '--force', ...ends)).toMatchObject({ code: 0 });
    expect((await dragoman('servers', 'remove', 'quay')).code).toBe(0);
  });

  it('show a trace with its checks and tries, and what a failure means', async () => {
    const { stdout } = await dragoman('trace', trace);
    expect(stdout).toMatch(/\tforecast_wind_at_pier\tdone\t2$/m);
    expect(stdout).toMatch(/\tTry 1\t503\n.*\tWait before the next try\t\n(?:.*\n)?.*\tTry 2\t200$/m);
    const refused = await dragoman('call', id, 'forecast_wind_at_pier');
    const [, traceId = ''] = /trace id: ([0-9a-f]{32})/.exec(refused.stderr) ?? [];
    const explained = await dragoman('trace', traceId);
    expect(explained.stdout).toMatch(/\tInput\tINVALID_INPUT$/m);
    expect(explained.stdout).toContain('Fixed by: caller.');
    expect(await dragoman('trace', '0'.repeat(32))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No record of this trace is visible to you.'),
    });
  });

  it('show the parts of the server, the calls of a service, and the settings in force', async () => {
    const parts = await dragoman('status', '--parts');
    expect(parts).toMatchObject({ code: 0, stdout: expect.stringMatching(/^store\tready\tIt responds/m) });
    expect(parts.stdout).toMatch(/^disk\tready\t\S+ GiB of \d+ GiB are free\.$/m);
    // Calls are counted in the store every ten seconds.
    let calls = 0;
    for (let tries = 0; calls === 0 && tries < 100; tries += 1) {
      calls = (await json<{ total: { calls: number } }>('status', '--service', id)).total.calls;
    }
    const usage = await dragoman('status', '--service', id);
    expect(usage.stdout).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC\t[1-9]/m);
    expect(await dragoman('status', '--service', 'nothing')).toMatchObject({ code: 1 });
    const settings = await dragoman('config', '--running');
    expect(settings.stdout).toMatch(/^search\.embedder\tnone\tenvironment DRAGOMAN_SEARCH_EMBEDDER$/m);
    expect((await dragoman('config')).stdout).toMatch(/^search\.embedder\t(?!none)\S+\tdefault$/m);
  });

  it('capture the payloads of a service for some minutes', async () => {
    expect(await dragoman('capture', 'show', id)).toMatchObject({
      code: 0,
      stderr: `Payloads of ${id} are not captured.\n`,
    });
    expect((await dragoman('capture', 'start', id, '--minutes', '0')).code).toBe(2);
    const started = await dragoman('capture', 'start', id, '--minutes', '5');
    expect(started).toMatchObject({ code: 0, stdout: expect.stringContaining('are captured until') });
    const input = ['-i', 'pier=North password=hunter22'];
    const { traceId } = await json<{ traceId: string }>('call', id, 'forecast_wind_at_pier', ...input);
    const shown = () => json<{ items: unknown[] }>('capture', 'show', id);
    await expect.poll(async () => (await shown()).items.length, { timeout: 30_000 }).toBe(1);
    const { stdout } = await dragoman('capture', 'show', id);
    expect(stdout).toContain('input  {"pier":"North password=[secret withheld]"}\noutput {"wind":12}');
    expect((await dragoman('trace', traceId)).stdout).toContain('output {"wind":12}');
    expect((await dragoman('capture', 'stop', id)).code).toBe(0);
    expect((await shown()).items).toEqual([]);
    expect((await dragoman('trace', traceId)).stdout).not.toContain('output {"wind":12}');
  });

  const tables = [
    { argv: ['servers', 'list', '--stderr'], whole: ['harbour-files', 'broken-tools'] },
    { argv: ['trace', '<trace>'], whole: ['forecast_wind_at_pier', 'Wait before the next try', 'Try 2'] },
    { argv: ['status', '--parts'], whole: ['store', 'workers'] },
    { argv: ['status', '--service', '<id>'], whole: ['p95 ms'] },
    { argv: ['config', '--running'], whole: ['limits.importBodyBytes', 'DRAGOMAN_SEARCH_EMBEDDER'] },
  ];

  it.runIf(hasPseudoTerminal).each(tables.map((each) => ({ ...each, name: each.argv.join(' ') })))(
    'fit in 80 and in 100 columns: $name',
    async ({ argv, whole }) => {
      const words = argv.map((word) => (word === '<trace>' ? trace : word === '<id>' ? id : word));
      for (const columns of [80, 100]) {
        const { exitCode, output, lines } = await runInTerminal([process.execPath, bin, ...words], {
          columns,
          cwd: folder,
          env,
        });
        expect(exitCode, output).toBe(0);
        expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
        expect(
          whole.filter((word) => !lines.some((line) => line.includes(word))),
          output,
        ).toEqual([]);
      }
    },
  );
});
