/** The `x-agent` object of an operation, and the vendor extensions with the same meaning. */
import { readMcpHints } from '@dragoman/core/descriptions';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Agent metadata of an operation beyond plain OpenAPI. */
export interface AgentMetadata {
  expose?: boolean;
  readOnly?: boolean;
  sideEffects: boolean;
  idempotency?: JsonObject | true;
  dryRun: boolean;
  risk: boolean;
  irreversible: boolean;
  confirmation: boolean;
  undo?: string;
  cancel?: string;
  next: readonly string[];
  order?: string;
  /** Pointers to the texts by users in a response; `''` is the whole response. */
  untrusted: readonly string[];
  states: boolean;
  replacedBy?: string;
}

/** Reads the metadata of an operation. */
export function readAgentMetadata(operation: JsonObject): AgentMetadata {
  const agent = isJsonObject(operation['x-agent']) ? operation['x-agent'] : {};
  const hints = readMcpHints(operation);
  const risk = isJsonObject(agent.risk) ? agent.risk : undefined;
  const consequential = operation['x-openai-isConsequential'] === true;
  const readOnly = agent.read_only ?? hints.readOnlyHint;
  const replacedBy = textOf(agent.replaced_by) ?? textOf(operation['x-replaced-by']);
  return {
    sideEffects: agent.side_effects !== undefined,
    dryRun: agent.dry_run !== undefined && agent.dry_run !== false,
    risk: risk !== undefined || consequential || hints.destructiveHint !== undefined,
    irreversible: risk?.irreversible === true || hints.destructiveHint === true,
    confirmation: risk?.requires_confirmation === true || consequential,
    untrusted: agent.untrusted === true ? [''] : textsOf(agent.untrusted),
    states: agent.states !== undefined,
    next: textsOf(agent.next),
    ...(typeof agent.expose === 'boolean' ? { expose: agent.expose } : {}),
    ...(typeof readOnly === 'boolean' ? { readOnly } : {}),
    ...readIdempotency(agent, operation, hints),
    ...optional('undo', textOf(agent.undo)),
    ...optional('cancel', textOf(agent.cancel)),
    ...optional('order', textOf(agent.order)),
    ...optional('replacedBy', replacedBy),
  };
}

function readIdempotency(agent: JsonObject, operation: JsonObject, hints: JsonObject) {
  if (isJsonObject(agent.idempotency)) return { idempotency: agent.idempotency };
  const said = agent.idempotency === true || operation['x-idempotent'] === true || hints.idempotentHint === true;
  return said ? { idempotency: true as const } : {};
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function textsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

function optional<K extends string>(name: K, value: string | undefined): { [name in K]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [name in K]: string });
}
