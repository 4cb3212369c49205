/** Which operation of an agent a call means, and what its metadata says of it, in both styles of the drafts. */
import { isJsonObject } from '@dragoman/model';
import type { AgentDocument } from './agent-document.js';
import { clientError } from './dragoman-error.js';

/** An operation as a caller needs it. */
export interface ChosenOperation {
  /** Name on the wire; absent when the agent has but one thing to do and no name for it. */
  name?: string;
  description?: string;
  /** Address of its own; absent when it is called at the agent's. */
  endpoint?: string;
  /** JSON Schema of the input, as far as the document has one. */
  inputs: unknown;
  outputs: unknown;
  /** True when the agent has more than one, so that a call has to say which. */
  several: boolean;
  /** Whether its provider says that a repeated call does no harm; undefined when nothing is said. */
  idempotent?: boolean;
  /** Whether it honours an `Idempotency-Key`. */
  takesKey: boolean;
}

const mostListed = 50;

/** The operation of that name, or the only one; an error that lists the names otherwise. */
export function chooseOperation(agent: AgentDocument, name: string | undefined): ChosenOperation {
  const listed = Array.isArray(agent.operations) ? agent.operations.filter(isJsonObject) : [];
  if (listed.length === 0) return implied(agent, name);
  const [only] = listed;
  if (name === undefined && listed.length === 1 && only !== undefined) return toOperation(only, false);
  const chosen = listed.find((operation) => operation.name === name);
  if (chosen !== undefined) return toOperation(chosen, listed.length > 1);
  const names = listed.flatMap((operation) => (typeof operation.name === 'string' ? [operation.name] : []));
  const fault =
    name === undefined ? 'has several operations: say which one' : `has no operation "${name.slice(0, 80)}"`;
  throw clientError('INVALID_ARGUMENT', {
    message: `The agent ${fault}. It offers ${names.slice(0, mostListed).join(', ')}.`,
  });
}

function implied(agent: AgentDocument, name: string | undefined): ChosenOperation {
  if (name !== undefined) {
    throw clientError('INVALID_ARGUMENT', {
      message: 'The agent has one operation, without a name: leave the name out.',
    });
  }
  return toOperation({ ...agent, name: undefined, endpoint: undefined, description: agent.description }, false);
}

function toOperation(operation: Readonly<Record<string, unknown>>, several: boolean): ChosenOperation {
  const { name, description, endpoint, idempotent, impact, idempotency_key: takesKey } = operation;
  const harmless = typeof idempotent === 'boolean' ? idempotent : impact === 'informational' ? true : undefined;
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof endpoint === 'string' ? { endpoint } : {}),
    inputs: operation.inputs ?? operation.input_schema,
    outputs: operation.outputs ?? operation.output_schema,
    several,
    ...(harmless === undefined ? {} : { idempotent: harmless }),
    takesKey: takesKey === true,
  };
}
