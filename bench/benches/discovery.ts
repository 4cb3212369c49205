/**
 * Quality and speed of tool retrieval: by words, by the built-in models, and combined, compared with MiniSearch and
 * Orama on the same texts in the same run; and the cost of the models.
 */
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { plainText } from '@dragoman/core/descriptions';
import { type BuiltInEmbedder, createEmbedder, type Tier } from '@dragoman/embedder';
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import { corpusFolder, corpusHelp, readJsonLines } from '../corpus.js';
import {
  type Finder,
  findAsServed,
  findWithMiniSearch,
  findWithOrama,
  fuse,
  rememberVectors,
  scoreByMeaning,
  scoreByWords,
  takeBest,
} from '../discovery/finders.js';
import { createPgvectorScan } from '../discovery/pgvector-scan.js';
import { meanOf, measureRankings, type RankingMetrics } from '../discovery/ranking-metrics.js';
import { type RetrievalSet, readRetrievalSets } from '../discovery/retrieval-set.js';
import { type CorpusOperation, listRequests, measureScale } from '../discovery/scale.js';
import { measureStoredQuality, measureStoredScale } from '../discovery/stored-search.js';
import { createVectorScan } from '../discovery/vector-scan.js';
import { median, percentile } from '../measure.js';

/** Weight of the vector in the combined score; the best of a few fixed ones on the evaluation sets. */
const vectorShare: Readonly<Record<Tier, number>> = { precise: 0.8, instant: 0.6 };
/** With --quick only every n-th request is used, and the precise tier runs only on the smallest sets. */
const quickEvery = 20;
const quickPreciseTools = 450;
const costTexts = 100;
const loads = 5;
/** Timed requests per contestant, and warm-up requests before them. */
const timedRequests = 200;
const warmUpRequests = 10;
/** Sizes of the scale table, and the largest sizes for wide vectors, for the graph index and for the database. */
const scaleSizes = [10_000, 100_000, 1_000_000];
const quickScaleSizes = [20_000];
const wideUpTo = 100_000;
const graphUpTo = 100_000;

const columns = ['contestant', 'recall@1', 'recall@5', 'recall@10', 'nDCG@10', 'MRR@10', 'queries/s'];

interface Row {
  figures: RankingMetrics;
  perSecond: number;
}

type Models = Readonly<Record<Tier, BuiltInEmbedder>>;

interface Contestant {
  name: string;
  find: Finder;
  /** Clears the cache, so that each request is embedded again. */
  forget(): void;
}

async function listContestants(set: RetrievalSet, models: Models, tiers: readonly Tier[]): Promise<Contestant[]> {
  const forget = () => undefined;
  const words = scoreByWords(set.tools);
  const own: Contestant[] = [];
  for (const tier of tiers) {
    const embedder = rememberVectors(models[tier]);
    const meaning = scoreByMeaning(set.tools, embedder);
    const fused = fuse(words, meaning, vectorShare[tier]);
    const { model } = models[tier];
    const served = await findAsServed(set.tools, { model, embedder });
    own.push(
      { name: tier, find: (request) => takeBest(meaning(request)), forget: embedder.forget },
      { name: `bm25+${tier}`, find: (request) => takeBest(fused(request)), forget: embedder.forget },
      { name: `served, ${tier}`, find: served, forget: embedder.forget },
    );
  }
  return [
    { name: 'bm25', find: (request) => takeBest(words(request)), forget },
    ...own,
    { name: 'minisearch', find: findWithMiniSearch(set.tools), forget },
    { name: 'orama', find: findWithOrama(set.tools), forget },
  ];
}

function measureContestant(set: RetrievalSet, { find, forget }: Contestant): Row {
  const timed = set.requests.slice(0, timedRequests);
  for (const request of timed.slice(0, warmUpRequests)) find(request);
  forget();
  const began = performance.now();
  for (const request of timed) find(request);
  const perSecond = (1000 * timed.length) / (performance.now() - began);
  return { figures: measureRankings(set.requests.map(find), set.relevant), perSecond };
}

