/** Adds entries to the index state and removes them. */
import type { Entry } from '@dragoman/model';
import type { SearchedEntry } from '../catalogue/index-port.js';
import type { AccessClasses } from './access-classes.js';
import { facetKeys, noLanguage } from './facets.js';
import { type FieldWeights, forEachText } from './fields.js';
import type { IndexState } from './index-state.js';
import { addRow, freeRow, rowFlags, valuesOf } from './rows.js';
import { codeMask, codeOfWeight, weightBits } from './score.js';
import { forEachRun, wordTerms } from './tokenize.js';
import { withRoom } from './typed-arrays.js';
import { rememberWords, type TakeRun } from './word-memory.js';

/** Lengths are stored as integers in this fraction of a weighted word, so that sums stay exact. */
export const lengthParts = 16;
/** Maximum weight of a term, however often it is repeated; its length still counts, so repetition lowers the score. */
export const maxWeight = 5;

/** Changes the index state. */
export interface IndexWriter {
  /** Reads the words of the entry in steps, so that adding it next takes a fraction of the time. */
  prepare(entry: SearchedEntry): Iterable<void>;
  /** Writes the entry as a row and returns its number. */
  add(state: IndexState, entry: Entry): number;
  remove(state: IndexState, row: number): void;
}

/** The words of an entry that will be added. */
interface ReadEntry {
  entry: SearchedEntry;
  frequencies: ReadonlyMap<string, number>;
  length: number;
}

/** How an entry is read: its texts by field, and its filter keys. */
export interface EntryReaders {
  texts: typeof forEachText;
  facets: (entry: Entry) => ReadonlySet<string>;
}

/** Creates a writer with these weights. */
export function createIndexWriter(
  weights: Readonly<FieldWeights>,
  classes: AccessClasses,
  readers: EntryReaders = { texts: forEachText, facets: facetKeys },
): IndexWriter {
  /** The terms of a word with their last numbers, which saves lookups while they are valid. */
  const analyseWord = rememberWords((word) => {
    const terms = wordTerms(word);
    return { terms, numbers: terms.map(() => 0) };
  });
  const frequencies = createFrequencies();
  /** The entry that was prepared last, until the next one is added. */
  let prepared: ReadEntry | undefined;

  /** The distinct terms of the entry, with `frequencies` filled in, and its weighted length. */
  function analyse(state: IndexState, entry: Entry): { terms: number[]; length: number } {
    const known = prepared;
    prepared = undefined;
    if (known !== undefined && haveSameTexts(known.entry, entry))
      return { terms: internAll(state, known, frequencies), length: known.length };
    const terms: number[] = [];
    let length = 0;
    let weight = 0;
    const take: TakeRun = (text, start, end, hash) => {
      const analysed = analyseWord(text, start, end, hash);
      for (let at = 0; at < analysed.terms.length; at += 1) {
        const term = state.terms.intern(analysed.terms[at] ?? '', analysed.numbers[at]);
        analysed.numbers[at] = term;
        if (frequencies.add(term, weight)) terms.push(term);
        length += weight;
      }
    };
    readers.texts(entry, (field, text) => {
      weight = weights[field];
      if (weight > 0) forEachRun(text, take);
    });
    return { terms, length: Math.round(length * lengthParts) };
  }

  function addTerms(state: IndexState, row: number, terms: readonly number[]): void {
    state.rows.terms.reserve(row, terms.length);
    for (const term of terms) {
      const code = codeOfWeight(frequencies.take(term));
      state.terms.append(term, (row << weightBits) | code);
      state.rows.terms.append(row, (term << weightBits) | code);
    }
  }

  return {
    *prepare(entry) {
      prepared = yield* readWords(entry, { texts: readers.texts, weights, analyseWord });
    },
    add(state, entry) {
      const { terms, length } = analyse(state, entry);
      const facets = readers.facets(entry);
      const row = addRow(state.rows, {
        flags: entryFlags(entry, !facets.has(noLanguage)),
        accessClass: classes.enter(entry),
        length,
      });
      addTerms(state, row, terms);
      addFacets(state, row, facets);
      countRow(state, row, 1);
      return row;
    },
    remove(state, row) {
      countRow(state, row, -1);
      for (const word of valuesOf(state.rows.terms, row)) {
        state.terms.remove(word >>> weightBits, (row << weightBits) | (word & codeMask));
      }
      for (const facet of valuesOf(state.rows.facets, row)) state.facets.remove(facet, row);
      classes.leave(state.rows.accessClasses[row] ?? 0);
      freeRow(state.rows, row);
    },
  };
}

