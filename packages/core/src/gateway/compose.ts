/** How steps become one function: each wraps the next one. The gateway and the server's HTTP pipeline share it. */

/** Wraps everything after it. `Out` differs from `In` where a step learns something that the later ones rely on. */
export type Step<In, Result, Out = In> = (value: In, next: (value: Out) => Promise<Result>) => Promise<Result>;

/** Composes steps, the first one outermost; `last` runs when the innermost step calls its next one. */
export function compose<In, Result>(
  steps: readonly Step<In, Result>[],
  last: (value: In) => Promise<Result> = () => Promise.reject(new Error('the last step has no next one')),
): (value: In) => Promise<Result> {
  return steps.reduceRight<(value: In) => Promise<Result>>((next, step) => (value) => step(value, next), last);
}
