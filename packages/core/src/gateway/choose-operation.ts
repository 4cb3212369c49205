/** Resolves the operation of a call: by its name on the wire, by its canonical name, or implied. */
import type { Entry, Operation } from '@dragoman/model';
import { Failure } from '@dragoman/model';

/** Maximum number of names that a failure lists. */
const maxListed = 50;

/** The operation's name in its own protocol; undefined when it is called without one. */
export function wireName({ binding }: Operation): string | undefined {
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

/** The operation with that name; the only one when no name is given. A failure lists the names (aidip.md GAP-27). */
export function chooseOperation({ operations }: Entry, name: string | undefined): Operation {
  const [only, second] = operations;
  if (only === undefined)
    throw new Failure('UNAVAILABLE', { message: 'The service has no operation that can be called.' });
  if (name === undefined) {
    if (second === undefined) return only;
    throw badName(operations, 'missing', 'This agent has several operations');
  }
  const chosen = named(operations, name);
  if (chosen !== undefined) return chosen;
  throw badName(operations, 'unknown', `This agent has no operation '${name.slice(0, 80)}'`);
}

/**
 * Names are unique and are shown in every listing; names on the wire may be ambiguous, since two operations of an
 * OpenAPI document may have one operationId. The wire's name takes precedence only where the call itself uses that
 * protocol.
 */
function named(operations: readonly Operation[], name: string): Operation | undefined {
  const byWire = operations.find((operation) => wireName(operation) === name);
  if (byWire?.binding.kind === 'aidip') return byWire;
  return operations.find((operation) => operation.name === name) ?? byWire;
}

function badName(operations: readonly Operation[], fault: string, clause: string): Failure {
  const names = operations.slice(0, maxListed).map((operation) => wireName(operation) ?? operation.name);
  const more = operations.length > maxListed ? ` and ${operations.length - maxListed} more` : '';
  return new Failure('INVALID_INPUT', {
    message: `${clause}; set 'operation' to one of: ${names.join(', ')}${more}.`,
    fieldErrors: [{ field: 'operation', pointer: '/operation', code: `gateway/operation-${fault}`, detail: fault }],
  });
}
