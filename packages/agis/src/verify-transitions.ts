/**
 * Verifies that a call did what its endpoint declared, by comparing each `FROM -> TO` of a state transition with the
 * state that the service reports.
 */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** `unknown`: the response lacks the field, or the declared state cannot be compared. */
export type TransitionVerdict = 'verified' | 'contradicted' | 'unknown';

/** One declared transition and the observed state. */
export interface VerifiedTransition {
  /** Dotted field: `reservation.status`. */
  field: string;
  /** State that should apply now, as declared. */
  expected: string;
  /** The value found; absent when the response lacks the field. */
  seen?: JsonValue;
  verdict: TransitionVerdict;
}

/** Compares every declared transition with the response of the call, or of an observing call. */
export function verifyTransitions(
  transitions: Readonly<Record<string, string>>,
  reported: JsonValue,
): VerifiedTransition[] {
  return Object.entries(transitions).map(([field, declared]) => {
    const expected = declared.split(/\s*->\s*/).at(-1) ?? '';
    const seen = findField(reported, field);
    return { field, expected, ...(seen === undefined ? {} : { seen }), verdict: compare(expected, seen) };
  });
}

/**
 * Tries the whole path first, then the path without the entity's name, because a response is usually the entity itself.
 */
function findField(reported: JsonValue, field: string): JsonValue | undefined {
  const path = field.split('.');
  return follow(reported, path) ?? (path.length > 1 ? follow(reported, path.slice(1)) : undefined);
}

function follow(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  let here: JsonValue | undefined = value;
  for (const name of path) here = isJsonObject(here) && Object.hasOwn(here, name) ? here[name] : undefined;
  return here;
}

function compare(expected: string, seen: JsonValue | undefined): TransitionVerdict {
  if (seen === undefined) return /^(?:none|null)$/i.test(expected) ? 'verified' : 'unknown';
  if (/^(?:none|null)$/i.test(expected)) return seen === null ? 'verified' : 'contradicted';
  if (/^\[assigned\]$/i.test(expected)) return seen === null || seen === '' ? 'contradicted' : 'verified';
  // `[current - amount]` and similar expressions refer to an earlier state that was not recorded.
  if (/^\[.*\]$/.test(expected)) return 'unknown';
  return String(seen) === expected ? 'verified' : 'contradicted';
}
