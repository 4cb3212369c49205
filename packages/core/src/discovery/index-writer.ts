/** Puts entries into the index state and takes them out. */
import type { Entry } from '@dragoman/model';
import type { StoredEntry } from '../catalogue/store.js';
import type { AccessClasses } from './access-classes.js';
import { facetKeys, noLanguage } from './facets.js';
import { type FieldWeights, forEachText } from './fields.js';
import { countRow, type IndexState } from './index-state.js';
import { addRow, killRow, rowFlags } from './rows.js';
import { codeOfWeight, weightBits } from './score.js';
import { forEachWord, wordTerms } from './tokenize.js';
import { withRoom } from './typed-arrays.js';
import type { Vocabulary } from './vocabulary.js';
import { rememberWords } from './word-memory.js';

/** Lengths are kept as whole numbers of this part of a weighted word, so that sums stay exact. */
const lengthParts = 16;

/** Changes the index state. */
export interface IndexWriter {
  add(state: IndexState, stored: StoredEntry): void;
  /** Does nothing when there is no such entry. */
  remove(state: IndexState, id: string): void;
}

/** Makes a writer with these weights. */
export function createIndexWriter(weights: Readonly<FieldWeights>, classes: AccessClasses): IndexWriter {
  /** Weighted frequency of each term in the entry at hand, by term number; all 0 in between. */
  let frequencies = new Float64Array(1024);

  let vocabulary: Vocabulary | undefined;
  let termsOfWord: (word: string) => readonly number[] = () => [];

  /** Numbers are only good in the vocabulary that gave them, which a sweep replaces. */
  function follow(current: Vocabulary): void {
    if (current === vocabulary) return;
    vocabulary = current;
    termsOfWord = rememberWords((word) => wordTerms(word).map((term) => current.intern(term)));
  }

  /** The terms of the entry, each once, with `frequencies` filled in, and its weighted length. */
  function analyse(state: IndexState, entry: Entry): { terms: number[]; length: number } {
    const terms: number[] = [];
    let length = 0;
    let weight = 0;
    follow(state.terms);
    const take = (word: string) => {
      for (const term of termsOfWord(word)) {
        if (term >= frequencies.length) frequencies = withRoom(frequencies, term + 1);
        if (frequencies[term] === 0) terms.push(term);
        frequencies[term] = (frequencies[term] ?? 0) + weight;
        length += weight;
      }
    };
    forEachText(entry, (field, text) => {
      weight = weights[field];
      if (weight > 0) forEachWord(text, take);
    });
    return { terms, length: Math.round(length * lengthParts) };
  }

  function addPostings(state: IndexState, row: number, terms: readonly number[], facets: Iterable<string>): void {
    for (const term of terms) {
      state.terms.postings.append(term, (row << weightBits) | codeOfWeight(frequencies[term] ?? 0));
      frequencies[term] = 0;
    }
    for (const key of facets) state.facets.postings.append(state.facets.intern(key), row);
  }

  return {
    add(state, { entry, seq }) {
      const { terms, length } = analyse(state, entry);
      const facets = facetKeys(entry);
      const row = addRow(state.rows, {
        id: entry.id,
        name: entry.name,
        seq,
        flags: entryFlags(entry, !facets.has(noLanguage)),
        accessClass: classes.enter(entry),
        length,
        terms,
      });
      addPostings(state, row, terms, facets);
      state.rowOfId.set(entry.id, row);
      state.names.add(row);
      countRow(state, row, 1);
    },
    remove(state, id) {
      const row = state.rowOfId.get(id);
      if (row === undefined) return;
      countRow(state, row, -1);
      classes.leave(state.rows.accessClasses[row] ?? 0);
      killRow(state.rows, row);
      state.rowOfId.delete(id);
    },
  };
}

function entryFlags(entry: Entry, declaresLanguage: boolean): number {
  return (
    (entry.visibility === 'public' ? rowFlags.public : 0) |
    (entry.status === 'inactive' ? rowFlags.inactive : 0) |
    (entry.status === 'deprecated' ? rowFlags.deprecated : 0) |
    (declaresLanguage ? rowFlags.declaresLanguage : 0)
  );
}
