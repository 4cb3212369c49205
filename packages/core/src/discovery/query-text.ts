/** Parses a query's text: its terms, bounded, and the languages that it names. */
import { mentionedLanguages } from './languages.js';
import type { Tokenizer } from './tokenize.js';

const maxCharacters = 2000;
const maxTerms = 64;

/** A query's text in the form that the index needs. */
export interface QueryText {
  /** Distinct terms in order of appearance. */
  terms: string[];
  /** Primary language codes. */
  languages: string[];
}

/** Parses a query's text; undefined when it is blank, without terms when it contains nothing to search for. */
export function readQueryText(text: string | undefined, tokenizer: Tokenizer): QueryText | undefined {
  const start = text?.trimStart().slice(0, maxCharacters) ?? '';
  if (start === '') return undefined;
  const terms = new Set<string>();
  tokenizer.terms(start, (term) => {
    if (terms.size < maxTerms) terms.add(term);
  });
  return { terms: [...terms], languages: mentionedLanguages(start) };
}
