/** Cases (what somebody says, and which operation is meant), how each went, and what they come to together. */

/** One case. */
export interface EvaluationCase {
  utterance: string;
  /** Name of the operation that is meant, or `agent/name` where several agents have one; null: none of them fits. */
  operation: string | null;
}

/** How one case went. */
export interface CaseResult extends EvaluationCase {
  /** The operations that were chosen, best first; empty when none was. */
  found: string[];
  /** Place of the right one, from 1; undefined when it was not found. For null, 1 when nothing was chosen. */
  place?: number;
  /** Why nobody could choose; such a case counts as wrong and is no confusion. */
  failed?: string;
}

/** Operations that are taken for another. */
export interface Confusion {
  /** Null: nothing was to be chosen. */
  expected: string | null;
  /** Undefined when nothing was chosen. */
  got?: string;
  utterances: string[];
}

/** How well it was seen that nothing fits. */
export interface Abstention {
  /** Cases that no operation fits. */
  expected: number;
  /** Share of the cases without a choice in which there was none to make, 0..1; undefined when something was always chosen. */
  precision?: number;
  /** Share of the cases that nothing fits in which nothing was chosen, 0..1. */
  recall: number;
}

/** What cases come to. */
export interface CaseSummary {
  cases: CaseResult[];
  /** Shares of the cases, 0..1. */
  first: number;
  firstThree: number;
  /** Absent when every case means an operation. */
  abstention?: Abstention;
  /** Cases in which nobody could choose. */
  failed: number;
  confusions: Confusion[];
}

/** How a case went, by the names that were chosen. */
export function resultOf(each: EvaluationCase, found: readonly string[]): CaseResult {
  const place = placeOf(each.operation, found);
  return { ...each, found: [...found], ...(place === 0 ? {} : { place }) };
}

function placeOf(expected: string | null, found: readonly string[]): number {
  if (expected === null) return found.length === 0 ? 1 : 0;
  return found.findIndex((name) => name === expected || name.endsWith(`/${expected}`)) + 1;
}

/** What results come to. */
export function summariseCases(results: readonly CaseResult[]): CaseSummary {
  const share = (most: number) =>
    results.filter(({ place = most + 1 }) => place <= most).length / Math.max(1, results.length);
  const abstention = abstentionOf(results);
  return {
    cases: [...results],
    first: share(1),
    firstThree: share(3),
    ...(abstention === undefined ? {} : { abstention }),
    failed: results.filter(({ failed }) => failed !== undefined).length,
    confusions: confusionsOf(results),
  };
}

function abstentionOf(results: readonly CaseResult[]): Abstention | undefined {
  const answered = results.filter(({ failed }) => failed === undefined);
  const negative = answered.filter(({ operation }) => operation === null);
  if (negative.length === 0) return undefined;
  const silent = answered.filter(({ found }) => found.length === 0).length;
  const right = negative.filter(({ found }) => found.length === 0).length;
  return {
    expected: negative.length,
    ...(silent === 0 ? {} : { precision: right / silent }),
    recall: right / negative.length,
  };
}

function confusionsOf(results: readonly CaseResult[]): Confusion[] {
  const pairs = new Map<string, Confusion>();
  for (const { operation, found, place, utterance, failed } of results) {
    if (place === 1 || failed !== undefined) continue;
    const [got] = found;
    const key = JSON.stringify([operation, got]);
    const pair = pairs.get(key) ?? { expected: operation, ...(got === undefined ? {} : { got }), utterances: [] };
    pair.utterances.push(utterance);
    pairs.set(key, pair);
  }
  return [...pairs.values()].sort((a, b) => b.utterances.length - a.utterances.length);
}
