/** The candidate paths of an operation, best first: its own, that of its HTTP URL, the rest of its name. */

import type { Words } from '@dragoman/agis';
import type { Entry, Operation } from '@dragoman/model';
import { toSlug, toSnakeCase } from '../../documents/identifier.js';
import { declaredVerb, nameWords, saidVerbs } from './choose-verbs.js';
import { joiningWords, recordWords } from './verb-table.js';

/** A path with its reason, and the inputs of its parameters where the names differ. */
export interface PathCandidate {
  path: string;
  reason: string;
  /** Operation inputs by path parameter. */
  inputs: ReadonlyMap<string, string>;
}

const none: ReadonlyMap<string, string> = new Map();

/** The reason of a path that is the object of the operation's sentence. */
export const sentenceReason = 'it is the subject of its sentence';

/** The reason of a path for an address that names nothing. */
export const serviceReason = 'it is named after the service';

/** The members of an entry that the choice uses. */
export type PathEntry = Pick<Entry, 'slug' | 'endpoint'>;

/** All candidate paths in order, without duplicates; never empty. */
export function listPaths(entry: PathEntry, operation: Operation, words: Words): PathCandidate[] {
  const own = operation.path === undefined ? [] : [{ path: operation.path, reason: 'it is its own', inputs: none }];
  const all = [
    ...own,
    ...fromAddress(entry, operation, words),
    ...fromName(operation, words),
    ...fromSentence(operation, words),
    { path: `/${pathWord(entry.slug)}`, reason: serviceReason, inputs: none },
    { path: '/resource', reason: 'there is no information about its subject', inputs: none },
  ];
  const seen = new Set<string>();
  return all.filter(({ path }) => {
    if (path === '/' || seen.has(path)) return false;
    seen.add(path);
    return true;
  });
}

/**
 * Lower case, hyphens, without server base path, versions and technical segments; trailing verbs become the method
 * (agis.md R33). A path that begins with a parameter gets the parameter's noun in front.
 */
function fromAddress(entry: PathEntry, operation: Operation, words: Words): PathCandidate[] {
  const { binding } = operation;
  if (binding.kind !== 'http') return [];
  const inputs = new Map<string, string>();
  const wire = new Map(
    Object.entries(binding.parameters).flatMap(([input, { in: where, name }]) =>
      where === 'path' ? [[name ?? input, input] as const] : [],
    ),
  );
  const said = saidVerbs(operation, words);
  const segments = segmentsOf(entry, binding.urlTemplate);
  // The form of the answer says nothing about its subject.
  if (
    segments.length > 1 &&
    /^\{(?:format|output|response_?format|api[-_]?version|version)\}$/i.test(segments[0] ?? '')
  )
    segments.shift();
  const reads = ['GET', 'HEAD'].includes(binding.method.toUpperCase());
  const written = segments
    .flatMap((segment, at) => {
      const isAction = !reads && segments[at - 1] === 'actions';
      const isLast = at === segments.length - 1;
      return writeSegment(segment, {
        inputs,
        wire,
        words,
        said,
        reads,
        isAction,
        isLast,
        isOnly: segments.length === 1,
      });
    })
    .filter((segment, at, all) => segment !== all[at - 1])
    // `/invoices/{id}/commitInvoice` is about the invoice.
    .filter(
      (segment, at, all) =>
        reads ||
        at !== all.length - 1 ||
        all[at - 1]?.startsWith('{') !== true ||
        words.singularOf(all[at - 2] ?? '') !== segment ||
        segments.at(-1)?.toLowerCase() === segment,
    );
  const last = written.at(-1) ?? '';
  if (written.length > 1 && isSaidAlready(last, operation, { words, said })) written.pop();
  if (written[0]?.startsWith('{') === true) written.unshift(nounOfParameter(written[0]));
  if (written.length === 0) return [];
  const reason = 'it follows the HTTP address';
  const shorter = written.length > 1 && !last.startsWith('{') ? [written.slice(0, -1)] : [];
  const nouns = written.filter((segment) => !said.has(segment) && !said.has(words.baseOf(segment)));
  return [written, ...(nouns.length > 0 ? [nouns] : []), ...shorter]
    .filter(([first = '']) => first !== '')
    .map((parts) => ({ path: `/${parts.join('/')}`, reason, inputs: usedInputs(parts, inputs) }));
}

function usedInputs(parts: readonly string[], inputs: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...inputs].filter(([name]) => parts.includes(`{${name}}`)));
}

