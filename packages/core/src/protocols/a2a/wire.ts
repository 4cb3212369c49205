/** Constants of A2A (1.0, and 0.3 where it differs) and the additions of this project. */
import type { JsonObject, JsonValue } from '@dragoman/model';

/** Name of this face in call records. */
export const face = 'a2a';

/** The current and the older supported revision. */
export const versions = Object.freeze({ current: '1.0', older: '0.3' });

/** Headers of the protocol, in lower case. */
export const a2aHeaders = Object.freeze({
  version: 'a2a-version',
  extensions: 'a2a-extensions',
  token: 'x-a2a-notification-token',
});

/** Media type of the REST binding (1.0 §11). */
export const a2aType = 'application/a2a+json';

/** The extension that adds inputs and outputs to the skills of a card, and the skill name to a message. */
export const operationsExtension = 'urn:dragoman:a2a:operations:1';

/** Members of a message's metadata that belong to the extension. */
export const extensionMember = Object.freeze({
  skill: `${operationsExtension}/skill`,
  dryRun: `${operationsExtension}/dry_run`,
  confirmation: `${operationsExtension}/confirmation`,
  idempotencyKey: `${operationsExtension}/idempotency_key`,
  version: `${operationsExtension}/version`,
});

/** Member of an operation's and an entry's `extra` that holds data specific to A2A. */
export const extraMember = 'a2a';

/** Limits for reading cards and responses. */
export const a2aLimits = Object.freeze({
  skills: 2_000,
  interfaces: 50,
  parts: 1_000,
  signatures: 10,
  text: 4_000,
  id: 200,
});

/** Error codes that A2A adds to those of JSON-RPC (1.0 §5.4). */
export const a2aCodes = Object.freeze({
  taskNotFound: -32001,
  taskNotCancelable: -32002,
  pushNotSupported: -32003,
  unsupported: -32004,
  contentType: -32005,
  agentResponse: -32006,
  version: -32009,
});

/** Task states by their 0.3 names, which outputs use too. */
export const taskStates = Object.freeze({
  submitted: 'TASK_STATE_SUBMITTED',
  working: 'TASK_STATE_WORKING',
  completed: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
  canceled: 'TASK_STATE_CANCELED',
  'input-required': 'TASK_STATE_INPUT_REQUIRED',
  rejected: 'TASK_STATE_REJECTED',
  'auth-required': 'TASK_STATE_AUTH_REQUIRED',
});

/** A task state by its 0.3 name. */
export type TaskWord = keyof typeof taskStates;

/** The 0.3 name of a state of either revision; undefined for an unknown one. */
export function taskWord(state: JsonValue | undefined): TaskWord | undefined {
  if (typeof state !== 'string') return undefined;
  const words = Object.keys(taskStates) as TaskWord[];
  return words.find((word) => word === state || taskStates[word] === state);
}

/** An own member of the object, never an inherited one. */
export function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A non-empty string, truncated to the limit. */
export function textOf(value: JsonValue | undefined, most: number = a2aLimits.text): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, most) : undefined;
}

/** The strings of a list, up to the limit. */
export function textsOf(value: JsonValue | undefined, most = 50): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each) => textOf(each, 500) ?? []).slice(0, most);
}
