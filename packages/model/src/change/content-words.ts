/** The content words of a text, used to compare texts when no embedding model is available. */

const stop = new Set(
  (
    'a an the this that these those it its of for to in on at by with from into as and or nor but if then than is are was ' +
    'were be been being am do does did has have had will would can could may might shall should must not no one ones ' +
    'all any each every some such same other own only also just very so too here there when where which who whom whose ' +
    'what how why you your we our us they them their he she i me my via per etc'
  ).split(' '),
);

/** The content words of a text, lower case and singular, in order. */
export function contentWords(text: string): string[] {
  const words: string[] = [];
  for (const found of text.slice(0, 20_000).match(/[A-Za-z][A-Za-z']*/g) ?? []) {
    const lower = found.toLowerCase();
    const word = lower.endsWith("'s") ? lower.slice(0, -2) : lower;
    if (!stop.has(word)) words.push(singular(word));
  }
  return words;
}

/** A word without its plural or third-person ending. */
export function singular(word: string): string {
  if (!word.endsWith('s')) return word;
  if (word === 'ids') return 'id';
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|is)$/.test(word) || word.length < 4) return word;
  if (/(?:x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
