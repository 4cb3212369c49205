/**
 * Measures whether resolution abstains when nothing matches. Every request runs unchanged, then with its right tools
 * removed, and then a request for the tools of another set runs. Uses the resolver itself, on the evaluation sets.
 */

import { createWords } from '@dragoman/agis';
import {
  anonymous,
  createDiscoveryIndex,
  createMeaningReader,
  createMemoryStore,
  createResolver,
  createVectorFeed,
  meaningShareOf,
  type Resolution,
} from '@dragoman/core/engine';
import type { BuiltInEmbedder } from '@dragoman/embedder';
import type { BenchReport } from '../bench.js';
import { makeEntry, makeOperation, makeStored } from '../entries.js';
import type { RetrievalSet } from './retrieval-set.js';

const requestsPerSet = 60;
const context = { languages: [], residency: [], holds: [] };

interface Tally {
  /** Unanswerable requests, and those with an abstention. */
  without: number;
  withheld: number;
  /** Answerable requests, those with an abstention, and those whose first candidate was right. */
  with: number;
  lost: number;
  right: number;
  /** Requests of another set, and those with an abstention. */
  foreign: number;
  foreignWithheld: number;
}

/** The first candidates of one score range: their number, and how many were right. */
interface Range {
  count: number;
  right: number;
}

const rangeEnds = [0.2, 0.4, 0.6, 0.8, 1];

interface Asked {
  set: RetrievalSet;
  foreign: RetrievalSet;
  model: BuiltInEmbedder | undefined;
  ranges: readonly Range[];
}

async function tallySet({ set, foreign, model, ranges }: Asked): Promise<Tally> {
  const stored = set.tools.map(({ id, name, description }, number) =>
    makeStored(makeEntry(id, { name, description, operations: [makeOperation(name, [])] }), number + 1),
  );
  const byId = new Map(stored.map((each) => [each.entry.id, each]));
  const feed =
    model === undefined
      ? undefined
      : createVectorFeed({
          embedder: model,
          store: createMemoryStore().vectors,
          share: meaningShareOf(model.model),
          onError(error) {
            throw error;
          },
        });
  const index = createDiscoveryIndex(feed === undefined ? {} : { feeds: [feed] });
  for (const each of stored) index.put(each);
  await feed?.settled();
  const words = createWords();
  const resolver = createResolver({
    index,
    entries: { readMany: async (ids) => ids.flatMap((id) => byId.get(id) ?? []) },
    words: () => words,
    clock: { now: () => 0 },
    ...(model === undefined
      ? {}
      : { meaning: createMeaningReader({ embedder: () => model, waitMs: 60_000, onError: () => undefined }) }),
  });
  const tally = emptyTally();
  const askFor = (intent: string, denied: string[]) =>
    resolver.resolve({ intent, context, policy: { denied }, top: 1, ranked: true }, anonymous);
  const every = Math.max(1, Math.floor(set.requests.length / requestsPerSet));
  for (let at = 0; at < set.requests.length; at += every) {
    const right = [...(set.relevant[at] ?? [])].flatMap((place) => set.tools[place]?.id ?? []);
    const ask = (denied: string[]) => askFor(set.requests[at] ?? '', denied);
    const [as, without] = [await ask([]), await ask(right)];
    tally.with += 1;
    tally.without += 1;
    if (as.decision === 'nothing') tally.lost += 1;
    if (right.includes(as.candidates[0]?.entry.id ?? '')) tally.right += 1;
    if (without.decision === 'nothing') tally.withheld += 1;
    const other = foreign.requests[at % foreign.requests.length] ?? '';
    tally.foreign += 1;
    if ((await askFor(other, [])).decision === 'nothing') tally.foreignWithheld += 1;
    noteScore(ranges, as.candidates[0], right);
  }
  return tally;
}

function emptyTally(): Tally {
  return { without: 0, withheld: 0, with: 0, lost: 0, right: 0, foreign: 0, foreignWithheld: 0 };
}

function noteScore(
  ranges: readonly Range[],
  first: Resolution['candidates'][number] | undefined,
  right: readonly string[],
): void {
  const range = ranges[rangeEnds.findIndex((end) => (first?.score ?? 2) <= end)];
  if (first === undefined || range === undefined) return;
  range.count += 1;
  if (right.includes(first.entry.id)) range.right += 1;
}

/** Measures abstention on the sets and adds it to the report. */
export async function measureAbstention(
  sets: readonly RetrievalSet[],
  models: readonly [name: string, model: BuiltInEmbedder | undefined][],
  report: BenchReport,
): Promise<void> {
  const rows: (string | number)[][] = [];
  const reliability: (string | number)[][] = [];
  for (const [name, model] of models) {
    const sum = emptyTally();
    const ranges = rangeEnds.map((): Range => ({ count: 0, right: 0 }));
    for (const [at, set] of sets.entries()) {
      const tally = await tallySet({ set, foreign: sets[(at + 1) % sets.length] ?? set, model, ranges });
      for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += tally[key];
    }
    const share = (part: number, whole: number) => part / Math.max(1, whole);
    const precision = share(sum.withheld, sum.withheld + sum.lost);
    const recall = share(sum.withheld, sum.without);
    const foreign = share(sum.foreignWithheld, sum.foreign);
    rows.push([name, sum.without, precision, recall, foreign, share(sum.lost, sum.with), share(sum.right, sum.with)]);
    reliability.push([
      name,
      ...ranges.map(({ count, right }) => (count === 0 ? '' : `${share(right, count).toFixed(2)} of ${count}`)),
    ]);
    report.figures[`discovery.abstention.${name}.precision`] = precision;
    report.figures[`discovery.abstention.${name}.recall`] = recall;
    report.figures[`discovery.abstention.${name}.foreign_recall`] = foreign;
  }
  report.tables.push(
    {
      title: 'abstention: requests unchanged, with their right tools removed, and for the tools of another set',
      columns: [
        'compared by',
        'unanswerable',
        'precision',
        'recall',
        'recall, other set',
        'answerable lost',
        'first right',
      ],
      rows,
    },
    {
      title: 'calibration: share of first candidates that were right, by score',
      columns: ['compared by', ...rangeEnds.map((end) => `up to ${end}`)],
      rows: reliability,
    },
  );
}
