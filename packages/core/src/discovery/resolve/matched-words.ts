/** The words of an intent that occur in a text, in their original form. */
import type { Entry, Operation } from '@dragoman/model';
import { forEachWord, wordTerms } from '../tokenize.js';

const maxWords = 20;
const maxTextLength = 8_000;

/** Creates the function that returns the words of the intent in a text. */
export function createWordReader(intent: string): (text: string) => string[] {
  const asked = new Map<string, readonly string[]>();
  forEachWord(intent, (word) => {
    const key = word.toLowerCase();
    if (!asked.has(key)) asked.set(key, wordTerms(word));
  });
  return (text) => {
    const terms = new Set<string>();
    forEachWord(text.slice(0, maxTextLength), (word) => {
      for (const term of wordTerms(word)) terms.add(term);
    });
    const met = [...asked].filter(([, own]) => own.length > 0 && own.some((term) => terms.has(term)));
    return met.slice(0, maxWords).map(([word]) => word);
  };
}

/** The texts of an operation and its service, as one text. */
export function candidateText(entry: Entry, operation: Operation): string {
  const { name, verb, summary, description, outcome, capability, tags } = operation;
  const own = [name, verb, summary, description, outcome, capability, ...tags];
  return [...own, entry.name, entry.description, ...entry.capabilities, ...entry.tags].filter(Boolean).join(' \n ');
}
