/** Keeps the last few thousand answers of a question about a word: documents say the same words again and again. */

/** Answers that are kept; more than an honest document needs, and no way to fill the memory. */
const mostKept = 4_000;

/** The same question, answered from memory where it was asked before. */
export function remember<Answer>(ask: (word: string) => Answer): (word: string) => Answer {
  const kept = new Map<string, { answer: Answer }>();
  return (word) => {
    const known = kept.get(word);
    if (known !== undefined) return known.answer;
    const answer = ask(word);
    if (kept.size >= mostKept) kept.clear();
    kept.set(word, { answer });
    return answer;
  };
}
