/** What each property of the middleware costs on a hello-world handler, per framework, beside what others offer for the same. */
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
  /** Rounds that count for nothing, beside what the host does by itself to warm up. */
  warmUps: number;
  rounds: number;
  seconds: number;
}

/** One line of a table: a variant of ours, or a peer. */
interface Contestant {
  key: string;
  title: string;
  call: CallUnderLoad;
  /** Key of what it is held against. */
  against: string;
}

/** What a round found: requests a second, and microseconds of processor time for each. */
interface Round {
  perSecond: number;
  micros: number;
}

/** A variant as its host tells where it is and how it is asked. */
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

/** Round by round, each begun by another contestant; the host has warmed all of them alike. */
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

/** What every framework runs on. */
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
    `Load: ${load}. Each framework is one process; its variants stand on ports of their own and take turns.`,
    'Added µs: processor time of a request above that of the same handler alone, POST against POST. It holds on a busy machine, where requests a second do not.',
    'Peers: express-rate-limit with the two headers of the IETF draft and its own memory store, where ours sends these and the three widespread ones; the tags of Express, which are weak, on what its own methods send, and for readers alone, where ours are on every answer and hold for writers too; hono/etag, which hashes every answer, too. Where Express has set a tag, ours keeps it and makes none.',
    'The handler answers two short texts in JSON; what a property costs on a large answer grows with the answer where it looks into it (ETag, field selection, truncation, envelopes).',
  ];
}

/** What each property costs. */
export const middleware: Bench = {
  name: 'middleware',
  summary: 'what each property of the middleware costs on a hello-world handler, per framework',
  run,
};
