/** A query for an index in a database: its terms, its conditions as labels, and what the caller may see. */
import type { Caller } from '../../access/caller.js';
import type { Condition } from '../../catalogue/index-port.js';
import { asksForLanguage, conditionSteps, languageKey } from '../facets.js';
import { readQueryText } from '../query-text.js';
import { createTokenizer } from '../tokenize.js';

/** A query in the form of the database. */
export interface StoredQuery {
  /** Undefined for a blank text. */
  terms: readonly string[] | undefined;
  /** Labels of the languages that the text names. */
  languages: readonly string[];
  /** Each of them must be satisfied by one of its labels. */
  steps: readonly (readonly string[])[];
  /** True when inactive entries may be found. */
  statusAsked: boolean;
  /** True when a condition requires a language. */
  byLanguage: boolean;
  /** What identifies the caller among the readers of private entries; undefined for one who sees everything. */
  readers: readonly string[] | undefined;
}

/** Creates the reader of queries, with a cache of words. */
export function createStoredQueryReader(): (
  query: { text?: string; conditions: readonly Condition[] },
  caller: Caller,
) => StoredQuery {
  const tokenizer = createTokenizer();
  return ({ text, conditions }, caller) => {
    const read = readQueryText(text, tokenizer);
    return {
      terms: read?.terms,
      languages: (read?.languages ?? []).map(languageKey),
      steps: conditionSteps(conditions),
      statusAsked: conditions.some(({ field, values }) => field === 'status' && values.length > 0),
      byLanguage: asksForLanguage(conditions),
      readers: readerKeys(caller),
    };
  };
}

/** What identifies a caller among the readers of private entries; undefined for one who sees everything. */
function readerKeys({ kind, subject, scopes }: Caller): string[] | undefined {
  if (kind === 'anonymous') return [];
  if (scopes.includes('admin')) return undefined;
  return [`owner:${subject}`, `caller:${subject}`, ...scopes.map((scope) => `scope:${scope}`)];
}
