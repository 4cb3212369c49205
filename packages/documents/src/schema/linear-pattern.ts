/** Untrusted regular expressions, run by an engine whose time is linear in the length of the text. */
import { loadRe2 } from '#libraries';

/** A compiled pattern. */
export interface LinearPattern {
  /** True when the pattern matches anywhere in the text. */
  test(text: string): boolean;
  /** Instructions of the compiled pattern. */
  steps: number;
}

/** The result of evaluating a pattern: it runs in linear time, only in other engines, or in none. */
export type PatternResult =
  | { verdict: 'linear'; pattern: LinearPattern }
  | { verdict: 'not-linear' }
  | { verdict: 'not-a-pattern' };

/** Caches results and limits the total: compiling costs about 20 microseconds per instruction. */
export interface PatternBudget {
  known: Map<string, PatternResult>;
  limit: number;
  used: number;
}

/** Creates a budget of this many instructions. */
export function createPatternBudget(limit: number): PatternBudget {
  return { known: new Map(), limit, used: 0 };
}

/** Evaluates a pattern; undefined when the budget is used up. */
export function evaluatePattern(source: string, budget: PatternBudget): PatternResult | undefined {
  const known = budget.known.get(source);
  if (known !== undefined || budget.used >= budget.limit) return known;
  const result = evaluate(source);
  budget.known.set(source, result);
  budget.used += result.verdict === 'linear' ? result.pattern.steps : source.length;
  return result;
}

function evaluate(source: string): PatternResult {
  const { RE2JS } = loadRe2();
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    const pattern = { test: (text: string) => compiled.test(text), steps: Math.max(1, compiled.programSize()) };
    return { verdict: 'linear', pattern };
  } catch {
    return { verdict: isPattern(source) ? 'not-linear' : 'not-a-pattern' };
  }
}

/**
 * True when one of the engines accepts the text as a regular expression; a pattern that no engine runs is not parsed
 * further.
 */
export function isRegularExpression(source: string): boolean {
  return isPattern(source) || evaluate(source).verdict !== 'not-a-pattern';
}

/** True when the text is an ECMA-262 regular expression. Compiling does not run it. */
function isPattern(source: string): boolean {
  return ['u', ''].some((flags) => {
    try {
      return new RegExp(source, flags) instanceof RegExp;
    } catch {
      return false;
    }
  });
}
