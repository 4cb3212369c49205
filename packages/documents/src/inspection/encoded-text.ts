/** Texts that a text carries in another form: Base64, letters shifted by 13, and letters in reverse order. */
import { wordClasses } from './order-lexicon.js';

/** Long enough for an order; identifiers and hashes decode to bytes that are no text. */
const base64 = /(?<![\w+/-])[A-Za-z0-9+/_-]{24,4000}={0,2}(?![\w+/-])/g;
const readable = /^(?=(?:[^ ]* ){2})[\t\n\r\x20-\x7e]+$/;
/** One word of a text in another form is chance, two of them are a text. */
const several = (letter: string, letters: string) => letters.indexOf(letter) !== letters.lastIndexOf(letter);
const most = 3;

/** Readable texts in other forms; `folded` is the normalized text, `letters` its skeleton. */
export function decodedTexts(folded: string, letters: string): string[] {
  const found: string[] = [];
  for (const [run] of letters.includes(wordClasses.long) ? folded.matchAll(base64) : []) {
    if (found.length >= most) break;
    const text = decode(run);
    if (text !== undefined) found.push(text);
  }
  if (several(wordClasses.shifted, letters)) found.push(folded.replace(/[a-z]/gi, shift));
  if (several(wordClasses.reversed, letters)) found.push([...folded].reverse().join(''));
  return found;
}

function decode(run: string): string | undefined {
  try {
    const text = atob(run.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
    return readable.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

function shift(letter: string): string {
  const code = letter.charCodeAt(0);
  return String.fromCharCode((code & 31) > 13 ? code - 13 : code + 13);
}
