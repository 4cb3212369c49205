/** Words of names and texts as the profile counts them: split on case and punctuation, lower case, singular. */
import { singular } from '@dragoman/model';

export { contentWords, singular } from '@dragoman/model';

/** Cached names: rules ask for the words of the same few thousand names again and again. */
const known = new Map<string, readonly string[]>();
const maxCached = { names: 4_000, length: 100 };

/** The words of a name: `getTaskItems_2` gives get, task, item. */
export function tokensOf(name: string): readonly string[] {
  const kept = known.get(name);
  if (kept !== undefined) return kept;
  const words = splitName(name);
  if (name.length > maxCached.length) return words;
  if (known.size >= maxCached.names) known.clear();
  known.set(name, words);
  return words;
}

function splitName(name: string): readonly string[] {
  const words: string[] = [];
  const take = (from: number, to: number) => words.push(singular(name.slice(from, to).toLowerCase()));
  let start = -1;
  let before: CharacterKind = 'other';
  // Character by character: regular expressions took half of the total run time.
  for (let at = 0; at <= name.length; at += 1) {
    const kind = kindOf(name.charCodeAt(at));
    if (start !== -1 && (kind === 'other' || (kind === 'upper' && before === 'lower'))) {
      take(start, at);
      start = -1;
    } else if (kind === 'lower' && before === 'upper' && at - start > 1) {
      // The last capital in a run starts the next word.
      take(start, at - 1);
      start = at - 1;
    }
    if (kind !== 'other' && start === -1) start = at;
    before = kind;
  }
  return words;
}

type CharacterKind = 'lower' | 'upper' | 'other';

function kindOf(code: number): CharacterKind {
  if (code >= 97 && code <= 122) return 'lower';
  return code >= 65 && code <= 90 ? 'upper' : 'other';
}

/** A name without its style: `Retry-After`, `retry_after` and `retryAfter` are equal. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/**
 * True when two names are equal apart from style; called for every field of every response, so it allocates nothing.
 */
export function isSameName(one: string, other: string): boolean {
  let [left, right] = [0, 0];
  for (;;) {
    while (left < one.length && plainCode(one, left) === 0) left += 1;
    while (right < other.length && plainCode(other, right) === 0) right += 1;
    if (left === one.length || right === other.length) return left === one.length && right === other.length;
    if (plainCode(one, left) !== plainCode(other, right)) return false;
    left += 1;
    right += 1;
  }
}

/** The lower-case letter or digit; 0 for separators. */
function plainCode(name: string, at: number): number {
  const code = name.charCodeAt(at);
  if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) return code;
  return code >= 65 && code <= 90 ? code + 32 : 0;
}

/** True for a text whose letters are mostly not Latin; its words cannot be counted. */
export function isOtherScript(text: string): boolean {
  if (!/[^\0-\x7f]/.test(text)) return false;
  const letters = text.slice(0, 2_000).match(/\p{L}/gu) ?? [];
  return letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length * 2 > letters.length;
}

/** The sentences of a text, each on a single line. */
export function sentencesOf(text: string): string[] {
  // Single spaces, by far the most common case, need no change.
  const line = text
    .slice(0, 20_000)
    .replace(/[^\S ]\s*| \s+/g, ' ')
    .trim();
  const sentences: string[] = [];
  let start = 0;
  for (let blank = line.indexOf(' '); blank !== -1; blank = line.indexOf(' ', blank + 1)) {
    if (!endsSentence(line, blank)) continue;
    sentences.push(line.slice(start, blank));
    start = blank + 1;
  }
  return line === '' ? [] : [...sentences, line.slice(start)];
}

/**
 * True when a sentence ends before a space: it has an end mark that is not part of an abbreviation, and another
 * sentence starts.
 */
function endsSentence(line: string, blank: number): boolean {
  const sign = line[blank - 1];
  if (sign !== '.' && sign !== '!' && sign !== '?') return false;
  if (!/^["'(]?[A-Z\d]/.test(line.slice(blank + 1, blank + 3))) return false;
  return sign !== '.' || !/\b(?:e\.g|i\.e|etc|vs|approx|no)\.$/i.test(line.slice(Math.max(0, blank - 9), blank));
}
