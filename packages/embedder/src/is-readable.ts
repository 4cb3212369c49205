/** The built-in models support English; text in another script becomes single letters with meaningless vectors. */

/** True when at least half of the letters of a text are Latin; also for a text without letters. */
export function isReadable(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin * 2 >= letters;
}
