/** Recognizes requests that send a body only to read: questions, and titles without a verb if the name reads. */
import type { ConductEvidence } from './conduct-readings.js';
import { lastSegment, orderedWords, readName, readText, sentencesOf, words } from './conduct-readings.js';
import { acting, ordering } from './conduct-words.js';
import { toSnakeCase } from './identifier.js';
import { onlyReads } from './reading-effects.js';
import { maySayAction } from './sentence-voice.js';
import { passiveVerb, startsWithAction } from './stated-finality.js';

/** "How much can a customer borrow", "Is a name free", "When is the dentist free?" */
export function asks(summary = ''): boolean {
  return /^(?:(?:is|are|does|do|has|have|can|may|was|were|what|which|who|whose|where|when|why) .{3,}\?\s*$|(?:is|are) (?:an?|the|this|my|any) .{3,}|how (?:much|many|long|far|often|big|likely) )/i.test(
    summary.trim(),
  );
}

/** What a title counts or compares: "Number of records", "Distances between harbours". */
const measured =
  /^(?:the )?(?:total )?(?:numbers?|counts?|sums?|averages?|distances?|differences?|similarity|likelihood|probability) (?:of|between|from|for)\b/i;

/** The reading of a request whose title is a noun phrase: from its name, the end of its path, or the title itself. */
export function namedReading(evidence: ConductEvidence): string | undefined {
  const { summary = '', description, name = '', path } = evidence;
  const [title = ''] = sentencesOf(summary, 1);
  if (title === '' || !isNounPhrase(title) || saysMore(description)) return undefined;
  const ending = lastSegment(path);
  const own = [name, ending].filter((each) => each !== '');
  if (own.some(mayAct)) return undefined;
  const verb = own.map(readingVerb).find((found) => found !== undefined);
  if (verb !== undefined) return verb;
  const [start = ''] = title.toLowerCase().match(/[a-z]+/g) ?? [];
  return measured.test(title) || isSuperlative(start) ? start : undefined;
}

/** "Tide info", "Balance of an account": no order, which a verb before an article would be. */
function isNounPhrase(title: string): boolean {
  const [start = '', next = ''] = title.toLowerCase().match(/[a-z]+/g) ?? [];
  if (isSuperlative(start) || measured.test(title)) return true;
  // "The instance will be migrated"
  if (/\b(?:is|are|will|was|were|be)\b(?! used to\b)/i.test(title)) return false;
  // "Flights to an airport"
  const isPlural = words.singularOf(start) !== start && ['to', 'on'].includes(next);
  if ((orderedWords.has(next) && !isPlural) || words.isRatherVerb(start)) return false;
  return (
    words.singularOf(start) !== start ||
    next === 'of' ||
    next === 'info' ||
    !words.isVerb(start) ||
    words.isRatherNoun(start)
  );
}

/** "Nearest", "shortest", but not "test". */
function isSuperlative(word: string): boolean {
  const [, stem = ''] = /^(.{2,})est$/.exec(word) ?? [];
  const stems = [stem, `${stem}e`, stem.replace(/i$/, 'y'), stem.replace(/(.)\1$/, '$1')];
  return stem !== '' && !words.isVerb(word) && stems.some((each) => words.isAdjective(each));
}

/** The description says that something else is done. */
function saysMore(description: string | undefined): boolean {
  return sentencesOf(description, 2).some((sentence) => {
    // "This API is used to query the instances."
    const used = /^this \w+ is used to (.+)/i.exec(sentence)?.[1];
    if (used !== undefined) return !readText(used).every(onlyReads);
    const [first] = readText(sentence);
    const third = words.inflectionOf(/^[a-z]+/i.exec(sentence)?.[0].toLowerCase() ?? '');
    const isThird = third?.form === 'third-person' && !words.hasNounReading(third.base);
    const isAction = startsWithAction(sentence) || isThird || first?.plain === true;
    const passive = words.inflectionOf(passiveVerb(sentence) ?? '')?.base;
    const isDone =
      passive !== undefined &&
      passive !== 'use' &&
      words.familiesOf(passive).some((each) => /^(?:create|change|end|send)$/.test(each));
    return (isAction && first !== undefined && !onlyReads(first)) || (isDone && maySayAction(sentence));
  });
}

/** Verbs of names that only read, whatever their object; to convert, to filter or to pull may also change something. */
const readingVerbs = new Set(
  'get list find search query count fetch describe lookup read retrieve show calculate compute estimate compare preview predict suggest autocomplete geocode check mget'.split(
    ' ',
  ),
);

/** `getTideInfo` and `query`, but not `getOrCreateNote`. */
function readingVerb(name: string): string | undefined {
  const [first = ''] = toSnakeCase(name, '').split('_');
  return readingVerbs.has(first) ? first : undefined;
}

/** `createNote` at `/notes/add`: the name or the path does more than read. */
function mayAct(name: string): boolean {
  const tokens = toSnakeCase(name, '').split('_');
  const joins = tokens.some((token, at) => /^(?:and|or|then)$/.test(token) && words.isListedVerb(tokens[at + 1] ?? ''));
  const [first = ''] = tokens;
  return (
    joins || acting.has(first) || ordering.has(first) || readName(name).some((each) => each.plain && !onlyReads(each))
  );
}
