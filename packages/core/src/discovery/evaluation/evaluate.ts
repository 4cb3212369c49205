/**
 * Tries descriptions on cases: what somebody says, and which operation is meant. Tells how often the right one comes
 * first, which ones are taken for which, and which change of wording would help most, tried by really changing it.
 */
import type { Entry, Operation } from '@dragoman/model';
import { anonymous } from '../../access/caller.js';
import { createMemoryVectors } from '../../catalogue/memory-vectors.js';
import { createDiscoveryIndex } from '../discovery-index.js';
import type { Embedder } from '../embedder.js';
import { plainText } from '../tool-text.js';
import { createVectorFeed } from '../vectors/vector-feed.js';
import { listWordings } from './wordings.js';

/** One case. */
export interface EvaluationCase {
  utterance: string;
  /** Name of the operation that is meant. */
  operation: string;
}

/** How one case went. */
export interface CaseResult extends EvaluationCase {
  /** The operations that came first, best first. */
  found: string[];
  /** Place of the right one, from 1; undefined when it was not found. */
  place?: number;
}

/** Operations that are taken for another. */
export interface Confusion {
  expected: string;
  /** Undefined when nothing was found. */
  got?: string;
  utterances: string[];
}

/** A change of wording that helps. */
export interface WordingChange {
  operation: string;
  kind: 'leave-out' | 'move-first';
  /** The sentence that it is about. */
  sentence: string;
  /** Cases that come out right with it, less those that come out right without. */
  gain: number;
}

/** What came of the cases. */
export interface Evaluation {
  cases: CaseResult[];
  /** Shares of the cases, 0..1. */
  first: number;
  firstThree: number;
  confusions: Confusion[];
  changes: WordingChange[];
}

/** How to evaluate. */
export interface EvaluationOptions {
  /** Compares meanings too; words alone otherwise. */
  embedder?: Embedder;
  /** Weight of the meaning against the words. */
  share?: number;
  /** Changes of wording that are tried at most. */
  tries?: number;
}

const shown = 5;
const usualShare = 0.6;
const usualTries = 60;
const mostChanges = 5;

/** Evaluates the operations of entries on cases. */
export async function evaluateDescriptions(
  entries: readonly Entry[],
  cases: readonly EvaluationCase[],
  options: EvaluationOptions = {},
): Promise<Evaluation> {
  const results = await runCases(entries, cases, options);
  return { ...summariseCases(results), changes: await tryWordings(entries, results, options) };
}

/** What results come to, without changes of wording. */
export function summariseCases(results: readonly CaseResult[]): Omit<Evaluation, 'changes'> {
  const share = (most: number) =>
    results.filter(({ place = most + 1 }) => place <= most).length / Math.max(1, results.length);
  return { cases: [...results], first: share(1), firstThree: share(3), confusions: confusionsOf(results) };
}

async function runCases(
  entries: readonly Entry[],
  cases: readonly EvaluationCase[],
  { embedder, share = usualShare }: EvaluationOptions,
): Promise<CaseResult[]> {
  const feed =
    embedder === undefined
      ? undefined
      : createVectorFeed({ embedder, store: createMemoryVectors(), share, onError: () => undefined });
  const index = createDiscoveryIndex(feed === undefined ? {} : { feeds: [feed] });
  entries.forEach((entry, at) => {
    index.put({
      entry: { ...entry, visibility: 'public', status: 'active' },
      revision: 1,
      seq: at + 1,
      createdAt: '',
      updatedAt: '',
    });
  });
  await feed?.settled();
  await feed?.stop();
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const results: CaseResult[] = [];
  for (const each of cases) {
    const [vector] = embedder === undefined ? [] : await embedder.embed([plainText(each.utterance)]);
    const meaning =
      vector === undefined || embedder === undefined ? {} : { meaning: { model: embedder.model, vector } };
    const hits = index.findOperations({ text: each.utterance, conditions: [], top: shown, ...meaning }, anonymous);
    const found = hits.flatMap(({ entryId, place }) => byId.get(entryId)?.operations[place]?.name ?? []);
    results.push(resultOf(each, found));
  }
  return results;
}

/** How a case went, by the names that were found. */
export function resultOf(each: EvaluationCase, found: readonly string[]): CaseResult {
  const place = found.indexOf(each.operation) + 1;
  return { ...each, found: [...found], ...(place === 0 ? {} : { place }) };
}

function confusionsOf(results: readonly CaseResult[]): Confusion[] {
  const pairs = new Map<string, Confusion>();
  for (const { operation, found, place, utterance } of results) {
    if (place === 1) continue;
    const [got] = found;
    const key = `${operation}\n${got ?? ''}`;
    const pair = pairs.get(key) ?? { expected: operation, ...(got === undefined ? {} : { got }), utterances: [] };
    pair.utterances.push(utterance);
    pairs.set(key, pair);
  }
  return [...pairs.values()].sort((a, b) => b.utterances.length - a.utterances.length);
}

/** Changes the descriptions of operations that are confused, one sentence at a time, and looks what it brings. */
async function tryWordings(
  entries: readonly Entry[],
  results: readonly CaseResult[],
  options: EvaluationOptions,
): Promise<WordingChange[]> {
  const confused = new Set(
    confusionsOf(results).flatMap(({ expected, got }) => [expected, ...(got === undefined ? [] : [got])]),
  );
  const before = results.filter(({ place }) => place === 1).length;
  const cases = results.map(({ utterance, operation }) => ({ utterance, operation }));
  const changes: WordingChange[] = [];
  let left = options.tries ?? usualTries;
  for (const name of confused) {
    const operation = entries.flatMap(({ operations }) => operations).find((each) => each.name === name);
    for (const { kind, sentence, description } of listWordings(operation?.description ?? '')) {
      if (left-- <= 0) return best(changes);
      const changed = entries.map((entry) => withDescription(entry, name, description));
      const after = (await runCases(changed, cases, options)).filter(({ place }) => place === 1).length;
      if (after > before) changes.push({ operation: name, kind, sentence, gain: after - before });
    }
  }
  return best(changes);
}

function best(changes: WordingChange[]): WordingChange[] {
  return changes.sort((a, b) => b.gain - a.gain).slice(0, mostChanges);
}

function withDescription(entry: Entry, name: string, description: string): Entry {
  const change = (operation: Operation) => (operation.name === name ? { ...operation, description } : operation);
  return { ...entry, operations: entry.operations.map(change) };
}
