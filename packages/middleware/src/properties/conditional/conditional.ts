/**
 * Conditional requests (PROF-RESP-05; RFC 9110 §13): reads have an ETag and are not sent twice, writes can require an
 * unchanged resource.
 */
import { Failure } from '@dragoman/model';
import { type CallContext, callOf } from '../../calls/call-context.js';
import { isRead } from '../../calls/is-read.js';
import { defineProperty, type Property } from '../../calls/property.js';
import { createRouteTest, type RoutePattern } from '../../calls/route-pattern.js';
import { describeConditional } from './describe-conditional.js';
import { type DatedState, isConditional, type ResourceState, requirePresent } from './resource-state.js';
import { tagAnswer } from './tag-answer.js';

/** How conditions of writes are checked. */
export interface ConditionalOptions {
  /**
   * `handler`: handlers call `requireState` where they write, ideally within their transaction. A function: returns the
   * current state before the handler runs, undefined when there is none. By default, a write with a condition is
   * rejected.
   */
  writes?: 'handler' | ((request: Request, call: CallContext) => PresentState | Promise<PresentState>);
  /**
   * Writes that must have an If-Match or If-None-Match, so that nobody overwrites a state that was not read; rejected
   * with 428 otherwise. None by default; it needs `writes`.
   */
  required?: readonly RoutePattern[];
  /** Maximum size of a response with an ETag, in bytes; 1 MiB by default. */
  bytes?: number;
}

/** The state of a resource, undefined when it does not exist. */
export type PresentState = ResourceState | undefined;

interface Conditions {
  request: Request;
  shown?: DatedState;
}

const place = Symbol('conditions');

/** Creates the property; put it before those that change bodies, because an ETag describes the bytes that are sent. */
export function createConditional({ writes, required, bytes }: ConditionalOptions = {}): Property {
  if (required !== undefined && writes === undefined)
    throw new TypeError('The option required needs the option writes');
  const isRequired = required === undefined ? () => false : createRouteTest(required);
  return defineProperty(
    (next) => async (request, call) => {
      const conditions: Conditions = { request };
      call.values.set(place, conditions);
      if (!isRead(request) && isRequired(request) && !isConditional(request)) throw conditionMissing();
      if (!isRead(request)) await judgeWrite(request, call, writes);
      const answer = await next(request, call);
      const { shown } = conditions;
      return isRead(request) || shown !== undefined ? tagAnswer(request, answer, { shown, limit: bytes }) : answer;
    },
    { describe: describeConditional({ checksWrites: writes !== undefined, isRequired }) },
  );
}

/** Declares the state that the response of this request shows, so that a writer can use it in `If-Match`. */
export function showState(host: object, state: ResourceState, updatedAt?: Date): void {
  conditionsOf(host).shown = { state, updatedAt };
}

/**
 * Requires that the request's conditions match the current state; undefined when the resource does not exist. Throws
 * `PRECONDITION_FAILED`; does nothing for a request without conditions.
 */
export function requireState(host: object, state: ResourceState | undefined, updatedAt?: Date): void {
  requirePresent(conditionsOf(host).request, state === undefined ? undefined : { state, updatedAt });
}

function conditionsOf(host: object): Conditions {
  const conditions = callOf(host).values.get(place);
  if (conditions === undefined) throw new Error('The handler needs the createConditional property');
  return conditions as Conditions;
}

async function judgeWrite(request: Request, call: CallContext, writes: ConditionalOptions['writes']): Promise<void> {
  if (!isConditional(request) || writes === 'handler') return;
  if (writes === undefined) throw uncheckable();
  const state = await writes(request, call);
  requirePresent(request, state === undefined ? undefined : { state });
}

function conditionMissing(): Failure {
  const detail = 'send the ETag of the resource that you have read, or If-None-Match: * to create one';
  return new Failure('PRECONDITION_FAILED', {
    message: 'This request requires If-Match; nothing was executed.',
    status: 428,
    fieldErrors: [{ field: 'If-Match', code: 'request/required', detail }],
  });
}

/** Continuing would ignore a condition that the writer relies on. */
function uncheckable(): Failure {
  const detail = 'conditions on writes are not supported here; send the request without it';
  return new Failure('INVALID_INPUT', {
    message: 'This URL does not support conditions on writes.',
    fieldErrors: [{ field: 'If-Match', code: 'request/condition', detail }],
  });
}
