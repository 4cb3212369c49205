/** `dragoman demo` as a new user runs it: to the end, with real requests only, and without leftovers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const bin = fileURLToPath(new URL('../../packages/cli/bin/dragoman.js', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-e2e-demo-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function start(argv: readonly string[]) {
  // Settings of a real server must not reach it; its temporary folder is placed where the test can check it.
  const env = { PATH: process.env.PATH ?? '', TMPDIR: folder, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' };
  const child = spawn(process.execPath, [bin, 'demo', ...argv], { cwd: folder, env, stdio: 'pipe' });
  child.stdin.end();
  const printed = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.stderr += text;
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  return { child, printed, ended };
}

interface Told {
  steps: { command: string; code: number; output: string; ok: boolean }[];
}

describe('dragoman demo', () => {
  it('runs every step with real requests, and leaves nothing behind', async () => {
    const { printed, ended } = start(['--yes', '--json']);
    const [code] = await ended;
    expect(code, printed.stdout + printed.stderr).toBe(0);
    const { steps } = JSON.parse(printed.stdout) as Told;
    expect(steps.filter(({ ok }) => !ok)).toEqual([]);
    const words = steps.map(({ command }) => command.split(' ')[1]);
    expect([...new Set(words)]).toEqual(['add', 'search', 'show', 'call', 'audit']);
    expect(printed.stderr).toBe('');
    expect(await readdir(folder)).toEqual([]);
  });

  it('runs without pauses if standard input is not a terminal', async () => {
    const { printed, ended } = start([]);
    const [code] = await ended;
    expect(code, printed.stdout + printed.stderr).toBe(0);
    for (const title of ['Search', 'Inspect', 'Call', 'Retry', 'Preview', 'Confirm', 'Audit']) {
      expect(printed.stdout).toContain(`  ${title}\n`);
    }
    expect(printed.stdout).toContain('3 attempts');
    expect(await readdir(folder)).toEqual([]);
  });

  it('cleans up when it is stopped in the middle', async () => {
    const { child, printed, ended } = start(['--yes']);
    await expect.poll(() => printed.stdout, { timeout: 30_000 }).toContain('Register');
    child.kill('SIGINT');
    const [code] = await ended;
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });
});
