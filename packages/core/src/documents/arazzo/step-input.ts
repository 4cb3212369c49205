/** Builds the input of a step's call from its payload, its parameters and the values of the run so far. */

import { parsePointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { Scope } from './expression.js';
import { fill, parseExpression } from './expression.js';
import type { WorkflowCall } from './workflow.js';
import { arazzoLimits } from './workflow.js';

/** The input; parameters become members by name in addition to those of the payload. */
export function inputOf(call: WorkflowCall, scope: Scope): JsonValue {
  const input = build(call, (value) => fill(value, scope));
  if (JSON.stringify(input).length <= arazzoLimits.inputCharacters) return input;
  throw new Failure('INVALID_INPUT', {
    message: `The input of the step has more than ${arazzoLimits.inputCharacters} characters.`,
  });
}

/** The input as far as the workflow's inputs determine it; values from steps stay expressions. */
export function knownInputOf(call: WorkflowCall, inputs: JsonValue): JsonValue {
  return build(call, (value) => fillKnown(value, { inputs, steps: new Map() }));
}

type Fill = (value: JsonValue) => JsonValue | undefined;

function build({ payload, replacements, parameters }: WorkflowCall, filled: Fill): JsonValue {
  const base = payload === undefined ? {} : structuredClone(filled(payload) ?? {});
  for (const { target, value } of replacements) replace(base, parsePointer(target) ?? [], filled(value));
  if (parameters.length === 0) return base;
  const members = parameters.flatMap(({ name, value }) => {
    const given = filled(value);
    return given === undefined ? [] : [[name, given] as const];
  });
  return { ...(isJsonObject(base) ? base : {}), ...Object.fromEntries(members) };
}

/** Sets a value at the tokens; missing parents are created as objects. */
function replace(root: JsonValue, tokens: readonly string[], value: JsonValue | undefined): void {
  const last = tokens.at(-1);
  if (last === undefined || value === undefined) return;
  let at: JsonValue = root;
  for (const token of tokens.slice(0, -1)) {
    if (typeof at !== 'object' || at === null) return;
    const next: JsonValue | undefined = Object.hasOwn(at, token) ? (at as JsonObject)[token] : undefined;
    if (next === undefined) set(at, token, {});
    at = (at as JsonObject)[token] ?? null;
  }
  if (typeof at === 'object' && at !== null) set(at, last, value);
}

/** Lists grow by one at most; a name such as `__proto__` becomes an ordinary member. */
function set(owner: JsonObject | JsonValue[], token: string, value: JsonValue): void {
  if (Array.isArray(owner) && !(/^\d{1,6}$/.test(token) && Number(token) <= owner.length)) return;
  Object.defineProperty(owner, token, { value, enumerable: true, writable: true, configurable: true });
}

function fillKnown(value: JsonValue, scope: Scope): JsonValue | undefined {
  if (typeof value === 'string') return parseExpression(value)?.from === 'inputs' ? fill(value, scope) : value;
  if (Array.isArray(value)) return value.map((item) => fillKnown(item, scope) ?? null);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, child]) => {
      const filled = fillKnown(child, scope);
      return filled === undefined ? [] : [[name, filled]];
    }),
  );
}
