/** Differences of one input between two versions: stricter breaks callers, looser does not. */
import {
  classifyLimitChange,
  classifyPresenceChange,
  classifyTypeChange,
  type LimitPair,
} from '../change/classify-value.js';
import type { ChangeMaker, SignatureChange } from './change.js';
import { compareValues } from './compare-values.js';
import { isRequired, maximumOf, parameterType, type ToolInput } from './signature.js';

/** Compares one input of two versions; absent on one side means added or removed. */
export function compareInputs(
  change: ChangeMaker,
  before: ToolInput | undefined,
  after: ToolInput | undefined,
): SignatureChange[] {
  const changes = presenceChanges(change, before, after);
  if (before === undefined || after === undefined) return changes;
  if (before.name !== after.name) {
    const message = `The input '${before.name}' was renamed to '${after.name}'.`;
    changes.unshift(change('renamed', { effect: 'breaking' }, message));
  }
  if (before.description !== after.description) {
    const message = `The description of the input '${after.name}' changed.`;
    changes.push(change('text_changed', { effect: 'description' }, message));
  }
  const [was, is] = [parameterType(before), parameterType(after)];
  const verdict = classifyTypeChange('input', [was], [is]);
  if (verdict !== undefined) {
    const message = `The type of the input '${before.name}' changed from ${was} to ${is}.`;
    return [...changes, change('type_changed', verdict, message)];
  }
  return [...changes, ...limitChanges(change, before, after), ...valueChanges(change, before, after)];
}

function presenceChanges(
  change: ChangeMaker,
  before: ToolInput | undefined,
  after: ToolInput | undefined,
): SignatureChange[] {
  const verdict = classifyPresenceChange('input', presenceOf(before), presenceOf(after));
  if (verdict === undefined) return [];
  if (after === undefined) return [change('removed', verdict, `The input '${before?.name}' was removed.`)];
  const { name } = after;
  if (before !== undefined && isRequired(after))
    return [change('became_required', verdict, `The input '${name}' became required.`)];
  if (before !== undefined) return [change('became_optional', verdict, `The input '${name}' became optional.`)];
  if (!isRequired(after)) return [change('added', verdict, `The optional input '${name}' was added.`)];
  const hint = after.required === undefined ? "; without 'required': false an input is required" : '';
  return [change('added_required', verdict, `The required input '${name}' was added${hint}.`)];
}

function presenceOf(input: ToolInput | undefined) {
  if (input === undefined) return 'absent';
  return isRequired(input) ? 'required' : 'optional';
}

function limitChanges(change: ChangeMaker, before: ToolInput, after: ToolInput): SignatureChange[] {
  const type = parameterType(after);
  const compare = (limit: string, pair: LimitPair) => limitChange(change, { name: after.name, limit, pair });
  if (type === 'int') {
    return [
      ...compare('maximum', { side: 'upper', before: maximumOf(before), after: maximumOf(after) }),
      ...compare('minimum', { side: 'lower', before: before.min, after: after.min }),
    ];
  }
  if (type !== 'string') return [];
  return compare('maximum length', { side: 'upper', before: before.maxLength, after: after.maxLength });
}

function limitChange(
  change: ChangeMaker,
  { name, limit, pair }: { name: string; limit: string; pair: LimitPair },
): SignatureChange[] {
  const judged = classifyLimitChange('input', pair);
  if (judged === undefined) return [];
  const { tighter, ...verdict } = judged;
  const message = `The ${limit} of the input '${name}' got ${tighter ? 'stricter' : 'looser'}.`;
  return [change(tighter ? 'limit_tightened' : 'limit_loosened', verdict, message)];
}

function valueChanges(change: ChangeMaker, before: ToolInput, after: ToolInput): SignatureChange[] {
  if (parameterType(after) !== 'enum') return [];
  const [was, is] = [before['allowed-values'] ?? [], after['allowed-values'] ?? []];
  return compareValues(change, { direction: 'input', name: after.name, was, is });
}
