/** Constants of A2A (1.0, and 0.3 where it differs) and what this folder adds to them. */
import type { JsonObject, JsonValue } from '@dragoman/model';

/** Name of this face in records of calls. */
export const face = 'a2a';

/** Revision that is spoken here, and the older one that is understood. */
export const versions = Object.freeze({ current: '1.0', older: '0.3' });

/** Headers of the protocol, in lower case. */
export const a2aHeaders = Object.freeze({
  version: 'a2a-version',
  extensions: 'a2a-extensions',
  token: 'x-a2a-notification-token',
});

/** Media type of the REST binding (1.0 §11). */
export const a2aType = 'application/a2a+json';

/** The extension by which a card tells inputs and outputs of its skills, and a message names the skill it means. */
export const operationsExtension = 'urn:dragoman:a2a:operations:1';

/** Members of a message's metadata that belong to the extension. */
export const extensionMember = Object.freeze({
  skill: `${operationsExtension}/skill`,
  dryRun: `${operationsExtension}/dry_run`,
  confirmation: `${operationsExtension}/confirmation`,
  idempotencyKey: `${operationsExtension}/idempotency_key`,
  version: `${operationsExtension}/version`,
});

/** Member of an operation's and an entry's `extra` that holds what only A2A knows. */
export const extraMember = 'a2a';

/** Bounds on reading somebody's card and answers. */
export const a2aLimits = Object.freeze({ skills: 2_000, interfaces: 50, parts: 1_000, signatures: 10, text: 4_000 });

/** Numbers of faults that A2A adds to those of JSON-RPC (1.0 §5.4). */
export const a2aCodes = Object.freeze({
  taskNotFound: -32001,
  taskNotCancelable: -32002,
  pushNotSupported: -32003,
  unsupported: -32004,
  contentType: -32005,
  agentResponse: -32006,
  noExtendedCard: -32007,
  version: -32009,
});

/** States of a task, by the words of 0.3, which outputs use too. */
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

/** A state in the words of 0.3. */
export type TaskWord = keyof typeof taskStates;

/** The word for a state of either revision; undefined for an unknown one. */
export function taskWord(state: JsonValue | undefined): TaskWord | undefined {
  if (typeof state !== 'string') return undefined;
  const words = Object.keys(taskStates) as TaskWord[];
  return words.find((word) => word === state || taskStates[word] === state);
}

/** A member of this object itself, never an inherited one. */
export function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A text that says something, cut where it is too long. */
export function textOf(value: JsonValue | undefined, most: number = a2aLimits.text): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, most) : undefined;
}

/** The texts of a list, as many as are taken. */
export function textsOf(value: JsonValue | undefined, most = 50): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each) => textOf(each, 500) ?? []).slice(0, most);
}
