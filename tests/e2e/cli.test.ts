/** The built command as a user runs it: it starts a server on a free port and calls it. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const bin = fileURLToPath(new URL('../../packages/cli/bin/dragoman.js', import.meta.url));

const pierWeather = {
  id: 'pier-weather-001',
  name: 'Pier Weather',
  description: 'Wind and wave forecast for a harbour pier.',
  capabilities: ['weather_forecast'],
  endpoint: 'https://pierweather.example/forecast',
  inputs: { type: 'object' },
  outputs: { type: 'object' },
};

let folder: string;
let server: ChildProcess;
let address: string;

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

function start(argv: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const { PATH = '' } = process.env;
  return spawn(process.execPath, [bin, ...argv], { cwd: folder, env: { PATH, ...env }, stdio: 'pipe' });
}

async function dragoman(argv: readonly string[], env: Record<string, string> = {}, stdin = ''): Promise<Outcome> {
  const child = start(argv, { DRAGOMAN_SERVER: address, ...env });
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    outcome.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    outcome.stderr += text;
  });
  child.stdin?.end(stdin);
  const [code] = (await once(child, 'close')) as [number | null];
  return { ...outcome, code };
}

/** The URL that the server prints when it listens. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const [, url] = /listens on (http:\/\/\S+)/.exec(printed) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${printed}`)));
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-e2e-cli-'));
  await writeFile(join(folder, 'pier weather.json'), JSON.stringify(pierWeather));
  server = start(['serve', '--port', '0', '--store', 'registry.db']);
  address = await listening(server);
});
afterAll(async () => {
  if (server.exitCode === null) {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

describe('the built command', () => {
  it('registers, finds, shows and removes an agent on a server that it started', async () => {
    expect(await dragoman(['add', 'pier weather.json'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^created +pier-weather-001/),
    });
    const piped = await dragoman(['add', '-', '--json'], {}, JSON.stringify({ ...pierWeather, id: 'second' }));
    expect(JSON.parse(piped.stdout)).toMatchObject({ summary: { created: 1 } });
    const found = await dragoman(['search', 'wind at the harbour', '--json']);
    expect(JSON.parse(found.stdout)).toMatchObject({ count: 2 });
    expect((await dragoman(['show', 'pier-weather-001'])).stdout).toContain('https://pierweather.example/forecast');
    expect((await dragoman(['remove', 'second', 'nothing'])).code).toBe(1);
    expect((await dragoman(['list'])).stdout.trim().split('\n')).toHaveLength(2);
  });

  it('prints version, help and usage errors with the documented exit codes', async () => {
    expect(await dragoman(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    expect(await dragoman(['help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('Commands') });
    expect(await dragoman(['lst'])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('"list"') });
    const nowhere = await dragoman(['list'], { DRAGOMAN_SERVER: 'http://127.0.0.1:1' });
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('dragoman serve') });
  });

  it.skipIf(!existsSync('/dev/full'))('reports in one line that its output cannot be written', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [bin, 'help'], { cwd: folder, stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const [code] = (await once(child, 'close')) as [number | null];
    expect([code, said]).toEqual([3, expect.stringMatching(/^error: cannot write the output: .*\n$/)]);
  });

  it('creates a key while the server runs, which then requires authentication at once', async () => {
    const made = await dragoman(['keys', 'create', 'me', '--scope', 'admin', '--store', 'registry.db']);
    const key = made.stdout.trim();
    expect(key).toMatch(/^dgm_/);
    await expect
      .poll(async () => (await dragoman(['remove', 'pier-weather-001'])).stderr, { timeout: 30_000 })
      .toContain('UNAUTHENTICATED');
    const allowed = await dragoman(['add', 'pier weather.json'], { DRAGOMAN_KEY: key });
    expect(allowed.code).toBe(0);
    expect(JSON.stringify(allowed)).not.toContain(key);
    expect(await dragoman(['audit', 'verify', '--store', 'registry.db'])).toMatchObject({ code: 0 });
    const refused = await dragoman(['audit', 'list', '--store', 'registry.db', '--json']);
    expect(JSON.parse(refused.stdout)).toEqual(
      expect.arrayContaining([expect.objectContaining({ outcome: 'refused', code: 'UNAUTHENTICATED' })]),
    );
  });

  it('refuses to start twice on one port, and stops cleanly on SIGTERM', async () => {
    const twice = await dragoman(['serve', '--port', new URL(address).port, '--store', 'other.db']);
    expect(twice.code).toBe(2);
    expect(twice.stderr).toContain(new URL(address).port);
    server.kill('SIGTERM');
    const [code] = (await once(server, 'exit')) as [number | null];
    expect(code).toBe(0);
  });
});
