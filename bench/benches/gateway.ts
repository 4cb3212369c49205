/** Calls through the whole gateway, compared with proxies that check nothing: calls per second, added latency, and a profile. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@redis/client';
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import { measureFaces } from '../gateway/by-face.js';
import type { Load, LoadFigures } from '../gateway/load.js';
import { findLoad } from '../gateway/load.js';
import { chooseCores, processorTime } from '../gateway/processes.js';
import { readProfile } from '../gateway/profile.js';
import type { Contestant, DragomanPlan, Ground } from '../gateway/proxies.js';
import { direct, startDragoman, startNginx, startScript, startUpstream } from '../gateway/proxies.js';
import { median, type Table } from '../measure.js';
import { inTemporaryFolder } from '../registration.js';

/** Concurrent connections for throughput, and one for the latency of a single call. */
const busy = 32;

interface Plan {
  rounds: number;
  seconds: number;
  /** Seconds of warm-up load, so that the code is compiled. */
  warmUp: number;
  /** Minimum number of warm-up calls; on a busy machine the warm-up continues for up to six times as long to reach it. */
  warmCalls: number;
}

type Rounds = Map<string, { busy: LoadFigures[]; single: LoadFigures[]; micros: number[] }>;

type Start = () => Promise<Contestant | undefined>;

/** Every contestant by its key. */
function listContestants(ground: Ground): Record<string, Start> {
  const dragoman = (key: string, name: string, plan: Partial<DragomanPlan> = {}) => ({
    [key]: () => startDragoman(ground, { key, name, logLevel: 'warn', ...plan }),
  });
  const changing = { impact: 'reversible' } as const;
  const environment = { DRAGOMAN_AUDIT_INTENTS: 'false' };
  return {
    upstream: async () => direct(ground),
    nginx: () => startNginx(ground),
    ...Object.fromEntries(scripts.map((script) => [script.key, () => startScript(ground, script)])),
    ...dragoman('dragoman', 'dragoman, log level warn'),
    redis: async () => {
      const redis = await findRedis();
      if (redis === undefined) return undefined;
      const name = 'dragoman, limits and events shared through Redis';
      return startDragoman(ground, {
        key: 'redis',
        name,
        logLevel: 'warn',
        environment: { DRAGOMAN_REDIS_URL: redis },
      });
    },
    ...dragoman('logged', 'dragoman, default log level', { logLevel: 'info' }),
    ...dragoman('changing', 'dragoman, calls that change something', changing),
    ...dragoman('unannounced', 'the same, audit.intents off', { ...changing, environment }),
  };
}

/** The URL of a Redis server that answers; undefined without one. */
async function findRedis(): Promise<string | undefined> {
  const url = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';
  const client = createClient({ url, socket: { connectTimeout: 1000, reconnectStrategy: false } });
  client.on('error', () => undefined);
  const reachable = await client.connect().catch(() => undefined);
  if (reachable === undefined) return undefined;
  client.destroy();
  return url;
}

const scripts = [
  { key: 'bare', name: 'bare Node + undici', script: 'bare-proxy.mjs' },
  { key: 'middleware', name: 'http-proxy-middleware', script: 'middleware-proxy.mjs' },
  { key: 'fastify', name: '@fastify/http-proxy', script: 'fastify-proxy.mjs' },
];

/** Runs the rounds, each starting with another contestant; the first round is warm-up. */
function measure(proxies: readonly Contestant[], load: Load, plan: Plan, progress: BenchOptions['progress']): Rounds {
  const rounds: Rounds = new Map(proxies.map(({ key }) => [key, { busy: [], single: [], micros: [] }]));
  for (let round = -1; round < plan.rounds; round += 1) {
    progress(round < 0 ? 'warming up' : `round ${round + 1} of ${plan.rounds}`);
    for (let turn = 0; turn < proxies.length; turn += 1) {
      const proxy = proxies[(turn + round + 1) % proxies.length];
      if (proxy === undefined) continue;
      if (round < 0) warmUp(proxy, load, plan);
      const before = processorTime(proxy.pid ?? 0);
      const many = load(proxy.call, { connections: busy, seconds: plan.seconds });
      const spent = (processorTime(proxy.pid ?? 0) ?? Number.NaN) - (before ?? Number.NaN);
      const single = load(proxy.call, { connections: 1, seconds: Math.max(1, Math.floor(plan.seconds / 2)) });
      if (many.failed + single.failed > 0)
        throw new Error(`${proxy.name}: ${many.failed + single.failed} calls failed`);
      if (round < 0) continue;
      rounds.get(proxy.key)?.busy.push(many);
      rounds.get(proxy.key)?.single.push(single);
      rounds.get(proxy.key)?.micros.push(spent / (many.perSecond * plan.seconds));
    }
  }
  return rounds;
}

