/**
 * Cost of the operation index by size: build, memory, and query time with and without filters. `vector-scan.ts`
 * measures the vectors alone, and the recall of a fast first pass.
 */

import { plainText } from '@dragoman/core/descriptions';
import {
  anonymous,
  createDiscoveryIndex,
  createMemoryStore,
  createVectorFeed,
  type DiscoveryIndex,
  meaningShareOf,
  type OperationQuery,
  type StoredEntry,
} from '@dragoman/core/engine';
import type { BuiltInEmbedder } from '@dragoman/embedder';
import type { BenchReport } from '../bench.js';
import { makeEntry, makeOperation, makeStored } from '../entries.js';
import { bytesInUse, type Cost, costOf, percentile } from '../measure.js';

/** One operation of the corpus. */
export interface CorpusOperation {
  provider?: string;
  method: string;
  path: string;
  summary?: string;
  description?: string;
}

/** The parameters of a measurement. */
export interface ScaleSubject {
  operations: readonly CorpusOperation[];
  count: number;
  model: BuiltInEmbedder;
  /** Name of the vectors in the tables. */
  vectors: string;
  /** Receives every computed vector; a recently seen text only once. */
  onVectors?: (made: readonly Float32Array[]) => void;
}

const perEntry = 50;
const queries = 200;
const rounds = 3;
const shown = 10;
/** Entries between two waits for vectors, to limit the number of pending texts. */
const perWait = 200;
/** Operations for the build time; the time per operation does not depend on their number. */
const mostBuilt = 100_000;

/** Operations grouped by provider, as entries of up to fifty; generated lazily, because a million would fill the memory. */
export function* makeEntries({ operations, count }: ScaleSubject): Iterable<StoredEntry> {
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

/** Beyond the corpus the same operations repeat, each with the path and the summary of another one appended. */
function vary(operations: readonly CorpusOperation[], at: number): CorpusOperation {
  const own = operations[at % operations.length] ?? { method: 'GET', path: '/' };
  const round = Math.floor(at / operations.length);
  if (round === 0) return own;
  const other = operations[(at * 7_919 + round) % operations.length] ?? own;
  return { ...own, path: `${own.path}${other.path}`, description: `${own.description ?? ''} ${other.summary ?? ''}` };
}

/** Requests: summaries of operations from the whole corpus. A request without words is never searched by meaning. */
export function listRequests(operations: readonly CorpusOperation[]): string[] {
  return Array.from({ length: queries }, (_, at) => operations[(at * 487) % operations.length]?.summary ?? '').filter(
    (text) => /\w/.test(text),
  );
}

/** Measures one size with the vectors of one model. */
export async function measureScale(subject: ScaleSubject, report: BenchReport): Promise<void> {
  const { count, vectors } = subject;
  const perSecond = measureBuild(subject);
  const built = await buildIndex(subject);
  const { open, filtered } = askAll(built, subject);
  const before = bytesInUse();
  built.index = undefined;
  const bytes = (before - bytesInUse()) / count;
  const times = open.map(({ ms }) => ms);
  const figures = {
    build_per_s: perSecond,
    p50_ms: percentile(times, 0.5),
    p95_ms: percentile(times, 0.95),
    p95_processor_ms: percentile(
      open.map(({ processor }) => processor),
      0.95,
    ),
    filtered_p95_ms: percentile(
      filtered.map(({ ms }) => ms),
      0.95,
    ),
    bytes,
  };
  report.tables.push({
    title: `${count} operations, ${vectors} vectors`,
    columns: ['build/processor s', 'p50 ms', 'p95 ms', 'p95 processor ms', 'filtered p95 ms', 'bytes each'],
    rows: [Object.values(figures)],
  });
  for (const [name, value] of Object.entries(figures)) {
    report.figures[`discovery.scale.${count}.${vectors}.${name}`] = value;
  }
}

/** The costs of all requests over a few rounds, without and with a filter, excluding embedding. */
function askAll({ index }: Built, { operations, model }: ScaleSubject): { open: Cost[]; filtered: Cost[] } {
  const asked = listRequests(operations).map((text) => ({
    text,
    meaning: { model: model.model, vector: model.embedNow(plainText(text)) },
  }));
  const ask = (conditions: OperationQuery['conditions']) =>
    asked.map((request) => costOf(() => index?.findOperations({ ...request, conditions, top: shown }, anonymous)));
  const impact: OperationQuery['conditions'] = [{ field: 'impact', values: ['informational'], mode: 'any' }];
  const costs: { open: Cost[]; filtered: Cost[] } = { open: [], filtered: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const [open, filtered] = [ask([]), ask(impact)];
    if (round === 0) continue;
    costs.open.push(...open);
    costs.filtered.push(...filtered);
  }
  return costs;
}

interface Built {
  /** Set to undefined to measure the freed memory. */
  index: DiscoveryIndex | undefined;
}

/** The index with all its vectors. */
export async function buildIndex(subject: ScaleSubject): Promise<Built> {
  const { model, onVectors } = subject;
  const feed = createVectorFeed({
    embedder: {
      ...model,
      async embed(texts, signal) {
        const made = await model.embed(texts, signal);
        onVectors?.(made);
        return made;
      },
    },
    store: { ...createMemoryStore().vectors, write: async () => undefined },
    share: meaningShareOf(model.model),
    onError(error) {
      throw error;
    },
  });
  const index = createDiscoveryIndex({ feeds: [feed] });
  let taken = 0;
  for (const entry of makeEntries(subject)) {
    index.put(entry);
    taken += 1;
    if (taken % perWait === 0) await feed.settled();
  }
  await feed.settled();
  return { index };
}

/** Operations indexed per second of CPU time, without vectors and without generating the operations. */
function measureBuild(subject: ScaleSubject): number {
  const count = Math.min(subject.count, mostBuilt);
  const index = createDiscoveryIndex();
  let spent = 0;
  for (const entry of makeEntries({ ...subject, count })) spent += costOf(() => index.put(entry)).processor;
  return (1000 * count) / spent;
}
