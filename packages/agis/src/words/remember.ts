/** Caches the last few thousand answers about words, because documents repeat the same words. */

/** Maximum number of cached answers; more than an honest document needs, and too few to fill the memory. */
const maxCached = 4_000;

/** Wraps a function with the cache. */
export function remember<Answer>(ask: (word: string) => Answer): (word: string) => Answer {
  const kept = new Map<string, { answer: Answer }>();
  return (word) => {
    const known = kept.get(word);
    if (known !== undefined) return known.answer;
    const answer = ask(word);
    if (kept.size >= maxCached) kept.clear();
    kept.set(word, { answer });
    return answer;
  };
}
