/** Regular expressions of strangers, run by an engine whose time grows with the text and never explodes. */
import { RE2JS } from 're2js';

/** A pattern that is ready to run. */
export interface LinearPattern {
  /** True when the pattern matches anywhere in the text. */
  test(text: string): boolean;
  /** Instructions of the compiled pattern. */
  steps: number;
}

/** What the engines make of a pattern: it runs in linear time, or only in others, or nowhere. */
export type JudgedPattern =
  | { verdict: 'linear'; pattern: LinearPattern }
  | { verdict: 'not-linear' }
  | { verdict: 'not-a-pattern' };

/** Remembers verdicts, and how much may still be judged: compiling costs about 20 microseconds an instruction. */
export interface PatternAllowance {
  known: Map<string, JudgedPattern>;
  limit: number;
  used: number;
}

/** An allowance of this many instructions. */
export function createPatternAllowance(limit: number): PatternAllowance {
  return { known: new Map(), limit, used: 0 };
}

/** The verdict on a pattern; undefined when the allowance is used up. */
export function judgePattern(source: string, allowance: PatternAllowance): JudgedPattern | undefined {
  const known = allowance.known.get(source);
  if (known !== undefined || allowance.used >= allowance.limit) return known;
  const judged = judge(source);
  allowance.known.set(source, judged);
  allowance.used += judged.verdict === 'linear' ? judged.pattern.steps : source.length;
  return judged;
}

function judge(source: string): JudgedPattern {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    const pattern = { test: (text: string) => compiled.test(text), steps: Math.max(1, compiled.programSize()) };
    return { verdict: 'linear', pattern };
  } catch {
    return { verdict: isPattern(source) ? 'not-linear' : 'not-a-pattern' };
  }
}

/** True when one of the engines reads the text as a regular expression; one that never runs is read no further. */
export function isRegularExpression(source: string): boolean {
  return isPattern(source) || judge(source).verdict !== 'not-a-pattern';
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
