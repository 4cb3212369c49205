/** A dictionary of strings with one posting list each: terms with their rows, or facet labels with theirs. */
import { createPostings, type Postings } from './postings.js';

/** A dictionary with one posting list per string. */
export interface Vocabulary {
  readonly size: number;
  readonly postings: Postings;
  /** Number of the string's list; -1 when the string is unknown. */
  find(word: string): number;
  /** Number of the string's list, made when it is new. */
  intern(word: string): number;
  /** A new vocabulary with each posting replaced by what `move` answers; undefined drops it, and empty lists go. */
  swept(move: (posting: number) => number | undefined): { vocabulary: Vocabulary; numbers: Uint32Array };
}

/** Makes an empty vocabulary. */
export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>();
  const postings = createPostings();
  return {
    get size() {
      return numbers.size;
    },
    postings,
    find: (word) => numbers.get(word) ?? -1,
    intern(word) {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      const list = postings.addList();
      numbers.set(word, list);
      return list;
    },
    swept(move) {
      const vocabulary = createVocabulary();
      const moved = new Uint32Array(postings.lists);
      const pool = postings.pool();
      for (const [word, list] of numbers) {
        const start = postings.start(list);
        const end = start + postings.length(list);
        let number = -1;
        for (let at = start; at < end; at += 1) {
          const posting = move(pool[at] ?? 0);
          if (posting === undefined) continue;
          if (number < 0) number = vocabulary.intern(word);
          vocabulary.postings.append(number, posting);
        }
        if (number >= 0) moved[list] = number;
      }
      return { vocabulary, numbers: moved };
    },
  };
}
