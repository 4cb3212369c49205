/**
 * Finds imperatives among the words of a segment. A word with a common noun reading is a noun here (`/order`); a word
 * without one is an imperative (`/get-restaurant`), and so is a repetition of the method.
 */
import { listed, pathVerbs, stateWords } from '../words/word-lists.js';
import type { Words } from '../words/words.js';
import type { PathCheck } from './path-check.js';

/** One literal segment in its path. */
export interface Literal {
  segments: readonly string[];
  at: number;
  /** Its words in lower case. */
  words: readonly string[];
  /** True when it was written in camelCase. */
  camel: boolean;
}

/** Nouns that read as imperatives before a plural: `/search-flights`. */
const leadingOrders = listed('search update list view book register merge sync import export invite reset');
/** What "list" forms compounds with: `/list-prices`. */
const listEnds = listed('prices items entries views fields types');
/** Words that are verbs first, but common as names of things. */
const namedByVerbs = listed('build forecast invite like quote save');
/** Plurals that form a noun compound with the word before them: `/search-results`. */
const compoundEnds = listed(`
  results links types settings logs requests options items entries rules templates jobs tasks events filters terms tokens fields
  histories records forms lines codes details notes files groups policies methods points rates fees costs lists pages ids numbers numbers
  windows orders statuses reasons channels keys tags categories versions sessions queues ins outs backs ups centers centres agents
  contacts documents services prices copies reviews dates times counts limits bases tables buttons
`);

/** Checks the words of one literal segment. */
export function checkWords(check: PathCheck, literal: Literal): void {
  const order = findOrder(literal, check.words);
  const doubtful = findDoubtful(literal, check.words);
  if (order !== undefined) reportOrder(check, literal, { word: order, certain: true });
  else if (isBareState(check, literal)) reportState(check, literal, 'agis/path-state');
  else if (repeatsMethod(check, literal)) return;
  else if (doubtful !== undefined) reportOrder(check, literal, { word: doubtful, certain: false });
  else if (mayBeState(check, literal)) reportState(check, literal, 'agis/path-reads-as-state');
  else {
    const possible = findPossible(literal, check.words);
    if (possible !== undefined) reportOrder(check, literal, { word: possible, certain: false, rare: true });
  }
}

/** A word that can only be an imperative, alone or in front; in camelCase also a verb before its object. */
function findOrder({ words: parts, camel, at }: Literal, words: Words): string | undefined {
  const [first = '', ...rest] = parts;
  if (isOrder(first, words) && !(words.isListedVerb(first) && mayBeCompound(first, rest))) {
    if (at > 0 || !isParticleNoun(first, rest)) return first;
  }
  const object = rest.at(-1) ?? '';
  const acts = words.verbOf(object) !== undefined || words.singularOf(object) !== object;
  return camel && rest.length > 0 && acts && words.isVerb(first) ? first : undefined;
}

/** `/sing-along` and `/walk-in` are events; after another noun, as in `/invoice/{id}/write-off`, they are orders. */
function isParticleNoun(first: string, [next, ...more]: readonly string[]): boolean {
  return more.length === 0 && !pathVerbs.has(first) && /^(?:along|around|by|in|through)$/.test(next ?? '');
}

/** `/deploy-key` and `/rename-log` may be things; `/verify-token` and `/approve-requests` are orders. */
function mayBeCompound(first: string, [next, ...more]: readonly string[]): boolean {
  return next !== undefined && more.length === 0 && !pathVerbs.has(first) && compoundEnds.has(`${next}s`);
}

function isOrder(word: string, words: Words): boolean {
  if (pathVerbs.has(word)) return true;
  if (words.hasNounReading(word) || words.isAdjective(word)) return false;
  return words.isListedVerb(word) || pathVerbs.has(thirdPersonOf(word, words) ?? '');
}