/** Weighted frequencies of the terms of the current entry, by term number; all 0 in between. */
function createFrequencies() {
  let values = new Float64Array(1024);
  return {
    /** Adds the weight of an occurrence; true for the first one. */
    add(term: number, weight: number): boolean {
      if (term >= values.length) values = withRoom(values, term + 1);
      const before = values[term] ?? 0;
      values[term] = Math.min(maxWeight, before + weight);
      return before === 0;
    },
    /** Returns the frequency and sets it to 0. */
    take(term: number): number {
      const value = values[term] ?? 0;
      values[term] = 0;
      return value;
    },
  };
}

/** The numbers of the terms of an entry that was read, whose frequencies are noted. */
function internAll(state: IndexState, known: ReadEntry, frequencies: ReturnType<typeof createFrequencies>): number[] {
  return [...known.frequencies].map(([term, frequency]) => {
    const number = state.terms.intern(term);
    frequencies.add(number, frequency);
    return number;
  });
}

/** What reading the words of an entry needs. */
interface WordReading {
  texts: EntryReaders['texts'];
  weights: Readonly<FieldWeights>;
  analyseWord: (text: string, start: number, end: number, hash: number) => { terms: string[] };
}

/** Reads the words of an entry, one text in each step. */
function* readWords(entry: SearchedEntry, { texts, weights, analyseWord }: WordReading): Generator<void, ReadEntry> {
  const parts: [weight: number, text: string][] = [];
  texts(entry, (field, text) => parts.push([weights[field], text]));
  const frequencies = new Map<string, number>();
  let length = 0;
  for (const [weight, part] of parts) {
    const take: TakeRun = (text, start, end, hash) => {
      for (const term of analyseWord(text, start, end, hash).terms) {
        frequencies.set(term, Math.min(maxWeight, (frequencies.get(term) ?? 0) + weight));
        length += weight;
      }
    };
    if (weight > 0) forEachRun(part, take);
    yield;
  }
  return { entry, frequencies, length: Math.round(length * lengthParts) };
}

/** Members of an entry and of an operation that have searched texts. */
const entryTexts = ['name', 'description', 'publisher', 'capabilities', 'tags'] as const;
const operationTexts = ['name', 'summary', 'description', 'outcome', 'capability', 'tags', 'input', 'output'] as const;

/** True when all texts are identical values, as in a description and the entry that is made of it. */
function haveSameTexts(one: SearchedEntry, other: SearchedEntry): boolean {
  if (one.operations.length !== other.operations.length) return false;
  if (!entryTexts.every((name) => one[name] === other[name])) return false;
  return one.operations.every((operation, at) =>
    operationTexts.every((name) => operation[name] === other.operations[at]?.[name]),
  );
}

function addFacets(state: IndexState, row: number, keys: ReadonlySet<string>): void {
  state.rows.facets.reserve(row, keys.size);
  for (const key of keys) {
    const facet = state.facets.intern(key);
    state.facets.append(facet, row);
    state.rows.facets.append(row, facet);
  }
}

/** Adds the row to the statistics, or removes it; only public rows count. */
function countRow(state: IndexState, row: number, difference: 1 | -1): void {
  const { rows, statistics } = state;
  if (((rows.flags[row] ?? 0) & rowFlags.public) === 0) return;
  statistics.entries += difference;
  statistics.length += difference * (rows.lengths[row] ?? 0);
  state.publicEntries = withRoom(state.publicEntries, state.terms.postings.lists);
  const counts = state.publicEntries;
  for (const word of valuesOf(rows.terms, row)) {
    const term = word >>> weightBits;
    counts[term] = (counts[term] ?? 0) + difference;
  }
}

/** The flags of an entry's row. */
export function entryFlags(entry: Entry, declaresLanguage: boolean): number {
  return (
    (entry.visibility === 'public' ? rowFlags.public : 0) |
    (entry.status === 'inactive' ? rowFlags.inactive : 0) |
    (entry.status === 'deprecated' ? rowFlags.deprecated : 0) |
    (declaresLanguage ? rowFlags.declaresLanguage : 0)
  );
}
