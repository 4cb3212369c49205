/**
 * Compares two versions of a tool. Parameters are matched by id, so order is irrelevant and renames are detected.
 * Defaults are applied first: an input without `required` is required.
 */
import { classifyTextChange } from '../change/classify-text.js';
import { classifyPresenceChange, classifyTypeChange } from '../change/classify-value.js';
import type { Verdict } from '../change/verdict.js';
import { createChangeMaker, type SignatureChange } from './change.js';
import { compareInputs } from './compare-inputs.js';
import { compareValues } from './compare-values.js';
import { parameterType, type ToolInput, type ToolOutput, type ToolSignature } from './signature.js';

/** All differences between two versions: the tool first, then inputs, then outputs. */
export function compareSignatures(before: ToolSignature, after: ToolSignature): SignatureChange[] {
  return [
    ...compareTools(before, after),
    ...pair(before.input_parameters, after.input_parameters).flatMap(inputChanges),
    ...pair(before.output_parameters, after.output_parameters).flatMap(outputChanges),
  ];
}

/** The changes that reject a successor: all breaking ones, and widened ones unless allowed. */
export function refusedChanges(
  before: ToolSignature,
  after: ToolSignature,
  options: { allowWidened?: boolean } = {},
): SignatureChange[] {
  const refused = compareSignatures(before, after).filter(
    ({ effect }) => effect === 'breaking' || (effect === 'widened' && options.allowWidened !== true),
  );
  if (after.version > before.version) return refused;
  const message = `Version ${after.version} is not newer than version ${before.version}; version numbers must increase.`;
  return [{ subject: 'tool', kind: 'version_not_raised', effect: 'breaking', message }, ...refused];
}

function compareTools(before: ToolSignature, after: ToolSignature): SignatureChange[] {
  const changes: SignatureChange[] = [];
  const change = (kind: SignatureChange['kind'], verdict: Verdict, message: string) =>
    changes.push({ subject: 'tool', kind, message, ...verdict });
  if (before.toolId.toLowerCase() !== after.toolId.toLowerCase()) {
    const reused = before.name === after.name ? { rule: 'operation-id-reused' as const } : {};
    change(
      'tool_replaced',
      { effect: 'breaking', ...reused },
      `The tool id ${before.toolId} changed to ${after.toolId}.`,
    );
  }
  if (before.name !== after.name) {
    const message = `The tool '${before.name}' was renamed to '${after.name}'.`;
    change('renamed', { effect: 'breaking', rule: 'operation-id-changed' }, message);
  }
  const text = classifyTextChange(before.description, after.description);
  if (text?.effect === 'meaning')
    change('text_changed', text, 'The description has little in common with the previous one.');
  else if (text !== undefined) change('text_changed', text, 'The description changed.');
  const described = { effect: 'description' } as const;
  if (before.img !== after.img) change('image_changed', described, 'The picture changed.');
  if (JSON.stringify(before.tags ?? []) !== JSON.stringify(after.tags ?? [])) {
    change('tags_changed', described, 'The tags changed.');
  }
  return changes;
}

interface Pair<T> {
  key: string;
  before?: T;
  after?: T;
}

function pair<T extends { id?: string; name: string }>(before: readonly T[], after: readonly T[]): Pair<T>[] {
  const pairs = new Map<string, Pair<T>>();
  const keyOf = (parameter: T) => parameter.id ?? parameter.name;
  for (const parameter of before) pairs.set(keyOf(parameter), { key: keyOf(parameter), before: parameter });
  for (const parameter of after) {
    const key = keyOf(parameter);
    pairs.set(key, { ...(pairs.get(key) ?? { key }), after: parameter });
  }
  return [...pairs.values()];
}

function inputChanges({ key, before, after }: Pair<ToolInput>): SignatureChange[] {
  return compareInputs(createChangeMaker('input', key), before, after);
}

function outputChanges({ key, before, after }: Pair<ToolOutput>): SignatureChange[] {
  const change = createChangeMaker('output', key);
  const presence = classifyPresenceChange('output', presenceOf(before), presenceOf(after));
  if (before === undefined || after === undefined) {
    if (presence === undefined) return [];
    if (after === undefined) return [change('removed', presence, `The output '${before?.name}' was removed.`)];
    return [change('added', presence, `The output '${after.name}' was added.`)];
  }
  const changes: SignatureChange[] = [];
  if (before.name !== after.name) {
    const message = `The output '${before.name}' was renamed to '${after.name}'.`;
    changes.push(change('renamed', { effect: 'breaking' }, message));
  }
  if (before.description !== after.description) {
    const message = `The description of the output '${after.name}' changed.`;
    changes.push(change('text_changed', { effect: 'description' }, message));
  }
  const [was, is] = [parameterType(before), parameterType(after)];
  const verdict = classifyTypeChange('output', [was], [is]);
  if (verdict !== undefined) {
    const message = `The type of the output '${before.name}' changed from ${was} to ${is}.`;
    return [...changes, change('type_changed', verdict, message)];
  }
  const values = { was: before['allowed-values'], is: after['allowed-values'] };
  return [...changes, ...compareValues(change, { direction: 'output', name: after.name, ...values })];
}

/** Every output in a signature is part of every result. */
function presenceOf(output: ToolOutput | undefined) {
  return output === undefined ? 'absent' : 'required';
}
