/** Why part of an input cannot be a tool's input, and the sculpting that would cure it. */

/** A rule or shape that a signature cannot show. */
export interface ProjectionFault {
  /** JSON pointer into the operation's input schema. */
  pointer: string;
  reason: string;
  cure: string;
}

/** What came of a part: a value, or the fault that keeps it out. */
export type Projected<T> = { value: T; fault?: undefined } | { fault: ProjectionFault };

const workflow = 'Sculpt a workflow over the operation';

/** The faults by kind, each with its cure. */
export const faults = {
  free: (name: string) => ({
    reason: `'${name}' takes any value`,
    cure: `${workflow} that takes scalars and builds '${name}' from them, or give its schema a type.`,
  }),
  unsafe: (name: string) => ({
    reason: `'${name}' is a name that validators do not take`,
    cure: `${workflow} that gives it a name of its own.`,
  }),
  array: (name: string) => ({
    reason: `'${name}' is a list`,
    cure: `${workflow} that takes one item, or a text that it splits, and builds '${name}' from it.`,
  }),
  number: (name: string) => ({
    reason: `'${name}' is a decimal number`,
    cure: `${workflow} that takes '${name}' as a whole number of a smaller unit, or as one of a few named values.`,
  }),
  rule: (name: string, keyword: string) => ({
    reason: `'${name}' has the rule '${keyword}', which a signature cannot show`,
    cure: `${workflow} that makes every permitted value pass '${keyword}', or turn the rule into named values.`,
  }),
  conditional: (name: string) => ({
    reason: `the members of '${name}' are needed only together`,
    cure: `${workflow} that takes them as required inputs, and leave the operation without '${name}' as a second tool.`,
  }),
  recursive: (name: string) => ({
    reason: `'${name}' is nested too deep or holds itself`,
    cure: `${workflow} with the few inputs that matter.`,
  }),
  clash: (name: string) => ({
    reason: `'${name}' would be the name of two inputs`,
    cure: `${workflow} that gives the two names of their own.`,
  }),
  many: (name: string) => ({
    reason: `'${name}' would have more inputs than a tool may have`,
    cure: `${workflow} with the few inputs that matter.`,
  }),
} as const;
