/** The candidate paths of an operation, best first: its own, that of its HTTP URL, the rest of its name. */

import type { Words } from '@dragoman/agis';
import type { Entry, Operation } from '@dragoman/model';
import { toSnakeCase } from '../../../documents/identifier.js';
import { declaredVerb, listVerbs, saidVerbs } from './choose-verbs.js';
import { pluralNoun, singularOf } from './inflect-noun.js';
import { belowServer } from './interface-segments.js';
import { joinSegments } from './join-segments.js';
import type { PathCandidate } from './path-subject.js';
import { fromSentence, namesNothing, nameThing, none, pathWord } from './path-subject.js';
import { isRead } from './reads-many.js';
import { restOfDeed } from './rest-of-deed.js';
import { addressOf, className, fileEnding } from './schema-thing.js';
import type { Splits } from './split-compound.js';
import { nameWords } from './verb-candidate.js';
import { joiningWords, recordWords } from './verb-table.js';

/** The reason of a path that is the rest of the operation's name. */
export const nameReason = 'it is the rest of the name';

/** The reason of a path for an address that names nothing. */
export const serviceReason = 'it is named after the service';

/** The members of an entry that the choice uses. */
export type PathEntry = Pick<Entry, 'slug' | 'endpoint'> & {
  /** The segments that all addresses begin with and that name the interface. */
  base?: readonly string[] | undefined;
  /** Segments that are written as several words. */
  splits?: Splits | undefined;
  /** The last segments of all addresses. */
  ends?: ReadonlySet<string> | undefined;
};

/** The last segments of all addresses, as they are written in paths. */
export function endsOf(operations: readonly Operation[]): ReadonlySet<string> {
  return new Set(
    operations.flatMap(({ binding }) =>
      binding.kind === 'http' ? [pathWord(addressOf(binding.urlTemplate).split('/').at(-1) ?? '')] : [],
    ),
  );
}

