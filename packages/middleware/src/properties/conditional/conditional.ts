/**
 * Conditional requests (PROF-RESP-05; RFC 9110 §13): answers to reads carry an entity tag and are not sent twice, writers can
 * demand that nobody was there before them.
 */
import { Failure } from '@dragoman/model';
import { type CallContext, callOf } from '../call-context.js';
import { isRead } from '../is-read.js';
import type { Property } from '../property.js';
import { type DatedState, isConditional, type ResourceState, requirePresent } from './resource-state.js';
import { tagAnswer } from './tag-answer.js';

/** How conditions of writers are checked. */
export interface ConditionalOptions {
  /**
   * `handler`: handlers call `requireState` where they write, best within their transaction. A function: gives the present
   * state before the handler runs, undefined when there is none. Unless given, a write with a condition is refused.
   */
  writes?: 'handler' | ((request: Request, call: CallContext) => PresentState | Promise<PresentState>);
  /** Most bytes of an answer that gets a tag; 1 MiB unless given. */
  bytes?: number;
}

/** The state of a resource, undefined when it does not exist. */
export type PresentState = ResourceState | undefined;

interface Conditions {
  request: Request;
  shown?: DatedState;
}

const place = Symbol('conditions');

/** Makes the property; put it before those that change bodies, since a tag is one of the bytes that go out. */
export function createConditional({ writes, bytes }: ConditionalOptions = {}): Property {
  return (next) => async (request, call) => {
    const conditions: Conditions = { request };
    call.values.set(place, conditions);
    if (!isRead(request)) await judgeWrite(request, call, writes);
    const answer = await next(request, call);
    const { shown } = conditions;
    return isRead(request) || shown !== undefined ? tagAnswer(request, answer, { shown, limit: bytes }) : answer;
  };
}

/** Says which state the answer of this request shows, so that a writer may name it in `If-Match`. */
export function showState(host: object, state: ResourceState, updatedAt?: Date): void {
  conditionsOf(host).shown = { state, updatedAt };
}

/**
 * Demands that what the writer said of the present state holds; undefined when the resource does not exist. Throws
 * `PRECONDITION_FAILED`; does nothing when the request has no condition.
 */
export function requireState(host: object, state: ResourceState | undefined, updatedAt?: Date): void {
  requirePresent(conditionsOf(host).request, state === undefined ? undefined : { state, updatedAt });
}

function conditionsOf(host: object): Conditions {
  const conditions = callOf(host).values.get(place);
  if (conditions === undefined) throw new Error('createConditional does not stand before this handler');
  return conditions as Conditions;
}

async function judgeWrite(request: Request, call: CallContext, writes: ConditionalOptions['writes']): Promise<void> {
  if (!isConditional(request) || writes === 'handler') return;
  if (writes === undefined) throw uncheckable();
  const state = await writes(request, call);
  requirePresent(request, state === undefined ? undefined : { state });
}

/** To go on would be to act without a condition that the writer relies on. */
function uncheckable(): Failure {
  const detail = 'conditions on writes are not checked here; send the request without it';
  return new Failure('INVALID_INPUT', {
    message: 'This address cannot check the condition of a write.',
    fieldErrors: [{ field: 'If-Match', code: 'request/condition', detail }],
  });
}
