/** Effects of a change on callers, shared by APIs and tools. */

/** Breaking, compatible, wording only, or a changed meaning. */
export type CallerEffect = 'breaking' | 'compatible' | 'description' | 'meaning';

/** Rules that a difference of two versions can violate. */
export type DiffRuleId =
  | 'breaking-change-without-version'
  | 'enum-value-removed'
  | 'operation-id-changed'
  | 'operation-id-reused'
  | 'operation-meaning-changed';

/** Whether callers send or receive a value. */
export type Direction = 'input' | 'output';

/** The effect of one difference, and the rule that it violates. */
export interface Verdict {
  effect: CallerEffect;
  rule?: DiffRuleId;
}
