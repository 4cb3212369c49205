/** What every property of an API is written against: web requests and responses, wrapped around the host's handler. */
import type { CallContext } from './call-context.js';

/** Answers one request; what the host's handler is to a property. May throw, best a `Failure`. */
export type Handle = (request: Request, call: CallContext) => Promise<Response>;

/** One property of an API: wraps the handler that comes after it, and runs it at most once. */
export type Property = (next: Handle) => Handle;

/** Several properties as one; the first is outermost, so it sees the request first and the answer last. */
export function compose(...properties: readonly Property[]): Property {
  return (next) => properties.reduceRight((inner, property) => property(inner), next);
}
