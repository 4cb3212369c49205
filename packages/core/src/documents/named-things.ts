/** Recognizes names that look like verbs but name the thing that an operation reads: `/merge-fields`, `/release-notes`. */
import type { ConductEvidence } from './conduct-readings.js';
import { carriesText, lastSegment, readName, sentencesOf, words } from './conduct-readings.js';
import { acting, effects, making, ordering, telling } from './conduct-words.js';
import { hasEffect } from './effect-evidence.js';
import { toSnakeCase } from './identifier.js';

/** Replaces a name of a thing. */
const neutral = { path: 'records', summary: 'Data' };

/**
 * The evidence without names of things. "List merge fields" at `/merge-fields` merges nothing, since its name is what the
 * sentence reads; `/release-notes` releases nothing, since nobody does anything to notes of that kind.
 */
export function withoutNamesOfThings(evidence: ConductEvidence): ConductEvidence {
  const { path, name, summary, description } = evidence;
  const ending = lastSegment(path);
  const sentence = summary ?? sentencesOf(description, 1)[0];
  const isThing = (each: string) =>
    isOfThings(each) || (sentence === undefined ? name === undefined && isKindOfData(each) : isRead(each, sentence));
  return {
    ...evidence,
    ...(summary !== undefined && readName(ending).length === 0 && isThoseThat(summary)
      ? { summary: neutral.summary }
      : {}),
    ...(ending !== '' && isThing(ending) ? { path: path.replace(ending, neutral.path) } : {}),
    ...(name !== undefined && isThing(name) ? { name: undefined } : {}),
  };
}

/** True when the words of the name are the object of a sentence that reads. */
function isRead(name: string, sentence: string): boolean {
  const [start = '', ...written] = sentence.toLowerCase().match(/[a-z]+/g) ?? [];
  if (!reads(words.baseOf(start))) return false;
  // What follows "and" may be done to the thing: "Get and delete the oldest message".
  const end = written.findIndex((word) => endOfObject.has(word));
  const object = written.slice(0, end === -1 ? undefined : end).map((word) => words.singularOf(word));
  const own = wordsOf(name);
  const [first = ''] = own;
  // A single verb is a thing only where a harmless noun of it is common: `/users/email`, but not `/jobs/purge`.
  const isNoun = own.length > 1 ? words.isNoun(own.at(-1) ?? '') : carriesText(first) && words.hasNounReading(first);
  return isNoun && object.some((_, at) => own.every((word, index) => object[at + index] === word));
}

/** "Words that start with a prefix": what precedes a relative clause is a thing, unless it names an effect. */
function isThoseThat(summary: string): boolean {
  const [, first = ''] =
    /^(?:the )?([a-z]+s) (?:(?:at|by|for|from|in|of|on|to|with) )?(?:that|which|who|whose)\b/i.exec(summary) ?? [];
  return words.singularOf(first) !== first && !hasEffect(words.baseOf(first));
}

/** `/job-openings`, `/team-colors`: a noun that is hardly ever a verb, before a plural. */
function isOfThings(name: string): boolean {
  const tokens = toSnakeCase(name, '').split('_');
  const [first = '', last = ''] = [tokens[0], tokens.at(-1)];
  return tokens.length > 1 && words.isRarelyVerb(first) && words.isNoun(last) && words.singularOf(last) !== last;
}

/** Words of a name in the singular, without what lists add: `allPurchaseOrders`, `userByEmail`. */
function wordsOf(name: string): string[] {
  return toSnakeCase(name, '')
    .split('_')
    .filter((word) => word !== 'all' && word !== 'list')
    .map((word) => words.singularOf(word));
}

function reads(verb: string): boolean {
  const families = words.familiesOf(verb);
  return telling.has(verb) || (families.length > 0 && families.every((each) => each === 'find' || each === 'read'));
}

/** Words that end the object: what comes next may be another action. */
const endOfObject = new Set(['and', 'then', 'or', 'also', 'to', 'after', 'before', 'while']);

/** `/release-notes`, `/drop-off-points`: a noun of this kind is read, whatever the word before it does elsewhere. */
function isKindOfData(name: string): boolean {
  const own = wordsOf(name);
  const [first = ''] = own;
  const deletes = effects.some(({ name: effect, verbs }) => effect !== 'moves money' && verbs?.has(first) === true);
  const isOrder = acting.has(first) || ordering.has(first) || making.has(first);
  return own.length > 1 && kindsOfData.has(own.at(-1) ?? '') && words.hasNounReading(first) && !isOrder && !deletes;
}

const kindsOfData = new Set('note time date day hour reason grade level zone point statistic'.split(' '));
