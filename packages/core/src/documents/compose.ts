/** Composes steps into one function, in which each wraps the next one. Every pipeline uses it. */

/** Runs the rest of the pipeline after a step. */
export type NextStep<Subject, Result> = (subject: Subject) => Promise<Result>;

/** Wraps everything after it. `Passed` differs from `Subject` where a step learns something that later ones rely on. */
export type PipelineStep<Subject, Result, Passed = Subject> = (
  subject: Subject,
  next: NextStep<Passed, Result>,
) => Promise<Result>;

/** All steps as one function, the first one outermost; `last` runs when the innermost step calls its next one. */
export function compose<Subject, Result>(
  steps: readonly PipelineStep<Subject, Result>[],
  last: NextStep<Subject, Result> = () => Promise.reject(new Error('the last step has no next one')),
): NextStep<Subject, Result> {
  return steps.reduceRight<NextStep<Subject, Result>>((next, step) => (subject) => step(subject, next), last);
}