/** The optimization level depends on the number of calls, so the warm-up counts calls and not only seconds. */
function warmUp({ call }: Contestant, load: Load, { warmUp: seconds, warmCalls }: Plan): void {
  let calls = 0;
  for (let turn = 0; turn < 6 && (turn === 0 || calls < warmCalls); turn += 1) {
    calls += load(call, { connections: busy, seconds }).perSecond * seconds;
  }
}

function report(proxies: readonly Contestant[], rounds: Rounds): { table: Table; figures: Record<string, number> } {
  const figures: Record<string, number> = {};
  const middle = (key: string, kind: 'busy' | 'single', member: 'perSecond' | 'p50' | 'p99') =>
    median((rounds.get(key)?.[kind] ?? []).map((each) => each[member]));
  const rows = proxies.map(({ key, name }) => {
    const perSecond = middle(key, 'busy', 'perSecond');
    const [p50, p99, alone] = [middle(key, 'busy', 'p50'), middle(key, 'busy', 'p99'), middle(key, 'single', 'p50')];
    const [share, added] = [shareOfBare(rounds, key), alone - middle('upstream', 'single', 'p50')];
    Object.assign(figures, {
      [`gateway.${key}.calls_per_s`]: perSecond,
      [`gateway.${key}.share_of_bare`]: share,
      [`gateway.${key}.p50_ms`]: p50,
      [`gateway.${key}.p99_ms`]: p99,
      [`gateway.${key}.single.p50_ms`]: alone,
      [`gateway.${key}.single.added_p50_ms`]: added,
    });
    const micros = median(rounds.get(key)?.micros ?? []);
    if (!Number.isNaN(micros)) figures[`gateway.${key}.processor_us_per_call`] = micros;
    return [name, perSecond, share, p50, p99, alone, added, Number.isNaN(micros) ? '' : micros];
  });
  const columns = [
    'contestant',
    'calls/s',
    '× bare',
    `p50 ms (${busy})`,
    `p99 ms (${busy})`,
    'p50 ms (1)',
    'added p50 ms',
    'processor µs',
  ];
  const title = `Calls through one process: ${busy} concurrent connections, then one; median of the rounds`;
  return { table: { title, columns, rows }, figures };
}

/** Median ratio of calls per second to the bare proxy in the same round, because on a shared machine the rounds differ more than the contestants. */
function shareOfBare(rounds: Rounds, key: string): number {
  const bare = rounds.get('bare')?.busy ?? [];
  return median(
    (rounds.get(key)?.busy ?? []).map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? NaN)),
  );
}

/** A separate run under the profiler, so that profiling does not affect the other measurements. */
async function profileSteps(ground: Ground, load: Load, plan: Plan): Promise<Table> {
  const folder = join(ground.folder, 'profile');
  mkdirSync(folder);
  const proxy = await startDragoman(ground, { key: 'profiled', name: 'profiled', logLevel: 'warn', profile: folder });
  const seconds = plan.warmUp + plan.seconds;
  const { perSecond } = load(proxy.call, { connections: busy, seconds });
  await proxy.stop();
  const calls = perSecond * seconds;
  const spent = readProfile(folder);
  const whole = spent.reduce((sum, { micros }) => sum + micros, 0);
  const rows = spent
    .filter(({ micros }) => micros / whole > 0.002)
    .map(({ part, micros }) => [part, (100 * micros) / whole, micros / calls]);
  return {
    title: 'CPU time of a call by part, including the start',
    columns: ['part', '%', 'µs per call'],
    rows,
  };
}

