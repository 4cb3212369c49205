/** Fills booleans that the instruction names: "private", "with backups", "not as a draft". */
import type { Filling } from './filling.js';
import { fill, openSlots } from './filling.js';
import type { ParameterSlot } from './parameter-slots.js';
import { termOf } from './read-instruction.js';

const opposites: Readonly<Record<string, string>> = { private: 'public', public: 'private' };
/** Parts of a name that say nothing about what is switched on. */
const auxiliary = /^(?:is|has|have|enable|enabled|include|included|allow|allowed|with|use|should|can|only|flag|the)$/;
const negators: ReadonlySet<string> = new Set(['not', 'no', 'without', 'non', 'disable', "don't", 'never']);
/** Words that show that a noun is an option: "with backups", "the wiki enabled". */
const switchesOn: ReadonlySet<string> = new Set([
  'with',
  'and',
  'enable',
  'include',
  'including',
  'plus',
  'in',
  'a',
  'an',
  'the',
  'as',
  ',',
]);

/** Fills the booleans. */
export function fillFlags(work: Filling): void {
  for (const slot of openSlots(work, 'flag')) {
    const found = findFlag(work, slot);
    if (found !== undefined) fill(work, slot, found.value, found.indexes);
  }
}

function findFlag(
  { instruction: { tokens }, words, taken }: Filling,
  { parts }: ParameterSlot,
): { value: boolean; indexes: number[] } | undefined {
  const telling = parts.filter((part) => !auxiliary.test(part));
  const named = parts.some((part) => auxiliary.test(part) && part !== 'is');
  const joined = telling.join('');
  for (const [at, { lower, kind }] of tokens.entries()) {
    if (kind !== 'word' || taken.has(at)) continue;
    const before = tokens.slice(Math.max(0, at - 3), at).map((token) => token.lower);
    const negated = before.some((word) => negators.has(word));
    if (telling.length === 1 && opposites[joined] === lower) return { value: negated, indexes: [] };
    const length = matchLength(tokens, at, telling, joined);
    const one = length === 0 && telling.length === 1 && words.baseOf(lower) === words.baseOf(joined) ? 1 : length;
    const single = one === 0 && telling.length === 1 && termOf(lower, words) === termOf(joined, words) ? 1 : one;
    if (single === 0) continue;
    const after = tokens[at + single]?.lower ?? '';
    // "has_issues" needs "issues enabled" or "with issues": a noun alone says nothing.
    if (
      named &&
      !/^(?:enabled|on|allowed)$/.test(after) &&
      !(before.at(-1) === 'with' || before.at(-1) === 'no' || before.at(-1) === 'without')
    )
      continue;
    if (!named && words.isPlainlyNoun(lower) && at > 0 && !switchesOn.has(before.at(-1) ?? '') && !negated) continue;
    return { value: !negated && !/^(?:disabled|off)$/.test(after), indexes: [] };
  }
  return undefined;
}

/** Number of tokens that spell the name: "one-way" and "one way" for `oneWay`. */
function matchLength(
  tokens: readonly { lower: string }[],
  at: number,
  telling: readonly string[],
  joined: string,
): number {
  if (joined === '') return 0;
  if (tokens[at]?.lower.replaceAll('-', '') === joined) return 1;
  const met = telling.every((part, step) => tokens[at + step]?.lower === part);
  return met ? telling.length : 0;
}
