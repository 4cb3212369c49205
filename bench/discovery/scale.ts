/**
 * What the index of operations costs at size: build, memory, time of a query with and without filters, and how much of
 * the exact result the quick first pass keeps.
 */
import { performance } from 'node:perf_hooks';
import {
  anonymous,
  createDiscoveryIndex,
  createMemoryStore,
  createVectorFeed,
  createVectorTable,
  packVector,
  plainText,
  type StoredEntry,
  toolText,
} from '@dragoman/core';
import type { BuiltInEmbedder } from '@dragoman/embedder';
import type { BenchReport } from '../bench.js';
import { makeEntry, makeOperation, makeStored } from '../entries.js';
import { percentile } from '../measure.js';

/** One operation of the corpus. */
export interface CorpusOperation {
  provider?: string;
  method: string;
  path: string;
  summary?: string;
  description?: string;
}

const perEntry = 50;
const queries = 200;
const shown = 10;
/** Up to here the table compares every vector exactly and keeps no signs. */
const exactRows = 131_072;

/** Operations grouped under their providers, as entries of up to fifty; made one by one, since a million would fill the memory. */
function* makeEntries(operations: readonly CorpusOperation[], count: number): Iterable<StoredEntry> {
  for (let from = 0; from < count; from += perEntry) {
    const some = Array.from({ length: Math.min(perEntry, count - from) }, (_, at) => vary(operations, from + at));
    const made = some.map(({ method, path, summary, description }, at) => ({
      ...makeOperation(`${method}${path}`.replace(/[^A-Za-z0-9]+/g, '_'), []),
      ...(summary === undefined ? {} : { summary }),
      ...(description === undefined ? {} : { description }),
      ...(at % 2 === 0 ? { impact: 'informational' as const } : {}),
    }));
    const id = `entry-${from / perEntry}`;
    const entry = makeEntry(id, { name: some[0]?.provider ?? id, description: '', operations: made });
    yield makeStored(entry, 1 + from / perEntry);
  }
}

/** Beyond the corpus the same operations come again, each with words of another. */
function vary(operations: readonly CorpusOperation[], at: number): CorpusOperation {
  const own = operations[at % operations.length] ?? { method: 'GET', path: '/' };
  const round = Math.floor(at / operations.length);
  if (round === 0) return own;
  const other = operations[(at * 7_919 + round) % operations.length] ?? own;
  return { ...own, path: `${own.path}${other.path}`, description: `${own.description ?? ''} ${other.summary ?? ''}` };
}

/** Measures one size; the instant model makes the vectors. */
export async function measureScale(
  { operations, count, model }: { operations: readonly CorpusOperation[]; count: number; model: BuiltInEmbedder },
  report: BenchReport,
): Promise<void> {
  const perSecond = measureBuild(operations, count);
  const feed = createVectorFeed({
    embedder: model,
    store: { ...createMemoryStore().vectors, write: async () => undefined },
    share: 0.6,
    onError(error) {
      throw error;
    },
  });
  const index = createDiscoveryIndex({ feeds: [feed] });
  for (const entry of makeEntries(operations, count)) index.put(entry);
  await feed.settled();
  const asked = Array.from({ length: queries }, (_, at) => operations[(at * 487) % operations.length]).flatMap(
    (each) => each?.summary ?? [],
  );
  const times = (conditions: { field: string; values: string[]; mode: 'any' }[]) =>
    asked.map((text) => {
      const meaning = { model: model.model, vector: model.embedNow(plainText(text)) };
      const start = performance.now();
      index.findOperations({ text, meaning, conditions, top: shown }, anonymous);
      return performance.now() - start;
    });
  times([]);
  const [open, filtered] = [times([]), times([{ field: 'impact', values: ['informational'], mode: 'any' }])];
  const recall = measureRecall(makeEntries(operations, count), asked, model);
  const bytes = vectorBytes(model.dimensions, count);
  report.tables.push({
    title: `${count} operations, instant vectors`,
    columns: ['build/s', 'p50 ms', 'p95 ms', 'filtered p95 ms', 'recall@10', 'vector bytes each'],
    rows: [[perSecond, percentile(open, 0.5), percentile(open, 0.95), percentile(filtered, 0.95), recall, bytes]],
  });
  report.figures[`discovery.scale.${count}.build_per_s`] = perSecond;
  report.figures[`discovery.scale.${count}.p95_ms`] = percentile(open, 0.95);
  report.figures[`discovery.scale.${count}.filtered_p95_ms`] = percentile(filtered, 0.95);
  report.figures[`discovery.scale.${count}.recall10`] = recall;
}

/** Operations a second that the index of words takes in; making them is not counted. */
function measureBuild(operations: readonly CorpusOperation[], count: number): number {
  const index = createDiscoveryIndex();
  let spent = 0;
  for (const entry of makeEntries(operations, count)) {
    const began = performance.now();
    index.put(entry);
    spent += performance.now() - began;
  }
  return (1000 * count) / spent;
}

/** Bytes that one vector takes in the table: its numbers, its scale, and its signs where a first pass goes by them. */
function vectorBytes(dimensions: number, count: number): number {
  const signs = count <= exactRows ? 0 : Math.ceil(dimensions / 128) * 16;
  return dimensions + signs + 4 + 1;
}

/** Share of the exact first ten, by the vectors as they are kept, that the first pass by signs keeps. */
function measureRecall(entries: Iterable<StoredEntry>, asked: readonly string[], model: BuiltInEmbedder): number {
  const quick = createVectorTable({ dimensions: model.dimensions, exactUpTo: 0 });
  const exact = createVectorTable({ dimensions: model.dimensions, exactUpTo: Number.MAX_SAFE_INTEGER });
  let row = 0;
  for (const { entry } of entries) {
    for (const { name, summary = '', description = '' } of entry.operations) {
      const packed = packVector(model.embedNow(toolText(name, `${summary}. ${description}`).slice(0, 1_000)));
      if (packed === undefined) continue;
      quick.set(row, packed);
      exact.set(row, packed);
      row += 1;
    }
  }
  const best = (table: typeof quick, vector: Float32Array) => {
    const found: [number, number][] = [];
    table.ask(vector).forNearest(
      300,
      () => true,
      (at, near) => found.push([at, near]),
    );
    return found.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, shown);
  };
  let met = 0;
  let all = 0;
  for (const text of asked.slice(0, 100)) {
    const vector = model.embedNow(plainText(text));
    const right = best(exact, vector);
    const least = right.at(-1)?.[1] ?? 0;
    // Texts that are the same have the same vector; which of them comes first does not matter.
    met += best(quick, vector).filter(([, near]) => near >= least - 1e-6).length;
    all += right.length;
  }
  return met / Math.max(1, all);
}
