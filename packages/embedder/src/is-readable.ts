/** The built-in models know English; a text in another script reaches them as single letters, whose vectors mean nothing. */

/** True when at least half of the letters of a text are Latin; also for a text without letters. */
export function isReadable(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin * 2 >= letters;
}
