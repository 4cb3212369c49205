/** Joins segments of an address that are not nouns on their own: `/stored/berths/for/{harbor}` → `/stored-berths/{harbor}`. */
import type { Words } from '@dragoman/agis';

/** Prepositions between a thing and its search key; "by" is kept, because it distinguishes addresses. */
const preposition = /^(?:for|from|of|to|in|on|at|with|into|within)$/;

/** Adjectives for the noun after them. */
const quality =
  /^(?:latest|recent|pending|upcoming|past|previous|available|popular|trending|featured|related|similar)$/;

/** The segments without prepositions, each adjective joined with its noun, and without a search that the verb already states. */
export function joinSegments(segments: readonly string[], main: string | undefined, words: Words): string[] {
  const nouns = segments.filter((segment, at) => at === 0 || at === segments.length - 1 || !preposition.test(segment));
  const finds = main !== undefined && words.familiesOf(main)[0] === 'find';
  const isNoun = (segment = '') =>
    /^[a-z-]+$/.test(segment) && words.isNoun(words.singularOf(segment.split('-').at(-1) ?? ''));
  const isMany = (segment = '') => isNoun(segment) && words.singularOf(segment) !== segment;
  // `/berths/search` and `/search/berths`, but not `/harbors/{id}/search`
  const isSaid = (segment: string, at: number) =>
    segment === 'search' && (at === 0 ? isNoun(nouns[1]) : isMany(nouns[at - 1]) || isMany(nouns[at + 1]));
  const sought = finds ? nouns.filter((segment, at) => !isSaid(segment, at)) : nouns;
  const joined: string[] = [];
  for (const segment of sought) {
    const before = joined.at(-1);
    const isThing =
      !segment.startsWith('{') &&
      !words.isAdjective(segment) &&
      words.isNoun(words.singularOf(segment.split('-').at(-1) ?? ''));
    if (before !== undefined && isThing && isQuality(before, words)) joined.splice(-1, 1, `${before}-${segment}`);
    else joined.push(segment);
  }
  return joined;
}

function isQuality(segment: string, words: Words): boolean {
  const form = /^[a-z]+ed$/.test(segment) ? words.inflectionOf(segment)?.form : undefined;
  return quality.test(segment) || ((form === 'past' || form === 'participle') && !words.isNoun(segment));
}
