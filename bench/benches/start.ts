/** Time from the start of the server process to its first response, with 10,000 entries in the store. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { Bench, BenchReport } from '../bench.js';
import { loadCatalogue } from '../catalogue.js';
import { median, percentile } from '../measure.js';
import { inTemporaryFolder, openRegistry, registerAll, toDocument } from '../registration.js';

/** Command lines that start the server, best first: like `npm start`, else its own program. */
const programs = [
  { built: '../../packages/cli/dist/main.js', script: '../../packages/cli/bin/dragoman.js', command: ['serve'] },
  { built: '../../packages/server/dist/main.js', script: '../../packages/server/dist/main.js', command: [] },
].map(({ built, script, command }) => ({ built: locate(built), line: [locate(script), ...command] }));

function locate(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

const stored = 10_000;

/** Resolves with the URL that the server prints. */
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

/** Cost of one start. */
interface Taken {
  ms: number;
  /** CPU time of all threads, in milliseconds. */
  cpuMs: number;
}

/** Measures a fresh server on this store until it has answered a search. */
async function startOnce(line: readonly string[], path: string, settings: NodeJS.ProcessEnv = {}): Promise<Taken> {
  const start = performance.now();
  const server = spawn(process.execPath, [...line, '--port', '0'], {
    env: { ...process.env, DRAGOMAN_STORE_PATH: path, DRAGOMAN_LOG_LEVEL: 'silent', ...settings },
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
    const ms = performance.now() - start;
    const figures = await (await fetch(`${address}/metrics`)).text();
    return { ms, cpuMs: 1000 * Number(/^process_cpu_seconds_total (\S+)/m.exec(figures)?.[1]) };
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

/** Measures Node with an empty program: the lower bound for every server. */
async function startNode(): Promise<Taken> {
  const start = performance.now();
  const program = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)';
  const empty = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  empty.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await new Promise((resolve) => empty.once('close', resolve));
  return { ms: performance.now() - start, cpuMs: Number(said) };
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
    {
      name: '  without a snapshot',
      key: 'rebuilt',
      run: () => startOnce(line, filled, { DRAGOMAN_SEARCH_SNAPSHOT: 'off' }),
    },
    { name: 'dragoman, empty store', key: 'empty', run: () => startOnce(line, empty) },
    { name: 'node, empty program', key: 'node', run: startNode },
  ];
  const taken = new Map<string, Taken[]>(contestants.map(({ key }) => [key, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const { key, run } of contestants) {
      const spent = await run();
      if (round >= 0) taken.get(key)?.push(spent);
    }
  }
  const figures: Record<string, number> = {};
  const rows = contestants.map(({ name, key }) => {
    const each = taken.get(key)?.map(({ ms }) => ms) ?? [];
    const least = Math.min(...(taken.get(key)?.map(({ cpuMs }) => cpuMs) ?? []));
    figures[`start.${key}.median_ms`] = median(each);
    figures[`start.${key}.worst_ms`] = percentile(each, 1);
    figures[`start.${key}.least_cpu_ms`] = least;
    return [name, median(each), percentile(each, 1), least];
  });
  const title = 'From process start to the first response';
  const columns = ['program', 'median ms', 'worst ms', 'minimum CPU ms'];
  return { tables: [{ title, columns, rows }], notes: [], figures };
}

/** Time from process start to the first response. */
export const start: Bench = {
  name: 'start',
  summary: 'time from process start to the first search response, with 10,000 entries in the store',
  async run({ quick, progress }) {
    const program = programs.find(({ built }) => existsSync(built));
    if (program === undefined) {
      return { tables: [], notes: ['The server is not built: run `npm run build` first.'], figures: {} };
    }
    progress(`filling a store with ${stored.toLocaleString('en')} entries`);
    return inTemporaryFolder((folder) => measure(program.line, folder, quick ? 3 : 7));
  },
};