async function run({ quick, only, progress }: BenchOptions): Promise<BenchReport> {
  const built = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));
  if (!existsSync(built))
    return { tables: [], notes: ['The server is not built: run `npm run build` first.'], figures: {} };
  const plan: Plan = quick
    ? { rounds: 1, seconds: 1, warmUp: 1, warmCalls: 0 }
    : { rounds: 5, seconds: 5, warmUp: 10, warmCalls: 40_000 };
  return inTemporaryFolder(async (folder) => {
    const cores = chooseCores();
    const { name, load } = findLoad(folder, cores.around);
    const upstream = await startUpstream(cores.around);
    const ground = { folder, cores, upstreamPort: upstream.port };
    const proxies: Contestant[] = [];
    try {
      for (const [key, start] of Object.entries(listContestants(ground))) {
        const proxy = only.length === 0 || only.includes(key) ? await start() : undefined;
        if (proxy !== undefined) proxies.push(proxy);
      }
      const rounds = measure(proxies, load, plan, progress);
      const { table, figures } = report(proxies, rounds);
      if (only.length > 0) return { tables: [table], notes: redisCost(rounds), figures };
      const faces = await measureFaces(ground, load, plan, progress);
      progress('a profile by step');
      const profile = await profileSteps(ground, load, plan);
      return {
        tables: [table, faces.table, profile],
        notes: [
          ...setting(name, cores.contestant !== undefined),
          intentCost(figures),
          ...redisCost(rounds),
          ...(quick ? [quickNote] : [floors(figures), ...faces.notes]),
        ],
        figures: { ...figures, ...faces.figures },
      };
    } finally {
      for (const proxy of proxies) await proxy.stop();
      await upstream.stop();
    }
  });
}

const quickNote =
  'A quick run shows that everything works. Its rounds are too short to compare with the floors: run `npm run bench -- gateway` for that.';

function setting(load: string, pinned: boolean): string[] {
  return [
    `Load: ${load}. ${pinned ? 'The contestant has its own core; the load generator and the upstream share another.' : 'Processes are not pinned to cores here.'}`,
    'Dragoman checks a key, access to a private service, two rate limits, input and output, and writes an audit record in SQLite for each call; the others check nothing. Before a call that changes something, it also commits a note of the call.',
  ];
}

/** The cost of the intent record: the same calls with it and without it. */
function intentCost(figures: Record<string, number>): string {
  const compare = (member: string, unit: string) => {
    const [on, off] = ['changing', 'unannounced'].map((key) => figures[`gateway.${key}.${member}`] ?? Number.NaN);
    return `${on?.toPrecision(3)} against ${off?.toPrecision(3)} ${unit}`;
  };
  const [processor, many] = [compare('processor_us_per_call', 'µs of processor time'), compare('p50_ms', 'ms')];
  return `The note before a call that changes something: ${processor}, p50 ${many} (${busy} connections), ${compare('single.p50_ms', 'ms')} (one connection, which waits for the disk alone).`;
}

/** The cost of Redis: the median of the ratios of the rounds. */
function redisCost(rounds: Rounds): string[] {
  const [on, off] = [rounds.get('redis'), rounds.get('dragoman')];
  if (on === undefined || off === undefined) return ['Not compared with Redis: no server answers, or it was left out.'];
  const slower =
    1 - median(on.busy.map(({ perSecond }, round) => perSecond / (off.busy[round]?.perSecond ?? Number.NaN)));
  const verdict = slower <= 0.15 ? 'met' : 'missed';
  const [shared, own] = [median(on.micros), median(off.micros)].map((micros) => micros.toPrecision(3));
  return [
    `With Redis ${(100 * slower).toFixed(1)} % fewer calls per second than without (bound 15 %: ${verdict}); ${shared} against ${own} µs of processor time.`,
  ];
}

function floors(figures: Record<string, number>): string {
  const share = figures['gateway.dragoman.share_of_bare'] ?? Number.NaN;
  const logged = figures['gateway.logged.share_of_bare'] ?? Number.NaN;
  const added = figures['gateway.dragoman.single.added_p50_ms'] ?? Number.NaN;
  const verdict = (met: boolean) => (met ? 'met' : 'missed');
  return `Floor of 1.0 × bare Node + undici: ${share.toFixed(2)}, ${verdict(share >= 1)}. Floor of 0.95 × with the default log level, one line per call: ${logged.toFixed(2)}, ${verdict(logged >= 0.95)}. Floor of 1 ms added p50: ${added.toFixed(2)} ms, ${verdict(added < 1)}.`;
}

/** Calls through the gateway, compared with proxies. */
export const gateway: Bench = {
  name: 'gateway',
  summary: 'calls per second and added latency of the whole gateway, with a profile by step',
  run,
};
