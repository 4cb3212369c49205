/**
 * Caches results for words, within limits: names and prose repeat the same words all over a catalogue. A word is looked
 * up inside its text, so that a known word costs no string of its own.
 */

/** A word inside its text: `text` from `start` up to `end`, with the hash of its characters. */
export type TakeRun = (text: string, start: number, end: number, hash: number) => void;

/** Longer words rarely occur twice. */
const maxCachedLength = 32;
/** Number of words of one generation; the previous generation is kept until this one is full. */
const generationSize = 32_768;
const slotCount = 2 * generationSize;
/** Maximum number of slots probed for one word. Attackers may choose words that collide; those are not cached. */
const maxProbes = 16;

/** Shorter pieces are copies anyway; longer ones may be views that keep the whole text alive. */
const shortestView = 13;

interface Generation<T> {
  /** By slot: the number of its word, plus one; 0 when it is empty. */
  slots: Uint32Array;
  hashes: Int32Array;
  words: string[];
  answers: T[];
}

/** The hash of a word extended by a character; 0 for an empty word. */
export function addToHash(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193) ^ (hash >>> 15);
}

/** Wraps a function of a word with a cache; words that were not seen for long are evicted. */
export function rememberWords<T>(
  work: (word: string) => T,
): (text: string, start: number, end: number, hash: number) => T {
  let young = createGeneration<T>();
  let old = createGeneration<T>();

  function remember(word: string, hash: number, answer: T): T {
    if (young.words.length >= generationSize) {
      old = young;
      young = createGeneration();
    }
    insert(young, { word, hash, answer });
    return answer;
  }

  return (text, start, end, hash) => {
    const known = find(young, text, start, end, hash);
    if (known >= 0) return young.answers[known] as T;
    if (end - start > maxCachedLength) return work(detach(text.slice(start, end)));
    const former = find(old, text, start, end, hash);
    if (former >= 0) return remember(old.words[former] ?? '', hash, old.answers[former] as T);
    const word = detach(text.slice(start, end));
    return remember(word, hash, work(word));
  };
}

function createGeneration<T>(): Generation<T> {
  return { slots: new Uint32Array(slotCount), hashes: new Int32Array(generationSize), words: [], answers: [] };
}

/** Number of the word in the generation; -1 when it is unknown. */
function find<T>(generation: Generation<T>, text: string, start: number, end: number, hash: number): number {
  const { slots, hashes, words } = generation;
  for (let probe = 0; probe < maxProbes; probe += 1) {
    const number = (slots[(hash + probe) & (slotCount - 1)] ?? 0) - 1;
    if (number < 0) return -1;
    if (hashes[number] === hash && isWritten(words[number] ?? '', text, start, end)) return number;
  }
  return -1;
}

function isWritten(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at += 1) {
    if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  }
  return true;
}

function insert<T>(
  { slots, hashes, words, answers }: Generation<T>,
  { word, hash, answer }: { word: string; hash: number; answer: T },
): void {
  for (let probe = 0; probe < maxProbes; probe += 1) {
    const slot = (hash + probe) & (slotCount - 1);
    if (slots[slot] !== 0) continue;
    hashes[words.length] = hash;
    answers.push(answer);
    slots[slot] = words.push(word);
    return;
  }
}

/** A copy that does not keep its source text alive. */
function detach(word: string): string {
  return word.length < shortestView ? word : Array.from(word).join('');
}
