/**
 * Puts the repairs that are switched on into operations, when an entry is written and not when it is called: what faces
 * show, what versions count and what a call meets are then one and the same thing.
 */
import type { Entry, Operation, OperationRepairs, RepairName, RepairSwitches } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { repairs } from './index.js';
import type { Repair, RepairDraft } from './repair.js';

/** True when a repair is on: because it always is, somebody chose it, or nobody chose and it is on by itself. */
export function isSwitchedOn({ name, mode }: Pick<Repair, 'name' | 'mode'>, switches: RepairSwitches = {}): boolean {
  return mode === 'always' || (switches[name] ?? mode === 'on');
}

/** The operation with every repair that is switched on and finds its place; the same object when there is none. */
export function repairOperation(operation: Operation, switches: RepairSwitches = {}): Operation {
  const own = upstreamOperation(operation);
  const wanted = repairs.filter((each) => each.apply !== undefined && isSwitchedOn(each, switches));
  if (wanted.length === 0 || !isJsonObject(own.input)) return own;
  const draft: RepairDraft = {
    operation: own,
    input: own.input,
    output: own.output,
    examples: own.examples,
    repairs: {},
  };
  const done = wanted.filter((each) => each.apply?.(draft) === true);
  return done.length === 0 ? own : assemble(own, draft);
}

function assemble(own: Operation, { input, output, examples, repairs: made }: RepairDraft): Operation {
  const upstream: OperationRepairs['upstream'] = {
    ...(input === own.input ? {} : { input: own.input }),
    ...(output === own.output ? {} : { output: own.output }),
    ...(examples === own.examples ? {} : { examples: own.examples }),
  };
  return { ...own, input, output, examples: [...examples], repairs: { ...made, upstream } };
}

/** The operation as its description has it. */
export function upstreamOperation(operation: Operation): Operation {
  if (operation.repairs === undefined) return operation;
  const { repairs: made, ...rest } = operation;
  return { ...rest, ...made.upstream };
}

/** The entry as its description has it. */
export function upstreamEntry<T extends Pick<Entry, 'operations'>>(entry: T): T {
  if (entry.operations.every((operation) => operation.repairs === undefined)) return entry;
  return { ...entry, operations: entry.operations.map(upstreamOperation) };
}

/**
 * The operations of a description that takes the place of an entry. Whoever sends back what was shown to them means the
 * operation as it was, so a schema that equals the repaired one stands for the one behind it.
 */
export function repairOperations(
  operations: readonly Operation[],
  switches: RepairSwitches | undefined,
  before: ReadonlyMap<string, Operation>,
): Operation[] {
  return operations.map((operation) => repairOperation(asMeant(operation, before.get(operation.name)), switches));
}

function asMeant(operation: Operation, known: Operation | undefined): Operation {
  const own = known?.repairs?.upstream;
  if (known === undefined || own === undefined) return operation;
  return {
    ...operation,
    ...(own.input !== undefined && isSame(operation.input, known.input) ? { input: own.input } : {}),
    ...(own.output !== undefined && isSame(operation.output, known.output) ? { output: own.output } : {}),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The repairs that are at work for one operation of an entry. */
export function repairsAtWork({ repairs: switches }: Pick<Entry, 'repairs'>, operation: Operation): RepairName[] {
  const own = upstreamOperation(operation);
  return repairs
    .filter((each) =>
      each.surface ? isPutIn(each.name, operation) : isSwitchedOn(each, switches) && each.concerns(own),
    )
    .map(({ name }) => name);
}

function isPutIn(name: RepairName, { repairs: made }: Operation): boolean {
  if (made === undefined) return false;
  if (name === 'cursor-pages') return made.pages !== undefined;
  if (name === 'field-selection') return made.selection !== undefined;
  return name === 'truncation' ? made.truncation !== undefined : made.closed === true;
}
