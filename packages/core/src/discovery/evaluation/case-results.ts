/** Cases (what somebody says, and which operation is meant), how each went, and what they come to together. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '@dragoman/model';

/** One case. */
export interface EvaluationCase {
  utterance: string;
  /** Name of the operation that is meant, or `agent/name` where several agents have one; null: none of them fits. */
  operation: string | null;
  /** Inputs that the utterance tells, by name; further ones do no harm. */
  arguments?: JsonObject;
}

/** What was chosen: names of operations, best first; and the inputs of the first, where whoever chose gave some. */
export type OperationChoice = readonly string[] | { names: readonly string[]; inputs: JsonObject };

/** The names of a choice. */
export function chosenNames(choice: OperationChoice): readonly string[] {
  return 'names' in choice ? choice.names : choice;
}

/** How one case went. */
export interface CaseResult extends EvaluationCase {
  /** The operations that were chosen, best first; empty when none was. */
  found: string[];
  /** Place of the right one, from 1; undefined when it was not found. For null, 1 when nothing was chosen. */
  place?: number;
  /** Inputs of the right operation that were left out or given wrongly; absent when none were expected or none could be given. */
  badArguments?: string[];
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

/** How often one operation is missed, and called with the wrong inputs. */
export interface OperationRates {
  operation: string;
  cases: number;
  /** Share of its cases in which another or none was chosen first, 0..1. */
  wrongOperation: number;
  /** Share of the cases with expected inputs, in which it was chosen, that had a wrong one; absent when there were none. */
  badArgument?: number;
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
  /** By operation that is meant, the most often missed first. */
  operations: OperationRates[];
}

/** How a case went, by what was chosen. */
export function resultOf(each: EvaluationCase, choice: OperationChoice): CaseResult {
  const found = chosenNames(choice);
  const place = placeOf(each.operation, found);
  const judged = place === 1 && each.arguments !== undefined && 'inputs' in choice;
  return {
    ...each,
    found: [...found],
    ...(place === 0 ? {} : { place }),
    ...(judged ? { badArguments: badArguments(each.arguments ?? {}, choice.inputs) } : {}),
  };
}

function badArguments(expected: JsonObject, given: JsonObject): string[] {
  return Object.keys(expected).filter((name) => !isSame(expected[name], given[name]));
}

/** Texts are the same whatever their case and the space around them; a number may be written as text. */
function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  const isPlain = (value: JsonValue | undefined) => typeof value === 'string' || typeof value === 'number';
  if (isPlain(one) && isPlain(other)) return String(one).trim().toLowerCase() === String(other).trim().toLowerCase();
  return isDeepStrictEqual(one, other);
}

function placeOf(expected: string | null, found: readonly string[]): number {
  if (expected === null) return found.length === 0 ? 1 : 0;
  const is = (wanted: string) => (name: string) => name === wanted || name.endsWith(`/${wanted}`);
  const exact = found.findIndex(is(expected));
  return (exact >= 0 ? exact : found.map(bareName).findIndex(is(bareName(expected)))) + 1;
}

/** A name without case and punctuation: an entry calls the operationId `trackContainer` of a document `track_container`. */
export function bareName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}/]/gu, '');
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
    operations: ratesOf(results),
  };
}

function ratesOf(results: readonly CaseResult[]): OperationRates[] {
  const byOperation = new Map<string, CaseResult[]>();
  for (const result of results) {
    if (result.operation === null || result.failed !== undefined) continue;
    byOperation.set(result.operation, [...(byOperation.get(result.operation) ?? []), result]);
  }
  const rates = [...byOperation].map(([operation, own]): OperationRates => {
    const filled = own.filter(({ badArguments }) => badArguments !== undefined);
    const bad = filled.filter(({ badArguments = [] }) => badArguments.length > 0).length;
    return {
      operation,
      cases: own.length,
      wrongOperation: own.filter(({ place }) => place !== 1).length / own.length,
      ...(filled.length === 0 ? {} : { badArgument: bad / filled.length }),
    };
  });
  return rates.sort((a, b) => b.wrongOperation - a.wrongOperation || (b.badArgument ?? 0) - (a.badArgument ?? 0));
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