function cells({ figures, perSecond }: Row): number[] {
  return [figures.recall1, figures.recall5, figures.recall10, figures.ndcg10, figures.mrr10, perSecond];
}

async function measureSet(
  set: RetrievalSet,
  models: Models,
  report: BenchReport,
  options: BenchOptions,
): Promise<Map<string, Row>> {
  const tiers: Tier[] = options.quick && set.tools.length > quickPreciseTools ? ['instant'] : ['instant', 'precise'];
  const rows = new Map<string, Row>();
  options.progress(`${set.name}: ${set.tools.length} tools`);
  for (const contestant of await listContestants(set, models, tiers))
    rows.set(contestant.name, measureContestant(set, contestant));
  report.tables.push({
    title: `${set.name}: ${set.tools.length} tools, ${set.requests.length} requests`,
    columns,
    rows: [...rows].map(([name, row]) => [name, ...cells(row)]),
  });
  for (const [name, { figures, perSecond }] of rows) {
    report.figures[`discovery.${set.name}.${name}.ndcg10`] = figures.ndcg10;
    report.figures[`discovery.${set.name}.${name}.recall10`] = figures.recall10;
    report.figures[`discovery.${set.name}.${name}.queries_per_s`] = perSecond;
  }
  return rows;
}

function addMeans(all: readonly Map<string, Row>[], report: BenchReport): void {
  const names = [...(all.find((rows) => rows.has('precise')) ?? all[0] ?? new Map()).keys()];
  const complete = names.filter((name) => all.every((rows) => rows.has(name)));
  report.tables.push({
    title: `mean of ${all.length} sets`,
    columns,
    rows: complete.map((name) => {
      const rows = all.flatMap((each) => each.get(name) ?? []);
      const figures = meanOf(rows.map((row) => row.figures));
      report.figures[`discovery.mean.${name}.ndcg10`] = figures.ndcg10;
      return [name, ...cells({ figures, perSecond: median(rows.map((row) => row.perSecond)) })];
    }),
  });
}

async function measureLoads(tier: Tier): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < loads; round += 1) {
    const began = performance.now();
    const model = await createEmbedder({ tier });
    model.embedNow('ready');
    times.push(performance.now() - began);
  }
  return times;
}

/** Load time, and the wall-clock and CPU time of embedding one request of the sets. */
async function measureCost(models: Models, sets: readonly RetrievalSet[], report: BenchReport): Promise<void> {
  const texts = sets.flatMap(({ requests }) => requests.slice(0, costTexts / sets.length).map(plainText));
  const rows: (string | number)[][] = [];
  for (const tier of ['instant', 'precise'] as const) {
    const started = await measureLoads(tier);
    const times = texts.map((text) => {
      const began = performance.now();
      models[tier].embedNow(text);
      return performance.now() - began;
    });
    const before = process.cpuUsage();
    for (const text of texts) models[tier].embedNow(text);
    const cpu = process.cpuUsage(before).user / 1000 / texts.length;
    rows.push([tier, started[0] ?? 0, median(started), percentile(times, 0.5), percentile(times, 0.95), cpu]);
    report.figures[`discovery.${tier}.ready_ms`] = median(started);
    report.figures[`discovery.${tier}.embed_p50_ms`] = percentile(times, 0.5);
    report.figures[`discovery.${tier}.embed_p95_ms`] = percentile(times, 0.95);
    report.figures[`discovery.${tier}.embed_cpu_ms`] = cpu;
  }
  report.tables.push({
    title: `cost of the models (one thread, ${texts.length} requests of the sets)`,
    columns: ['tier', 'first ready ms', 'ready ms', 'embed p50 ms', 'p95 ms', 'processor ms'],
    rows,
  });
}

