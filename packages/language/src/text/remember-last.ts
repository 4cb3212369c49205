/** Caches the result for the last text: an editor asks several questions about the same text. */

/** The function with its last result kept. */
export function rememberLast<Result>(compute: (text: string) => Result): (text: string) => Result {
  let last: { text: string; result: Result } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, result: compute(text) };
    return last.result;
  };
}
