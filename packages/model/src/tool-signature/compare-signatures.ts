/**
 * Compares two versions of a tool. Parameters are paired by id, so order means nothing and a rename is seen as one.
 * Defaults are applied first: an input without `required` is a required one.
 */
import { type ChangeMaker, createChangeMaker, type SignatureChange } from './change.js';
import { compareInputs } from './compare-inputs.js';
import { parameterType, type ToolInput, type ToolOutput, type ToolSignature } from './signature.js';

/** Every difference between two versions, the tool first, then inputs, then outputs. */
export function compareSignatures(before: ToolSignature, after: ToolSignature): SignatureChange[] {
  return [
    ...compareTools(before, after),
    ...pair(before.input_parameters, after.input_parameters).flatMap(inputChanges),
    ...pair(before.output_parameters, after.output_parameters).flatMap(outputChanges),
  ];
}

/** The changes for which a successor is refused: all breaking ones, and widened ones unless they are allowed. */
export function refusedChanges(
  before: ToolSignature,
  after: ToolSignature,
  options: { allowWidened?: boolean } = {},
): SignatureChange[] {
  const refused = compareSignatures(before, after).filter(
    ({ effect }) => effect === 'breaking' || (effect === 'widened' && options.allowWidened !== true),
  );
  if (after.version > before.version) return refused;
  const message = `Version ${after.version} does not come after version ${before.version}; numbers only rise.`;
  return [{ subject: 'tool', kind: 'version_not_raised', effect: 'breaking', message }, ...refused];
}

function compareTools(before: ToolSignature, after: ToolSignature): SignatureChange[] {
  const changes: SignatureChange[] = [];
  const change = (kind: SignatureChange['kind'], effect: SignatureChange['effect'], message: string) =>
    changes.push({ subject: 'tool', kind, effect, message });
  if (before.toolId.toLowerCase() !== after.toolId.toLowerCase()) {
    change('tool_replaced', 'breaking', `The tool ${before.toolId} became ${after.toolId}.`);
  }
  if (before.name !== after.name) {
    change('renamed', 'breaking', `The tool '${before.name}' was renamed to '${after.name}'.`);
  }
  if (before.description !== after.description) change('text_changed', 'description', 'The description has changed.');
  if (before.img !== after.img) change('image_changed', 'description', 'The picture has changed.');
  if (JSON.stringify(before.tags ?? []) !== JSON.stringify(after.tags ?? [])) {
    change('tags_changed', 'description', 'The tags have changed.');
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
  if (before === undefined) return [change('added', 'compatible', `The output '${after?.name ?? key}' was added.`)];
  if (after === undefined) return [change('removed', 'breaking', `The output '${before.name}' was removed.`)];
  const changes: SignatureChange[] = [];
  if (before.name !== after.name) {
    changes.push(change('renamed', 'breaking', `The output '${before.name}' was renamed to '${after.name}'.`));
  }
  if (before.description !== after.description) {
    changes.push(change('text_changed', 'description', `The description of the output '${after.name}' has changed.`));
  }
  const [was, is] = [parameterType(before), parameterType(after)];
  if (was !== is) {
    const message = `The output '${before.name}' changed its type from ${was} to ${is}.`;
    return [...changes, change('type_changed', 'breaking', message)];
  }
  return [...changes, ...outputValueChanges(change, before, after)];
}

/** A reader of the old version does not know a new value; a value that never comes again does it no harm. */
function outputValueChanges(change: ChangeMaker, before: ToolOutput, after: ToolOutput): SignatureChange[] {
  const was = before['allowed-values'];
  const is = after['allowed-values'];
  if (was === undefined && is === undefined) return [];
  if (was === undefined) {
    return [change('limit_tightened', 'widened', `The output '${after.name}' is now limited to listed values.`)];
  }
  if (is === undefined) {
    return [change('limit_loosened', 'breaking', `The output '${after.name}' has lost its list of values.`)];
  }
  const changes: SignatureChange[] = [];
  for (const { name, description } of is) {
    const old = was.find((value) => value.name === name);
    if (old === undefined) {
      changes.push(change('value_added', 'breaking', `The output '${after.name}' may now be ${name}.`));
    } else if (old.description !== description) {
      changes.push(change('text_changed', 'description', `The description of ${name} in '${after.name}' has changed.`));
    }
  }
  for (const { name } of was) {
    if (is.some((value) => value.name === name)) continue;
    changes.push(change('value_removed', 'widened', `The output '${after.name}' is never ${name} any more.`));
  }
  return changes;
}
