/**
 * Registrations through the whole publish flow (read → check → store → index) on a SQLite file, compared with
 * MiniSearch and Orama adding the same texts in memory: a lower bound without checks or persistence.
 */
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { JsonObject } from '@dragoman/model';
import type { Bench, BenchReport } from '../bench.js';
import { loadCatalogue } from '../catalogue.js';
import { engines, fillEngine, flatten, type SearchInput } from '../contestants.js';
import { median, percentile } from '../measure.js';
import { inTemporaryFolder, openRegistry, registerAll, toDocument } from '../registration.js';

/** The parameters for one size. */
interface Plan {
  entries: number;
  rounds: number;
  peers: boolean;
}

const plans: readonly Plan[] = [
  { entries: 1000, rounds: 5, peers: true },
  { entries: 10_000, rounds: 3, peers: true },
  { entries: 100_000, rounds: 1, peers: true },
];

const quickPlans: readonly Plan[] = [
  { entries: 1000, rounds: 3, peers: true },
  { entries: 10_000, rounds: 1, peers: true },
];

/** Concurrent callers: a single one waits for the disk each time, many share the waits. */
const concurrencies = [1, 32] as const;
/** Limit for a single caller, whose rate does not depend on the duration. */
const aloneAtMost = 1000;

/** One timed run. */
interface Run {
  seconds: number;
  count: number;
  latencies: number[];
}

function registerRun(documents: readonly JsonObject[], callers: number): Promise<Run> {
  return inTemporaryFolder(async (folder) => {
    const registry = await openRegistry(join(folder, 'registry.db'));
    const start = performance.now();
    const latencies = await registerAll(registry, documents, callers);
    const seconds = (performance.now() - start) / 1000;
    await registry.close();
    return { seconds, count: documents.length, latencies };
  });
}

async function peerRun(name: string, input: SearchInput): Promise<Run> {
  const engine = engines.get(name)?.(input);
  const start = performance.now();
  if (engine !== undefined) await fillEngine(engine, input.entries.length);
  return { seconds: (performance.now() - start) / 1000, count: input.entries.length, latencies: [] };
}

async function measureSize(input: SearchInput, plan: Plan, report: BenchReport): Promise<void> {
  const documents = input.entries.map(toDocument);
  const contestants = [
    ...concurrencies.map((callers) => ({
      name: `dragoman, ${callers} caller${callers === 1 ? '' : 's'}`,
      key: `dragoman.${callers}`,
      run: () => registerRun(callers === 1 ? documents.slice(0, aloneAtMost) : documents, callers),
    })),
    ...(plan.peers ? ['minisearch', 'orama'] : []).map((name) => ({
      name: `${name}, in memory`,
      key: name,
      run: () => peerRun(name, input),
    })),
  ];
  const runs = new Map<string, Run[]>(contestants.map(({ key }) => [key, []]));
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const { key, run } of contestants) runs.get(key)?.push(await run());
  }
  report.tables.push({
    title: `${documents.length.toLocaleString('en')} registrations`,
    columns: ['engine', 'registrations/s', 'p50 ms', 'p95 ms', 'p99 ms'],
    rows: contestants.map(({ name, key }) => {
      const done = runs.get(key) ?? [];
      const prefix = `register.${plan.entries / 1000}k.${key}`;
      const rate = median(done.map(({ count, seconds }) => count / seconds));
      report.figures[`${prefix}.per_s`] = rate;
      const latencies = done.flatMap((run) => run.latencies);
      if (latencies.length === 0) return [name, rate, '', '', ''];
      const shares = [0.5, 0.95, 0.99].map((share) => {
        const value = percentile(latencies, share);
        report.figures[`${prefix}.p${share * 100}_ms`] = value;
        return value;
      });
      return [name, rate, ...shares];
    }),
  });
}

/** Registrations per second with latencies. */
export const register: Bench = {
  name: 'register',
  summary: 'registrations per second and their latencies on SQLite at 1k, 10k and 100k entries',
  async run({ quick, progress }) {
    const report: BenchReport = { tables: [], notes: [], figures: {} };
    const chosen = quick ? quickPlans : plans;
    const { entries, origin } = loadCatalogue(chosen.at(-1)?.entries ?? 0);
    const flat = entries.map(flatten);
    progress('warming up');
    await measureSize(
      { entries: entries.slice(0, 500), flat },
      { entries: 500, rounds: 1, peers: true },
      {
        tables: [],
        notes: [],
        figures: {},
      },
    );
    for (const plan of chosen) {
      progress(`${plan.entries} entries`);
      await measureSize({ entries: entries.slice(0, plan.entries), flat: flat.slice(0, plan.entries) }, plan, report);
    }
    report.notes.push(
      `Entries: ${origin}, posted as AIDIP documents; read, checked, stored with version and audit record (synchronous FULL), indexed.`,
      'MiniSearch and Orama only add prepared texts in memory: a lower bound without checks, access rules or durability.',
      `A single caller registers at most ${aloneAtMost.toLocaleString('en')} entries.`,
    );
    if (quick) report.notes.push('Quick: 100k is skipped.');
    return report;
  },
};
