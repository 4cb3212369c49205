/**
 * Where in a procedure something stands: below which headings and in which items of which lists. From two such places
 * follows whether the text says that one comes before the other, or that only one of them is ever done.
 */

/** A heading or an item of a list that other text stands in. */
export interface Step {
  /** Sections or items with the same number stand side by side. */
  group: number;
  /** Place in its group, from 0. */
  index: number;
  /** True when the writer numbered it: then its order is meant. */
  numbered: boolean;
  /** `if` opens a branch, `else` is the other way of the branch before it, `plain` is neither. */
  branch: 'if' | 'else' | 'plain';
}

/** The steps around a place, the outermost first. */
export type StepPath = readonly Step[];

/** How an earlier or later place stands to another one. */
export type Relation = 'before' | 'after' | 'unordered' | 'excluded';

/**
 * How a call stands to a use that is written behind it (`written: 'earlier'`) or before it (`'later'`). Text that is
 * written earlier counts as done earlier, but for the other way of a branch; later text counts as later only where the
 * writer numbered the steps.
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

/** The branches of the steps of each group, by their places. */
export type BranchGroups = ReadonlyMap<number, readonly Step['branch'][]>;

/** True for two ways of one branch: all steps from the second up to the later one begin with words like "otherwise". */
function isExcluded(one: Step, other: Step, groups: BranchGroups): boolean {
  const [first, last] = one.index < other.index ? [one, other] : [other, one];
  const branches = groups.get(first.group)?.slice(first.index, last.index + 1) ?? [];
  const [opening, ...ways] = branches;
  return opening !== 'plain' && ways.length > 0 && ways.every((way) => way === 'else');
}

const otherWay = /^(?:or\s+)?(?:otherwise|else|if\s+not\b|in\s+(?:all|any|every)\s+other\s+cases?)/i;
const condition =
  /^(?:if|when|whenever|unless|in\s+case|for\s+(?:customers?|callers?|users?|orders?)\s+(?:who|that|with)|should)\b/i;

/** What the first words of a step say about whether it is always done. */
export function branchOf(text: string): Step['branch'] {
  const words = text.replace(/^[\s*_>#`"'([]+/, '');
  if (otherWay.test(words)) return 'else';
  return condition.test(words) ? 'if' : 'plain';
}

/** True for a heading that counts: `Step 2`, `2.`, `2)`, `Phase B`. */
export function isNumberedHeading(text: string): boolean {
  return /^(?:(?:step|phase|part|stage)\s+(?:\d{1,4}|[a-z])\b|\d{1,4}[.):]?\s)/i.test(text.trim());
}
