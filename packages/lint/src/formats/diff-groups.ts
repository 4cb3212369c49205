/** The changes of an API as reports show them: by operation, the most severe first. */
import { shorten } from '@dragoman/documents';
import { type ApiChange, type ChangeEffect, changeEffects } from '../diff/change.js';
import type { ApiDifference } from '../diff/compare-apis.js';

/** The changes of one operation, or of the document. */
export interface ChangeGroup {
  name: string;
  /** The most severe effect. */
  effect: ChangeEffect;
  changes: readonly ApiChange[];
}

/** Name of the group of changes without an operation. */
const documentName = 'The document';

/** Longest counterexample in a report; long texts are mostly repetitions. */
const maxExample = 160;
const maxText = 60;

/** Groups the changes; without description-only groups last, in the order of the documents otherwise. */
export function groupChanges({ changes }: ApiDifference): ChangeGroup[] {
  const groups = new Map<string, ApiChange[]>();
  for (const change of changes) {
    const name = change.operation ?? documentName;
    const own = groups.get(name);
    if (own === undefined) groups.set(name, [change]);
    else own.push(change);
  }
  return [...groups]
    .map(([name, own]): ChangeGroup => {
      const sorted = [...own].sort((one, other) => rank(one.effect) - rank(other.effect));
      return { name, effect: sorted[0]?.effect ?? 'description', changes: sorted };
    })
    .sort((one, other) => rank(one.effect) - rank(other.effect));
}

function rank(effect: ChangeEffect): number {
  return changeEffects.indexOf(effect);
}

/** The part of the operation in front of a message, unless the message names it. */
export function placeOf({ where, message }: ApiChange): string {
  return where === undefined || message.includes(where) ? '' : `${where}: `;
}

/** The counterexample of a change as text; empty when there is none. */
export function exampleOf({ counterexample }: ApiChange): string {
  if (typeof counterexample === 'string' && counterexample.length > maxText) {
    return `${JSON.stringify(counterexample.slice(0, maxText / 2))}… (${counterexample.length} characters)`;
  }
  return counterexample === undefined ? '' : shorten(JSON.stringify(counterexample), maxExample);
}

/** One line with the versions and what they call for; lists of tools often have no version. */
export function versionLine({ versions, changes }: ApiDifference): string {
  const { before, after, suggested, step } = versions;
  if (before === '' && after === '') {
    return changes.length === 0 ? 'no change' : `the changes call for a new version (${step})`;
  }
  if (changes.length === 0) return `${before} → ${after}: no change`;
  const called = suggested === before && step !== 'none' ? 'a later version' : suggested;
  return `${before} → ${after}; the changes call for ${called} (${step})`;
}
