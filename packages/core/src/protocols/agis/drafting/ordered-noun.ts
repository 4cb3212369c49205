/** The grammatical order of words that a title takes from an address: "statistics users inactivity". */
import type { Words } from '@dragoman/agis';
import { singularOf } from './inflect-noun.js';

/** Nouns that a title of an address puts before what they are about. */
const reports = /^(?:statistics|stats|metrics|analytics|settings|history|logs|totals|counts)$/;

/**
 * "user inactivity statistics" for "statistics users inactivity" of `/statistics/users/inactivity`, "standard racecards"
 * for "racecards standard" of `/racecards/standard`; unchanged unless the words are those of several segments.
 */
export function orderedNoun(text: string, path: string, words: Words): string {
  // "Signals event headlines": a name.
  if (/^[A-Z]|\s[A-Z]/.test(text)) return text;
  const parts = text.split(' ');
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  const singular = (word: string) => singularOf(word, words);
  const isHeap =
    parts.length > 1 &&
    segments.some((segment, at) => {
      const more = [segment, ...segments.slice(at + 1)];
      return (
        more.length > 1 &&
        !segment.includes(parts.join('-')) &&
        more
          .flatMap((each) => each.split('-'))
          .map(singular)
          .join(' ') === parts.map(singular).join(' ')
      );
    });
  if (!isHeap) return text;
  const [first = '', ...rest] = parts;
  const last = parts.at(-1) ?? '';
  const before = parts.at(-2) ?? '';
  if (reports.test(first)) return [...rest.map(singular), first].join(' ');
  if (words.isAdjective(last) && !words.isListedVerb(last) && singular(before) !== before)
    return [last, ...parts.slice(0, -1)].join(' ');
  const single = [...parts.slice(0, -1).map(singular), last].join(' ');
  return single === parts.join(' ') ? text : single;
}
