/** Reads the regular part of ECMA-262 patterns; look-around, back references and word boundaries are not regular enough. */
import type { Language, Ranges } from './regular-language.js';
import { concat, containing, either, empty, endMark, invert, oneOf, repeat, startMark } from './regular-language.js';

/** The texts that contain a match of a pattern; undefined for a pattern that cannot be read here. */
export function parsePattern(source: string): Language | undefined {
  if (source.length > maxLength) return undefined;
  const reader: Reader = { letters: [...source], at: 0, depth: 0 };
  try {
    const read = readAlternatives(reader);
    return reader.at === reader.letters.length ? containing(read) : undefined;
  } catch (thrown) {
    if (thrown instanceof Unreadable) return undefined;
    throw thrown;
  }
}

const maxLength = 400;
const maxDepth = 20;
const maxCount = 1_000;

class Unreadable extends Error {}

interface Reader {
  letters: string[];
  at: number;
  depth: number;
}

function peek({ letters, at }: Reader, ahead = 0): string | undefined {
  return letters[at + ahead];
}

function take(reader: Reader): string {
  const letter = peek(reader);
  if (letter === undefined) throw new Unreadable();
  reader.at += 1;
  return letter;
}

function readAlternatives(reader: Reader): Language {
  reader.depth += 1;
  if (reader.depth > maxDepth) throw new Unreadable();
  const found = [readSequence(reader)];
  while (peek(reader) === '|') {
    take(reader);
    found.push(readSequence(reader));
  }
  reader.depth -= 1;
  return either(found);
}

function readSequence(reader: Reader): Language {
  const parts: Language[] = [];
  for (let letter = peek(reader); letter !== undefined && letter !== '|' && letter !== ')'; letter = peek(reader)) {
    parts.push(readTerm(reader));
  }
  return concat(parts);
}

function readTerm(reader: Reader): Language {
  const anchor = peek(reader) === '^' ? startMark : peek(reader) === '$' ? endMark : undefined;
  const atom = readAtom(reader);
  const count = readCount(reader);
  if (count === undefined) return atom;
  // An anchor has no width, so a repeated one is not a repeated mark.
  if (anchor !== undefined) throw new Unreadable();
  if (peek(reader) === '?') take(reader);
  return repeat(atom, count[0], count[1]);
}

function readAtom(reader: Reader): Language {
  const letter = take(reader);
  switch (letter) {
    case '^':
      return oneOf([[startMark, startMark]]);
    case '$':
      return oneOf([[endMark, endMark]]);
    case '.':
      return oneOf(invert(lineEnds));
    case '(':
      return readGroup(reader);
    case '[':
      return oneOf(readClass(reader));
    case '\\':
      return oneOf(readEscape(reader));
    case '*':
    case '+':
    case '?':
      throw new Unreadable();
    default:
      return oneOf([pointOf(letter)]);
  }
}

const lineEnds: Ranges = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];

function pointOf(letter: string): readonly [number, number] {
  const point = letter.codePointAt(0) ?? 0;
  return [point, point];
}

function readGroup(reader: Reader): Language {
  if (peek(reader) === '?') {
    take(reader);
    const sign = take(reader);
    if (sign === '<') {
      if (peek(reader) === '=' || peek(reader) === '!') throw new Unreadable();
      while (take(reader) !== '>');
    } else if (sign !== ':') throw new Unreadable();
  }
  const inner = readAlternatives(reader);
  if (peek(reader) !== ')') throw new Unreadable();
  take(reader);
  // A group that is only an anchor may not be repeated; one inside a group may be, so both are refused there.
  if (hasMark(inner) && /[*+?{]/.test(peek(reader) ?? '')) throw new Unreadable();
  return inner;
}

function hasMark({ ranges = [], parts = [] }: Language): boolean {
  return ranges.some(([, high]) => high >= startMark) || parts.some(hasMark);
}

function readCount(reader: Reader): [number, number] | undefined {
  const letter = peek(reader);
  const simple = { '*': [0, Number.POSITIVE_INFINITY], '+': [1, Number.POSITIVE_INFINITY], '?': [0, 1] } as const;
  if (letter === '*' || letter === '+' || letter === '?') {
    take(reader);
    return [...simple[letter]];
  }
  const text = reader.letters.slice(reader.at, reader.at + 12).join('');
  const found = /^\{(\d+)(?:(,)(\d*))?\}/.exec(text);
  if (found === null) {
    if (letter === '{') throw new Unreadable();
    return undefined;
  }
  reader.at += found[0].length;
  const min = Number(found[1]);
  const max = found[2] === undefined ? min : found[3] === '' ? Number.POSITIVE_INFINITY : Number(found[3]);
  if (min > maxCount || (max > maxCount && max !== Number.POSITIVE_INFINITY) || max < min) throw new Unreadable();
  return [min, max];
}

const digits: Ranges = [[48, 57]];
const wordLetters: Ranges = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const spaces: Ranges = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const shorthand: ReadonlyMap<string, Ranges> = new Map([
  ['d', digits],
  ['D', invert(digits)],
  ['w', wordLetters],
  ['W', invert(wordLetters)],
  ['s', spaces],
  ['S', invert(spaces)],
  ['t', [[9, 9]]],
  ['n', [[10, 10]]],
  ['v', [[11, 11]]],
  ['f', [[12, 12]]],
  ['r', [[13, 13]]],
]);

function readEscape(reader: Reader): Ranges {
  const letter = take(reader);
  const known = shorthand.get(letter);
  if (known !== undefined) return known;
  const width = letter === 'x' ? 2 : letter === 'u' ? 4 : 0;
  if (width > 0) {
    const digitsText = reader.letters.slice(reader.at, reader.at + width).join('');
    if (!/^[\da-f]+$/i.test(digitsText) || digitsText.length !== width) throw new Unreadable();
    reader.at += width;
    const point = Number.parseInt(digitsText, 16);
    return [[point, point]];
  }
  if (/[A-Za-z\d]/.test(letter)) throw new Unreadable();
  return [pointOf(letter)];
}

function readClass(reader: Reader): Ranges {
  const negated = peek(reader) === '^';
  if (negated) take(reader);
  const found: (readonly [number, number])[] = [];
  while (peek(reader) !== ']') {
    const low = readMember(reader);
    const [only] = low;
    if (peek(reader) === '-' && peek(reader, 1) !== ']' && low.length === 1 && only?.[0] === only?.[1]) {
      take(reader);
      const high = readMember(reader);
      const [last] = high;
      if (only === undefined || last === undefined || high.length !== 1 || last[0] < only[0]) throw new Unreadable();
      found.push([only[0], last[1]]);
    } else found.push(...low);
  }
  take(reader);
  return negated ? invert(found) : invert(invert(found));
}

function readMember(reader: Reader): Ranges {
  const letter = take(reader);
  if (letter !== '\\') return [pointOf(letter)];
  if (peek(reader) === 'b') {
    take(reader);
    return [[8, 8]];
  }
  return readEscape(reader);
}

/** Every text. */
export const anyText: Language = containing(empty);