/** A possible imperative: `/search-flights`, `/order-cancel`, `/cancelled/order`. */
function findDoubtful({ words: parts, at }: Literal, words: Words): string | undefined {
  const [first = '', ...rest] = parts;
  const last = rest.at(-1);
  if (last === undefined) {
    const acts = at > 0 && words.isRatherVerb(first) && !namedByVerbs.has(first);
    return acts || (at === 0 && isPast(first, words)) ? first : undefined;
  }
  if (auxiliaries.has(first)) return first;
  const commanding = parts.find((part, place) => isCommanding(parts.slice(place)) && words.isListedVerb(part));
  if (commanding !== undefined) return commanding;
  if (isOrder(first, words) && !(at === 0 && isParticleNoun(first, rest))) return first;
  const inside = rest.find((part) => pathVerbs.has(part) || isOnlyVerb(part, words));
  if (inside !== undefined) return inside;
  const plural = words.singularOf(last) !== last;
  if (rest.length > 1) return undefined;
  if (first === 'list') return plural && !listEnds.has(last) ? first : undefined;
  if (compoundEnds.has(last)) return undefined;
  if (leadingOrders.has(first) && plural) return first;
  const compound =
    compoundEnds.has(`${last}s`) || namedByVerbs.has(first) || attributive.has(first) || words.isAdjective(first);
  return words.isRatherVerb(first) && !compound ? first : undefined;
}

/** A verb that real services use as the name of a thing, too: `/pay`, `/server/{id}/start`, `/archive/reshelve`, `/fill-cavity`. */
function findPossible({ words: parts, segments, at }: Literal, words: Words): string | undefined {
  const [first = '', last, ...more] = parts;
  if (more.length > 0 || namedByVerbs.has(first) || words.isAdjective(first)) return undefined;
  if (last === undefined) {
    if (at < segments.length - 1) return undefined;
    if (words.isPrefixedVerb(first)) return first;
    const ofThing = segments[at - 1]?.startsWith('{') === true && words.verbMargin(first) >= 2;
    return ofThing || (segments.length === 1 && uncounted.has(first)) ? first : undefined;
  }
  if (!words.isNoun(last) || compoundEnds.has(last) || compoundEnds.has(`${last}s`)) return undefined;
  if (/^(?:up|down)load$/.test(first)) return transferNouns.has(words.singularOf(last)) ? undefined : first;
  const rather = words.verbMargin(first) >= 1 && words.isFiled(first) && !attributive.has(first);
  return rather && words.isRarelyNoun(first) ? first : undefined;
}

/** Nouns that form a compound with "upload": `/upload-session`. */
const transferNouns = listed(
  'session part url link token ticket policy job history queue speed size limit area center manager page form folder server status request',
);
/** Verbs whose noun forms do not name things that a service stores, unlike an exhibit or a stay. */
const uncounted = listed('buy follow hire pay quit sell sign start stop try use');
/** Verbs whose noun forms are used before another noun: `/hire-car`. */
const attributive = listed('hire leave mail');

/** `/grade-all` and `/mark-as-read`, but not `/catch-all` and `/pay-as-you-go`. */
function isCommanding([first = '', next = '', after]: readonly string[]): boolean {
  if (next === 'all') return !/^(?:catch|carry|cover|hold)$/.test(first);
  return next === 'as'
    ? after !== 'you'
    : /^(?:now|again|early|today|tomorrow|later|immediately|everything|them|it|each|every)$/.test(next);
}

/** A verb without any noun, adjective or plural reading: `/order-approve`. */
function isOnlyVerb(word: string, words: Words): boolean {
  return words.isListedVerb(word) && words.isFiled(word) && !words.isNoun(word) && !words.isAdjective(word);
}

/** `/available`, `/slowly`, `/recently-sold` or `/is-open` is the whole path and names no thing. */
function isBareState({ words }: PathCheck, { segments, words: parts }: Literal): boolean {
  if (segments.filter((segment) => !segment.startsWith('{')).length !== 1) return false;
  const [first = '', ...rest] = parts;
  if (auxiliaries.has(first) && rest.length > 0) return true;
  const qualified = words.isAdverb(first) && !words.isNoun(first) && !words.isAdjective(first);
  if (qualified && rest.length === 0) return true;
  const word = qualified && rest.length === 1 ? (rest[0] ?? '') : first;
  if ((word === first && rest.length > 0) || nounStates.has(word)) return false;
  return (
    stateWords.has(word) ||
    isSuperlative(word, words) ||
    isPast(word, words) ||
    (words.isAdjective(word) && word !== first) ||
    words.isRatherAdjective(word)
  );
}

