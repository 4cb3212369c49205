/** Regular expressions of strangers, run by an engine whose time grows with the text and never explodes. */
import { RE2JS } from 're2js';

/** A pattern that is ready to run. */
export interface LinearPattern {
  /** True when the pattern matches anywhere in the text. */
  test(text: string): boolean;
  /** Rough work per character, at least 1. */
  cost: number;
}

/** The pattern for the linear-time engine; undefined when that engine cannot run it. */
export function createLinearPattern(source: string): LinearPattern | undefined {
  try {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(source));
    return { test: (text) => pattern.test(text), cost: Math.ceil(pattern.programSize() / 10) };
  } catch {
    return undefined;
  }
}

/** What an engine makes of a pattern. */
export type PatternVerdict = 'linear' | 'not-linear' | 'not-a-pattern';

/** Remembers verdicts, and how many different patterns may still be judged: judging one costs a tenth of a millisecond. */
export interface PatternAllowance {
  known: Map<string, PatternVerdict>;
  limit: number;
}

/** An allowance for this many different patterns. */
export function createPatternAllowance(limit: number): PatternAllowance {
  return { known: new Map(), limit };
}

/** The verdict on a pattern; undefined when the allowance is used up. */
export function judgePattern(source: string, allowance: PatternAllowance): PatternVerdict | undefined {
  const known = allowance.known.get(source);
  if (known !== undefined || allowance.known.size >= allowance.limit) return known;
  const linear = createLinearPattern(source) !== undefined;
  const verdict = linear ? 'linear' : isPattern(source) ? 'not-linear' : 'not-a-pattern';
  allowance.known.set(source, verdict);
  return verdict;
}

/** True when the text is a regular expression of ECMA-262 at all. Compiling runs nothing. */
function isPattern(source: string): boolean {
  return ['u', ''].some((flags) => {
    try {
      return new RegExp(source, flags) instanceof RegExp;
    } catch {
      return false;
    }
  });
}
