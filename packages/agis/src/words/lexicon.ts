/**
 * Looks words up in the generated table by halving it, so that nothing is decoded or kept: loading costs the
 * reading of one string, a look-up about fifteen comparisons.
 */
import type { VerbFamily } from './words.js';

/** What the table says of one word. */
export interface LexiconEntry {
  /** How common the word is as each part of speech: 0 never met in WordNet's texts, each step twice as often. */
  verb: number | undefined;
  noun: number | undefined;
  adjective: number | undefined;
  adverb: number | undefined;
  /** Families guessed from related verbs. */
  families: readonly VerbFamily[];
  /** The verb behind a noun of action. */
  actionOf: string | undefined;
  /** The verb that this is an irregular form of. */
  formOf: string | undefined;
  /** The noun that this is an irregular plural of. */
  pluralOf: string | undefined;
  antonym: string | undefined;
}

/** The letter of each family in the table. */
export const familyLetters: Readonly<Record<VerbFamily, string>> = {
  create: 'c',
  change: 'm',
  end: 'e',
  send: 's',
  run: 'x',
  find: 'f',
  read: 'r',
  analyse: 'a',
};

const families = new Map(Object.entries(familyLetters).map(([family, letter]) => [letter, family as VerbFamily]));

/** Finds a word, in lower case, in a table as `scripts/words` writes it. */
export function findWord(table: string, word: string): LexiconEntry | undefined {
  const marks = findMarks(table, word);
  return marks === undefined ? undefined : readMarks(marks);
}

/** Entries stand between blanks or line ends, sorted by word; the word ends at its equals sign. */
function findMarks(table: string, word: string): string | undefined {
  let low = 0;
  let high = table.length;
  while (low < high) {
    const start = startOfEntry(table, (low + high) >> 1);
    const equals = table.indexOf('=', start);
    if (start < low || start >= high || equals === -1) return scan(table.slice(low, high), word);
    const found = table.slice(start, equals);
    if (found === word) return table.slice(equals + 1, endOfEntry(table, equals));
    if (found < word) low = endOfEntry(table, equals) + 1;
    else high = start;
  }
  return undefined;
}

/** The last stretch is shorter than two entries, so that halving finds no entry that begins inside it. */
function scan(stretch: string, word: string): string | undefined {
  const entry = stretch.split(/\s+/).find((each) => each.startsWith(`${word}=`));
  return entry?.slice(word.length + 1);
}

function isBlank(table: string, at: number): boolean {
  return table.charCodeAt(at) <= 32;
}

/** Where the entry around a place begins; from a blank on, where the next one does. */
function startOfEntry(table: string, at: number): number {
  let start = at;
  while (start < table.length && isBlank(table, start)) start++;
  while (start > 0 && !isBlank(table, start - 1)) start--;
  return start;
}

function endOfEntry(table: string, at: number): number {
  let end = at;
  while (end < table.length && !isBlank(table, end)) end++;
  return end;
}

/** A part of speech with its digit, or a sign with the word or letters that follow it. */
const mark = /([vnar])(\d)|([:><*!])([a-z]+)/g;

function readMarks(marks: string): LexiconEntry {
  const read = new Map<string, string>();
  for (const [, part, digit, sign, word] of marks.matchAll(mark)) read.set(part ?? sign ?? '', digit ?? word ?? '');
  const level = (part: string) => {
    const digit = read.get(part);
    return digit === undefined ? undefined : Number(digit);
  };
  return {
    verb: level('v'),
    noun: level('n'),
    adjective: level('a'),
    adverb: level('r'),
    families: [...(read.get(':') ?? '')].flatMap((letter) => families.get(letter) ?? []),
    actionOf: read.get('>'),
    formOf: read.get('<'),
    pluralOf: read.get('*'),
    antonym: read.get('!'),
  };
}
