/** Which operations can be confused at all; pairs that share words for a good reason cannot. */
import type { ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { contentWords, sentencesOf, tokensOf } from '../../api/words.js';

/** A read and a write of one resource share their words but differ in the verb; other rules report equal summaries. */
export function areConfusable(one: ApiOperation, other: ApiOperation): boolean {
  return shareVerb(one, other) && !nameOwnResources(one, other);
}

function shareVerb(one: ApiOperation, other: ApiOperation): boolean {
  const same = one.summary !== undefined && one.summary.trim() === other.summary?.trim();
  return !same && one.method === other.method && !areListAndItem(one, other);
}

/** A collection and its items naturally share their words, and are not confused. */
function areListAndItem(one: ApiOperation, other: ApiOperation): boolean {
  const [short = '', long = ''] = [one.path, other.path]
    .map((path) => path.replace(/\/$/, ''))
    .sort((left, right) => left.length - right.length);
  if (one.kinds.list !== other.kinds.list) return true;
  return short !== '' && long.startsWith(short) && /^\/\{[^{}/]*\}$/.test(long.slice(short.length));
}

/** Each names a different entity that is also in its path: same action, different object. */
function nameOwnResources(one: ApiOperation, other: ApiOperation): boolean {
  const [own, others] = [titleWords(one), titleWords(other)];
  const hasOwn = (words: ReadonlySet<string>, not: ReadonlySet<string>, { path }: ApiOperation) =>
    literalSegments(path)
      .flatMap(tokensOf)
      .some((word) => words.has(word) && !not.has(word));
  return hasOwn(own, others, one) && hasOwn(others, own, other);
}

/** One names a thing, or undoes an action, that is in its path and that the other does not name. */
export function oneNamesMore(one: ApiOperation, other: ApiOperation): boolean {
  const [own, others] = [titleWords(one), titleWords(other)];
  const hasMore = (operation: ApiOperation, words: ReadonlySet<string>, not: ReadonlySet<string>) =>
    pathWords(operation).some((word) => !not.has(word) && (words.has(word) || words.size === 0));
  return hasMore(one, own, others) || hasMore(other, others, own);
}

function titleWords({ id, summary }: ApiOperation): ReadonlySet<string> {
  return new Set([...tokensOf(id ?? ''), ...contentWords(summary ?? '')]);
}

/**
 * The stricter check for pairs found only by meaning, whose vectors barely distinguish an object from its part: neither
 * path is below the other, and neither names an entity in path and title that the other has no word for.
 */
export function createMeantConfusable(
  areSynonyms: (one: string, other: string) => boolean,
): (one: ApiOperation, other: ApiOperation) => boolean {
  const read = new Map<ApiOperation, Wording>();
  const wordingOf = (operation: ApiOperation) => {
    const known = read.get(operation) ?? readWording(operation);
    read.set(operation, known);
    return known;
  };
  const namesMore = (one: Wording, other: Wording) =>
    one.things.some((word) => !other.whole.includes(word) && !other.words.some((each) => areSynonyms(word, each)));
  return (one, other) =>
    shareVerb(one, other) &&
    !areNested(one, other) &&
    !namesMore(wordingOf(one), wordingOf(other)) &&
    !namesMore(wordingOf(other), wordingOf(one));
}

interface Wording {
  /** Words that are in both path and title. */
  things: readonly string[];
  words: readonly string[];
  whole: string;
}

function readWording(operation: ApiOperation): Wording {
  const [title, path] = [titleWithLead(operation), pathWords(operation)];
  const joined = title.join('');
  const words = [...title, ...path];
  const things = path.filter((word) => word.length >= shortestWord && joined.includes(word));
  return { things, words, whole: words.join('') };
}

/** Paths join words (`podtemplates`) and shorten them (`orgs`), so words are matched inside titles. */
const shortestWord = 3;

function areNested({ path: one }: ApiOperation, { path: other }: ApiOperation): boolean {
  const [left, right] = [barePath(one), barePath(other)];
  if (left === '' || right === '') return false;
  return left.endsWith('}') !== right.endsWith('}') || left.startsWith(`${right}/`) || right.startsWith(`${left}/`);
}

/** The path without its parameter names, and without a format or action suffix. */
function barePath(path: string): string {
  return path
    .replace(/#.*$/s, '')
    .replace(/\{[^{}]*\}/g, '{}')
    .replace(/(?:\/|\.json|\.xml)$/, '');
}

function pathWords({ path }: ApiOperation): string[] {
  return literalSegments(path.replaceAll('#', '/')).flatMap(tokensOf);
}

/** Falls back to the first sentence when there is no summary. */
function titleWithLead(operation: ApiOperation): string[] {
  if (operation.summary !== undefined) return [...titleWords(operation)];
  const [first = ''] = sentencesOf((operation.description ?? '').slice(0, 1_000));
  return [...titleWords(operation), ...contentWords(first)];
}
