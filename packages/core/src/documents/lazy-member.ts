/**
 * Members that are made when they are first looked at, such as signals. A getter written into an object literal gives every
 * such object a shape of its own, and each look at any of its members is slow from then on; one getter for all of them does not.
 */

/** Adds the member to the parts, read from the source whenever somebody looks; copies of the parts hold what was read. */
export type LendMember<Name extends string> = <Parts extends object, Value>(
  parts: Parts,
  source: { readonly [Key in Name]: Value },
) => Parts & { readonly [Key in Name]: Value };

/** Makes the function that lends the member of that name. */
export function createLendMember<Name extends string>(name: Name): LendMember<Name> {
  const lender = Symbol(name);
  const member = {
    enumerable: true,
    configurable: true,
    get(this: Record<symbol, Record<Name, unknown>>) {
      return this[lender]?.[name];
    },
  };
  return (parts, source) => {
    (parts as Record<symbol, unknown>)[lender] = source;
    return Object.defineProperty(parts, name, member) as never;
  };
}

/** Lends the signal of who waits. */
export const lendSignal = createLendMember('signal');
