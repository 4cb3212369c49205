/** Finds a text of some lengths that matches some patterns and none of others. */

import { anyText } from './parse-pattern.js';
import type { Language } from './regular-language.js';
import { both, complement, exactly, findText as findInLanguage } from './regular-language.js';
import type { Branch, Found, FoundValue, Literal, Search } from './search.js';
import { satisfies } from './search.js';
import { formatExamples, formatOutline, isUnchecked, testFormat } from './text-formats.js';

const longest = 20_000;

/** Finds a text. */
export function findText(search: Search, branch: Branch): Found {
  const lengths = sizesOf(branch, 'string');
  if (lengths.min > lengths.max) return 'none';
  const { words, languages, isComplete } = readRules(search, branch);
  const samples = words.filter(({ sign }) => sign).flatMap(({ word }) => formatExamples(word));
  for (const sample of samples) {
    const found = accept(search, branch, sample);
    if (found !== undefined) return found;
  }
  if (languages.length === 0 && lengths.min <= longest) {
    const found = accept(search, branch, 'a'.repeat(lengths.min));
    return found ?? (isComplete ? 'unknown' : guess(search, branch));
  }
  const found = findInLanguage(both([anyText, ...languages]), lengths, search.steps);
  if (found === undefined) return 'unknown';
  // Unreadable patterns only restrict further.
  if (found === 'none') return 'none';
  const accepted = accept(search, branch, found.text);
  return accepted ?? (isComplete ? 'unknown' : guess(search, branch));
}

/** The sizes that atoms allow for a type; a broken minimum is a maximum. */
export function sizesOf({ atoms }: Branch, of: 'string' | 'array' | 'object'): { min: number; max: number } {
  const sizes = { min: 0, max: Number.POSITIVE_INFINITY };
  for (const { logic, sign } of atoms) {
    if (logic.kind !== 'size' || logic.of !== of) continue;
    if ((logic.side === 'min') === sign) sizes.min = Math.max(sizes.min, sign ? logic.limit : logic.limit + 1);
    else sizes.max = Math.min(sizes.max, sign ? logic.limit : logic.limit - 1);
  }
  return sizes;
}

interface Word {
  word: string;
  sign: boolean;
}

function readRules(
  { languageOf }: Search,
  { atoms }: Branch,
): { words: Word[]; languages: Language[]; isComplete: boolean } {
  const words: Word[] = [];
  const languages: Language[] = [];
  let isComplete = true;
  for (const { logic, sign } of atoms) {
    if (logic.kind === 'word') {
      const word = logic.word.replace(/^format /, '');
      words.push({ word, sign });
      const outline = sign ? formatOutline(word) : undefined;
      const language = outline === undefined ? undefined : languageOf(outline);
      if (language !== undefined) languages.push(language);
    } else if (logic.kind === 'pattern') {
      const language = languageOf(logic.source);
      if (language === undefined) isComplete = false;
      else languages.push(sign ? language : complement(language));
    } else if (logic.kind === 'values' && !sign) {
      for (const value of logic.values.values())
        if (typeof value === 'string') languages.push(complement(exactly(value)));
    }
  }
  return { words, languages, isComplete };
}

/** The text, if every rule that is understood allows it; words that are not understood are assumed to restrict. */
function accept(search: Search, branch: Branch, text: string): FoundValue | undefined {
  const plain: Literal[] = [];
  let [assumed, doubtful] = [false, false];
  for (const literal of branch.atoms) {
    const { logic, sign } = literal;
    if (logic.kind === 'word') {
      const known = logic.word.startsWith('format ') ? testFormat(logic.word.slice(7), text) : undefined;
      if (known === !sign) return undefined;
      if (known === undefined || isUnchecked(logic.word)) assumed = true;
    } else plain.push(literal);
  }
  const answer = satisfies(search, plain, text);
  if (answer === false) return undefined;
  if (answer === undefined) doubtful = true;
  return { value: text, ...(assumed ? { assumed } : {}), ...(doubtful ? { doubtful } : {}) };
}

/** A pattern that cannot be read may still be broken by an ordinary text. */
function guess(search: Search, branch: Branch): Found {
  for (const text of ['', 'a', '0', 'A', '-', 'a b', '!', 'é']) {
    const found = accept(search, branch, text);
    if (found !== undefined && found.doubtful !== true) return found;
  }
  return 'unknown';
}
