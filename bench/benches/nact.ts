/** Tools over HTTP, compared with handlers written by hand in Express: reading 10,000 tools, and running one. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import type { Load, LoadFigures } from '../gateway/load.js';
import { findLoad } from '../gateway/load.js';
import { chooseCores, processorTime } from '../gateway/processes.js';
import { type Ground, startUpstream } from '../gateway/proxies.js';
import { median, percentile, type Table } from '../measure.js';
import { type Host, keepSignatures, startHost, startServer } from '../nact/hosts.js';
import { type Walk, walkPages } from '../nact/walk-pages.js';
import { inTemporaryFolder } from '../registration.js';

const tools = 10_000;
const busy = 32;

interface Plan {
  walks: number;
  rounds: number;
  seconds: number;
  warmUp: number;
}

interface Part {
  table: Table;
  figures: Record<string, number>;
}

/** Reads the whole list and measures the CPU milliseconds of the host. */
type CostedWalk = Walk & { processor: number };

async function walkHost(host: Host): Promise<CostedWalk> {
  const before = processorTime(host.pid) ?? Number.NaN;
  const walk = await walkPages(host.list, host.call.headers);
  if (walk.tools < tools) throw new Error(`${host.name} listed ${walk.tools} tools`);
  return { ...walk, processor: ((processorTime(host.pid) ?? Number.NaN) - before) / 1000 };
}

/** Measures the cold server first, because only it has a cache to warm; then both in turn. */
async function measureWalks([server, express]: [Host, Host], first: CostedWalk, plan: Plan): Promise<Part> {
  const walks = { server: [] as CostedWalk[], express: [] as CostedWalk[] };
  for (let round = -1; round < plan.walks; round += 1) {
    for (const host of round % 2 === 0 ? [server, express] : [express, server]) {
      const walk = await walkHost(host);
      if (round >= 0) (host === server ? walks.server : walks.express).push(walk);
    }
  }
  return reportWalks([
    ['Express over an array', 'express', walks.express],
    ['dragoman, first read after the start', 'first', [first]],
    ['dragoman, later reads', 'server', walks.server],
  ]);
}

function reportWalks(measured: [name: string, key: string, walks: CostedWalk[]][]): Part {
  const figures: Record<string, number> = {};
  const middle = (walks: readonly CostedWalk[], member: 'total' | 'processor') =>
    median(walks.map((walk) => walk[member]));
  const peer = measured[0]?.[2] ?? [];
  const rows = measured.map(([name, key, walks]) => {
    const [total, processor] = [middle(walks, 'total'), middle(walks, 'processor')];
    const pages = walks.flatMap((walk) => walk.pages);
    const [p50, p95] = [percentile(pages, 0.5), percentile(pages, 0.95)];
    const [share, cost] = [middle(peer, 'total') / total, middle(peer, 'processor') / processor];
    Object.assign(figures, {
      [`nact.walk.${key}.total_ms`]: total,
      [`nact.walk.${key}.tools_per_s`]: (1000 * tools) / total,
      [`nact.walk.${key}.page_p50_ms`]: p50,
      [`nact.walk.${key}.page_p95_ms`]: p95,
      [`nact.walk.${key}.share_of_express`]: share,
      ...(Number.isNaN(processor) ? {} : { [`nact.walk.${key}.processor_ms`]: processor }),
    });
    return [
      name,
      total,
      (1000 * tools) / total,
      p50,
      p95,
      share,
      ...(Number.isNaN(cost) ? ['', ''] : [processor, cost]),
    ];
  });
  const title = `Reading ${tools.toLocaleString('en')} tools, 100 per page, sequential requests; median of the rounds`;
  const columns = [
    'host',
    'ms',
    'tools/s',
    'page p50 ms',
    'page p95 ms',
    '× Express',
    'processor ms',
    '× by processor',
  ];
  return { table: { title, columns, rows }, figures };
}

type Rounds = Map<string, { busy: LoadFigures; single: LoadFigures; micros: number }[]>;

/** Runs the rounds, each starting with another host; the first round is warm-up. */
function measureCalls(hosts: readonly Host[], load: Load, plan: Plan, progress: BenchOptions['progress']): Rounds {
  const rounds: Rounds = new Map(hosts.map(({ key }) => [key, []]));
  for (let round = -1; round < plan.rounds; round += 1) {
    progress(round < 0 ? 'warming up' : `round ${round + 1} of ${plan.rounds}`);
    for (let turn = 0; turn < hosts.length; turn += 1) {
      const host = hosts[(turn + round + 1) % hosts.length];
      if (host === undefined) continue;
      const seconds = round < 0 ? plan.warmUp : plan.seconds;
      const before = processorTime(host.pid) ?? Number.NaN;
      const many = load(host.call, { connections: busy, seconds });
      const micros = ((processorTime(host.pid) ?? Number.NaN) - before) / (many.perSecond * seconds);
      const single = load(host.call, { connections: 1, seconds: Math.max(1, Math.floor(plan.seconds / 2)) });
      if (many.failed + single.failed > 0) throw new Error(`${host.name}: ${many.failed + single.failed} calls failed`);
      if (round >= 0) rounds.get(host.key)?.push({ busy: many, single, micros });
    }
  }
  return rounds;
}

