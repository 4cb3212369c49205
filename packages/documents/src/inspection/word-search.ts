/**
 * Finds which of many words a text may contain, in one pass: cheaper than a search for each of them. Characters are
 * compared by their low six bits, so that a word can be reported that is not there; a pattern decides after that.
 */

const symbols = 64;

/** Searches texts in lower case for words; the answer is valid until the next search. */
export function createWordSearch(words: readonly string[]): {
  numberOf(word: string): number;
  search(lower: string): (number: number) => boolean;
} {
  const size = words.reduce((sum, word) => sum + word.length, 1);
  const next = new Uint16Array(size * symbols);
  const ends = new Uint16Array(size);
  let [states, numbers] = [1, 0];
  const endOf = (word: string) => {
    let state = 0;
    for (let at = 0; at < word.length; at += 1) {
      const slot = state * symbols + (word.charCodeAt(at) % symbols);
      if (next[slot] === 0) {
        next[slot] = states;
        states += 1;
      }
      state = next[slot] as number;
    }
    return state;
  };
  for (const word of words) {
    const end = endOf(word);
    if (ends[end] !== 0) continue;
    numbers += 1;
    ends[end] = numbers;
  }
  const table = next.slice(0, states * symbols);
  const found = new Uint8Array(numbers + 1);
  return {
    numberOf: (word) => ends[endOf(word)] as number,
    search(lower) {
      found.fill(0);
      for (let start = 0; start < lower.length; start += 1) {
        let state = 0;
        for (let at = start; at < lower.length; at += 1) {
          state = table[state * symbols + (lower.charCodeAt(at) % symbols)] as number;
          if (state === 0) break;
          found[ends[state] as number] = 1;
        }
      }
      return (number) => found[number] === 1;
    },
  };
}