/** The segments of an address without those of the server and without technical ones. */
function segmentsOf({ endpoint }: PathEntry, template: string): string[] {
  const base = endpoint?.replace(/\/+$/, '');
  const isBelow = base !== undefined && template.startsWith(`${base}/`);
  const path = (isBelow ? template.slice(base?.length) : template).replace(/^(?:https?:)?\/\/[^/]*/i, '');
  const all = (path.split(/[?#]/, 1)[0] ?? '').split('/').filter((segment) => segment !== '');
  const kept = all.filter(
    (segment, at) =>
      !isTechnical(segment) &&
      // `/files/{id}/version/{versionNumber}` has a parameter of its resource.
      (!/^\{(?:api[-_]?)?version[-_]?number\}$/i.test(segment) || /^versions?$/i.test(all[at - 1] ?? '')),
  );
  if (kept.length > 0) return kept;
  // `/rest?method=photos.getInfo`: one address for all, and a parameter that names the operation.
  const [, named] = /[?&](?:method|action|operation|op|cmd)=([\w.]+)/i.exec(path) ?? [];
  return named === undefined ? all.slice(-1) : named.split('.').slice(-2);
}

/** Versions, dates of versions, and words for the interface itself. */
function isTechnical(segment: string): boolean {
  return (
    /^(?:_?apis?|rest|restapi|public|json|xml|cgi-bin|services?\.svc|rest-service(?:-\w+)*)$/i.test(segment) ||
    /^(?:api-?)?v\.?(?:\d+|\{[^{}]*\})(?:[._-]?\w+)*$/i.test(segment) ||
    /^\d+(?:[.-]\d+)*$/.test(segment)
  );
}

/** `{realm}` → `realm`, `{userId}` → `user`. */
function nounOfParameter(segment: string): string {
  const noun = segment.slice(1, -1).replace(/_(?:id|ids|key|name|number|sid|uuid|code)$/, '');
  return noun.replaceAll('_', '-');
}

/** `/mooring/finish` with "Completes a mooring". */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map([
  ['finish', ['complete', 'end']],
  ['complete', ['finish']],
  ['begin', ['start', 'initiate']],
]);

/** `POST /berths/reserve` with "Reserve a berth": a verb that could be a noun too, and that the method expresses. */
function isSaidAlready(
  segment: string,
  operation: Operation,
  { words, said }: { words: Words; said: ReadonlySet<string> },
): boolean {
  if (segment === declaredVerb(operation)?.toLowerCase()) return true;
  const { binding } = operation;
  const reads = binding.kind === 'http' && ['GET', 'HEAD'].includes(binding.method.toUpperCase());
  const isSynonym = (synonyms.get(segment) ?? []).some((verb) => said.has(verb));
  return !reads && (said.has(segment) || isSynonym) && words.isVerb(segment);
}

interface SegmentWriting {
  /** Inputs by path parameter; filled during the conversion. */
  inputs: Map<string, string>;
  /** Inputs by wire name. */
  wire: ReadonlyMap<string, string>;
  words: Words;
  /** Verbs of the operation's sentence. */
  said: ReadonlySet<string>;
  isLast: boolean;
  /** True when the address has no other segment. */
  isOnly: boolean;
  /** True for an address that is only read. */
  reads: boolean;
  /** True below `/actions`. */
  isAction: boolean;
}

/** File endings and names of server programs. */
const fileEnding = /\.(?:json|jsonld|xml|html?|php\d?|aspx?|jsp|do|svc|ashx|csv|ya?ml)$/i;

function writeSegment(given: string, writing: SegmentWriting): string[] {
  const segment = given.replace(fileEnding, '');
  if (segment.includes('{')) {
    const pieces = segment.match(/\{[^{}]*\}|[^{}]+/g) ?? [];
    return pieces.flatMap((piece) =>
      piece.startsWith('{') ? writeParameter(piece.slice(1, -1), writing) : writeWords(piece, writing),
    );
  }
  // `admin.users.assign` and `resources:search` end in their verb.
  const parts = segment.split(/[.:]/);
  const last = parts.at(-1) ?? '';
  const isNamed = writing.isLast && parts.length > 1 && /[a-z]/.test(last);
  const isMethod = isNamed && writing.words.isVerb(last.toLowerCase());
  // `apps.permissions.info`
  if (isNamed && writing.isOnly && !isMethod && parts.length > 2 && parts.every((part) => /^[a-z]{3,}$/i.test(part)))
    return parts.flatMap((part) => writeWords(part, writing));
  // `admin.conversations.getTeams`
  const [verb = '', ...object] = nameWords(toSnakeCase(last, ''));
  if (isNamed && object.length > 0 && recordWords.has(verb)) return parts.flatMap((part) => writeWords(part, writing));
  return isMethod ? parts.slice(0, -1).flatMap((part) => writeWords(part, writing)) : writeWords(segment, writing);
}

/** `get-users` of an address that is read; `write-permissions` is a noun there. */
function isReading(verb: string, words: Words): boolean {
  return words.familiesOf(verb).some((family) => family !== 'create' && family !== 'change');
}

/** Verbs that begin a segment of an address that acts, although they are nouns too: `update-estimate`. */
const actingWords: ReadonlySet<string> = new Set('update create delete add remove cancel insert'.split(' '));

/** `add-on-results` → `addon-results`, `log-in` → `login`: a verb and its particle are one noun. */
function joinParticle(parts: string[], words: Words): string[] {
  const [verb = '', particle = '', ...rest] = parts;
  const noun = `${verb}${particle}`;
  const isNoun = /^addons?$/.test(noun) || (/^(?:on|in|out|up|off)$/.test(particle) && words.isNoun(noun));
  return isNoun ? [noun, ...rest] : parts;
}

function writeWords(text: string, { words, said, reads, isAction, isOnly }: SegmentWriting): string[] {
  const plain = pathWord(
    text
      .replace(/[-_.]?v\d+$/i, '')
      .replace(/^j(?=[A-Z])/, '')
      // The plural of an abbreviation is one word: `failedIPNs`.
      .replaceAll(/([A-Z])([A-Z]+)s(?![a-z])/g, (_, first: string, rest: string) => `${first}${rest.toLowerCase()}s`),
  );
  // `sendbatch`: a verb and a noun that were written as one word.
  const compound = words.splitCompound(plain);
  const isSplit = compound !== undefined && (said.has(compound[0]) || compound[0] === 'get');
  const written = isSplit ? [...compound] : joinParticle(plain.split('-'), words);
  const [first = '', ...rest] = written;
  // `/campaigns/{id}/bulk_update`
  if (!reads && !isOnly && rest.length === 1 && /^(?:bulk|batch|mass)$/.test(first) && actingWords.has(rest[0] ?? ''))
    return [];
  const isQuality = words.isAdjective(first) && !words.isFiled(first) && !said.has(first);
  const isDeed =
    words.isListedVerb(first) &&
    !isQuality &&
    ((!words.hasNounReading(first) && (!reads || said.has(first) || isReading(first, words))) ||
      (rest.length > 0 && (said.has(first) || isAction || (!reads && actingWords.has(first)))));
  // `remove-from-group` is about the group, and `table-update` about the table.
  // `upload-from-url` is not about the URL.
  if (isDeed && rest[0] === 'from' && first !== 'remove' && first !== 'delete') return [rest.join('-')];
  const isPlace = isDeed && /^(?:from|to|in|on|into)$/.test(rest[0] ?? '');
  const object = isPlace ? rest.slice(1) : rest;
  const last = written.at(-1) ?? '';
  const isDeedLast = !isDeed && !reads && rest.length > 0 && said.has(last) && words.isListedVerb(last);
  const phrase = isDeed ? object : isDeedLast ? written.slice(0, -1) : written;
  const until = phrase.findIndex((word) => joiningWords.has(word));
  // "near" of `find-near-by-weather` is no noun.
  const before = phrase[until - 1] ?? '';
  const isWhole = until < 0 || !isDeed || (words.isAdjective(before) && !words.isNoun(before));
  const noun = (isWhole ? phrase : phrase.slice(0, until)).join('-');
  // `expire-soon` without its verb names nothing.
  if (isDeed && reads && words.isAdverb(noun) && !words.isNoun(noun)) return [written.join('-')];
  // `insertMultiple`: how many says nothing about what.
  return noun === '' || (isDeed && !isOnly && /^(?:multiple|many|bulk|batch|all)$/.test(noun)) ? [] : [noun];
}

function writeParameter(parameter: string, { inputs, wire }: SegmentWriting): string[] {
  const name = toSnakeCase(parameter, 'id');
  if (inputs.has(name)) return [];
  inputs.set(name, wire.get(parameter) ?? parameter);
  return [`{${name}}`];
}

/** Words for the interface itself: "Root endpoint". */
const namesNothing = /^(?:end ?points?|apis?|root)$/i;

/** The rest of a name without its verb: `book_table_reservation` → `/table-reservation` (agis.md R34). */
function fromName({ name }: Operation, words: Words): PathCandidate[] {
  const all = nameWords(name).filter((word) => !/^(?:the|an?)$/.test(word));
  const until = all.findIndex((word, at) => at > 0 && joiningWords.has(word));
  const phrase = until < 0 ? all : all.slice(0, until);
  const [first = '', ...rest] = phrase;
  const last = rest.at(-1);
  if (rest.length === 1 && namesNothing.test(last ?? '')) return [];
  const reason = 'it is the rest of the name';
  const begins = rest.length > 0 ? [rest] : words.hasNounReading(first) && !words.isFiled(first) ? [[first]] : [];
  const ends = last !== undefined && words.isVerb(last) ? [phrase.slice(0, -1)] : [];
  return [...begins, ...ends, ...(rest.length > 0 ? [phrase] : [])].map((parts) => ({
    path: `/${parts.join('-')}`,
    reason,
    inputs: none,
  }));
}

function fromSentence({ summary, description }: Operation, words: Words): PathCandidate[] {
  const sentence = summary ?? description;
  const [main] = sentence === undefined ? [] : words.readIntent(sentence.slice(0, 500)).verbs;
  // "Root endpoint" names no thing.
  if (main?.object === undefined || namesNothing.test(main.object)) return [];
  return [{ path: `/${pathWord(main.object)}`, reason: sentenceReason, inputs: none }];
}

function pathWord(text: string): string {
  return toSlug(text, '');
}
