/**
 * The position of a passage among the headings and list items of a procedure. Two positions determine whether the text
 * orders one before the other, or whether only one of them is ever executed.
 */

/** A heading or a list item that contains other text. */
export interface Step {
  /** Sections or items with the same number are siblings. */
  group: number;
  /** Index in its group, from 0. */
  index: number;
  /** True when the author numbered it: then its order is significant. */
  numbered: boolean;
  /** `if` opens a branch, `else` is the alternative of the previous branch, `plain` is neither. */
  branch: 'if' | 'else' | 'plain';
}

/** The steps around a position, the outermost first. */
export type StepPath = readonly Step[];

/** Relation of one position to another. */
export type Relation = 'before' | 'after' | 'unordered' | 'excluded';

/**
 * Relation of a call to a use that is written after it (`written: 'earlier'`) or before it (`'later'`). Earlier text
 * counts as executed earlier, except in the alternative of a branch; later text counts as later only where the author
 * numbered the steps.
 */
export function relate(call: StepPath, use: StepPath, written: 'earlier' | 'later', groups: BranchGroups): Relation {
  const at = call.findIndex((step, depth) => use[depth]?.group !== step.group || use[depth]?.index !== step.index);
  const [mine, other] = at < 0 ? [undefined, undefined] : [call[at], use[at]];
  if (mine === undefined || other === undefined || mine.group !== other.group) {
    return written === 'earlier' ? 'before' : 'unordered';
  }
  if (isExcluded(mine, other, groups)) return 'excluded';
  if (written === 'earlier') return 'before';
  return mine.numbered && other.numbered ? 'after' : 'unordered';
}

/** The branches of the steps of each group, by index. */
export type BranchGroups = ReadonlyMap<number, readonly Step['branch'][]>;

/**
 * True for two alternatives of one branch: all steps from the second up to the later one begin with words like
 * "otherwise".
 */
function isExcluded(one: Step, other: Step, groups: BranchGroups): boolean {
  const [first, last] = one.index < other.index ? [one, other] : [other, one];
  const branches = groups.get(first.group)?.slice(first.index, last.index + 1) ?? [];
  const [opening, ...ways] = branches;
  return opening !== 'plain' && ways.length > 0 && ways.every((way) => way === 'else');
}

const isAlternative = /^(?:or\s+)?(?:otherwise|else|if\s+not\b|in\s+(?:all|any|every)\s+other\s+cases?)/i;
const condition =
  /^(?:if|when|whenever|unless|in\s+case|for\s+(?:customers?|callers?|users?|orders?)\s+(?:who|that|with)|should)\b/i;

/** Whether a step is always executed, by its first words. */
export function branchOf(text: string): Step['branch'] {
  const words = text.replace(/^[\s*_>#`"'([]+/, '');
  if (isAlternative.test(words)) return 'else';
  return condition.test(words) ? 'if' : 'plain';
}

/** True for a numbered heading: `Step 2`, `2.`, `2)`, `Phase B`. */
export function isNumberedHeading(text: string): boolean {
  return /^(?:(?:step|phase|part|stage)\s+(?:\d{1,4}|[a-z])\b|\d{1,4}[.):]?\s)/i.test(text.trim());
}