/** The hand-written handler that each of ours is compared with. */
const against: Record<string, string> = { middleware: 'express', server: 'forwarding' };

function reportCalls(hosts: readonly Host[], rounds: Rounds): Part {
  const figures: Record<string, number> = {};
  const middle = (key: string, read: (round: { busy: LoadFigures; single: LoadFigures; micros: number }) => number) =>
    median((rounds.get(key) ?? []).map(read));
  const rows = hosts.map(({ key, name }) => {
    const perSecond = middle(key, (round) => round.busy.perSecond);
    const share = perSecond / middle(against[key] ?? key, (round) => round.busy.perSecond);
    const [p50, p95] = [middle(key, (round) => round.busy.p50), middle(key, (round) => round.busy.p95)];
    const alone = middle(key, (round) => round.single.p50);
    const micros = middle(key, (round) => round.micros);
    Object.assign(figures, {
      [`nact.call.${key}.calls_per_s`]: perSecond,
      [`nact.call.${key}.p50_ms`]: p50,
      [`nact.call.${key}.p95_ms`]: p95,
      [`nact.call.${key}.single.p50_ms`]: alone,
      ...(Number.isNaN(micros) ? {} : { [`nact.call.${key}.processor_us_per_call`]: micros }),
      ...(key in against ? { [`nact.call.${key}.share_of_express`]: share } : {}),
    });
    return [name, perSecond, key in against ? share : '', p50, p95, alone, Number.isNaN(micros) ? '' : micros];
  });
  const columns = [
    'host',
    'calls/s',
    '× its Express',
    `p50 ms (${busy})`,
    `p95 ms (${busy})`,
    'p50 ms (1)',
    'processor µs',
  ];
  const title = `Running one tool: ${busy} concurrent connections, then one; median of the rounds`;
  return { table: { title, columns, rows }, figures };
}

async function measure(ground: Ground, plan: Plan, options: BenchOptions, started: Host[]): Promise<Part[]> {
  options.progress(`filling a store with ${tools.toLocaleString('en')} tools`);
  const begin = async (host: Promise<Host>) => {
    started.push(await host);
    return host;
  };
  const server = await begin(startServer(ground, tools));
  options.progress('reading the list of tools');
  const first = await walkHost(server);
  const file = keepSignatures(ground.folder, first.items);
  const express = await begin(
    startHost(ground, { key: 'express', name: 'Express by hand', line: ['express-tools.mjs', file] }),
  );
  const walks = await measureWalks([server, express], first, plan);
  const middleware = await begin(
    startHost(ground, { key: 'middleware', name: '@dragoman/middleware on Express', line: ['middleware-tools.mjs'] }),
  );
  const line = ['express-tools.mjs', file, String(ground.upstreamPort)];
  const forwarding = await begin(
    startHost(ground, { key: 'forwarding', name: 'Express by hand, calling the upstream', line }),
  );
  const hosts = [express, middleware, forwarding, server];
  const { load } = findLoad(ground.folder, ground.cores.around);
  return [walks, reportCalls(hosts, measureCalls(hosts, load, plan, options.progress))];
}

async function run(options: BenchOptions): Promise<BenchReport> {
  const built = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));
  if (!existsSync(built))
    return { tables: [], notes: ['The server is not built: run `npm run build` first.'], figures: {} };
  const plan: Plan = options.quick
    ? { walks: 3, rounds: 1, seconds: 2, warmUp: 1 }
    : { walks: 9, rounds: 5, seconds: 5, warmUp: 5 };
  return inTemporaryFolder(async (folder) => {
    const cores = chooseCores();
    const upstream = await startUpstream(cores.around);
    const started: Host[] = [];
    try {
      const parts = await measure({ folder, cores, upstreamPort: upstream.port }, plan, options, started);
      const figures = Object.assign({}, ...parts.map((part) => part.figures)) as Record<string, number>;
      return { tables: parts.map(({ table }) => table), notes: notes(findLoad(folder, undefined).name), figures };
    } finally {
      for (const host of started) await host.stop();
      await upstream.stop();
    }
  });
}

function notes(load: string): string[] {
  return [
    `Load: ${load}.`,
    'List: Express slices a sorted array in memory; Dragoman checks a key, visibility and a rate limit; on the first read it derives the tools from entries in SQLite and caches them.',
    'Calls: both hand-written handlers parse the body, validate it with a compiled schema and respond. The middleware runs the tool in the same process, like the first; the server calls the upstream, like the second, with key, permissions, limits, validation both ways and audit.',
  ];
}

/** Tools over HTTP, compared with Express. */
export const nact: Bench = {
  name: 'nact',
  summary: 'reading 10,000 tools page by page and running one, compared with handlers written by hand in Express',
  run,
};
