/** What a name looks like to the eye: letters of other scripts, digits and pairs that read as one become that one. */

/** Letters that look like Latin ones, by the letter they look like; lower case, after compatibility forms are gone. */
const lookLike: Readonly<Record<string, string>> = {
  a: 'аɑα',
  b: 'ьЬв',
  c: 'сϲᴄ',
  d: 'ԁɗ',
  e: 'еёєε',
  g: 'ɡց',
  h: 'һհ',
  i: 'іıιíì|',
  j: 'јϳ',
  k: 'κкк',
  l: '1ӏⅼ',
  m: 'мⅿ',
  n: 'ոпη',
  o: '0оοօσ',
  p: 'рρ',
  q: 'ԛ',
  r: 'гᴦ',
  s: 'ѕ5ꜱ',
  t: 'тτ',
  u: 'υսц',
  v: 'νѵ',
  w: 'ԝшω',
  x: 'хχ',
  y: 'уүγ',
  z: 'ᴢ',
};

const letters: ReadonlyMap<string, string> = new Map(
  Object.entries(lookLike).flatMap(([latin, others]) => [...others].map((other): [string, string] => [other, latin])),
);

/** Longest name that is looked at. */
const longest = 120;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is the definition of ASCII
const ascii = /^[\x00-\x7f]*$/;

/** The name without case, blanks and marks: what two names share that are written differently. */
export function plainName(name: string): string {
  const cut = name.slice(0, longest);
  // Most names are plain, and the classes of Unicode cost many times as much.
  if (ascii.test(cut)) return cut.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
  return cut
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Z}\p{C}\p{P}\p{S}]+/gu, '');
}

/** The name as the eye sees it; equal for names that only a machine tells apart. */
export function skeletonOf(name: string): string {
  const cut = name.slice(0, longest);
  const bare = (ascii.test(cut) ? cut : cut.normalize('NFKD').replaceAll(/\p{M}/gu, '')).toLowerCase();
  const latin = bare.replaceAll(/[^a-z]/gu, (letter) => letters.get(letter) ?? letter);
  return plainName(latin).replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd');
}
