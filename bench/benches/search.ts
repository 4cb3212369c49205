/** Building and querying the index at 1k, 10k and 100k entries, compared with MiniSearch and Orama on the same entries. */
import { performance } from 'node:perf_hooks';
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import { type BenchQuery, type Catalogue, loadCatalogue, makeQueries } from '../catalogue.js';
import { engines, fillEngine, flatten, type SearchEngine, type SearchInput } from '../contestants.js';
import { bytesInUse, interleave, median, percentile } from '../measure.js';

/** The parameters for one size. */
interface Plan {
  entries: number;
  builds: number;
  queries: number;
  rounds: number;
  /** Engines that would take too long at this size are skipped. */
  peers: boolean;
}

const plans: readonly Plan[] = [
  { entries: 1000, builds: 5, queries: 300, rounds: 5, peers: true },
  { entries: 10_000, builds: 3, queries: 200, rounds: 3, peers: true },
  { entries: 100_000, builds: 1, queries: 60, rounds: 1, peers: true },
];

const quickPlans: readonly Plan[] = [
  { entries: 1000, builds: 3, queries: 100, rounds: 2, peers: true },
  { entries: 10_000, builds: 1, queries: 50, rounds: 1, peers: true },
  { entries: 100_000, builds: 1, queries: 200, rounds: 2, peers: false },
];

interface Built {
  engine: SearchEngine;
  entriesPerSecond: number;
  bytesPerEntry: number;
}

/** Builds each engine several times, and once more for the queries, when its memory is measured too. */
async function build(names: readonly string[], input: SearchInput, plan: Plan): Promise<Map<string, Built>> {
  const count = input.entries.length;
  const creators = names.flatMap((name) => {
    const create = engines.get(name);
    return create === undefined ? [] : [{ name, create }];
  });
  const times = await interleave(
    creators.map(({ name, create }) => ({ name, run: () => fillEngine(create(input), count) })),
    { rounds: plan.builds - 1, warmUp: plan.builds > 1 ? 1 : 0 },
  );
  const built = new Map<string, Built>();
  for (const { name, create } of creators) {
    const before = bytesInUse();
    const engine = create(input);
    const start = performance.now();
    await fillEngine(engine, count);
    const spent = [...(times.get(name) ?? []), performance.now() - start];
    engine.find({ text: 'warm', capability: '', language: 'en' }, false);
    const bytesPerEntry = (bytesInUse() - before) / count;
    built.set(name, { engine, entriesPerSecond: (1000 * count) / median(spent), bytesPerEntry });
  }
  return built;
}

/** Warm-up queries. */
const warmUpQueries = 20;

/** Milliseconds of each query; the engines run in turn, after a warm-up round. */
function ask(built: ReadonlyMap<string, Built>, queries: readonly BenchQuery[], rounds: number, filtered: boolean) {
  const times = new Map<string, number[]>([...built.keys()].map((name) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const query of round < 0 ? queries.slice(0, warmUpQueries) : queries) {
      for (const [name, { engine }] of built) {
        const start = performance.now();
        engine.find(query, filtered);
        if (round >= 0) times.get(name)?.push(performance.now() - start);
      }
    }
  }
  return times;
}

function label(entries: number): string {
  return `${entries / 1000}k`;
}

async function measureSize(all: Catalogue, plan: Plan, report: BenchReport, options: BenchOptions): Promise<void> {
  const { origin } = all;
  const entries = all.entries.slice(0, plan.entries);
  const input = { entries, flat: plan.peers ? entries.map(flatten) : [] };
  const names = plan.peers ? [...engines.keys()] : ['dragoman'];
  const size = label(plan.entries);
  options.progress(`${size}: building ${names.join(', ')}`);
  const built = await build(names, input, plan);
  const queries = makeQueries(entries, plan.queries);
  const figure = (name: string, what: string, value: number) => {
    report.figures[`search.${size}.${name}.${what}`] = value;
    return value;
  };
  report.tables.push({
    title: `${entries.length.toLocaleString('en')} entries (${origin}): building`,
    columns: ['engine', 'entries/s', 'bytes/entry', 'speed ÷ peer', 'memory ÷ peer'],
    rows: [...built].map(([name, { entriesPerSecond, bytesPerEntry }]) => {
      const ours = built.get('dragoman');
      const rate = figure(name, 'build_per_s', entriesPerSecond);
      const bytes = figure(name, 'bytes_per_entry', bytesPerEntry);
      return [name, rate, bytes, (ours?.entriesPerSecond ?? 0) / rate, (ours?.bytesPerEntry ?? 0) / bytes];
    }),
  });
  for (const filtered of [false, true]) {
    const kind = filtered ? 'filtered' : 'unfiltered';
    options.progress(`${size}: querying, ${kind}`);
    const times = ask(built, queries, plan.rounds, filtered);
    report.tables.push({
      title: `${entries.length.toLocaleString('en')} entries: ${kind} queries`,
      columns: ['engine', 'queries/s', 'p50 ms', 'p95 ms', 'p99 ms', 'speed ÷ peer'],
      rows: [...times].map(([name, each]) => {
        const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
        const rate = figure(name, `${kind}.queries_per_s`, (1000 * each.length) / sum(each));
        const ratio = sum(each) / sum(times.get('dragoman') ?? []);
        if (name !== 'dragoman') figure(name, `${kind}.dragoman_speed_ratio`, ratio);
        const latency = (share: number) => figure(name, `${kind}.p${share * 100}_ms`, percentile(each, share));
        return [name, rate, latency(0.5), latency(0.95), latency(0.99), ratio];
      }),
    });
  }
}

/** Building and querying the index, compared with other engines. */
export const search: Bench = {
  name: 'search',
  summary:
    'index build, memory, query throughput and latency at 1k, 10k and 100k entries, compared with MiniSearch and Orama',
  async run(options) {
    const report: BenchReport = { tables: [], notes: [], figures: {} };
    const catalogue = loadCatalogue(100_000);
    for (const plan of options.quick ? quickPlans : plans) await measureSize(catalogue, plan, report, options);
    report.notes.push(
      '"÷ peer" is our value divided by the value of that row: above 1 we are faster, or need more memory.',
      'Peers run on our tokenizer (same terms, stop words and stems), with the same fields and boosts; queries join terms by OR, first ten hits.',
      'Filter: one capability and one language, entries without languages pass; a callback for MiniSearch, `where` for Orama. Orama also matches prefixes, which cannot be turned off.',
      'Our queries also count all matches, filter by what the caller may see and exclude private entries from the statistics.',
    );
    if (options.quick) report.notes.push('Quick: the other engines are skipped at 100k.');
    return report;
  },
};
