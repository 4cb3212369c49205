/** Cost of each middleware property on a hello-world handler, per framework, compared with alternatives. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import { type CallUnderLoad, findLoad, type Load } from '../gateway/load.js';
import { type Cores, chooseCores, processorTime, startProcess } from '../gateway/processes.js';
import { median, type Table } from '../measure.js';
import { inTemporaryFolder } from '../registration.js';

const frameworks: Readonly<Record<string, string>> = {
  node: 'node:http',
  express: 'Express 5',
  fastify: 'Fastify',
  hono: 'Hono on Node',
  fetch: 'a fetch handler on Node',
};
const connections = 32;

interface Plan {
  frameworks: readonly string[];
  /** Warm-up rounds, in addition to the warm-up of the host. */
  warmUps: number;
  rounds: number;
  seconds: number;
}

/** One row of a table: one of our variants, or an alternative. */
interface Contestant {
  key: string;
  title: string;
  call: CallUnderLoad;
  /** Key of the row that it is compared with. */
  against: string;
}

/** Result of a round: requests per second, and CPU microseconds per request. */
interface Round {
  perSecond: number;
  micros: number;
}

/** A variant with its URL and request, as reported by its host. */
interface Place {
  key: string;
  title: string;
  port: number;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  freshHeader?: string;
}

function toContestant({ key, title, port, method = 'GET', path = '/', headers = {}, freshHeader }: Place): Contestant {
  const isRead = method === 'GET';
  const call: CallUnderLoad = {
    url: `http://127.0.0.1:${port}${path}`,
    method,
    headers: isRead ? headers : { 'Content-Type': 'application/json', ...headers },
    body: isRead ? '' : '{}',
    ...(freshHeader === undefined ? {} : { freshHeader }),
  };
  return { key, title, call, against: isRead ? 'bare' : 'barePost' };
}

function measureRound(pid: number, { title, call }: Contestant, load: Load, seconds: number): Round {
  const before = processorTime(pid) ?? Number.NaN;
  const { perSecond, failed } = load(call, { connections, seconds });
  if (failed > 0) throw new Error(`${title}: ${failed} requests failed`);
  return { perSecond, micros: ((processorTime(pid) ?? Number.NaN) - before) / (perSecond * seconds) };
}

/** Runs the rounds, each starting with another contestant; the host has warmed all of them equally. */
function measureAll(pid: number, contestants: readonly Contestant[], load: Load, plan: Plan): Map<string, Round[]> {
  const rounds = new Map<string, Round[]>(contestants.map(({ key }) => [key, []]));
  for (let round = -plan.warmUps; round < plan.rounds; round += 1) {
    for (let turn = 0; turn < contestants.length; turn += 1) {
      const contestant = contestants[(turn + round + plan.warmUps) % contestants.length];
      if (contestant === undefined) continue;
      const found = measureRound(pid, contestant, load, plan.seconds);
      if (round >= 0) rounds.get(contestant.key)?.push(found);
    }
  }
  return rounds;
}

function report(framework: string, contestants: readonly Contestant[], rounds: ReadonlyMap<string, readonly Round[]>) {
  const figures: Record<string, number> = {};
  const middle = (key: string, member: keyof Round) => median((rounds.get(key) ?? []).map((round) => round[member]));
  const rows = contestants.map(({ key, title, against }) => {
    const [perSecond, micros] = [middle(key, 'perSecond'), middle(key, 'micros')];
    const [share, more] = [perSecond / middle(against, 'perSecond'), micros - middle(against, 'micros')];
    Object.assign(figures, {
      [`middleware.${framework}.${key}.requests_per_s`]: perSecond,
      [`middleware.${framework}.${key}.processor_us`]: micros,
      [`middleware.${framework}.${key}.added_us`]: more,
    });
    return [title, perSecond, share, micros, more];
  });
  const title = `${frameworks[framework]}: ${connections} connections, median of the rounds`;
  const columns = ['variant', 'requests/s', '× alone', 'processor µs', 'added µs'];
  return { table: { title, columns, rows } satisfies Table, figures };
}

/** The environment of every framework. */
interface Ground {
  folder: string;
  load: Load;
  cores: Cores;
}

async function runFramework(framework: string, plan: Plan, { folder, load, cores }: Ground) {
  const file = join(folder, `${framework}.json`);
  const program = fileURLToPath(new URL('../middleware/hosts.mjs', import.meta.url));
  const host = await startProcess(process.execPath, [program, framework, file], {
    core: cores.contestant,
    ready: /listening/,
  });
  try {
    const contestants = (JSON.parse(readFileSync(file, 'utf8')) as Place[]).map(toContestant);
    return report(framework, contestants, measureAll(host.pid, contestants, load, plan));
  } finally {
    await host.stop();
  }
}

async function run(options: BenchOptions): Promise<BenchReport> {
  const plan: Plan = options.quick
    ? { frameworks: ['express'], warmUps: 0, rounds: 1, seconds: 1 }
    : { frameworks: Object.keys(frameworks), warmUps: 1, rounds: 3, seconds: 2 };
  return inTemporaryFolder(async (folder) => {
    const cores = chooseCores();
    const { name, load } = findLoad(folder, cores.around);
    const parts: ReturnType<typeof report>[] = [];
    for (const framework of plan.frameworks) {
      options.progress(`${frameworks[framework]}`);
      parts.push(await runFramework(framework, plan, { folder, load, cores }));
    }
    const figures = Object.assign({}, ...parts.map((part) => part.figures)) as Record<string, number>;
    return { tables: parts.map(({ table }) => table), notes: notes(name), figures };
  });
}

function notes(load: string): string[] {
  return [
    `Load: ${load}. Each framework is one process; its variants listen on separate ports and run in turn.`,
    'Added µs: CPU time of a request minus that of the bare handler, POST compared with POST. It is reliable on a busy machine, unlike requests per second.',
    'Alternatives: express-rate-limit with the two headers of the IETF draft and its own memory store (ours sends these and the three common ones); the weak ETags of Express, which cover only its own send methods and only reads (ours cover every response and also writes); hono/etag, which also hashes every response. If Express has set an ETag, ours keeps it.',
    'The handler returns two short texts in JSON; the cost of properties that process the body (ETag, field selection, truncation, envelopes) increases with its size.',
  ];
}

/** Cost of each property. */
export const middleware: Bench = {
  name: 'middleware',
  summary: 'cost of each middleware property on a hello-world handler, per framework',
  run,
};
