/**
 * Measures whether resolution abstains when nothing matches. Every request runs unchanged, then with its right tools
 * removed, and then a request for the tools of another set runs. Uses the resolver itself, on the evaluation sets.
 */

import type { Resolution } from '@dragoman/core/engine';
import type { BuiltInEmbedder } from '@dragoman/embedder';
import type { BenchReport } from '../bench.js';
import { makeEntry, makeOperation, makeStored } from '../entries.js';
import { createResolverRig } from './resolver-rig.js';
import type { RetrievalSet } from './retrieval-set.js';

const requestsPerSet = 60;

interface Tally {
  /** Requests; each also runs without its right tools, and with one of another set. */
  asked: number;
  /** Answerable requests with the decision `nothing`, and those whose first candidate was right. */
  lost: number;
  right: number;
  /** Answerable requests with the decision `found`, and those of them that were right. */
  found: number;
  foundRight: number;
  /** Decisions without the right tools: `nothing`, and anything but `found`. */
  removedNothing: number;
  removedSeen: number;
  /** The same for requests of another set. */
  foreignNothing: number;
  foreignSeen: number;
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
  const ask = await createResolverRig(stored, model, 1);
  const tally = emptyTally();
  const every = Math.max(1, Math.floor(set.requests.length / requestsPerSet));
  for (let at = 0; at < set.requests.length; at += every) {
    const right = [...(set.relevant[at] ?? [])].flatMap((place) => set.tools[place]?.id ?? []);
    const text = set.requests[at] ?? '';
    const as = await ask(text);
    const removed = (await ask(text, right)).decision;
    const other = (await ask(foreign.requests[at % foreign.requests.length] ?? '')).decision;
    const isRight = right.includes(as.candidates[0]?.entry.id ?? '');
    tally.asked += 1;
    if (as.decision === 'nothing') tally.lost += 1;
    if (isRight) tally.right += 1;
    if (as.decision === 'found') tally.found += 1;
    if (as.decision === 'found' && isRight) tally.foundRight += 1;
    if (removed === 'nothing') tally.removedNothing += 1;
    if (removed !== 'found') tally.removedSeen += 1;
    if (other === 'nothing') tally.foreignNothing += 1;
    if (other !== 'found') tally.foreignSeen += 1;
    noteScore(ranges, as.candidates[0], right);
  }
  return tally;
}

function emptyTally(): Tally {
  return {
    asked: 0,
    lost: 0,
    right: 0,
    found: 0,
    foundRight: 0,
    removedNothing: 0,
    removedSeen: 0,
    foreignNothing: 0,
    foreignSeen: 0,
  };
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
    const share = (part: number, whole = sum.asked) => part / Math.max(1, whole);
    const figures = {
      lost: share(sum.lost),
      foreign_not_found: share(sum.foreignSeen),
      foreign_nothing: share(sum.foreignNothing),
      removed_not_found: share(sum.removedSeen),
      removed_nothing: share(sum.removedNothing),
      found: share(sum.found),
      found_right: share(sum.foundRight, sum.found),
      first_right: share(sum.right),
    };
    rows.push([name, sum.asked, ...Object.values(figures)]);
    for (const [figure, value] of Object.entries(figures)) report.figures[`decision.public.${name}.${figure}`] = value;
    reliability.push([
      name,
      ...ranges.map(({ count, right }) => (count === 0 ? '' : `${share(right, count).toFixed(2)} of ${count}`)),
    ]);
  }
  report.tables.push(
    {
      title: 'public sets: requests unchanged, for the tools of another set, and with their right tools removed',
      columns: [
        'compared by',
        'requests',
        'answerable lost',
        'other set: not found',
        'nothing',
        'removed: not found',
        'nothing',
        'found',
        'found right',
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
