/**
 * Caches the results of functions that read texts: the steps that draft one endpoint read the same sentences several
 * times, and reading them takes most of the time of a draft.
 */
import type { Words } from './words.js';

/** Limits for each function: texts, their characters, and the length of one; longer ones are read again each time. */
const limits = { texts: 4_000, characters: 1_000_000, length: 4_000 };

interface Kept {
  texts: Map<string, { answer: unknown }>;
  /** Total number of characters of the cached texts. */
  characters: number;
  /** Only the last object is cached, because the steps for one operation run one after another. */
  last?: { key: object; answer: unknown };
}

/** Creates the cache for functions of these words; a function must depend on nothing but its arguments. */
export function createRecall(words: () => Words): Words['recall'] {
  const known = new Map<unknown, Kept>();
  return <Key extends string | object, Answer>(read: (key: Key, words: Words) => Answer, key: Key): Answer => {
    const kept: Kept = known.get(read) ?? { texts: new Map(), characters: 0 };
    if (!known.has(read)) known.set(read, kept);
    if (typeof key === 'object') {
      if (kept.last?.key !== key) kept.last = { key, answer: read(key, words()) };
      return kept.last.answer as Answer;
    }
    if (key.length > limits.length) return read(key, words());
    const found = kept.texts.get(key) ?? keep(kept, key, read(key, words()));
    return found.answer as Answer;
  };
}

function keep(kept: Kept, text: string, answer: unknown): { answer: unknown } {
  if (kept.texts.size >= limits.texts || kept.characters > limits.characters) {
    kept.texts.clear();
    kept.characters = 0;
  }
  kept.characters += text.length;
  const found = { answer };
  kept.texts.set(text, found);
  return found;
}
