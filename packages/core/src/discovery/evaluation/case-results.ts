/** Cases (an utterance and its expected operation), the result of each, and their summary. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { bareName } from '@dragoman/model';

/** One case. */
export interface EvaluationCase {
  utterance: string;
  /** Name of the expected operation, or `agent/name` when several services have it; null: none fits. */
  operation: string | null;
  /** Inputs in the utterance, by name; additional ones are accepted. */
  arguments?: JsonObject;
}

/** The chosen operations, best first; and the inputs of the first, if the chooser gave any. */
export type OperationChoice = readonly string[] | { names: readonly string[]; inputs: JsonObject };

/** The names of a choice. */
export function chosenNames(choice: OperationChoice): readonly string[] {
  return 'names' in choice ? choice.names : choice;
}

/** The result of one case. */
export interface CaseResult extends EvaluationCase {
  /** The chosen operations, best first; empty when none was chosen. */
  found: string[];
  /** Rank of the expected one, from 1; undefined when it was not found. For null, 1 when nothing was chosen. */
  place?: number;
  /**
   * Inputs of the expected operation that were missing or wrong; absent when none were expected or none could be given.
   */
  badArguments?: string[];
  /** Why no choice was possible; such a case counts as wrong but not as a confusion. */
  failed?: string;
}

/** An operation that was confused with another. */
export interface Confusion {
  /** Null: nothing should have been chosen. */
  expected: string | null;
  /** Undefined when nothing was chosen. */
  got?: string;
  utterances: string[];
}

/** How well requests without a fitting operation were recognized. */
export interface Abstention {
  /** Number of cases that no operation fits. */
  expected: number;
  /** Share of the cases without a choice that were correct, 0..1; undefined when something was always chosen. */
  precision?: number;
  /** Share of the cases without a fitting operation in which nothing was chosen, 0..1. */
  recall: number;
}

/** How often one operation is missed, and called with wrong inputs. */
export interface OperationRates {
  operation: string;
  cases: number;
  /** Share of its cases in which another or none was chosen first, 0..1. */
  wrongOperation: number;
  /**
   * Share of the cases with expected inputs, in which it was chosen, that had a wrong one; absent without such cases.
   */
  badArgument?: number;
}

/** The summary of cases. */
export interface CaseSummary {
  cases: CaseResult[];
  /** Shares of the cases, 0..1. */
  first: number;
  firstThree: number;
  /** Absent when every case has an expected operation. */
  abstention?: Abstention;
  /** Number of cases in which no choice was possible. */
  failed: number;
  confusions: Confusion[];
  /** By expected operation, the most often missed first. */
  operations: OperationRates[];
}

/** The result of a case for a choice. */
export function resultOf(each: EvaluationCase, choice: OperationChoice): CaseResult {
  const found = chosenNames(choice);
  const place = placeOf(each.operation, found);
  const hasInputs = place === 1 && each.arguments !== undefined && 'inputs' in choice;
  return {
    ...each,
    found: [...found],
    ...(place === 0 ? {} : { place }),
    ...(hasInputs ? { badArguments: badArguments(each.arguments ?? {}, choice.inputs) } : {}),
  };
}

function badArguments(expected: JsonObject, given: JsonObject): string[] {
  return Object.keys(expected).filter((name) => !isSame(expected[name], given[name]));
}

/** Strings are compared case-insensitively and trimmed; a number may be written as a string. */
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

/** Summarizes results. */
export function summarizeCases(results: readonly CaseResult[]): CaseSummary {
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
