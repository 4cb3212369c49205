/** Proposes the verb and the path for a compound method: CANCEL_BOOKING → CANCEL /booking. */
import { prohibitedMethods } from '../words/word-lists.js';
import type { Words } from '../words/words.js';

/** A proposal in the form `VERB /path`, or only a verb when the identifier contains nothing else. */
export function proposeSplit(identifier: string, words: Words): string {
  const parts = splitWords(identifier, words);
  const at = Math.max(
    parts.findIndex((part) => words.isVerb(words.baseOf(part)) && !words.hasNounReading(part)),
    0,
  );
  const [chosen = ''] = parts.splice(at, 1);
  const base = words.baseOf(chosen);
  const verb = prohibitedMethods.get(base)?.[0] ?? base.toUpperCase();
  if (verb === '') return 'one imperative verb in capitals';
  return parts.length === 0 ? verb : `${verb} /${parts.join('-')}`;
}

/** The words of an identifier in lower case, whatever separates them. */
export function splitWords(identifier: string, words: Words): string[] {
  const parts = identifier
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}]+/u)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase());
  const [only = ''] = parts;
  return parts.length === 1 ? [...(words.splitCompound(only) ?? [only])] : parts;
}
