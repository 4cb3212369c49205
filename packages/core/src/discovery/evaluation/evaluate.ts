/**
 * Evaluates descriptions with cases: an utterance and its expected operation. Reports how often the right one is ranked
 * first, which ones are confused, and which change of wording would help most, found by trying it.
 */
import type { Entry, Operation } from '@dragoman/model';
import { mapBounded } from '../../documents/map-bounded.js';
import type { CaseResult, CaseSummary, EvaluationCase, OperationChoice } from './case-results.js';
import { resultOf, summarizeCases } from './case-results.js';
import { listWordings, type Wording } from './wordings.js';

/** The operations for an utterance; none when nothing fits. */
export type Chooser = (utterance: string, signal?: AbortSignal) => Promise<OperationChoice>;

/** Creates a chooser among the operations of entries. */
export type ChooserFor = (entries: readonly Entry[]) => Promise<Chooser>;

/** A failed choice, with a message that is safe to show; the other cases continue. */
export class ChoiceFailed extends Error {
  override readonly name = 'ChoiceFailed';
}

/** A helpful change of wording. */
export interface WordingChange {
  operation: string;
  kind: 'leave-out' | 'move-first';
  /** The sentence concerned. */
  sentence: string;
  /** Cases that are right with it, minus those that are right without it. */
  gain: number;
}

/** The result of an evaluation. */
export interface Evaluation extends CaseSummary {
  changes: WordingChange[];
  /** Number of possible changes of wording that were not tried. */
  untried: number;
}

/** Options of an evaluation. */
export interface EvaluationOptions {
  /** Maximum number of changes of wording that are tried. */
  tries?: number;
  /** Number of cases evaluated concurrently. */
  atOnce?: number;
  /** Called with the total number of finished cases. */
  onProgress?: (done: number) => void;
  signal?: AbortSignal;
}

const usualTries = 60;
/** Maximum number of choices for trying wordings, in addition to the first round. */
const maxChoices = 20_000;
const maxChanges = 5;

/** Evaluates the operations of entries on cases. */
export async function evaluateDescriptions(
  entries: readonly Entry[],
  cases: readonly EvaluationCase[],
  { chooserFor, ...options }: EvaluationOptions & { chooserFor: ChooserFor },
): Promise<Evaluation> {
  const summary = await evaluateChooser(await chooserFor(entries), cases, options);
  const wordings = listTries(entries, summary);
  const tries = Math.min(options.tries ?? usualTries, Math.floor(maxChoices / Math.max(1, cases.length)));
  const before = countRight(summary.cases);
  const changes: WordingChange[] = [];
  for (const { operation, kind, sentence, description } of wordings.slice(0, tries)) {
    const changed = entries.map((entry) => withDescription(entry, operation, description));
    const { cases: results } = await evaluateChooser(await chooserFor(changed), cases, options);
    const gain = countRight(results) - before;
    if (gain > 0) changes.push({ operation: operation.name, kind, sentence, gain });
  }
  changes.sort((a, b) => b.gain - a.gain);
  return { ...summary, changes: changes.slice(0, maxChanges), untried: Math.max(0, wordings.length - tries) };
}

/** Evaluates a chooser on cases. */
export async function evaluateChooser(
  choose: Chooser,
  cases: readonly EvaluationCase[],
  { atOnce = 1, onProgress, signal }: EvaluationOptions = {},
): Promise<CaseSummary> {
  let done = 0;
  const results = await mapBounded(cases, atOnce, async (each) => {
    signal?.throwIfAborted();
    const result = await runCase(choose, each, signal);
    done += 1;
    onProgress?.(done);
    return result;
  });
  return summarizeCases(results);
}

async function runCase(choose: Chooser, each: EvaluationCase, signal?: AbortSignal): Promise<CaseResult> {
  try {
    return resultOf(each, await choose(each.utterance, signal));
  } catch (error) {
    if (!(error instanceof ChoiceFailed)) throw error;
    return { ...each, found: [], failed: error.message };
  }
}

function countRight(results: readonly CaseResult[]): number {
  return results.filter(({ place }) => place === 1).length;
}

/** Changes of the descriptions of confused operations, the most confused first. */
function listTries(entries: readonly Entry[], { confusions }: CaseSummary): (Wording & { operation: Operation })[] {
  const operations = new Map<string, Operation>();
  for (const { id, operations: own } of entries) {
    for (const operation of own) operations.set(`${id}/${operation.name}`, operation).set(operation.name, operation);
  }
  const confused = new Set(
    confusions.flatMap(({ expected, got }) => [operations.get(expected ?? ''), operations.get(got ?? '')]),
  );
  return [...confused].flatMap((operation) =>
    operation === undefined
      ? []
      : listWordings(operation.description ?? '').map((wording) => ({ ...wording, operation })),
  );
}

function withDescription(entry: Entry, changed: Operation, description: string): Entry {
  if (!entry.operations.includes(changed)) return entry;
  const change = (operation: Operation) => (operation === changed ? { ...operation, description } : operation);
  return { ...entry, operations: entry.operations.map(change) };
}
