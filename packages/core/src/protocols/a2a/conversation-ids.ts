/**
 * Ids of conversations and tasks at remote agents, as callers of this gateway see them. An agent knows the gateway only,
 * so the gateway has to keep callers apart: an id that a caller receives is bound to that caller and that service by a
 * MAC, and no other caller can continue the task. Nothing is stored.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { nameUuid } from '../../documents/name-uuid.js';
import type { MessagePlace } from './skill-schemas.js';
import { a2aLimits, memberOf } from './wire.js';

/** To whom an id belongs. */
export interface IdOwner {
  subject: string;
  entryId: string;
}

/** The ids of one call. */
export interface Conversation {
  /** Conversation and task that the message continues, as the agent knows them. */
  readonly place: MessagePlace;
  /** The agent's conversation, as the caller sees it. */
  showContext(id: string): string;
  /** The agent's task, as the caller sees it. */
  showTask(id: string): string;
}

/** Binds ids to their owners. */
export interface ConversationIds {
  /** The ids of a call with this input; throws `NOT_FOUND` for a task that is not the caller's. */
  open(owner: IdOwner, input: JsonValue): Conversation;
  /** True for the id of a task that this caller received. */
  isTask(owner: IdOwner, id: string): boolean;
}

/** Characters of the MAC: 132 bits. */
const macLength = 22;

/** Maximum characters of an agent's id: callers send it back with the MAC. */
const maxRemoteId = a2aLimits.id - macLength - 1;

/** An id of an agent, unchanged; undefined for one that is too long, or that no request could name. */
export function remoteId(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > maxRemoteId || !value.isWellFormed())
    return undefined;
  // As a segment of a path, dots name another resource; messages are read without the space around their ids.
  return value === '.' || value === '..' || value !== value.trim() ? undefined : value;
}

/** What is wrong with a task without such an id, for messages. */
export const unusableId = `a task whose id is missing, malformed or longer than ${maxRemoteId} characters`;

/** Creates the binding; `secret` is the same in every process. */
export function createConversationIds(secret: string): ConversationIds {
  const macOf = ({ subject, entryId }: IdOwner, kind: string, id: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([kind, subject, entryId, id]))
      .digest('base64url')
      .slice(0, macLength);
  const show = (owner: IdOwner, kind: string, id: string) => `${id}.${macOf(owner, kind, id)}`;
  const read = (owner: IdOwner, kind: string, shown: string): string | undefined => {
    const at = shown.length - macLength - 1;
    if (at < 1 || shown[at] !== '.') return undefined;
    const id = shown.slice(0, at);
    const [right, given] = [Buffer.from(macOf(owner, kind, id)), Buffer.from(shown.slice(at + 1))];
    return right.length === given.length && timingSafeEqual(right, given) ? id : undefined;
  };
  return {
    isTask: (owner, id) => read(owner, 'task', id) !== undefined,
    open(owner, input) {
      const given = placeOf(input);
      const taskId = given.taskId === undefined ? undefined : read(owner, 'task', given.taskId);
      if (given.taskId !== undefined && taskId === undefined) throw unknownTask();
      const { contextId } = given;
      const known = contextId === undefined ? undefined : read(owner, 'context', contextId);
      // A conversation that the caller names itself gets a name of the gateway, so that it is nobody else's.
      const own =
        contextId === undefined
          ? undefined
          : (known ?? nameUuid('a2a-context', owner.subject, owner.entryId, contextId));
      return {
        place: {
          ...(own === undefined ? {} : { contextId: own }),
          ...(taskId === undefined ? {} : { taskId }),
        },
        showContext: (id) => (id === own && contextId !== undefined ? contextId : show(owner, 'context', id)),
        showTask: (id) => show(owner, 'task', id),
      };
    },
  };
}

function placeOf(input: JsonValue): MessagePlace {
  if (!isJsonObject(input)) return {};
  const contextId = memberOf(input, 'context_id');
  const taskId = memberOf(input, 'task_id');
  return {
    ...(typeof contextId === 'string' && contextId !== '' ? { contextId } : {}),
    ...(typeof taskId === 'string' && taskId !== '' ? { taskId } : {}),
  };
}

function unknownTask(): Failure {
  return new Failure('NOT_FOUND', {
    message:
      'No task with this task_id was started by this caller at this service; use the task_id of an earlier output.',
  });
}
