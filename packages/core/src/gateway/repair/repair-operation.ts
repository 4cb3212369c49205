/**
 * Applies the enabled repairs to operations when an entry is written, not when it is called: what interfaces show, what
 * versions count and what a call gets are then the same.
 */
import type { Entry, Operation, OperationRepairs, RepairName, RepairSwitches } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { repairs } from './index.js';
import type { Repair, RepairDraft } from './repair.js';

/** True when a repair is on: always, by choice, or by default without a choice. */
export function isSwitchedOn({ name, mode }: Pick<Repair, 'name' | 'mode'>, switches: RepairSwitches = {}): boolean {
  return mode === 'always' || (switches[name] ?? mode === 'on');
}

/** The operation with every enabled repair that applies; the same object when there is none. */
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

/** The operation as in its description. */
export function upstreamOperation(operation: Operation): Operation {
  if (operation.repairs === undefined) return operation;
  const { repairs: made, ...rest } = operation;
  return { ...rest, ...made.upstream };
}

/** The entry as in its description. */
export function upstreamEntry<T extends Pick<Entry, 'operations'>>(entry: T): T {
  if (entry.operations.every((operation) => operation.repairs === undefined)) return entry;
  return { ...entry, operations: entry.operations.map(upstreamOperation) };
}

/**
 * The operations of a description that replaces an entry. A client that sends back the shown schemas means the original
 * operation, so a schema that equals the repaired one is replaced by the original.
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

/** The repairs that are active for one operation of an entry. */
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
