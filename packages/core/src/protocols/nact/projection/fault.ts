/** Why part of an input cannot be a tool input, and the sculpting that fixes it. */

/** A rule or shape that a signature cannot represent. */
export interface ProjectionFault {
  /** JSON pointer into the operation's input schema. */
  pointer: string;
  reason: string;
  cure: string;
}

/** The projection of a part: a value, or the fault that prevents it. */
export type Projected<T> = { value: T; fault?: undefined } | { fault: ProjectionFault };

const workflow = 'Sculpt a workflow over the operation';

/** The faults by kind, each with its fix. */
export const faults = {
  free: (name: string) => ({
    reason: `'${name}' accepts any value`,
    cure: `${workflow} that takes scalars and builds '${name}' from them, or give its schema a type.`,
  }),
  unsafe: (name: string) => ({
    reason: `'${name}' is a name that validators do not accept`,
    cure: `${workflow} that gives it another name.`,
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
    reason: `'${name}' has the rule '${keyword}', which a signature cannot represent`,
    cure: `${workflow} that makes every permitted value pass '${keyword}', or turn the rule into named values.`,
  }),
  conditional: (name: string) => ({
    reason: `the members of '${name}' are required only together`,
    cure: `${workflow} that takes them as required inputs, and keep the operation without '${name}' as a second tool.`,
  }),
  recursive: (name: string) => ({
    reason: `'${name}' is nested too deeply or contains itself`,
    cure: `${workflow} with the few inputs that matter.`,
  }),
  clash: (name: string) => ({
    reason: `'${name}' would be the name of two inputs`,
    cure: `${workflow} that gives the two different names.`,
  }),
  many: (name: string) => ({
    reason: `'${name}' would have more inputs than a tool may have`,
    cure: `${workflow} with the few inputs that matter.`,
  }),
} as const;
