/** A dictionary of strings with one posting list each: terms with their rows, or facet labels with theirs. */
import { type Blocks, createPostings, type Postings, type SavedPostings } from './postings.js';

/** A dictionary with one posting list per string; a string whose list is empty is removed and its number reused. */
export interface Vocabulary {
  readonly size: number;
  readonly postings: Pick<Postings, 'lists' | 'pool' | 'start' | 'length' | 'bytes'>;
  /** Number of the string's list; -1 when the string is unknown. */
  find(word: string): number;
  /** Number of the string's list, created when it is new; fast when the number is the expected one. */
  intern(word: string, expected?: number): number;
  /** Every string with the number of its list. */
  entries(): Iterable<[word: string, number: number]>;
  append(number: number, posting: number): void;
  /** Removes a posting. */
  remove(number: number, posting: number): void;
  /** The strings and their lists, without the pool; valid until the next change. */
  save(): SavedVocabulary;
}

/** A vocabulary as it is saved, without its pool. */
export interface SavedVocabulary {
  /** By number; empty when the number is unused. */
  words: string[];
  unused: number[];
  postings: SavedPostings;
}

/** Rows contain the numbers of their words in 24 bits and a weight in 8. */
const maxWords = 2 ** 24;

/** Creates an empty vocabulary, or the saved one; its lists share the pool if one is given. */
export function createVocabulary(blocks?: Blocks, saved?: SavedVocabulary): Vocabulary {
  const words = saved?.words ?? [];
  const unused = saved?.unused ?? [];
  const numbers = new Map<string, number>();
  for (let number = 0; number < words.length; number += 1) {
    const word = words[number] ?? '';
    if (word !== '') numbers.set(word, number);
  }
  const postings = createPostings(blocks, saved?.postings);
  return {
    get size() {
      return numbers.size;
    },
    postings,
    find: (word) => numbers.get(word) ?? -1,
    intern(word, expected) {
      if (expected !== undefined && words[expected] === word) return expected;
      const known = numbers.get(word);
      if (known !== undefined) return known;
      if (numbers.size >= maxWords) throw new RangeError(`The index holds at most ${maxWords} words.`);
      const number = unused.pop() ?? postings.addList();
      numbers.set(word, number);
      words[number] = word;
      return number;
    },
    entries: () => numbers,
    append: postings.append,
    remove(number, posting) {
      postings.remove(number, posting);
      if (postings.length(number) > 0) return;
      numbers.delete(words[number] ?? '');
      words[number] = '';
      unused.push(number);
    },
    save: () => ({ words, unused, postings: postings.save() }),
  };
}
