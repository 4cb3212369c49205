/**
 * Drafts what level 2 requires beyond level 1, from what the description shows: the confidence that the impact demands,
 * and the change of state that verb and inputs imply. Without such evidence nothing is drafted.
 */

import type { VerbFamily } from '@dragoman/agis';
import type { Impact, JsonObject, Operation } from '@dragoman/model';
import { schemaProperties } from '@dragoman/model';
import { toSnakeCase } from '../../../documents/identifier.js';
import { makers, removals, valueVerbs } from './draft-outcome.js';
import { nounOf } from './draft-text.js';
import { participleOf } from './participle.js';
import { runningVerbs } from './verb-table.js';

/** Minimum confidence by impact (§6.2; agis.md R45). */
const confidences: Readonly<Record<Impact, number>> = { informational: 0.5, reversible: 0.7, irreversible: 0.85 };

/** The confidence that the impact demands; undefined when the impact is unknown. */
export function draftConfidence({ impact }: Operation): number | undefined {
  return impact === undefined ? undefined : confidences[impact];
}

/** Families of verbs after which the thing is in another state. */
const changing: ReadonlySet<VerbFamily> = new Set(['create', 'change', 'end', 'send']);

/** Maximum number of fields that a drafted transition names. */
const maxFields = 5;

/** The transition that verb and inputs imply; undefined for operations that only read, and without evidence. */
export function draftTransition(
  { impact, input, binding }: Operation,
  { method, path, family }: { method: string; path: string; family: VerbFamily | undefined },
): JsonObject | undefined {
  if (impact === undefined || impact === 'informational') return undefined;
  const entity = toSnakeCase(nounOf(path), 'resource');
  if (makers.has(method)) return { [`${entity}.existence`]: 'ABSENT -> PRESENT' };
  if (removals.has(method)) return { [`${entity}.existence`]: 'PRESENT -> ABSENT' };
  if (method === 'SEND') return { [`${entity}.delivery`]: 'NOT_SENT -> SENT' };
  if (runningVerbs.has(method.toLowerCase())) return { [`${entity}.execution`]: 'NOT_STARTED -> STARTED' };
  if (family === undefined || !changing.has(family)) return undefined;
  // "approve", "sell" and "notify" name the state after them, and say nothing about existence; "update" names none.
  const state = { [`${entity}.state`]: `[current] -> ${participleOf(method.toLowerCase()).toUpperCase()}` };
  if (!valueVerbs.has(method)) return state;
  const places = binding.kind === 'http' ? binding.parameters : {};
  const changed = Object.keys(schemaProperties(input)).filter((name) => {
    const place = Object.hasOwn(places, name) ? places[name]?.in : 'body';
    return place === 'body' && !path.includes(`{${name}}`) && /^[A-Za-z]\w*$/.test(name);
  });
  const fields = changed.slice(0, maxFields).map((name) => toSnakeCase(name, 'value'));
  if (fields.length === 0) return undefined;
  return Object.fromEntries(fields.map((field) => [`${entity}.${field}`, `[current] -> [${field} of the request]`]));
}
