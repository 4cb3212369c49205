/**
 * Language names and codes: declared languages, conditions and queries all become BCP 47 tags in lower case, so that
 * `Chinese`, `zh` and `zh-Hant` can match.
 */
import { foldText } from './fold.js';

/** Primary language subtags with their common names, in lower case. */
const names: Readonly<Record<string, string>> = {
  af: 'afrikaans',
  am: 'amharic',
  ar: 'arabic',
  az: 'azerbaijani azeri',
  be: 'belarusian',
  bg: 'bulgarian',
  bn: 'bengali bangla',
  bs: 'bosnian',
  ca: 'catalan',
  cs: 'czech',
  cy: 'welsh',
  da: 'danish',
  de: 'german deutsch',
  el: 'greek',
  en: 'english',
  eo: 'esperanto',
  es: 'spanish castilian espanol',
  et: 'estonian',
  eu: 'basque',
  fa: 'persian farsi',
  fi: 'finnish',
  fil: 'filipino tagalog',
  fr: 'french francais',
  ga: 'irish gaelic',
  gl: 'galician',
  gu: 'gujarati',
  he: 'hebrew',
  hi: 'hindi',
  hr: 'croatian',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  is: 'icelandic',
  it: 'italian italiano',
  ja: 'japanese',
  ka: 'georgian',
  kk: 'kazakh',
  km: 'khmer cambodian',
  kn: 'kannada',
  ko: 'korean',
  la: 'latin',
  lo: 'lao laotian',
  lt: 'lithuanian',
  lv: 'latvian',
  mk: 'macedonian',
  ml: 'malayalam',
  mn: 'mongolian',
  mr: 'marathi',
  ms: 'malay',
  mt: 'maltese',
  my: 'burmese',
  nb: 'bokmal',
  ne: 'nepali',
  nl: 'dutch flemish',
  nn: 'nynorsk',
  no: 'norwegian',
  pa: 'punjabi',
  pl: 'polish polski',
  pt: 'portuguese portugues',
  ro: 'romanian',
  ru: 'russian',
  si: 'sinhala sinhalese',
  sk: 'slovak slovakian',
  sl: 'slovenian slovene',
  so: 'somali',
  sq: 'albanian',
  sr: 'serbian',
  sv: 'swedish',
  sw: 'swahili',
  ta: 'tamil',
  te: 'telugu',
  th: 'thai',
  tr: 'turkish',
  uk: 'ukrainian',
  ur: 'urdu',
  uz: 'uzbek',
  vi: 'vietnamese',
  yue: 'cantonese',
  zh: 'chinese mandarin',
  zu: 'zulu',
};

const codeOfName: ReadonlyMap<string, string> = new Map(
  Object.entries(names).flatMap(([code, words]) => words.split(' ').map((word) => [word, code] as const)),
);

/** Names that are also other English words; they count only after a preposition of direction. */
const doubtfulNames = new Set(['polish', 'latin', 'irish', 'georgian', 'lao']);
/** Codes that are also words; they count only next to the word "language". */
const doubtfulCodes = new Set(
  'am be da de el es et hi id is it la lo ms mr my ne no pa so te to or as he si km ml mt ca uk fa'.split(' '),
);
const directions = new Set(['to', 'into', 'in', 'from', 'speak', 'speaks', 'speaking', 'write', 'written']);
const languageWords = new Set(['language', 'languages', 'lang', 'locale']);

const queryWord = /[\p{L}\p{M}]+/gu;
/** Maximum number of words of a query that are examined. */
const maxWords = 400;
/** Maximum length of a tag; BCP 47 tags in use are far shorter. */
const maxTag = 64;

/** A language as a tag in lower case; a name becomes its code. */
export function languageTag(label: string): string {
  const tag = label.trim().toLowerCase().replaceAll('_', '-').slice(0, maxTag);
  return codeOfName.get(foldText(tag)) ?? tag;
}

/** The tag and its prefixes (`en-gb` → `en-gb`, `en`): the ranges that match it by RFC 4647 §3.3.1. */
export function languageRanges(tag: string): string[] {
  const ranges: string[] = [];
  for (let end = tag.length; end > 0; end = tag.lastIndexOf('-', end - 1)) ranges.push(tag.slice(0, end));
  return ranges;
}

function mentionedCode(words: readonly string[], at: number): string | undefined {
  const word = words[at] ?? '';
  const before = words[at - 1] ?? '';
  const nextToLanguage = languageWords.has(before) || languageWords.has(words[at + 1] ?? '');
  const named = codeOfName.get(word);
  if (named !== undefined)
    return !doubtfulNames.has(word) || nextToLanguage || directions.has(before) ? named : undefined;
  if (!Object.hasOwn(names, word)) return undefined;
  return nextToLanguage || (directions.has(before) && !doubtfulCodes.has(word)) ? word : undefined;
}

/** Primary codes of the languages in a query; a bare code counts only if it cannot be another word. */
export function mentionedLanguages(text: string): string[] {
  const words = (foldText(text).toLowerCase().match(queryWord) ?? []).slice(0, maxWords);
  const found = new Set<string>();
  for (let at = 0; at < words.length; at += 1) {
    const code = mentionedCode(words, at);
    if (code !== undefined) found.add(code);
  }
  return [...found];
}
