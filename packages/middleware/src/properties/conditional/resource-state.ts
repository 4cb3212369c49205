/**
 * States of a resource as ETags: one part for the state that a writer refers to, one for the bytes that a reader has.
 */
import { hash } from 'node:crypto';
import { writeCondition } from '@dragoman/core/http';
import { Failure, type JsonValue } from '@dragoman/model';

/** Identifies a state of a resource: a version, or the resource itself; members in a fixed order. */
export type ResourceState = JsonValue;

/** A state with its modification time, for hosts that know it. */
export interface DatedState {
  state: ResourceState;
  updatedAt?: Date | undefined;
}

/** The ETag of a response's bytes with this state; without one, of the bytes alone. */
export function answerTag(bytes: Uint8Array, shown: DatedState | undefined): string {
  const mark = hash('sha256', bytes).slice(0, 16);
  return shown === undefined ? `"${mark}"` : `"${stateTag(shown.state)}.${mark}"`;
}

/**
 * Requires that the conditions of a request match the current state, undefined when there is none; throws
 * `PRECONDITION_FAILED` otherwise, and `INVALID_INPUT` for an invalid condition.
 */
export function requirePresent(request: Request, present: DatedState | undefined): void {
  const condition = writeCondition(present?.updatedAt === undefined ? undated(request) : request);
  if (condition === undefined) return;
  const current =
    present === undefined
      ? undefined
      : { tag: stateTag(present.state), updatedAt: (present.updatedAt ?? new Date(0)).toISOString() };
  if (condition(current)) return;
  throw new Failure('PRECONDITION_FAILED', {
    message: present === undefined ? 'The resource does not exist yet.' : 'The resource has changed since it was read.',
  });
}

/** True for a write with a condition. */
export function isConditional({ headers }: Pick<Request, 'headers'>): boolean {
  return ['if-match', 'if-none-match', 'if-unmodified-since'].some((name) => headers.has(name));
}

function stateTag(state: ResourceState): string {
  return hash('sha256', JSON.stringify(state)).slice(0, 16);
}

/** A date condition is ignored for a resource without a date (RFC 9110 §13.1.4). */
function undated(request: Request): Request {
  if (!request.headers.has('if-unmodified-since')) return request;
  const headers = new Headers(request.headers);
  headers.delete('if-unmodified-since');
  return new Request(request.url, { headers });
}
