/** What a name looks like to the eye: letters of other scripts, digits and pairs that read as one become that one. */

/** Letters that look like Latin ones, by the letter they look like; lower case, after compatibility forms are gone. */
const lookLike: Readonly<Record<string, string>> = {
  a: 'аɑαᴀ',
  b: 'ьвβʙ',
  c: 'сϲᴄ',
  d: 'ԁɗđᴅ',
  e: 'еєεᴇ',
  f: 'ꜰ',
  g: 'ɡցɢ',
  h: 'һհнħʜ',
  j: 'јϳᴊ',
  k: 'κкᴋ',
  // The capital of one is the small form of the other, so both are one letter here.
  l: 'i1ӏⅼіıιɪłʟ|',
  m: 'мⅿμᴍ',
  n: 'ոпηɴ',
  o: '0оοօσøᴏ',
  p: 'рρᴘ',
  q: 'ԛ',
  r: 'гᴦʀ',
  s: 'ѕ5ꜱ',
  t: 'тτŧᴛ',
  u: 'υսцᴜ',
  v: 'νѵᴠ',
  w: 'ԝшωᴡ',
  x: 'хχ',
  y: 'уүγʏ',
  z: 'ζᴢ',
};

/** Capitals that look like Latin ones, where their small forms do not, or look like another. */
const capitalsLookLike: Readonly<Record<string, string>> = {
  a: 'Ꭺ',
  b: 'Ᏼ',
  c: 'Ꮯ',
  d: 'Ꭰ',
  e: 'Ꭼ',
  g: 'Ꮐ',
  h: 'ΗᎻ',
  j: 'Ꭻ',
  k: 'Ꮶ',
  l: 'Ꮮ',
  m: 'Ꮇ',
  n: 'Ν',
  p: 'Ꮲ',
  r: 'Ꮢ',
  s: 'Ꮪ',
  t: 'Ꭲ',
  v: 'Ꮩ',
  w: 'Ꮃ',
  y: 'ΥᎩ',
  z: 'Ꮓ',
};

function byLetter(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([latin, others]) => [...others].map((other): [string, string] => [other, latin])),
  );
}

const letters = byLetter(lookLike);
const capitals = byLetter(capitalsLookLike);

/** Longest name that is looked at. */
const longest = 120;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is the definition of ASCII
const ascii = /^[\x00-\x7f]*$/;

/** Blanks, marks, and the letters of Hangul that are blank. */
const unseen = /[\p{Z}\p{C}\p{P}\p{S}\u115f\u1160\u3164\uffa0]+/gu;

/** The name without case, blanks and marks: what two names share that are written differently. */
export function plainName(name: string): string {
  const cut = name.slice(0, longest);
  // Most names are plain, and the classes of Unicode cost many times as much.
  if (ascii.test(cut)) return cut.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
  return cut.normalize('NFKC').toLowerCase().replaceAll(unseen, '');
}

/** The name as the eye sees it; equal for names that only a machine tells apart. */
export function skeletonOf(name: string): string {
  const cut = name.slice(0, longest);
  const bare = (ascii.test(cut) ? cut : withoutMarks(cut)).toLowerCase();
  const latin = bare.replaceAll(/[^a-hj-z]/gu, (letter) => letters.get(letter) ?? letter);
  return plainName(latin).replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd');
}

/** Without marks above and below, and with capitals that only their case tells apart from Latin ones. */
function withoutMarks(name: string): string {
  const bare = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return bare.replaceAll(/\P{ASCII}/gu, (letter) => capitals.get(letter) ?? letter);
}
