/** Finds the operation of a call in the metadata, in both styles of the drafts. */
import { isJsonObject } from '@dragoman/model';
import type { AgentDocument } from './agent-document.js';
import { clientError } from './dragoman-error.js';

/** An operation as callers need it. */
export interface ChosenOperation {
  /** Wire name; absent when the service has only one, unnamed operation. */
  name?: string;
  description?: string;
  /** Its own URL; absent when it shares the service's URL. */
  endpoint?: string;
  /** JSON Schema of the input, if the document has one. */
  inputs: unknown;
  outputs: unknown;
  /** True when the service has more than one, so that a call must name it. */
  several: boolean;
  /** Whether its provider declares it idempotent; undefined when unknown. */
  idempotent?: boolean;
  /** Whether it supports an `Idempotency-Key`. */
  takesKey: boolean;
}

const mostListed = 50;

/** The operation of that name, or the only one; otherwise throws an error that lists the names. */
export function chooseOperation(agent: AgentDocument, name: string | undefined): ChosenOperation {
  const listed = Array.isArray(agent.operations) ? agent.operations.filter(isJsonObject) : [];
  if (listed.length === 0) return implied(agent, name);
  const [only] = listed;
  if (name === undefined && listed.length === 1 && only !== undefined) return toOperation(only, false);
  const chosen = listed.find((operation) => operation.name === name);
  if (chosen !== undefined) return toOperation(chosen, listed.length > 1);
  const names = listed.flatMap((operation) => (typeof operation.name === 'string' ? [operation.name] : []));
  const fault = name === undefined ? 'has several operations; specify one' : `has no operation "${name.slice(0, 80)}"`;
  throw clientError('INVALID_ARGUMENT', {
    message: `The service ${fault}. It offers ${names.slice(0, mostListed).join(', ')}.`,
  });
}

function implied(agent: AgentDocument, name: string | undefined): ChosenOperation {
  if (name !== undefined) {
    throw clientError('INVALID_ARGUMENT', {
      message: 'The service has one operation without a name; omit the name.',
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
