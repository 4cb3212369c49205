/** Resolves the operation of a call: by its name on the wire, by its canonical name, or implied. */
import type { Entry, Operation } from '@dragoman/model';
import { Failure, findByName, listNames, suggestNames } from '@dragoman/model';

/** The operation's name in its own protocol; undefined when it is called without one. */
export function wireName({ binding }: Pick<Operation, 'binding'>): string | undefined {
  switch (binding.kind) {
    case 'aidip':
      return binding.operation;
    case 'http':
      return binding.operationId;
    case 'nact':
      return binding.toolId;
    case 'mcp':
      return binding.tool;
    case 'a2a':
      return binding.skill;
    case 'local':
    case 'workflow':
      return binding.name;
    default:
      return undefined;
  }
}

/** The name by which `chooseOperation` finds exactly this operation. */
export function callName({ name, binding }: Operation): string {
  return binding.kind === 'aidip' ? (binding.operation ?? name) : name;
}

/** The operation with that name; the only one when no name is given. A failure suggests names (aidip.md GAP-27). */
export function chooseOperation({ operations }: Pick<Entry, 'operations'>, name: string | undefined): Operation {
  const [only, second] = operations;
  if (only === undefined)
    throw new Failure('UNAVAILABLE', { message: 'The service has no operation that can be called.' });
  if (name === undefined) {
    if (second === undefined) return only;
    const names = operations.map((operation) => wireName(operation) ?? operation.name);
    throw badName('missing', `This agent has several operations; set 'operation' to ${listNames(names)}.`);
  }
  const chosen = findOperation(operations, name);
  if (chosen !== undefined) return chosen;
  const hint = suggestNames(name, namesOf(operations));
  throw badName('unknown', `This agent has no operation '${name.slice(0, 80)}'. ${hint}`);
}

/**
 * The operation with that name, in any spelling. Names are unique and are shown in every listing; names on the wire may
 * be ambiguous, since two operations of an OpenAPI document may have one operationId. The wire's name takes precedence
 * only where the call itself uses that protocol.
 */
export function findOperation(operations: readonly Operation[], name: string): Operation | undefined {
  const byWire = operations.find((operation) => wireName(operation) === name);
  if (byWire?.binding.kind === 'aidip') return byWire;
  const exact = operations.find((operation) => operation.name === name) ?? byWire;
  return exact ?? findByName(operations, name, (operation) => [operation.name, wireName(operation)]);
}

/** Names and original names, for suggestions. */
export function namesOf(operations: readonly Operation[]): string[] {
  // The name of an N-ACT tool on the wire is an id, which nobody misspells.
  const named = operations.filter(({ binding }) => binding.kind !== 'nact');
  return [...operations.map(callName), ...named.flatMap((operation) => wireName(operation) ?? [])];
}

function badName(fault: string, message: string): Failure {
  return new Failure('INVALID_INPUT', {
    message,
    fieldErrors: [{ field: 'operation', pointer: '/operation', code: `gateway/operation-${fault}`, detail: fault }],
  });
}
