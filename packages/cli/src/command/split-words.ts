/** Splits a command line into words like a shell, with quotes and backslashes, but without expansion. */
import { UsageError } from './usage-error.js';

/** The words; throws for an unclosed quote. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quote !== '' && sign === quote) quote = '';
    else if (sign === '\\' && quote !== "'" && at + 1 < text.length) {
      at += 1;
      word = `${word ?? ''}${text[at]}`;
    } else if (quote === '' && (sign === '"' || sign === "'")) {
      quote = sign;
      word ??= '';
    } else if (quote === '' && /\s/.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = `${word ?? ''}${sign}`;
  }
  if (quote !== '') throw new UsageError(`the quote ${quote} is not closed`);
  return word === undefined ? words : [...words, word];
}
