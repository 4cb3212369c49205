/** The interface of a property: web requests and responses around the host's handler. */
import { type Describe, describeWith } from '../describing/description-draft.js';
import type { CallContext } from './call-context.js';

/** Answers one request; the host's handler, from a property's view. May throw, ideally a `Failure`. */
export type Handle = (request: Request, call: CallContext) => Promise<Response>;

/** Returns a description with everything that the properties of an application add to it. */
export type CompleteDescription = (description: object) => object;

/** One property of an API: wraps the next handler, and runs it at most once. */
export interface Property {
  (next: Handle): Handle;
  /** Completes the description of the API with what the property adds to it. */
  readonly describe?: Describe | undefined;
  /** For a property that uses the description: receives the function that completes it, before the first request. */
  readonly useDescription?: ((complete: CompleteDescription) => void) | undefined;
}

/** What a property has besides its function. */
export type PropertyParts = Pick<Property, 'describe' | 'useDescription'>;

/** A property with its description. */
export function defineProperty(run: (next: Handle) => Handle, parts: PropertyParts): Property {
  return Object.assign((next: Handle) => run(next), parts);
}

/** Several properties as one; the first is outermost, so it sees the request first and the response last. */
export function compose(...properties: readonly Property[]): Property {
  return defineProperty((next) => properties.reduceRight((inner, property) => property(inner), next), {
    // From the inside out, as responses go: an outer property also describes what an inner one has added.
    describe: (draft) => {
      for (const { describe } of [...properties].reverse()) describe?.(draft);
    },
    useDescription: (complete) => {
      for (const { useDescription } of properties) useDescription?.(complete);
    },
  });
}

/** The properties of a whole application as one; those that use the description get it completed by all of them. */
export function composeAll(properties: readonly Property[]): Property {
  const whole = compose(...properties);
  whole.useDescription?.((description) => completeDescription(description, properties));
  return whole;
}

/**
 * The OpenAPI document with everything that these properties add: parameters, headers, errors, previews, pages and
 * routes. What its author wrote stays; documents other than OpenAPI 3 are returned unchanged.
 */
export function completeDescription(description: object, properties: readonly Property[]): object {
  return describeWith(
    description,
    [...properties].reverse().flatMap(({ describe }) => describe ?? []),
  );
}
