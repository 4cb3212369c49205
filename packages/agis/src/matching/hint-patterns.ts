/**
 * Parameter hints as patterns: "table for N" and "from Monday" show the position of the value, "called" precedes it.
 */
import type { Mention } from './mentions.js';
import type { Token } from './tokens.js';

/** A hint split at its slot. */
export interface HintPattern {
  /** Words before the value; the whole hint when it has no slot. */
  before: readonly string[];
  /** Words after it. */
  after: readonly string[];
  slot: 'number' | 'moment' | 'none';
}

const momentWords =
  /^(?:today|tomorrow|tonight|yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next|noon|midnight|\d{1,2}:\d{2}|\d{1,2}(?:am|pm))$/i;
const passedOver: ReadonlySet<string> = new Set([
  'the',
  'a',
  'an',
  'my',
  'our',
  'your',
  'is',
  'number',
  'postcode',
  'code',
  ':',
]);
/** Maximum number of hints of one parameter, and of words of one hint. */
const bounds = { hints: 20, words: 12 };

/** The patterns of one parameter. */
export function readHintPatterns(hints: readonly string[]): HintPattern[] {
  return hints.slice(0, bounds.hints).map(readPattern);
}

function readPattern(hint: string): HintPattern {
  const words = hint.split(/\s+/).filter(Boolean).slice(0, bounds.words);
  const number = words.findIndex((word) => word === 'N' || /^\d+$/.test(word));
  const moment = words.findIndex((word) => momentWords.test(word));
  const lower = (part: readonly string[]) => part.map((word) => word.toLowerCase());
  if (moment !== -1) return { before: lower(words.slice(0, moment)), after: [], slot: 'moment' };
  if (number !== -1)
    return { before: lower(words.slice(0, number)), after: lower(words.slice(number + 1)), slot: 'number' };
  return { before: lower(words), after: [], slot: 'none' };
}

/** A score of 0..3: how well the words around a value match the hint. */
export function meetsHint(pattern: HintPattern, { start, end, kind }: Mention, tokens: readonly Token[]): number {
  const { before, after, slot } = pattern;
  if (slot === 'number' && kind !== 'number' && kind !== 'span') return 0;
  if (slot === 'moment' && kind !== 'moment') return 0;
  const led = before.length > 0 && endsWith(tokens, start, before);
  const followed = after.length > 0 && after.every((word, step) => tokens[end + step]?.lower === word);
  if (slot === 'none') return led ? 2.5 : 0;
  if (led && (followed || after.length === 0)) return 3;
  if (followed && before.length === 0) return 3;
  return led || followed ? 1.5 : 0;
}

/** True when the words directly precede an index; articles and similar words in between are ignored. */
function endsWith(tokens: readonly Token[], place: number, words: readonly string[]): boolean {
  let at = place - 1;
  while (at >= 0 && passedOver.has(tokens[at]?.lower ?? '') && tokens[at]?.lower !== words.at(-1)) at -= 1;
  return words.every((word, step) => tokens[at - words.length + 1 + step]?.lower === word);
}

const stops: ReadonlySet<string> = new Set([
  'at',
  'on',
  'in',
  'for',
  'from',
  'to',
  'with',
  'by',
  'as',
  'and',
  'that',
  'due',
  'please',
]);

/**
 * The text after a hint such as "called", up to the next preposition or punctuation mark; undefined when the hint does
 * not occur.
 */
export function captureAfter(
  pattern: HintPattern,
  tokens: readonly Token[],
  taken: ReadonlySet<number>,
): { text: string; indexes: number[] } | undefined {
  const { before, slot } = pattern;
  if (slot !== 'none' || before.length === 0) return undefined;
  for (let place = before.length; place < tokens.length; place += 1) {
    if (!before.every((word, step) => tokens[place - before.length + step]?.lower === word)) continue;
    const caught = catchText(tokens, place, taken);
    if (caught !== undefined) return caught;
  }
  return undefined;
}

/** The words from an index up to the next preposition, punctuation mark or claimed word. */
export function catchText(
  tokens: readonly Token[],
  place: number,
  taken: ReadonlySet<number>,
): { text: string; indexes: number[] } | undefined {
  const caught: Token[] = [];
  for (const token of tokens.slice(place, place + bounds.words)) {
    if (token.kind === 'mark' || taken.has(token.index) || stops.has(token.lower)) break;
    caught.push(token);
  }
  const start = caught.findIndex(({ lower }) => !passedOver.has(lower));
  if (start === -1) return undefined;
  const kept = caught.slice(start);
  return { text: kept.map(({ text }) => text).join(' '), indexes: kept.map(({ index }) => index) };
}
