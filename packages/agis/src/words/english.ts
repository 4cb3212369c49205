/**
 * Detects whether a short text is English from the share of English words; function words of other languages count
 * against it.
 */

import { listed } from './word-lists.js';
import type { Words } from './words.js';

/** English function words, which the lexicon does not contain. */
export const functionWords: ReadonlySet<string> = listed(`
  a an the this that these those and or but nor so yet if when while where whether who whom whose which what why how than then
  of for to from in on at by with without within into onto over under about above across after against along among around
  as before behind below beneath beside between beyond during except inside near off out outside per since through
  throughout toward towards until up upon via i you he she it we they me him her us them my your his its our their mine
  yours theirs itself themselves himself herself each every all any some no not none both either neither one two three
  another other others such same own only also just can could may might must shall should will would do does did is are was were be been
  being am has have had having here there now again once more most much many few less least very too it's don't doesn't
  e.g eg etc i.e ie api id ids url http json pdf csv
`);

const foreignWords: ReadonlySet<string> = listed(`
  el la los las un una unos unas de del al y en con por para que su sus es o se lo le les une des du et ou dans sur pour avec
  au aux ce cette der die das den dem ein eine einen einem einer und oder fur mit von zu im ist nicht auf bei uber il gli di da
  che per nel della dei een het van voor met op te os um uma com do dos na nos em ao och att ett som til med av og
  yang dan untuk dari ke dengan ve ile bir icin i w z na do
`);

const letter = /\p{L}/u;
const token = /[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu;

/** Maximum length of the text that is examined; more would rarely change the result. */
const maxLength = 600;

/** True when more than 60% of the words are English. */
export function looksEnglish(
  text: string,
  words: Pick<Words, 'isVerb' | 'isNoun' | 'isAdjective' | 'inflectionOf'>,
): boolean {
  const found = (text.slice(0, maxLength).match(token) ?? []).filter((each) => letter.test(each) && !isName(each));
  if (found.length === 0) return false;
  const known = found.filter((each) => isEnglish(plain(each), words)).length;
  return known / found.length > 0.6;
}

/** Acronyms and identifiers belong to no language. */
function isName(word: string): boolean {
  return /^\p{Lu}{2,}s?$/u.test(word) || /\p{Ll}\p{Lu}|\p{N}/u.test(word);
}

function plain(word: string): string {
  return word.toLowerCase().replace(/['’]s?$|[.-]+$/g, '');
}

function isEnglish(word: string, words: Parameters<typeof looksEnglish>[1]): boolean {
  if (functionWords.has(word)) return true;
  if (foreignWords.has(word)) return false;
  return word
    .split('-')
    .every((part) => words.isVerb(part) || words.isNoun(part) || words.isAdjective(part) || isForm(part, words));
}

function isForm(word: string, words: Parameters<typeof looksEnglish>[1]): boolean {
  return words.inflectionOf(word) !== undefined || /ly$/.test(word) || functionWords.has(word);
}