/** All candidate paths in order, without duplicates; never empty. */
export function listPaths(entry: PathEntry, operation: Operation, words: Words): PathCandidate[] {
  const own = operation.path === undefined ? [] : [{ path: operation.path, reason: 'it is its own', inputs: none }];
  const { binding } = operation;
  const addressed = fromAddress(entry, operation, words);
  const all = [
    ...own,
    ...addressed,
    // The name of an operation whose address says nothing repeats the address.
    ...(addressed.length === 0 && binding.kind === 'http' ? fromSentence(operation, words) : []),
    // The name of a catch-all address is made up.
    ...(isCatchAll(operation) ? [] : fromName(operation, words)),
    ...fromSentence(operation, words),
    ...[baseOf(entry.endpoint, operation, words)].flatMap((base) =>
      base === undefined
        ? []
        : [{ path: `/${pathWord(base)}`, reason: 'it is the address of the service', inputs: none }],
    ),
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

/** `/*`: an address that names nothing. */
function isCatchAll({ binding }: Operation): boolean {
  return binding.kind === 'http' && /^(?:https?:\/\/[^/]*)?(?:\/\*+)+$/.test(addressOf(binding.urlTemplate));
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
  const main = listVerbs(operation, words)[0]?.method.toLowerCase();
  const segments = segmentsOf(entry, binding.urlTemplate).map((segment) => entry.splits?.get(segment) ?? segment);
  // The form of the answer says nothing about its subject.
  if (
    segments.length > 1 &&
    /^\{(?:format|output|response_?format|api[-_]?version|version)\}$/i.test(segments[0] ?? '')
  )
    segments.shift();
  // `/{id}/snapshots` of a server at `/berths`
  const base = /^\{(?:id|uuid|guid)\}$/i.test(segments[0] ?? '') ? baseOf(entry.endpoint, operation, words) : undefined;
  if (base !== undefined) segments.unshift(base);
  const reads = isRead(operation);
  const single = segments
    .flatMap((segment, at) => {
      const isAction = !reads && segments[at - 1] === 'actions';
      // `/servers/{id}/actions/request_console` is about the console of the server.
      if (
        !reads &&
        segment === 'actions' &&
        at === segments.length - 2 &&
        isActionOf(segments[at + 1] ?? '', said, words)
      )
        return [];
      const isLast = at === segments.length - 1;
      return writeSegment(segment, {
        inputs,
        wire,
        words,
        main,
        said,
        reads,
        others: entry.ends ?? new Set(),
        isAction,
        isLast,
        isOnly: segments.length === 1,
        isOwner: segments[at + 1]?.startsWith('{') === true,
        isAfterThing: at > 0 && segments[at - 1]?.endsWith('}') !== true,
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
  const written = joinSegments(single, main, words);
  const last = written.at(-1) ?? '';
  endInThing(written, { operation, words, said });
  nameThing(written, { operation, words, main, isOnly: segments.length === 1 });
  if (written.length === 0) return [];
  const reason = 'it follows the HTTP address';
  const shorter = written.length > 1 && !last.startsWith('{') ? [written.slice(0, -1)] : [];
  const nouns = written.filter((segment) => !said.has(segment) && !said.has(words.baseOf(segment)));
  const things = nouns.filter((segment) => !words.isListedVerb(segment) || words.hasNounReading(segment));
  // `/void/{id}` with "Void a transaction" is one of the transactions.
  const [named] = nouns[0]?.startsWith('{') === true ? fromSentence(operation, words) : [];
  const renamed = named === undefined ? [] : [[pluralNoun(named.path.slice(1), words), ...nouns]];
  return [written, ...withoutList(written, words), nouns, ...renamed, things, ...shorter]
    .filter(([first = '']) => first !== '' && !first.startsWith('{'))
    .map((parts) => ({ path: `/${parts.join('/')}`, reason, inputs: usedInputs(parts, inputs) }));
}

/** Removes a last segment that only repeats the verb; `/providers/{id}/browse` with "List the files of a provider" is about files. */
function endInThing(
  written: string[],
  { operation, words, said }: { operation: Operation; words: Words; said: ReadonlySet<string> },
): void {
  const reads = isRead(operation);
  const last = written.at(-1) ?? '';
  const isCrud = reads
    ? /^(?:get|list|get-?list|get-?all|list-?all|browse|view|show|fetch|read|retrieve|display)$/.test(last)
    : crudWords.test(last);
  if (written.length > 1 && (isCrud || isSaidAlready(last, operation, { words, said }))) written.pop();
  const [sought] =
    reads && last === 'browse' && written.at(-1)?.startsWith('{') === true ? fromSentence(operation, words) : [];
  if (sought !== undefined && !written.includes(sought.path.slice(1)))
    written.push(pluralNoun(sought.path.slice(1), words));
}

/** `add_route`: an action and its object. */
function isActionOf(segment: string, said: ReadonlySet<string>, words: Words): boolean {
  const [verb = '', ...object] = nameWords(toSnakeCase(segment, ''));
  return said.has(verb) && (object.length > 0 || words.isListedVerb(verb));
}

/** `/entity-list-for-select` → `/entities-for-select`: LIST says the list. */
function withoutList(written: readonly string[], words: Words): string[][] {
  // `/placements/lists/industry-codes`
  const things = written.filter(
    (segment, at) => !/^lists?$/.test(segment) || written[at + 1]?.startsWith('{') !== false,
  );
  if (things.length > 0 && things.length < written.length) return [things];
  const [last = ''] = written.slice(-1);
  const [, thing = '', more = ''] = /^([a-z-]+)-lists?(-[a-z-]+)?$/.exec(last) ?? [];
  return thing === '' ? [] : [[...written.slice(0, -1), `${pluralNoun(thing, words)}${more}`]];
}

function usedInputs(parts: readonly string[], inputs: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...inputs].filter(([name]) => parts.includes(`{${name}}`)));
}

/** The segments of an address without those of the server and without technical ones. */
function segmentsOf({ endpoint, base = [] }: PathEntry, template: string): string[] {
  const path = belowServer(template, endpoint);
  const segments = (path.split(/[?#]/, 1)[0] ?? '').split('/').filter((segment) => segment !== '');
  const isBelow = segments.length > base.length && base.every((segment, at) => segments[at] === segment);
  const all = isBelow ? segments.slice(base.length) : segments;
  const kept = all.filter(
    (segment, at) =>
      (!isTechnical(segment, all[at + 1]) || (at === all.length - 1 && isExampleKey(segment, all[at - 1]))) &&
      // `/public/stops`, but not `/gists/public`
      !(at < all.length - 1 && /^public$/i.test(segment)) &&
      // `/files/{id}/version/{versionNumber}` has a parameter of its resource.
      (!/^\{(?:api[-_]?)?version[-_]?number\}$/i.test(segment) || /^versions?$/i.test(all[at - 1] ?? '')),
  );
  if (kept.length > 0) return kept;
  // `/rest?method=photos.getInfo`: one address for all, and a parameter that names the operation.
  const [, named] = /[?&](?:method|action|operation|op|cmd)=([\w.]+)/i.exec(path) ?? [];
  const parts = named?.split('.') ?? [];
  // The first of several names is that of the service.
  if (named !== undefined) return parts.slice(parts.length > 2 ? 1 : 0);
  return all.length > 1 || !/^rest$/i.test(all[0] ?? '') ? all.slice(-1) : [];
}

/** The last segment of the server's address, where the operation says that it is its thing. */
function baseOf(endpoint = '', { summary, description, binding }: Operation, words: Words): string | undefined {
  const last =
    endpoint
      .replace(/^(?:https?:)?\/\/[^/]*/i, '')
      .split('/')
      .at(-1) ?? '';
  const id = binding.kind === 'http' ? binding.operationId : undefined;
  const thing = singularOf(last.toLowerCase(), words);
  const isSaid = [summary, description, id].some((text) => text?.toLowerCase().includes(thing) === true);
  return /^[a-z]{3,}$/i.test(last) && isSaid && !isTechnical(last) ? last : undefined;
}

/** `/tasks/0`: the key of one of several things, written as an example. */
function isExampleKey(segment: string, before = ''): boolean {
  return /^\d+$/.test(segment) && /[a-z]{2}[^su\W]s$/i.test(before) && !isTechnical(before);
}

/** Versions, dates of versions, and words for the interface itself; `/apis/{api}` is a collection. */
function isTechnical(segment: string, next = ''): boolean {
  return (
    (/^(?:_?apis?|\.well-known|api-public|public-api|web-?api|rest|rest-?api|json|xml|cgi-bin|services?\.svc|rest-service(?:-\w+)*)$/i.test(
      segment,
    ) &&
      !(/^apis$/i.test(segment) && next.startsWith('{'))) ||
    /^(?:api-?)?v\.?(?:\d+|\{[^{}]*\})(?:[._-]?\w+)*$/i.test(segment) ||
    /^\d+(?:[.-]\d+)*$/.test(segment)
  );
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
  const reads = isRead(operation);
  const isSynonym = (synonyms.get(segment) ?? []).some((verb) => said.has(verb));
  const [first] = listVerbs(operation, words);
  const main = first?.method.toLowerCase() ?? segment;
  // "Trigger an entrypoint and stream responses" of `/stream`: TRIGGER does not say that it streams.
  const [family] = words.familiesOf(main);
  const isSaid =
    said.has(segment) && (main === segment || family === undefined || words.familiesOf(segment).includes(family));
  return !reads && (isSaid || isSynonym) && words.isVerb(segment);
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
  /** True when a parameter follows, so that the segment names what it is of: `/deploy-keys/{id}`. */
  isOwner: boolean;
  /** The likeliest verb of the operation. */
  main: string | undefined;
  /** True when no parameter comes before. */
  isAfterThing: boolean;
  /** True for an address that is only read. */
  reads: boolean;
  /** The last segments of all addresses. */
  others: ReadonlySet<string>;
  /** True below `/actions`. */
  isAction: boolean;
}

function writeSegment(given: string, writing: SegmentWriting): string[] {
  const segment = given.replace(fileEnding, '');
  if (segment.includes('{')) {
    const pieces = segment.match(/\{[^{}]*\}|[^{}]+/g) ?? [];
    return pieces.flatMap((piece) =>
      piece.startsWith('{') ? writeParameter(piece.slice(1, -1), writing) : writeWords(piece, writing),
    );
  }
  // `com.acme.auth.TokenHandler`, `com.acme:type=Repository`
  const [, named = segment.match(managedName)?.[1]] = className.exec(segment) ?? [];
  if (named !== undefined) return [pathWord(named)];
  // `users:batchGet`, `{resource}:testPermissions`: what follows the colon is a method.
  const [, thing, deed = ''] = (writing.isLast && /^([^:]+):([a-z][A-Za-z]+)$/.exec(segment)) || [];
  const custom = customMethod.exec(toSnakeCase(deed, ''));
  if (thing !== undefined && custom !== null)
    return [...writeSegment(thing, { ...writing, isLast: false }), ...writeObject(custom[1] ?? '', writing)];
  // `/runners:load_program`, `/machine:debug`
  const [owner = '', method = '', ...more] = segment.split(':');
  if (
    writing.isLast &&
    more.length === 0 &&
    /^[a-z][a-z-]+$/i.test(owner) &&
    /^[a-z]+(?:_[a-z]+)*$/i.test(method) &&
    custom === null
  ) {
    const [verb = '', ...object] = nameWords(toSnakeCase(method, ''));
    const isDeed = writing.words.isListedVerb(verb) && (writing.said.has(verb) || !writing.words.hasNounReading(verb));
    const rest = isDeed ? object : [verb, ...object];
    return [...writeWords(owner, { ...writing, isLast: false }), ...(rest.length === 0 ? [] : [rest.join('-')])];
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

/** The name of a managed object with its domain. */
const managedName = /^[a-z]+(?:\.\w+)+:(?:\w+=\w+,)*(?:type|name)=(\w+)$/;

/** Verbs of methods after a colon, and their objects. */
const customMethod =
  /^(?:(?:batch|bulk)_)?(?:get|list|create|update|delete|add|remove|set|search|test|check)(?:_(\w+))?$/;

function writeObject(object: string, { words }: SegmentWriting): string[] {
  return object === '' || !words.isNoun(words.singularOf(object.split('_').at(-1) ?? ''))
    ? []
    : [object.replaceAll('_', '-')];
}

/** `get-users` of an address that is read; `write-permissions` is a noun there. */
function isReading(verb: string, words: Words): boolean {
  return words.familiesOf(verb).some((family) => family !== 'create' && family !== 'change');
}

/** Verbs that begin a segment of an address that acts, although they are nouns too: `update-estimate`. */
const actingWords: ReadonlySet<string> = new Set(
  'update create delete add remove cancel insert set refresh reset enable disable restart renew revoke approve reject activate deactivate'.split(
    ' ',
  ),
);

/** `add-on-results` → `addon-results`, `log-in` → `login`: a verb and its particle are one noun. */
function joinParticle(parts: string[], words: Words): string[] {
  const [verb = '', particle = '', ...rest] = parts;
  const noun = `${verb}${particle}`;
  const isNoun =
    /^(?:addon|optin|optout)s?$/.test(noun) ||
    (/^(?:on|in|out|up|off)s?$/.test(particle) && words.isNoun(words.singularOf(noun)));
  return isNoun ? [noun, ...rest] : parts;
}

/** The version at the end of `alerts-v2` and `FlowV2`; `ipv6`, `snmpv3` and `OAuth2` are names. */
const versionEnd = /[-_.][vV]\d+$|(?<=[a-z])V\d+$/;

function writeWords(
  text: string,
  { words, said, reads, others, isAction, isOnly, isOwner, isLast, isAfterThing, main }: SegmentWriting,
): string[] {
  const named = pathWord(
    text
      .replace(versionEnd, '')
      .replace(/^j(?=[A-Z])/, '')
      // The plural of an abbreviation is one word: `failedIPNs`.
      .replaceAll(/([A-Z])([A-Z]+)s(?![a-z])/g, (_, first: string, rest: string) => `${first}${rest.toLowerCase()}s`),
  );
  // `eth-get-balance`
  const plain = named
    .replace('-get-', '-')
    .replace(main === 'generate' ? /^gen-(?=[a-z])/ : /$^/, '')
    .replace(main === 'recover' ? /^forgot(?:ten)?-?(?=(?:password|username|pin)$)/ : /$^/, '');
  // `sendbatch`: a verb and a noun that were written as one word.
  const compound = words.splitCompound(plain) ?? gluedOf(plain, main);
  const isSplit = compound !== undefined && (main === compound[0] || compound[0] === 'get');
  const written = isSplit ? [...compound] : joinParticle(plain.split('-'), words);
  const [first = '', ...rest] = written;
  // `/campaigns/{id}/bulk_update`
  if (!reads && !isOnly && rest.length === 1 && /^(?:bulk|batch|mass)$/.test(first) && actingWords.has(rest[0] ?? ''))
    return isAfterThing ? [first] : [];
  // `open-orders` and `direct-mail` of an address that is read, although both words are verbs too
  const isKind = reads && rest.length > 0 && main !== first;
  const isQuality = words.isAdjective(first) && (isKind || !words.isFiled(first)) && !said.has(first);
  const isThing =
    // `/unblock-requests/active/search`
    (isOwner || (reads && isOnly) || !isLast) &&
    rest.length > 0 &&
    !said.has(first) &&
    !recordWords.has(first) &&
    singularOf(rest.at(-1) ?? '', words) !== rest.at(-1);
  // `resolveEndpoints`: the name of a remote call
  const isRemote = /^[a-z]+[A-Z]/.test(text) && singularOf(written.at(-1) ?? '', words) !== written.at(-1);
  const isDeed =
    words.isListedVerb(first) &&
    !isQuality &&
    !isThing &&
    (((!words.hasNounReading(first) || words.isRatherVerb(first)) &&
      (!reads || said.has(first) || isReading(first, words) || isRemote)) ||
      (rest.length > 0 &&
        ((said.has(first) && (main === first || !words.hasNounReading(first) || words.isFiled(first))) ||
          isAction ||
          (!reads && actingWords.has(first)))));
  const settled = isDeed ? restOfDeed(first, rest, { isOnly, words }) : undefined;
  if (settled !== undefined) return settled;
  const isPlace = isDeed && /^(?:from|to|in|on|into)$/.test(rest[0] ?? '');
  const object = joinParticle(isPlace ? rest.slice(1) : rest, words);
  const last = written.at(-1) ?? '';
  if (isThing && words.isListedVerb(first) && !isQuality && !words.hasNounReading(first)) return [written.join('')];
  const isDeedLast = !isDeed && !reads && rest.length > 0 && said.has(last) && words.isListedVerb(last);
  const phrase = isDeed ? object : isDeedLast ? written.slice(0, -1) : written;
  // `arrivals-and-departures-by-code`
  const until = phrase.findIndex((word) => joiningWords.has(word) && word !== 'and' && word !== 'or');
  // "near" of `find-near-by-weather` is no noun.
  const before = phrase[until - 1] ?? '';
  // `list-berths-by-harbor` besides `list-berths-all`
  const start = `${written.slice(0, until + (isDeed ? 1 : 0)).join('-')}-`;
  const isOneOfSeveral = [...others].some((other) => other.startsWith(start) && other !== named);
  const isWhole = until < 0 || !isDeed || isOneOfSeveral || (words.isAdjective(before) && !words.isNoun(before));
  const whole = (isWhole ? phrase : phrase.slice(0, until)).join('-');
  // `remove-all-guests`
  const noun = isDeed ? whole.replace(/^all-(?=.)/, '') : whole;
  // `expire-soon` without its verb names nothing.
  if (isDeed && reads && words.isAdverb(noun) && !words.isNoun(noun)) return [written.join('-')];
  // `insertMultiple`: how many says nothing about what.
  return noun === '' || (isDeed && !isOnly && /^(?:multiple|many|bulk|batch|all)$/.test(noun)) ? [] : [noun];
}

/** `deletewebhook` → "delete", "webhook". */
function gluedOf(word: string, verb = ''): readonly [string, string] | undefined {
  const isGlued = /^(?:create|delete|update|remove|register|unregister)$/.test(verb) && /^[a-z]{9,}$/.test(word);
  const written = verb === 'remove' && word.startsWith('delete') ? 'delete' : verb;
  return isGlued && word.startsWith(written) && word.length > written.length + 2
    ? [verb, word.slice(written.length)]
    : undefined;
}

function writeParameter(parameter: string, { inputs, wire }: SegmentWriting): string[] {
  const name = toSnakeCase(parameter, 'id');
  if (inputs.has(name)) return [];
  inputs.set(name, wire.get(parameter) ?? parameter);
  return [`{${name}}`];
}

/** Last segments that repeat the verb of the endpoint. */
const crudWords = /^(?:create|update|delete|remove|add|insert|set|edit|save|new)$/;

/** The rest of a name without its verb: `book_table_reservation` → `/table-reservation` (agis.md R34). */
function fromName({ name }: Operation, words: Words): PathCandidate[] {
  const all = nameWords(name).filter((word) => !/^(?:the|an?)$/.test(word));
  const until = all.findIndex((word, at) => at > 0 && joiningWords.has(word));
  const phrase = until < 0 ? all : all.slice(0, until);
  const [first = '', ...rest] = phrase;
  const last = rest.at(-1);
  if (rest.length < 2 && namesNothing.test(last ?? first)) return [];
  const begins = rest.length > 0 ? [rest] : words.hasNounReading(first) && !words.isFiled(first) ? [[first]] : [];
  const ends = last !== undefined && words.isVerb(last) ? [phrase.slice(0, -1)] : [];
  return [...begins, ...ends, ...(rest.length > 0 ? [phrase] : [])].map((parts) => ({
    path: `/${parts.join('-')}`,
    reason: nameReason,
    inputs: none,
  }));
}
