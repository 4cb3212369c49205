/** Tells new words from a new meaning, for the summary of an operation and the description of a tool alike. */
import { contentWords } from './content-words.js';
import { firstSentence } from './sentence.js';
import type { Verdict } from './verdict.js';

/** Texts that share less of their words are about different things (PROF-VER-03). */
const leastLikeness = 0.4;

/** Longest part of a text that says what it is about. */
const longestSubject = 500;

/** Judges another text under the same name by its first sentence; a text that was not there before says nothing else now. */
export function judgeText(before: string | undefined, after: string | undefined): Verdict | undefined {
  if (before === after) return undefined;
  if (before === undefined || likeness(subjectOf(before), subjectOf(after ?? '')) >= leastLikeness) {
    return { effect: 'description' };
  }
  return { effect: 'meaning', rule: 'operation-meaning-changed' };
}

function subjectOf(text: string): string {
  return firstSentence(text, longestSubject);
}

/** Share of the words that two texts have in common. */
function likeness(one: string, other: string): number {
  const [a, b] = [new Set(contentWords(one)), new Set(contentWords(other))];
  const both = [...a].filter((word) => b.has(word)).length;
  const all = new Set([...a, ...b]).size;
  return all === 0 ? 1 : both / all;
}
