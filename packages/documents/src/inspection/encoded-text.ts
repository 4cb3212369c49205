/** Texts that a text carries in another form: Base64, letters shifted by 13, in reverse order, or written as digits. */
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
  if (countDigitWords(folded) > 1) found.push(folded.replace(digitWord, spellOut));
  return found;
}

/** Words with digits between letters, "pr3v10us"; ids and versions have more digits than letters, or digits at an end. */
const digitWord = /(?<![\w@$])(?=[a-z0134579@$]{0,20}[a-z][0134579@$]{1,3}[a-z])[a-z0134579@$]{4,20}(?![\w@$])/gi;
const digitLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '9': 'g',
  '@': 'a',
  $: 's',
};

/** Stops counting at the number that is needed. */
function countDigitWords(text: string): number {
  if (!/[a-z][0134579@$]{1,3}[a-z]/i.test(text)) return 0;
  digitWord.lastIndex = 0;
  let count = 0;
  while (count < 2 && digitWord.exec(text) !== null) count += 1;
  return count;
}

function spellOut(word: string): string {
  return word.replace(/[0134579@$]/g, (digit) => digitLetters[digit] ?? digit);
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
