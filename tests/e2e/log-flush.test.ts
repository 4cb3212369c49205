/** Shows that no log line is lost or split, however the process ends: in real processes, with the built server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServerProcess } from './server-process.js';

const source = fileURLToPath(new URL('../../packages/server/src/observe/log-writer.ts', import.meta.url));
const lines = 1000;

let folder: string;
/** Address of the writer as a module that Node can load. */
let writer: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-log-'));
  const outfile = join(folder, 'log-writer.mjs');
  await build({ entryPoints: [source], outfile, format: 'esm', platform: 'node' });
  writer = pathToFileURL(outfile).href;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program that logs lines without giving the flush timer a chance to run, then ends. */
function program(ending: string): string {
  return `import { openLogWriter } from ${JSON.stringify(writer)};
const log = openLogWriter({ flushMs: 60_000 });
for (let n = 0; n < ${lines}; n += 1) log.write('{"n":' + n + ',"text":"é' + 'x'.repeat(n % 300) + '"}\\n');
${ending}
`;
}

interface Ended {
  text: string;
  code: number | null;
  signal: NodeJS.Signals | null;
}

async function runToPipe(ending: string): Promise<Ended> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(ending)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { text, code, signal };
}

async function runToFile(ending: string): Promise<Ended> {
  const file = join(folder, 'log');
  const fd = openSync(file, 'w');
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(ending)], {
    stdio: ['ignore', 'ignore', fd],
  });
  closeSync(fd);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { text: await readFile(file, 'utf8'), code, signal };
}

/** The numbers of the lines that are whole; Node prints its own text after a crash. */
function numbersIn(text: string): number[] {
  const logged = text.split('\n').filter((line) => line.startsWith('{"n":'));
  return logged.map((line) => (JSON.parse(line) as { n: number }).n);
}

const everyLine = Array.from({ length: lines }, (_unused, n) => n);
const raise = (signal: string) => `process.kill(process.pid, '${signal}'); setInterval(() => {}, 1000);`;

const endings: readonly [string, string, Partial<Ended>][] = [
  ['returns', '', { code: 0 }],
  ['calls process.exit', 'process.exit(3);', { code: 3 }],
  ['throws', "setImmediate(() => { throw new Error('broken'); });", { code: 1 }],
  ['leaves a rejection unhandled', "Promise.reject(new Error('broken'));", { code: 1 }],
  ['gets SIGTERM and has no listener', raise('SIGTERM'), { signal: 'SIGTERM' }],
  ['gets SIGINT and has no listener', raise('SIGINT'), { signal: 'SIGINT' }],
  ['gets SIGHUP and has no listener', raise('SIGHUP'), { signal: 'SIGHUP' }],
  [
    'stops on the first SIGTERM in its own time',
    `process.once('SIGTERM', () => setTimeout(() => process.exit(5), 50)); ${raise('SIGTERM')}`,
    { code: 5 },
  ],
  [
    'is ended by a second SIGTERM',
    `process.once('SIGTERM', () => process.kill(process.pid, 'SIGTERM')); ${raise('SIGTERM')}`,
    { signal: 'SIGTERM' },
  ],
];

describe('the log of a process', () => {
  it.each(endings)('is complete on a pipe when it %s', async (_what, ending, expected) => {
    const ended = await runToPipe(ending);
    expect(ended).toMatchObject(expected);
    expect(numbersIn(ended.text)).toEqual(everyLine);
  });

  it.each(endings)('is complete in a file when it %s', async (_what, ending, expected) => {
    const ended = await runToFile(ending);
    expect(ended).toMatchObject(expected);
    expect(numbersIn(ended.text)).toEqual(everyLine);
  });

  it('is written within the flush interval while the process runs', async () => {
    const text = program('setInterval(() => {}, 1000);').replace('flushMs: 60_000', 'flushMs: 50');
    const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'ignore', 'pipe'] });
    let logged = '';
    for await (const part of child.stderr.setEncoding('utf8')) {
      logged += part as string;
      if (logged.includes(`{"n":${lines - 1},`) && logged.endsWith('\n')) break;
    }
    child.kill('SIGKILL');
    expect(numbersIn(logged)).toEqual(everyLine);
  });

  it('keeps the lines of processes that share a pipe whole', async () => {
    const shared = `import { spawn } from 'node:child_process';
for (let n = 0; n < 4; n += 1) spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(program(''))}], { stdio: 'inherit' });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', shared], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    await once(child.stderr, 'end');
    expect(numbersIn(text).sort((a, b) => a - b)).toEqual(everyLine.flatMap((n) => [n, n, n, n]));
  });
});

describe('the log of a server', () => {
  it.each([
    ['alone', '1'],
    ['with two workers', '2'],
  ])('has a line for every request that was answered before SIGTERM, %s', async (_what, workers) => {
    const env = {
      DRAGOMAN_LOG_LEVEL: 'info',
      DRAGOMAN_WORKERS: workers,
      DRAGOMAN_STORE_PATH: join(folder, `${workers}.db`),
    };
    const server = await startServerProcess({ cwd: folder, env });
    const paths = Array.from({ length: 40 }, (_unused, n) => `/agents/none-${n}`);
    for (const path of paths) await (await fetch(`${server.url}${path}`)).arrayBuffer();
    expect(await server.stop()).toBe(0);
    for (const path of paths) expect(server.output()).toContain(`"path":"${path}"`);
  });
});