/** Retrieval quality on the sets. */
async function measureQuality(
  corpus: string,
  models: Models,
  report: BenchReport,
  options: BenchOptions,
): Promise<void> {
  const sets = readRetrievalSets(corpus, options.quick ? quickEvery : 1);
  options.progress('cost of the models');
  await measureCost(models, sets, report);
  const all: Map<string, Row>[] = [];
  for (const set of sets) all.push(await measureSet(set, models, report, options));
  addMeans(all, report);
  await measureStoredQuality(sets, models.instant, report, options.progress);
  report.notes.push(
    'All contestants see name and description only. Queries per second include embedding the request; the vectors of the tools are computed before, and every tool is scored.',
    `Fused: both scores scaled to 0..1 over the set, with weight ${vectorShare.precise} for the precise vector, ${vectorShare.instant} for the instant one.`,
    'Served: the index of the server itself, which divides each score by the best one and considers the 200 best of each side.',
    'MiniSearch runs with its defaults; Orama with its English stemmer. The sets are for evaluation only: no model was trained on them.',
  );
  if (options.quick) {
    report.notes.push(
      `Quick: every ${quickEvery}th request only, and the precise tier only on sets of up to ${quickPreciseTools} tools.`,
    );
  }
}

/** Cost of the index by size, with the vectors of the instant model. */
async function measureSizes(
  corpus: string,
  { instant, precise }: Models,
  report: BenchReport,
  options: BenchOptions,
): Promise<void> {
  const operations = [...readJsonLines<CorpusOperation>(join(corpus, 'operations.jsonl.gz'))];
  const asked = listRequests(operations).map((text) => instant.embedNow(plainText(text)));
  const usual = options.quick ? quickScaleSizes : scaleSizes;
  for (const count of options.scale.length === 0 ? usual : options.scale) {
    options.progress(`${count} operations`);
    const scan = createVectorScan(instant.dimensions, count, graphUpTo);
    const database = count > graphUpTo ? undefined : createPgvectorScan();
    const onVectors = (made: readonly Float32Array[]) => {
      scan.take(made);
      database?.take(made);
    };
    await measureScale({ operations, count, model: instant, vectors: 'instant', onVectors }, report);
    scan.measure(asked, report);
    await database?.measure(asked, report);
    options.progress(`${count} operations in the database`);
    await measureStoredScale({ operations, count, model: instant, vectors: 'instant' }, report);
    if (count > wideUpTo) continue;
    options.progress(`${count} operations, vectors with the width of precise ones`);
    const model = widen(instant, precise.dimensions);
    await measureScale({ operations, count, model, vectors: 'wide' }, report);
  }
  report.notes.push(
    'Scale: bytes each are those of the whole index, including words and vectors, measured after a garbage collection. Beyond the corpus the same operations repeat, each with the path and the summary of another one appended.',
    `Wide vectors have the width of precise ones but are built from instant ones, because computing precise vectors of ${wideUpTo} operations would take half an hour. They show the cost of a search, not its quality.`,
  );
}

/** A model that repeats the numbers of another model's vectors up to a width. */
function widen(model: BuiltInEmbedder, dimensions: number): BuiltInEmbedder {
  const embedNow = (text: string) => {
    const short = model.embedNow(text);
    const wide = Float32Array.from({ length: dimensions }, (_, at) => short[at % short.length] ?? 0);
    const length = Math.hypot(...wide) || 1;
    return wide.map((value) => value / length);
  };
  return { model: `${model.model}, wide`, dimensions, embedNow, embed: async (texts) => texts.map(embedNow) };
}

/** Retrieval by words, by meaning and by both. */
export const discovery: Bench = {
  name: 'discovery',
  summary:
    'tool retrieval by words, by the built-in models and combined, compared with MiniSearch and Orama; cost of the models (needs the corpus)',
  async run(options) {
    const report: BenchReport = { tables: [], notes: [], figures: {} };
    const corpus = corpusFolder();
    if (corpus === undefined) return { ...report, notes: [corpusHelp] };
    const models: Models = {
      instant: await createEmbedder({ tier: 'instant' }),
      precise: await createEmbedder({ tier: 'precise' }),
    };
    if (options.scale.length === 0) await measureQuality(corpus, models, report, options);
    await measureSizes(corpus, models, report, options);
    return report;
  },
};
