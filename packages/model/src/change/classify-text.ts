/** Distinguishes a rewording from a changed meaning, for summaries of operations and descriptions of tools. */
import { contentWords } from './content-words.js';
import { firstSentence } from './sentence.js';
import type { Verdict } from './verdict.js';

/** Texts that share fewer words are about different subjects (PROF-VER-03). */
const minSimilarity = 0.4;

/** Length of the part that states the subject of a text. */
const longestSubject = 500;

/** Classifies a changed text by its first sentence; a text that was added changes no meaning. */
export function classifyTextChange(before: string | undefined, after: string | undefined): Verdict | undefined {
  if (before === after) return undefined;
  if (before === undefined || likeness(subjectOf(before), subjectOf(after ?? '')) >= minSimilarity) {
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
