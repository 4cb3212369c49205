/** What a difference means to callers, in the words that APIs and tools share. */

/** Some callers notice, none does, only words changed, or the words now mean something else. */
export type CallerEffect = 'breaking' | 'compatible' | 'description' | 'meaning';

/** Rules that a difference of two versions can break. */
export type DiffRuleId =
  | 'breaking-change-without-version'
  | 'enum-value-removed'
  | 'operation-id-changed'
  | 'operation-id-reused'
  | 'operation-meaning-changed';

/** Whether callers send a value or receive it. */
export type Direction = 'input' | 'output';

/** The effect of one difference, and the rule that it breaks. */
export interface Verdict {
  effect: CallerEffect;
  rule?: DiffRuleId;
}
