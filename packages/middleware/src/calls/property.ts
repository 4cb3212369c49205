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
  /** True for writes that the property itself answers, and for which it returns a preview if the caller asks for one. */
  readonly previews?: RequestTest | undefined;
  /** For a property that rejects dry runs without a preview: receives the test of the properties inside it. */
  readonly usePreviews?: ((previews: RequestTest) => void) | undefined;
}

/** A test of the method and the URL of a request. */
export type RequestTest = (request: Pick<Request, 'method' | 'url'>) => boolean;

/** What a property has besides its function. */
export type PropertyParts = Pick<Property, 'describe' | 'useDescription' | 'previews' | 'usePreviews'>;

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
    previews: (request) => properties.some(({ previews }) => previews?.(request) === true),
    usePreviews: (inside) => {
      for (const [at, { usePreviews }] of properties.entries()) {
        const after = properties.slice(at + 1);
        usePreviews?.((request) => after.some(({ previews }) => previews?.(request) === true) || inside(request));
      }
    },
  });
}

/** Several properties as one, each of which knows the previews of those inside it. */
function connect(properties: readonly Property[]): Property {
  const whole = compose(...properties);
  whole.usePreviews?.(() => false);
  return whole;
}

/** The properties of a whole application as one; those that use the description get it completed by all of them. */
export function composeAll(properties: readonly Property[]): Property {
  const whole = connect(properties);
  whole.useDescription?.((description) => completeDescription(description, properties));
  return whole;
}

/**
 * The OpenAPI document with everything that these properties add: parameters, headers, errors, previews, pages and
 * routes. What its author wrote stays; documents other than OpenAPI 3 are returned unchanged.
 */
export function completeDescription(description: object, properties: readonly Property[]): object {
  const { describe } = connect(properties);
  return describeWith(description, describe === undefined ? [] : [describe]);
}
