/**
 * The inputs of an operation that the intent gives, that the caller has, and that are missing; and, for an operation
 * with an AGIS verb, the confidence of the five steps of matching.
 */

import type { Instruction, MappedEndpoint } from '@dragoman/agis';
import { createMatcher, dayIn, fillParameters, readInstruction, readSlots } from '@dragoman/agis';
import type { Entry, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { type ActionFit, createActionComparison } from './compare-action.js';
import type { English } from './english.js';
import type { InputsReading } from './resolution.js';

/** One operation of a service. */
export interface OperationOf {
  entry: Entry;
  operation: Operation;
}

/** Compares one intent with operations. */
export interface IntentReader {
  inputs(of: OperationOf, holds: readonly string[]): InputsReading;
  /**
   * The confidence of AGIS's matching in each of these, 0..1, in their order; undefined for operations without a verb.
   */
  confidences(candidates: readonly OperationOf[]): (number | undefined)[];
  /** How the action of an operation relates to the requested one. */
  compareAction(operation: Operation): ActionFit;
}

/** Knowledge of English, and the time and time zone of the intent. */
export interface Situation extends English {
  now: () => number;
  timeZone: string;
}

const maxIntentLength = 2_000;

/** Creates the reader of one intent. */
export function createIntentReader(intent: string, situation: Situation): IntentReader {
  const { words, timeZone, now } = situation;
  const text = intent.slice(0, maxIntentLength);
  const instruction: Instruction = readInstruction(text, dayIn(timeZone, now()), situation);
  return {
    compareAction: createActionComparison(instruction, situation),
    inputs(of, holds) {
      const endpoint = toEndpoint(of);
      const { arguments: given, questions } = fillParameters(
        endpoint,
        readSlots(endpoint, words),
        instruction,
        situation,
      );
      const has = new Set(holds.map((name) => name.toLowerCase()));
      const names = inputNames(of.operation);
      const missing = questions.filter(
        ({ parameter }) => !has.has(parameter.toLowerCase()) && !Object.hasOwn(given, parameter),
      );
      return {
        given: Object.entries(given).map(([name, value]) => ({ name, value })),
        held: names.filter((name) => has.has(name.toLowerCase()) && !Object.hasOwn(given, name)),
        missing: missing.map(({ parameter, detail }) => ({ name: parameter, detail })),
      };
    },
    confidences(candidates) {
      const spoken = candidates.map((each) => (each.operation.verb === undefined ? undefined : toEndpoint(each)));
      const endpoints = spoken.filter((each) => each !== undefined);
      if (endpoints.length === 0) return candidates.map(() => undefined);
      const { decision, candidates: found } = createMatcher(endpoints, { words, timeZone, now }).match(text);
      const sure = decision === 'nothing' ? [] : found;
      return spoken.map((endpoint) => sure.find((each) => each.endpoint === endpoint)?.confidence);
    },
  };
}

function inputNames({ input }: Operation): string[] {
  return isJsonObject(input) && isJsonObject(input.properties) ? Object.keys(input.properties).slice(0, 60) : [];
}

/** An operation of any protocol in the form that matching uses. */
function toEndpoint({ entry, operation }: OperationOf): MappedEndpoint {
  const method = operation.verb ?? operation.name;
  const path = operation.path ?? '';
  return {
    service: { service: entry.name, agtp: '', namespace: entry.slug, verbs: [method], negotiable: false, classes: [] },
    method: method.toUpperCase(),
    path,
    label: `${entry.name}: ${operation.name}`,
    intent: operation.description ?? operation.summary ?? operation.name,
    outcome: operation.outcome ?? '',
    actor: operation.actor ?? 'agent',
    idempotent: operation.idempotent === true,
    ...(operation.impact === undefined ? {} : { impact: operation.impact }),
    ...(operation.capability === undefined ? {} : { capability: operation.capability }),
    hints: readHints(operation.hints),
    transitions: {},
    input: objectOf(operation.input),
    output: objectOf(operation.output),
    withheld: false,
  };
}

function readHints(hints: JsonObject | undefined): Map<string, readonly string[]> {
  const texts = (value: JsonValue) =>
    (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
  return new Map(Object.entries(hints ?? {}).map(([name, value]) => [name, texts(value) as string[]]));
}

function objectOf(schema: unknown): JsonObject {
  return isJsonObject(schema) ? schema : {};
}
