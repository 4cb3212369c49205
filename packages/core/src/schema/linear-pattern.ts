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
    return { test: (text) => pattern.test(text), cost: Math.max(1, Math.ceil(pattern.programSize() / 100)) };
  } catch {
    return undefined;
  }
}

/** True when the text is a regular expression of ECMA-262 at all. Compiling runs nothing. */
export function isPattern(source: string): boolean {
  return ['u', ''].some((flags) => {
    try {
      return new RegExp(source, flags) instanceof RegExp;
    } catch {
      return false;
    }
  });
}
