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
const leadingOrders = listed('search update list view book register');
/** Plurals that form a noun compound with the word before them: `/search-results`. */
const compoundEnds = listed(`
  results links types settings logs requests options items entries rules templates jobs tasks events filters terms tokens fields
  histories records forms lines codes details notes files groups policies methods points rates fees costs lists pages ids numbers numbers
  windows orders statuses reasons channels keys tags categories versions sessions queues ins outs backs ups centers centres agents
  contacts documents services prices copies reviews
`);

/** Checks the words of one literal segment. */
export function checkWords(check: PathCheck, literal: Literal): void {
  const order = findOrder(literal, check.words);
  const doubtful = findDoubtful(literal, check.words);
  if (order !== undefined) reportOrder(check, literal, { word: order, certain: true });
  else if (isBareState(check, literal)) reportState(check, literal);
  else if (!repeatsMethod(check, literal) && doubtful !== undefined)
    reportOrder(check, literal, { word: doubtful, certain: false });
}

/** A word that can only be an imperative, alone or in front; in camelCase also a verb before its object. */
function findOrder({ words: parts, camel }: Literal, words: Words): string | undefined {
  const [first = '', ...rest] = parts;
  if (isOrder(first, words)) return first;
  const object = rest.at(-1) ?? '';
  const acts = words.verbOf(object) !== undefined || words.singularOf(object) !== object;
  return camel && rest.length > 0 && acts && words.isVerb(first) ? first : undefined;
}

function isOrder(word: string, words: Words): boolean {
  if (pathVerbs.has(word)) return true;
  if (words.hasNounReading(word) || words.isAdjective(word)) return false;
  return words.isListedVerb(word) || pathVerbs.has(thirdPersonOf(word, words) ?? '');
}

/** A possible imperative: `/search-flights`, `/order-cancel`, `/cancelled`. */
function findDoubtful({ words: parts, at }: Literal, words: Words): string | undefined {
  const [first = '', ...rest] = parts;
  const last = rest.at(-1);
  if (last === undefined) return at === 0 && isPast(first, words) ? first : undefined;
  const inside = rest.find((part) => pathVerbs.has(part) || isOnlyVerb(part, words));
  if (inside !== undefined) return inside;
  const plural = words.singularOf(last) !== last;
  return rest.length === 1 && leadingOrders.has(first) && plural && !compoundEnds.has(last) ? first : undefined;
}

/** A verb without any noun, adjective or plural reading: `/order-approve`. */
function isOnlyVerb(word: string, words: Words): boolean {
  return words.isListedVerb(word) && words.isFiled(word) && !words.isNoun(word) && !words.isAdjective(word);
}

/** `/available` is the whole path and names no thing. */
function isBareState({ words }: PathCheck, { segments, words: parts }: Literal): boolean {
  const [word = '', ...rest] = parts;
  const isOnly = segments.filter((segment) => !segment.startsWith('{')).length === 1;
  if (rest.length > 0 || !isOnly || nounStates.has(word)) return false;
  return (
    stateWords.has(word) ||
    isSuperlative(word, words) ||
    (words.isAdjective(word) && !words.isNoun(word) && !words.isVerb(word))
  );
}

/** "nearest", "largest" */
function isSuperlative(word: string, words: Words): boolean {
  return (
    /[^aeiou]est$/.test(word) &&
    !words.isNoun(word) &&
    [word.slice(0, -3), word.slice(0, -2)].some((stem) => words.isAdjective(stem))
  );
}

/** States whose noun is common in paths. */
const nounStates = listed('current public private');

function reportState({ path, pointer, found }: PathCheck, { segments, at }: Literal): void {
  const parameters = { path, segment: segments[at] ?? '' };
  found.report('agis/path-state', { pointer, element: parameters.segment, parameters });
}

/** "/cancelled" describes a state, not a thing; later in the path it acts as a filter. */
function isPast(word: string, words: Words): boolean {
  return words.inflectionOf(word)?.form === 'past' && !words.isNoun(word);
}

function reportOrder(check: PathCheck, literal: Literal, { word, certain }: { word: string; certain: boolean }): void {
  const { pointer, found } = check;
  const segment = literal.segments[literal.at] ?? '';
  found.report(certain ? 'agis/path-verb' : 'agis/path-reads-as-verb', {
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
