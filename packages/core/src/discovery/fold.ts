/**
 * Normalizes text of any script before it is split into words: compatibility forms unified, diacritics of alphabetic
 * scripts removed, letters without a decomposition spelled out. Case is kept, because camelCase is split later.
 */

/** Combining marks that only decorate a letter; vowel signs of Indic and South-East Asian scripts are not included. */
const decoration = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g;

const undecomposed: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ẞ', 'SS'],
  ['æ', 'ae'],
  ['Æ', 'AE'],
  ['œ', 'oe'],
  ['Œ', 'OE'],
  ['ø', 'o'],
  ['Ø', 'O'],
  ['ł', 'l'],
  ['Ł', 'L'],
  ['đ', 'd'],
  ['Đ', 'D'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ħ', 'h'],
  ['ı', 'i'],
]);

const undecomposedLetter = /[ßẞæÆœŒøØłŁđĐðþħı]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is the definition of ASCII
const beyondAscii = /[^\x00-\x7f]/;

/** True when the text has a character that normalization could change. */
export function needsFolding(text: string): boolean {
  return beyondAscii.test(text);
}

/** The normalized text. */
export function foldText(text: string): string {
  if (!needsFolding(text)) return text;
  return text
    .normalize('NFKC')
    .normalize('NFD')
    .replace(decoration, '')
    .normalize('NFC')
    .replace(undecomposedLetter, (letter) => undecomposed.get(letter) ?? letter);
}

/** A label in comparable form: trimmed, without case and compatibility forms. */
export function foldLabel(label: string): string {
  return (needsFolding(label) ? label.normalize('NFKC') : label).trim().toLowerCase();
}
