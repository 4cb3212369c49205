/** Finds the operation of a call in the metadata, in both styles of the drafts. */
import { findByName, isJsonObject, listNames, suggestNames } from '@dragoman/model';
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
  /** Statuses that its description declares for a success, when they are not 200 alone; empty: any 2xx. */
  successStatuses?: number[];
  /** True when the service has more than one, so that a call must name it. */
  several: boolean;
  /** Whether its provider declares it idempotent; undefined when unknown. */
  idempotent?: boolean;
  /** Whether it supports an `Idempotency-Key`. */
  takesKey: boolean;
}

/** The operation of that name in any spelling, or the only one; otherwise throws an error that suggests names. */
export function chooseOperation(agent: AgentDocument, name: string | undefined): ChosenOperation {
  const listed = Array.isArray(agent.operations) ? agent.operations.filter(isJsonObject) : [];
  if (listed.length === 0) return implied(agent, name);
  const [only] = listed;
  if (name === undefined && listed.length === 1 && only !== undefined) return toOperation(only, false);
  const chosen = name === undefined ? undefined : findByName(listed, name, namesOf);
  if (chosen !== undefined) return toOperation(chosen, listed.length > 1);
  const names = listed.flatMap((operation) => (typeof operation.name === 'string' ? [operation.name] : []));
  const message =
    name === undefined
      ? `The service has several operations; specify ${listNames(names)}.`
      : `The service has no operation "${name.slice(0, 80)}". ${suggestNames(name, [...names, ...listed.flatMap(namesOf)])}`;
  throw clientError('INVALID_ARGUMENT', { message });
}

/** Its name, and its name in its own protocol. */
function namesOf({ name, original_name: original }: Readonly<Record<string, unknown>>): string[] {
  return [name, original].filter((each) => typeof each === 'string');
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
  const { success_statuses: statuses } = operation;
  const harmless = typeof idempotent === 'boolean' ? idempotent : impact === 'informational' ? true : undefined;
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof endpoint === 'string' ? { endpoint } : {}),
    ...(Array.isArray(statuses) ? { successStatuses: statuses.filter((each) => typeof each === 'number') } : {}),
    inputs: operation.inputs ?? operation.input_schema,
    outputs: operation.outputs ?? operation.output_schema,
    several,
    ...(harmless === undefined ? {} : { idempotent: harmless }),
    takesKey: takesKey === true,
  };
}
