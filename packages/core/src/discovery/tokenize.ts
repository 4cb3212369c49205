/**
 * Splits text into terms: words split at case changes, digits and underscores, stop words removed, the rest stemmed;
 * scripts without spaces become pairs of neighboring characters.
 */
import { foldText, needsFolding } from './fold.js';
import { stemWord } from './spelling.js';
import { stopWords } from './stop-words.js';
import { addToHash, rememberWords, type TakeRun } from './word-memory.js';

/** Splits text into terms. */
export interface Tokenizer {
  /** Passes each term of the text to `emit`, in order, including repetitions. */
  terms(text: string, emit: (term: string) => void): void;
}

/** Maximum length of a word; longer ones are truncated. */
const maxWord = 64;
/**
 * Maximum length of a compound that is kept whole in addition to its parts: enough for GitHub and oauth2, too short for
 * identifiers.
 */
const maxCompound = 12;

/** A word of ASCII letters with only one part; most words are. */
const plainWord = /^[A-Za-z]?[a-z]{1,63}$/;
const unicodeWord = /[\p{L}\p{M}\p{N}]+/gu;
const wordPart =
  /\p{Lu}{2,}s(?![\p{Ll}])|[\p{Lu}\p{Lt}]+(?!\p{Ll})|[\p{Lu}\p{Lt}]?\p{Ll}[\p{Ll}\p{M}]*|\p{N}+|[\p{Lo}\p{Lm}\p{M}]+/gu;
/** Scripts without spaces between words; the length mark is shared by the two Japanese ones. */
const unspacedScripts =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\u30fc]';
const hasUnspaced = new RegExp(unspacedScripts, 'u');
const unspacedRuns = new RegExp(`${unspacedScripts}+`, 'gu');

/** By character code: 1 for letters and digits of ASCII. */
const wordCodes = Uint8Array.from({ length: 128 }, (_, code) =>
  /\w/.test(String.fromCharCode(code)) && code !== 95 ? 1 : 0,
);

/** Passes the runs of letters and digits of the text to `take`, normalized, case kept. */
export function forEachRun(text: string, take: TakeRun): void {
  if (needsFolding(text)) forEachUnicodeRun(foldText(text), take);
  else forEachAsciiRun(text, take);
}

/** The runs of the text as separate words. */
export function forEachWord(text: string, take: (word: string) => void): void {
  forEachRun(text, (folded, start, end) => take(folded.slice(start, end)));
}

function forEachAsciiRun(text: string, take: TakeRun): void {
  let start = -1;
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (wordCodes[code] === 1) {
      if (start < 0) start = at;
      hash = addToHash(hash, code);
    } else if (start >= 0) {
      take(text, start, at, hash);
      start = -1;
      hash = 0;
    }
  }
  if (start >= 0) take(text, start, text.length, hash);
}

function forEachUnicodeRun(text: string, take: TakeRun): void {
  for (const { 0: word, index } of text.matchAll(unicodeWord)) {
    let hash = 0;
    for (let at = 0; at < word.length; at += 1) hash = addToHash(hash, word.charCodeAt(at));
    take(text, index, index + word.length, hash);
  }
}

/** Pairs of neighboring characters of each unspaced run; a single character is a term itself. */
function pairTerms(word: string, into: string[]): void {
  for (const [run] of word.matchAll(unspacedRuns)) {
    const characters = Array.from(run);
    if (characters.length === 1) into.push(run);
    for (let at = 1; at < characters.length; at += 1) into.push(`${characters[at - 1]}${characters[at]}`);
  }
}

function pushTerm(word: string, into: string[]): void {
  const lower = word.toLowerCase().slice(0, maxWord);
  if (stopWords.has(lower)) return;
  const term = stemWord(lower);
  if (term !== '') into.push(term);
}

/** The terms of one word of the text. */
export function wordTerms(word: string): string[] {
  const terms: string[] = [];
  if (plainWord.test(word)) {
    pushTerm(word, terms);
    return terms.slice();
  }
  let rest = word;
  if (hasUnspaced.test(word)) {
    pairTerms(word, terms);
    rest = word.replace(unspacedRuns, ' ');
  }
  for (const piece of rest.split(' ')) if (piece !== '') pieceTerms(piece.slice(0, maxWord), terms);
  // A grown array has unused capacity; tens of thousands of cached ones should not.
  return terms.slice();
}

function pieceTerms(piece: string, into: string[]): void {
  const parts = piece.match(wordPart) ?? [piece];
  if (parts.length > 1) for (const part of parts) if (part.length > 1) pushTerm(part, into);
  if (parts.length === 1 || (piece.length <= maxCompound && parts.length <= 3)) pushTerm(piece, into);
}

/** Creates a tokenizer with its own cache of words. */
export function createTokenizer(): Tokenizer {
  const termsOfWord = rememberWords(wordTerms);
  return {
    terms(text, emit) {
      forEachRun(text, (folded, start, end, hash) => {
        for (const term of termsOfWord(folded, start, end, hash)) emit(term);
      });
    },
  };
}
