/**
 * The visual form of a name: letters of other scripts, digits and pairs that look like a Latin letter become that
 * letter.
 */

/** Letters that look like Latin ones, by the Latin letter; lower case, after compatibility normalization. */
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
  // The capital of one looks like the lower case of the other, so both are one letter here.
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

/** Capitals that look like Latin ones, where their lower-case forms do not, or look like another letter. */
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

/** Maximum length of a name that is examined. */
const maxLength = 120;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is the definition of ASCII
const ascii = /^[\x00-\x7f]*$/;

/** White space, punctuation, and invisible Hangul letters. */
const unseen = /[\p{Z}\p{C}\p{P}\p{S}\u115f\u1160\u3164\uffa0]+/gu;

/** The name without case, white space and punctuation, for comparing spellings. */
export function plainName(name: string): string {
  const cut = name.slice(0, maxLength);
  // Most names are ASCII, and Unicode classes are many times slower.
  if (ascii.test(cut)) return cut.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
  return cut.normalize('NFKC').toLowerCase().replaceAll(unseen, '');
}

/** The visual form of the name; equal for names that look the same. */
export function skeletonOf(name: string): string {
  const cut = name.slice(0, maxLength);
  const bare = (ascii.test(cut) ? cut : withoutMarks(cut)).toLowerCase();
  const latin = bare.replaceAll(/[^a-hj-z]/gu, (letter) => letters.get(letter) ?? letter);
  return plainName(latin).replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd');
}

/** Letters that the table treats as l, since names are compared without the difference between i and l. */
const likeI = 'іıιɪ';
const invisible = /\p{Cf}+/gu;

/** An id in one form for all its spellings that differ only in case, in letters that look the same, or invisibly. */
export function plainId(id: string): string {
  if (ascii.test(id)) return id.toLowerCase();
  const visible = id.normalize('NFKC').replaceAll(invisible, '');
  return visible.replaceAll(/\P{ASCII}/gu, latinLetter).toLowerCase();
}

function latinLetter(letter: string): string {
  const small = letter.toLowerCase();
  return capitals.get(letter) ?? (likeI.includes(small) ? 'i' : (letters.get(small) ?? small));
}

/** Without diacritics, and with capitals that differ from Latin ones only in their case. */
function withoutMarks(name: string): string {
  const bare = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return bare.replaceAll(/\P{ASCII}/gu, (letter) => capitals.get(letter) ?? letter);
}