/** `/berth/vacant` and `/order/{id}/reserved`: the last segment is a state, which services use to narrow a list. */
function mayBeState({ words }: PathCheck, { segments, at, words: parts }: Literal): boolean {
  const [word = '', ...rest] = parts;
  if (at === 0 || at < segments.length - 1 || rest.length > 0 || nounStates.has(word)) return false;
  return stateWords.has(word) || isPast(word, words) || words.isRatherAdjective(word);
}

/** Verbs that ask for a state: `/is-open`, `/has-children`. */
const auxiliaries = listed('is are was were has have');

/** "nearest", "largest" */
function isSuperlative(word: string, words: Words): boolean {
  return (
    /[^aeiou]est$/.test(word) &&
    !words.isNoun(word) &&
    [word.slice(0, -3), word.slice(0, -2)].some((stem) => words.isAdjective(stem))
  );
}

/** States whose noun is common in paths. */
const nounStates = listed(
  'current public private local global general internal external social legal remote following',
);

function reportState(
  { path, pointer, found }: PathCheck,
  { segments, at }: Literal,
  code: 'agis/path-state' | 'agis/path-reads-as-state',
): void {
  const parameters = { path, segment: segments[at] ?? '' };
  found.report(code, { pointer, element: parameters.segment, parameters });
}

/** "/cancelled" and "/unconfirmed" describe a state, not a thing. */
function isPast(word: string, words: Words): boolean {
  const form = words.inflectionOf(word)?.form ?? words.inflectionOf(word.replace(/^un/, ''))?.form;
  return form === 'past' && !words.isNoun(word);
}

interface Order {
  word: string;
  certain: boolean;
  /** True where services use the word for a thing, too. */
  rare?: boolean;
}

function reportOrder(check: PathCheck, literal: Literal, { word, certain, rare }: Order): void {
  const { pointer, found } = check;
  const segment = literal.segments[literal.at] ?? '';
  const doubtful = rare === true ? 'agis/path-possible-verb' : 'agis/path-reads-as-verb';
  found.report(certain ? 'agis/path-verb' : doubtful, {
    pointer,
    element: segment,
    parameters: { segment, word, proposal: propose(check, literal, word) },
  });
}

/** The path without the imperative; when the path ends with it, it becomes the method. */
function propose({ method, words }: PathCheck, { segments, at, words: parts }: Literal, word: string): string {
  const left = parts
    .filter((part) => part !== word)
    .map((part, place, all) => (place === all.length - 1 ? words.singularOf(part) : part));
  const rest = segments.flatMap((segment, place) =>
    place === at ? (left.length === 0 ? [] : [left.join('-')]) : [segment],
  );
  if (rest.length === 0 || /^\{/.test(rest[0] ?? '')) return 'the noun that the verb acts on, such as /reservation';
  const banned = /^(?:get|post|put|delete|patch|head|options|connect|trace)$/.test(word);
  const verb = left.length === 0 && !banned ? words.baseOf(word).toUpperCase() : method.toUpperCase();
  return `${verb} /${rest.join('/')}`.trim();
}

/** Reports and returns true when the segment repeats the method. */
function repeatsMethod(check: PathCheck, { segments, at, words: parts }: Literal): boolean {
  const { path, pointer, method, words, found } = check;
  const verb = method.toLowerCase();
  if (verb === '') return false;
  const segment = segments[at] ?? '';
  const element = { pointer, element: segment };
  if (parts.some((part) => part === verb || words.singularOf(part) === verb || thirdPersonOf(part, words) === verb)) {
    const left = parts.filter((part) => words.singularOf(part) !== verb && part !== verb);
    const proposal = left.length === 0 ? 'such as /reservation for a booking' : `/${left.join('-')}`;
    found.report('agis/path-repeats-verb', { ...element, parameters: { path, method: verb.toUpperCase(), proposal } });
    return true;
  }
  const stem = parts.find((part) => part.endsWith('ing') && words.inflectionOf(part)?.base === verb);
  if (stem === undefined) return false;
  found.report('agis/path-same-stem', { ...element, parameters: { word: stem, method: verb.toUpperCase() } });
  return true;
}

function thirdPersonOf(word: string, words: Words): string | undefined {
  const inflection = words.inflectionOf(word);
  return inflection?.form === 'third-person' ? inflection.base : undefined;
}
