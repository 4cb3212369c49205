/** Splits a command line into words as a shell would, quotes and backslashes included; nothing is expanded. */
import { UsageError } from './command.js';

/** The words; a quote that is not closed is refused. */
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
  if (quote !== '') throw new UsageError(`a quote (${quote}) is not closed`);
  return word === undefined ? words : [...words, word];
}
