/**
 * Whether resolution says nothing when nothing fits. Every request is asked twice: as it is, and with its right tools
 * left out, so that no tool answers it. Runs the resolver itself, over the evaluation sets.
 */
import {
  anonymous,
  createDiscoveryIndex,
  createMeaningReader,
  createMemoryStore,
  createResolver,
  createVectorFeed,
  createWords,
} from '@dragoman/core';
import type { BuiltInEmbedder } from '@dragoman/embedder';
import type { BenchReport } from '../bench.js';
import { makeEntry, makeOperation, makeStored } from '../entries.js';
import type { RetrievalSet } from './retrieval-set.js';

const requestsPerSet = 60;
const context = { languages: [], residency: [], holds: [] };

interface Tally {
  /** Unanswerable requests, and those that were abstained from. */
  without: number;
  withheld: number;
  /** Answerable requests, those abstained from, and those whose first candidate was right. */
  with: number;
  lost: number;
  right: number;
}

async function tallySet(set: RetrievalSet, model: BuiltInEmbedder | undefined): Promise<Tally> {
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
          share: model.model.includes('precise') ? 0.8 : 0.6,
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
  const tally: Tally = { without: 0, withheld: 0, with: 0, lost: 0, right: 0 };
  const every = Math.max(1, Math.floor(set.requests.length / requestsPerSet));
  for (let at = 0; at < set.requests.length; at += every) {
    const right = [...(set.relevant[at] ?? [])].flatMap((place) => set.tools[place]?.id ?? []);
    const ask = (denied: string[]) =>
      resolver.resolve(
        { intent: set.requests[at] ?? '', context, policy: { denied }, top: 1, ranked: true },
        anonymous,
      );
    const [as, without] = [await ask([]), await ask(right)];
    tally.with += 1;
    tally.without += 1;
    if (as.decision === 'nothing') tally.lost += 1;
    if (right.includes(as.candidates[0]?.entry.id ?? '')) tally.right += 1;
    if (without.decision === 'nothing') tally.withheld += 1;
  }
  return tally;
}

/** Measures abstention over the sets and puts it into the report. */
export async function measureAbstention(
  sets: readonly RetrievalSet[],
  models: readonly [name: string, model: BuiltInEmbedder | undefined][],
  report: BenchReport,
): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const [name, model] of models) {
    const sum: Tally = { without: 0, withheld: 0, with: 0, lost: 0, right: 0 };
    for (const set of sets) {
      const tally = await tallySet(set, model);
      for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += tally[key];
    }
    const precision = sum.withheld / Math.max(1, sum.withheld + sum.lost);
    const recall = sum.withheld / Math.max(1, sum.without);
    rows.push([
      name,
      sum.without,
      precision,
      recall,
      sum.lost / Math.max(1, sum.with),
      sum.right / Math.max(1, sum.with),
    ]);
    report.figures[`discovery.abstention.${name}.precision`] = precision;
    report.figures[`discovery.abstention.${name}.recall`] = recall;
  }
  report.tables.push({
    title: 'abstention: requests asked as they are, and with their right tools left out',
    columns: ['compared by', 'unanswerable', 'precision', 'recall', 'answerable lost', 'first right'],
    rows,
  });
}
