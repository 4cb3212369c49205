/**
 * Looks up words in the generated table by binary search, so that nothing is decoded or retained: loading reads one
 * string, and a lookup takes about fifteen comparisons.
 */
import type { VerbFamily } from './words.js';

/** The entry of one word. */
export interface LexiconEntry {
  /**
   * Frequency of the word as each part of speech: 0 does not occur in WordNet's texts, each step doubles the frequency.
   */
  verb: number | undefined;
  noun: number | undefined;
  adjective: number | undefined;
  adverb: number | undefined;
  /** Families inferred from related verbs. */
  families: readonly VerbFamily[];
  /** The verb of an action noun. */
  actionOf: string | undefined;
  /** The verb of an irregular form. */
  formOf: string | undefined;
  /** The singular of an irregular plural. */
  pluralOf: string | undefined;
  antonyms: readonly string[];
  /** Verbs with listed opposites that share the usual meaning of this one. */
  alike: readonly string[];
  /** True for a noun that usually means a person. */
  person: boolean;
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

/** Finds a lower-case word in a table written by `scripts/words`. */
export function findWord(table: string, word: string): LexiconEntry | undefined {
  const marks = findMarks(table, word);
  return marks === undefined ? undefined : readMarks(marks);
}

/** Entries are separated by spaces or line ends and sorted by word; the word ends at its equals sign. */
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

/** The last section is shorter than two entries, so binary search would find no entry that starts inside it. */
function scan(stretch: string, word: string): string | undefined {
  const entry = stretch.split(/\s+/).find((each) => each.startsWith(`${word}=`));
  return entry?.slice(word.length + 1);
}

function isBlank(table: string, at: number): boolean {
  return table.charCodeAt(at) <= 32;
}

/** The start of the entry around an offset; from a space on, the start of the next entry. */
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
const mark = /([vnar])(\d)|([:><*!~@])([a-z,]+)/g;

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
    antonyms: read.get('!')?.split(',') ?? [],
    alike: read.get('~')?.split(',') ?? [],
    person: read.has('@'),
  };
}
