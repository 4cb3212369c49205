/** Finds actions that a sentence about reading adds after "and": "Returns the next number and marks it as used." */
import { type Reading, readText, sentencesOf, words } from './conduct-readings.js';
import { maxSentences } from './effect-evidence.js';

/** A verb in the third person, and an object that refers to what was read. */
const joint = /(?:,|\b(?:and|then))\s+(?:(?:and|then|also|immediately)\s+)*([a-z]+s)\s+(?:it|them)\b/gi;

/** The first such verb; `onlyReads` says which of them are harmless. */
export function jointAction(text: string | undefined, onlyReads: (reading: Reading) => boolean): string | undefined {
  for (const sentence of sentencesOf(text, maxSentences)) {
    for (const { 1: word = '' } of sentence.matchAll(joint)) {
      const found = words.inflectionOf(word.toLowerCase());
      if (found?.form !== 'third-person') continue;
      const [reading] = readText(`${found.base} it`);
      // Sorting and grouping arrange what is returned.
      const arranges = reading?.families.includes('analyse') === true;
      if (reading !== undefined && !arranges && !onlyReads(reading)) return found.base;
    }
  }
  return undefined;
}
