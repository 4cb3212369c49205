/** Which operations can be confused at all; pairs that share words for a good reason cannot. */
import type { ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { contentWords, sentencesOf, tokensOf } from '../../api/words.js';

/** A read and a write of one resource share their words but differ in the verb; other rules report equal summaries. */
export function areConfusable(one: ApiOperation, other: ApiOperation): boolean {
  return (
    shareVerb(one, other) && !nameOwnResources(one, other) && !areWholeAndPart(one, other) && !nameOwnHeads(one, other)
  );
}

function shareVerb(one: ApiOperation, other: ApiOperation): boolean {
  const same = one.summary !== undefined && one.summary.trim() === other.summary?.trim();
  return !same && one.method === other.method && !areListAndItem(one, other) && !startDifferently(one, other);
}

const verbClasses: readonly ReadonlySet<string>[] = [
  'get list retrieve fetch show find read return view obtain search query',
  'create add new insert post make register',
  'update edit modify change set put patch replace save',
  'delete remove destroy',
].map((text) => new Set(text.split(' ')));

const otherVerbs = new Set(
  (
    'check verify validate count download export import upload send start stop enable disable approve reject accept decline cancel ' +
    'copy move assign unassign follow unfollow block unblock lock unlock activate deactivate test preview estimate'
  ).split(' '),
);

/** "Check saved episodes" and "Get saved episodes" differ in what is done. */
function startDifferently(one: ApiOperation, other: ApiOperation): boolean {
  const [own, others] = [leadVerb(one), leadVerb(other)];
  if (own === undefined || others === undefined || own === others) return false;
  return !verbClasses.some((words) => words.has(own) && words.has(others));
}

function leadVerb({ summary, id }: ApiOperation): string | undefined {
  const [first = ''] = tokensOf((summary ?? id ?? '').trim().split(/\s+/)[0] ?? '');
  const base = first.replace(/^(?:return|retrieve|get|list|create|update|delete|remove|check|add)s$/, (word) =>
    word.slice(0, -1),
  );
  return otherVerbs.has(base) || verbClasses.some((words) => words.has(base)) ? base : undefined;
}

/** A collection and its items naturally share their words, and are not confused. */
function areListAndItem(one: ApiOperation, other: ApiOperation): boolean {
  const [short = '', long = ''] = [one.path, other.path]
    .map((path) => path.replace(/\/$/, ''))
    .sort((left, right) => left.length - right.length);
  if (one.kinds.list !== other.kinds.list || areOneAndMany(one, other)) return true;
  return short !== '' && long.startsWith(short) && /^\/\{[^{}/]*\}$/.test(long.slice(short.length));
}

/** `/settings/{id}/value` and `/settings/values` differ in number. */
function areOneAndMany({ path: one }: ApiOperation, { path: other }: ApiOperation): boolean {
  const [own = '', others = ''] = [one, other].map((path) => literalSegments(path).at(-1)?.toLowerCase());
  return own !== others && (`${own}s` === others || `${others}s` === own);
}

/** `/trackers/{id}/issues/{id}` is a part of `/trackers/{id}`, and its title says so. */
function areWholeAndPart(one: ApiOperation, other: ApiOperation): boolean {
  const [whole, part] = one.path.length < other.path.length ? [one, other] : [other, one];
  if (!barePath(part.path).startsWith(`${barePath(whole.path)}/`)) return false;
  const added = literalSegments(part.path.slice(whole.path.length)).flatMap(tokensOf);
  return added.some((word) => titleWords(part).has(word) && !pathWords(whole).slice(-1).includes(word));
}

/** "Get the group of a key" at `…/group` and "Get a key" at `…/keys/{id}` start with the things that they return. */
function nameOwnHeads(one: ApiOperation, other: ApiOperation): boolean {
  const [own, others] = [headOf(one), headOf(other)];
  return own !== undefined && others !== undefined && own !== others;
}

/** The last word of the path, if the title starts with it after its verb. */
function headOf({ path, summary, description = '' }: ApiOperation): string | undefined {
  const last = tokensOf(literalSegments(path).at(-1) ?? '').join('');
  const [, first = '', second = ''] = contentWords(summary ?? sentencesOf(description.slice(0, 300))[0] ?? '');
  return last !== '' && [first, `${first}${second}`].includes(last) ? last : undefined;
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
