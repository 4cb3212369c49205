/** The differences of one input between two versions: what gets stricter breaks callers, what gets looser does not. */
import type { ChangeMaker, SignatureChange } from './change.js';
import { isRequired, maximumOf, parameterType, type ToolInput } from './signature.js';

/** Compares one input of two versions; absent on one side means added or removed. */
export function compareInputs(
  change: ChangeMaker,
  before: ToolInput | undefined,
  after: ToolInput | undefined,
): SignatureChange[] {
  if (before === undefined) return after === undefined ? [] : [addition(change, after)];
  if (after === undefined) return [change('removed', 'breaking', `The input '${before.name}' was removed.`)];
  const changes: SignatureChange[] = [];
  if (before.name !== after.name) {
    changes.push(change('renamed', 'breaking', `The input '${before.name}' was renamed to '${after.name}'.`));
  }
  if (before.description !== after.description) {
    changes.push(change('text_changed', 'description', `The description of the input '${after.name}' has changed.`));
  }
  changes.push(...requirementChanges(change, before, after));
  const [was, is] = [parameterType(before), parameterType(after)];
  if (was !== is) {
    const message = `The input '${before.name}' changed its type from ${was} to ${is}.`;
    return [...changes, change('type_changed', 'breaking', message)];
  }
  return [...changes, ...limitChanges(change, before, after), ...valueChanges(change, before, after)];
}

function addition(change: ChangeMaker, input: ToolInput): SignatureChange {
  if (!isRequired(input)) return change('added', 'compatible', `The optional input '${input.name}' was added.`);
  const hint = input.required === undefined ? "; without 'required': false an input is required" : '';
  return change('added_required', 'breaking', `The required input '${input.name}' was added${hint}.`);
}

function requirementChanges(change: ChangeMaker, before: ToolInput, after: ToolInput): SignatureChange[] {
  if (isRequired(before) === isRequired(after)) return [];
  if (!isRequired(after)) return [change('became_optional', 'widened', `The input '${after.name}' became optional.`)];
  return [change('became_required', 'breaking', `The input '${after.name}' became required.`)];
}

function limitChanges(change: ChangeMaker, before: ToolInput, after: ToolInput): SignatureChange[] {
  const type = parameterType(after);
  if (type === 'int') {
    return [
      ...limitChange(change, { name: after.name, limit: 'maximum', was: maximumOf(before), is: maximumOf(after) }),
      ...limitChange(change, {
        name: after.name,
        limit: 'minimum',
        was: -(before.min ?? Number.NEGATIVE_INFINITY),
        is: -(after.min ?? Number.NEGATIVE_INFINITY),
      }),
    ];
  }
  if (type !== 'string') return [];
  const [was, is] = [before.maxLength ?? Number.POSITIVE_INFINITY, after.maxLength ?? Number.POSITIVE_INFINITY];
  return limitChange(change, { name: after.name, limit: 'longest text', was, is });
}

/** Upper limits as they are; lower limits come negated, so that less is stricter in both. */
function limitChange(
  change: ChangeMaker,
  compared: { name: string; limit: string; was: number; is: number },
): SignatureChange[] {
  const { name, limit, was, is } = compared;
  if (was === is) return [];
  if (is < was) return [change('limit_tightened', 'breaking', `The ${limit} of the input '${name}' got stricter.`)];
  return [change('limit_loosened', 'widened', `The ${limit} of the input '${name}' got looser.`)];
}

function valueChanges(change: ChangeMaker, before: ToolInput, after: ToolInput): SignatureChange[] {
  if (parameterType(after) !== 'enum') return [];
  const was = before['allowed-values'] ?? [];
  const is = after['allowed-values'] ?? [];
  const changes: SignatureChange[] = [];
  for (const { name, description } of was) {
    const same = is.find((value) => value.name === name);
    if (same === undefined) {
      changes.push(change('value_removed', 'breaking', `The input '${after.name}' no longer takes ${name}.`));
    } else if (same.description !== description) {
      changes.push(change('text_changed', 'description', `The description of ${name} in '${after.name}' has changed.`));
    }
  }
  for (const { name } of is) {
    if (was.some((value) => value.name === name)) continue;
    changes.push(change('value_added', 'widened', `The input '${after.name}' now takes ${name}.`));
  }
  return changes;
}
