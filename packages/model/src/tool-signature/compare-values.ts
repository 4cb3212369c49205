/** Differences of the allowed values of one input or output: a value added, removed, or with another description. */
import { classifyValueChanges, type ValueDifference } from '../change/classify-value.js';
import type { Direction } from '../change/verdict.js';
import type { ChangeKind, ChangeMaker, SignatureChange } from './change.js';
import type { AllowedValue } from './signature.js';

/** The values of one parameter in two versions; undefined without a list. */
export interface ValuesPair {
  direction: Direction;
  /** Name of the parameter. */
  name: string;
  was: readonly AllowedValue[] | undefined;
  is: readonly AllowedValue[] | undefined;
}

/** Compares the values. */
export function compareValues(change: ChangeMaker, pair: ValuesPair): SignatureChange[] {
  const names = (list: readonly AllowedValue[] | undefined) => list?.map(({ name }) => name);
  const judged = classifyValueChanges(pair.direction, names(pair.was), names(pair.is));
  const changes = judged.map(({ kind, value, ...verdict }) =>
    change(kinds[kind], verdict, tell(pair, kind, String(value))),
  );
  return [...changes, ...wordChanges(change, pair)];
}

const kinds: Readonly<Record<ValueDifference['kind'], ChangeKind>> = {
  listed: 'limit_tightened',
  unlisted: 'limit_loosened',
  removed: 'value_removed',
  added: 'value_added',
};

function tell({ direction, name }: ValuesPair, kind: ValueDifference['kind'], value: string): string {
  const subject = `The ${direction} '${name}'`;
  if (kind === 'listed') return `${subject} is now restricted to listed values.`;
  if (kind === 'unlisted') return `${subject} is no longer restricted to listed values.`;
  if (direction === 'input') return `${subject} ${kind === 'added' ? 'now accepts' : 'no longer accepts'} ${value}.`;
  return kind === 'added' ? `${subject} can now be ${value}.` : `${subject} can no longer be ${value}.`;
}

function wordChanges(change: ChangeMaker, { name: parameter, was, is }: ValuesPair): SignatureChange[] {
  const old = new Map(was?.map(({ name, description }) => [name, description]));
  const reworded = (is ?? []).filter(({ name, description }) => old.has(name) && old.get(name) !== description);
  return reworded.map(({ name }) =>
    change('text_changed', { effect: 'description' }, `The description of ${name} in '${parameter}' changed.`),
  );
}
