/** States of a resource as entity tags: one part for the state that a writer names, one for the bytes that a reader has. */
import { hash } from 'node:crypto';
import { writeCondition } from '@dragoman/core/http';
import { Failure, type JsonValue } from '@dragoman/model';

/** What tells one state of a resource from another: a version, or the resource itself; members in a fixed order. */
export type ResourceState = JsonValue;

/** A state with the time since which it holds, for hosts that know it. */
export interface DatedState {
  state: ResourceState;
  updatedAt?: Date | undefined;
}

/** The tag of an answer's bytes that shows this state; without one, of the bytes alone. */
export function answerTag(bytes: Uint8Array, shown: DatedState | undefined): string {
  const mark = hash('sha256', bytes).slice(0, 16);
  return shown === undefined ? `"${mark}"` : `"${stateTag(shown.state)}.${mark}"`;
}

/**
 * Demands that the conditions of a request hold for the present state, undefined when there is none yet; throws
 * `PRECONDITION_FAILED` otherwise, and `INVALID_INPUT` for a condition that cannot be read.
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
    message: present === undefined ? 'There is nothing here yet.' : 'The resource has changed since it was read.',
  });
}

/** True for a request whose writer set a condition. */
export function isConditional({ headers }: Pick<Request, 'headers'>): boolean {
  return ['if-match', 'if-none-match', 'if-unmodified-since'].some((name) => headers.has(name));
}

function stateTag(state: ResourceState): string {
  return hash('sha256', JSON.stringify(state)).slice(0, 16);
}

/** A date cannot be held against a resource of no date; it is passed over then (RFC 9110 §13.1.4). */
function undated(request: Request): Request {
  if (!request.headers.has('if-unmodified-since')) return request;
  const headers = new Headers(request.headers);
  headers.delete('if-unmodified-since');
  return new Request(request.url, { headers });
}
