/** Remembers what was worked out for a word, within bounds: names and prose repeat the same words all over a catalogue. */

/** Words longer than this are rarely met twice. */
const longestRemembered = 32;
/** Words of one generation; the generation before is kept until this one is full. */
const generationSize = 32_768;

/** Pieces shorter than this are copies anyway; longer ones may be views that keep the whole text alive. */
const shortestView = 13;

/** A copy that does not keep the text alive that it was cut from. */
function detach(word: string): string {
  return word.length < shortestView ? word : Array.from(word).join('');
}

/** Wraps a function of a word so that its answers are remembered; words long not met are forgotten. */
export function rememberWords<T>(work: (word: string) => T): (word: string) => T {
  let young = new Map<string, T>();
  let old = new Map<string, T>();

  function remember(word: string, answer: T): T {
    if (young.size >= generationSize) {
      old = young;
      young = new Map();
    }
    young.set(word, answer);
    return answer;
  }

  return (word) => {
    const known = young.get(word);
    if (known !== undefined) return known;
    const own = detach(word);
    if (own.length > longestRemembered) return work(own);
    return remember(own, old.get(own) ?? work(own));
  };
}
