/** From the start of the server's process to its first answer, with 10,000 entries in the store. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { Bench, BenchReport } from '../bench.js';
import { loadCatalogue } from '../catalogue.js';
import { median, percentile } from '../measure.js';
import { inTemporaryFolder, openRegistry, registerAll, toDocument } from '../registration.js';

/** How the server is started, best first: as `npm start` does, else by its own program. */
const programs = [
  { built: '../../packages/cli/dist/main.js', script: '../../packages/cli/bin/dragoman.js', command: ['serve'] },
  { built: '../../packages/server/dist/main.js', script: '../../packages/server/dist/main.js', command: [] },
].map(({ built, script, command }) => ({ built: locate(built), line: [locate(script), ...command] }));

function locate(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

const stored = 10_000;

/** Resolves with the address that the server says it listens on. */
function listening(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const address = /listens on (http\S+)/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    };
    server.stdout?.on('data', hear);
    server.stderr?.on('data', hear);
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
  });
}

/** Milliseconds until a fresh server over this store has answered a search. */
async function startOnce(line: readonly string[], path: string): Promise<number> {
  const start = performance.now();
  const server = spawn(process.execPath, [...line, '--port', '0'], {
    env: { ...process.env, DRAGOMAN_STORE_PATH: path, DRAGOMAN_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    const address = await listening(server);
    const response = await fetch(`${address}/agents/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'list orders', top: 5 }),
    });
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    await response.arrayBuffer();
    return performance.now() - start;
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

/** Milliseconds of Node itself with an empty program: what no server can go below. */
async function startNode(): Promise<number> {
  const start = performance.now();
  const empty = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  await new Promise((resolve) => empty.once('exit', resolve));
  return performance.now() - start;
}

async function fillStore(path: string, count: number): Promise<void> {
  const registry = await openRegistry(path);
  await registerAll(registry, loadCatalogue(count).entries.map(toDocument), 64);
  await registry.close();
}

async function measure(line: readonly string[], folder: string, rounds: number): Promise<BenchReport> {
  const [filled, empty] = [join(folder, 'filled.db'), join(folder, 'empty.db')];
  await fillStore(filled, stored);
  await fillStore(empty, 0);
  const contestants = [
    { name: `dragoman, ${stored.toLocaleString('en')} entries`, key: '10k', run: () => startOnce(line, filled) },
    { name: 'dragoman, empty store', key: 'empty', run: () => startOnce(line, empty) },
    { name: 'node, empty program', key: 'node', run: startNode },
  ];
  const times = new Map<string, number[]>(contestants.map(({ key }) => [key, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const { key, run } of contestants) {
      const spent = await run();
      if (round >= 0) times.get(key)?.push(spent);
    }
  }
  const figures: Record<string, number> = {};
  const rows = contestants.map(({ name, key }) => {
    const each = times.get(key) ?? [];
    figures[`start.${key}.median_ms`] = median(each);
    figures[`start.${key}.worst_ms`] = percentile(each, 1);
    return [name, median(each), percentile(each, 1)];
  });
  const title = 'From the start of the process to the first answer';
  return { tables: [{ title, columns: ['program', 'median ms', 'worst ms'], rows }], notes: [], figures };
}

/** Time from the start of the process to the first answer. */
export const start: Bench = {
  name: 'start',
  summary: 'time from the start of the process to the first answered search, with 10,000 entries in the store',
  async run({ quick, progress }) {
    const program = programs.find(({ built }) => existsSync(built));
    if (program === undefined) {
      return { tables: [], notes: ['The server is not built: run `npm run build` first.'], figures: {} };
    }
    progress(`filling a store with ${stored.toLocaleString('en')} entries`);
    return inTemporaryFolder((folder) => measure(program.line, folder, quick ? 3 : 7));
  },
};
