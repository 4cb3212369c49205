/**
 * The rows of an entry for an index in a database: one for the entry and one for each operation, with the same terms,
 * weights, labels and texts as the rows of the index in memory.
 */
import type { Entry } from '@dragoman/model';
import type { EntryAccess } from '../../access/caller.js';
import { conditionKeys, facetKeys, noLanguage, withOwnLabels } from '../facets.js';
import { defaultWeights, type FieldWeights, forEachText } from '../fields.js';
import { entryFlags, lengthParts, maxWeight } from '../index-writer.js';
import { createOperationTexts, operationText, operationWeights, rowEntry } from '../operations/operation-rows.js';
import { codeOfWeight } from '../score.js';
import { createTokenizer } from '../tokenize.js';
import { hashText } from '../vectors/vector-feed.js';

/** A row to be stored. */
export interface AnalyzedRow {
  /** Index of the operation; -1 for the entry itself. */
  place: number;
  flags: number;
  /** Weighted length of its texts. */
  length: number;
  /** Terms with the codes of their weights. */
  terms: ReadonlyMap<string, number>;
  facets: ReadonlySet<string>;
  /** The text that is embedded and its hash; only of operations. */
  text?: { text: string; hash: string };
}

type ReadTexts = (entry: Entry, take: (field: keyof FieldWeights, text: string) => void) => void;

/** Creates the analysis, with a cache of words. */
export function createEntryAnalysis(): (entry: Entry) => Generator<AnalyzedRow> {
  const tokenizer = createTokenizer();

  function countTerms(entry: Entry, texts: ReadTexts, weights: Readonly<FieldWeights>) {
    const frequencies = new Map<string, number>();
    let length = 0;
    texts(entry, (field, text) => {
      const weight = weights[field];
      if (weight <= 0) return;
      tokenizer.terms(text, (term) => {
        frequencies.set(term, Math.min(maxWeight, (frequencies.get(term) ?? 0) + weight));
        length += weight;
      });
    });
    const terms = new Map([...frequencies].map(([term, frequency]) => [term, codeOfWeight(frequency)]));
    return { terms, length: Math.round(length * lengthParts) };
  }

  return function* analyze(entry) {
    const facets = facetKeys(entry);
    const flags = entryFlags(entry, !facets.has(noLanguage));
    yield { place: -1, flags, facets, ...countTerms(entry, forEachText, defaultWeights) };
    const shared = conditionKeys(facetKeys({ ...entry, operations: [] }));
    const texts = createOperationTexts(() => entry.operations.length === 1);
    for (const [place, operation] of entry.operations.entries()) {
      const row = rowEntry(entry, operation);
      const text = operationText(entry, operation);
      yield {
        place,
        flags: entryFlags(row, !shared.has(noLanguage)),
        facets: withOwnLabels(shared, row.operations),
        text: { text, hash: hashText(text) },
        ...countTerms(row, texts, operationWeights),
      };
    }
  };
}

/** The texts of an entry's operations that are embedded. */
export function embeddedTexts(entry: Entry): NonNullable<AnalyzedRow['text']>[] {
  return entry.operations.map((operation) => {
    const text = operationText(entry, operation);
    return { text, hash: hashText(text) };
  });
}

/** Who may see an entry that is not public, in the form that `readerKeys` has of a caller. */
export function readersOf({ owner, grants }: EntryAccess): string[] {
  const named = grants.filter((grant) => grant.startsWith('caller:') || grant.startsWith('scope:'));
  return [...new Set([`owner:${owner}`, ...named])];
}
