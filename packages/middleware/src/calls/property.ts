/** The interface of a property: web requests and responses around the host's handler. */
import type { CallContext } from './call-context.js';

/** Answers one request; the host's handler, from a property's view. May throw, ideally a `Failure`. */
export type Handle = (request: Request, call: CallContext) => Promise<Response>;

/** One property of an API: wraps the next handler, and runs it at most once. */
export type Property = (next: Handle) => Handle;

/** Several properties as one; the first is outermost, so it sees the request first and the response last. */
export function compose(...properties: readonly Property[]): Property {
  return (next) => properties.reduceRight((inner, property) => property(inner), next);
}
