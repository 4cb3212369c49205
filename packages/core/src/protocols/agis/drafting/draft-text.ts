/** Generated sentences for descriptions that have none; always marked for review. */
import type { VerbFamily, Words } from '@dragoman/agis';
import type { Impact } from '@dragoman/model';
import type { EndpointFacts } from './endpoint-facts.js';
import { articleOf, inflectLast, pluralNoun, pluralOf, singularOf } from './inflect-noun.js';
import { isNounPhrase } from './noun-phrase.js';
import { isOpaque } from './verify-outcome.js';
import { lowerTitle } from './word-case.js';

/** The endpoint that a sentence is drafted for. */
export interface DraftSubject {
  method: string;
  path: string;
  family: VerbFamily | undefined;
  words: Words;
  facts?: EndpointFacts;
}

/** `LOGOUT` → "log", "out": verbs whose object is the caller. */
export function splitVerb(method: string): readonly string[] {
  const verb = method.toLowerCase();
  return /^(log|sign|check|opt)(in|out|up|off|on)$/.exec(verb) ?? ['', verb];
}

/** `NOTIFY` → `Notifies`, `LOGOUT` → `Logs out`. */
export function thirdPerson(method: string): string {
  const [, verb = '', particle = ''] = splitVerb(method);
  const said = verb.charAt(0).toUpperCase() + verb.slice(1);
  if (particle !== '') return `${said}s ${particle}`;
  if (/[^aeiou]y$/.test(verb)) return `${said.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${said}es` : `${said}s`;
}

/** The subject of a path in words: `/delivery-slot/{id}` → `delivery slot`. */
export function nounOf(path: string): string {
  const literal = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  return (literal.at(-1) ?? 'resource').replaceAll('-', ' ');
}

/** Last segments that only qualify the one before: `/recording-settings/default`. */
const qualifiers: ReadonlySet<string> = new Set(
  'default latest current all recent active inbound outbound async anonymous daily weekly monthly historical today yesterday bulk batch public private'.split(
    ' ',
  ),
);

/** Segments that say by what a thing is found: `/books/slug/{slug}`, `/users/by-email/{email}`. */
const keys = /^(?:slug|id|ids|uuid|guid|key|name|handle|code|sku|by-[a-z-]+)$/;

/** A path without its last key: `/books/slug/{slug}` → `/books/{slug}`; unchanged when nothing else is left. */
function withoutKey(path: string): string {
  const [, before = '', key = '', parameter = ''] = /^(\/.*[^/}])\/([a-z-]+)(\/\{[^{}]+\})$/.exec(path) ?? [];
  return keys.test(key) ? `${before}${parameter}` : path;
}

/** Nouns that are not counted: "the metadata", not "one metadata". */
const masses = /(?:data|info|information|content|history|status|access|usage|media|feedback|software|traffic|news)$/;

/** Addresses that name the interface: what is sent there is a request. */
const interfaces: Readonly<Record<string, string>> = Object.freeze({
  rpc: 'RPC',
  jsonrpc: 'JSON-RPC',
  'json-rpc': 'JSON-RPC',
  xmlrpc: 'XML-RPC',
  graphql: 'GraphQL',
  soap: 'SOAP',
  sparql: 'SPARQL',
  mcp: 'MCP',
});

/** True for an address that only names the interface, so that nothing is created there. */
export function isInterface(segment: string): boolean {
  return Object.hasOwn(interfaces, segment);
}

/** The noun of a path for sentences: a qualifier comes before its noun, and a search is about its results. */
function sentenceNoun(path: string, words: Words): string {
  const literal = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{') && !isOpaque(segment));
  const [last = 'resource', before] = literal
    .toReversed()
    .map((segment) => segment.replaceAll('-', ' ').replaceAll(/\b(\w+) \1\b/g, '$1'));
  if (isInterface(last.replaceAll(' ', '-'))) return `${interfaces[last.replaceAll(' ', '-')]} request`;
  if (/ search(?:es)?$/.test(last)) return last.replace(/ search(?:es)?$/, '');
  if (last === 'me')
    return `current ${before === undefined ? 'user' : inflectLast(before, (word) => singularOf(word, words))}`;
  if (last === 'self' && before !== undefined) return inflectLast(before, (word) => singularOf(word, words));
  if (last === 'ping') return 'ping response';
  if (/^(?:last|this|next) [a-z]+$/.test(last) && before !== undefined)
    return `${before} of ${last.replace(/^(?=last|next)/, 'the ')}`;
  if (/^(?:health|liveness|readiness)$/.test(last)) return `${last} status`;
  if (/^health ?check$/.test(last)) return 'health status';
  if (last === 'all' && before !== undefined) return before;
  if (last === 'search')
    return before === undefined
      ? 'search results'
      : `${inflectLast(before, (word) => singularOf(word, words))} search results`;
  const isGeneric = /^(?:results?|data|info|information|details?|status|counts?|types?|summary|stats|statistics)$/.test(
    last,
  );
  if (isGeneric && before !== undefined && words.isNoun(before) && path.endsWith(`/${literal.slice(-2).join('/')}`))
    return `${inflectLast(before, (word) => singularOf(word, words))} ${last}`;
  // `/jobs/autocomplete`, `/phone/lookup`
  if (words.isFiled(last) && words.familiesOf(last)[0] === 'find' && words.isVerb(last))
    return `${before === undefined ? '' : `${inflectLast(before, (word) => singularOf(word, words))} `}${last} results`;
  const plural = before?.split(' ').at(-1) ?? '';
  const isPlural = before !== undefined && words.singularOf(plural) !== plural;
  // `/phone-numbers/toll-free`
  const end = last.split(' ').at(-1) ?? '';
  const isCompound = end !== last && isPlural && words.isAdjective(end) && !words.isPlainlyNoun(end);
  const isQualifier =
    isCompound ||
    qualifiers.has(last) ||
    (words.isAdjective(last) && !words.isListedVerb(last) && (isPlural || !words.hasNounReading(last)));
  return isQualifier && before !== undefined ? `${last} ${before}` : last.replace(/^to (?=[a-z]+$)/, '');
}

/** The thing that a path is about, in words. */
export interface Subject {
  one: string;
  many: string;
  isMany: boolean;
  /** True when the path names no thing, so that a general noun was added: `/wan-verify` → "wan-verify request". */
  isVague: boolean;
  /** ` of a room`, where the path names the thing that it belongs to. */
  owner: string;
}

/** `/sources/kerberos/{slug}` → "kerberos source": an unknown word after a plural is a kind of it. */
function kindOf(segments: readonly string[], words: Words): string | undefined {
  const [, last = '', parent = ''] = segments.toReversed();
  const singular = singularOf(parent, words);
  const isKind = /^[a-z]{2,}$/.test(last) && !words.isVerb(last) && !words.isAdjective(last) && !words.isNoun(last);
  const isUnknown = isKind && !words.isNoun(singularOf(last, words)) && singularOf(last, words) === last;
  return isUnknown && singular !== parent && words.isNoun(singular) ? `${last} ${singular}` : undefined;
}

/** The noun of a path; that of the response where the path has only an abbreviation that no dictionary has. */
function knownNoun(noun: string, { words, facts, family }: Omit<DraftSubject, 'method' | 'path'>): string {
  const named = facts?.schemaNoun;
  const isKnown = noun.length > 4 || noun.includes(' ') || words.isNoun(noun) || words.isNoun(singularOf(noun, words));
  if (named === undefined || isKnown || (family !== 'read' && family !== 'find')) return noun;
  const last = named.split(' ').at(-1) ?? '';
  const isNoun = words.isNoun(last) && named.split(' ').every((word) => words.isNoun(word) || words.isAdjective(word));
  return !isNoun ? noun : facts?.returnsMany === true ? inflectLast(named, pluralOf) : named;
}

/** "deploy keys" of `/deploykeys`, which the address writes as two words. */
function spelledNoun(noun: string, facts: EndpointFacts | undefined): string {
  const { spelled = '' } = facts ?? {};
  return spelled.includes(' ') && spelled.replaceAll(' ', '') === noun ? spelled : noun;
}

/** Reads the thing of a path; a path that is no noun phrase gets a general noun. */
export function subjectOf({ method, path: given, words, family, facts }: DraftSubject): Subject {
  const path = withoutKey(given);
  const segments = path.split('/').filter((segment) => segment !== '');
  const isOne = segments.at(-1)?.startsWith('{') === true && facts?.returnsMany !== true;
  const noun =
    (isOne ? (facts?.thing ?? kindOf(segments, words)) : undefined) ??
    knownNoun(spelledNoun(sentenceNoun(path, words), facts), {
      words,
      family,
      ...(facts === undefined ? {} : { facts }),
    });
  const one = inflectLast(noun, (word) => singularOf(word, words));
  const at = segments.findLastIndex((segment) => !segment.startsWith('{'));
  const parent = segments.slice(0, at).findLastIndex((segment) => !segment.startsWith('{'));
  const hasOwner =
    parent >= 0 &&
    segments[parent + 1]?.startsWith('{') === true &&
    parent + 1 < at &&
    !keys.test(segments[parent] ?? '');
  const owner = (segments[parent] ?? '').replaceAll('-', ' ');
  const singular = inflectLast(owner, (word) => singularOf(word, words));
  // `/invoices/{id}/uncollectible`: the invoice is in that state.
  const isState = words.isAdjective(noun) && !words.isNoun(noun);
  if (isState && hasOwner)
    return { one: singular, many: inflectLast(singular, pluralOf), isMany: false, isVague: false, owner: '' };
  const end = noun.split(' ').at(-1) ?? '';
  const isForm = words.inflectionOf(end)?.form === 'participle' && !words.isNoun(end);
  if (isForm || facts?.isNameless === true || !isNounPhrase(noun, words)) {
    const reads = family === 'read' || family === 'find' || family === 'analyse';
    const named = facts?.isNameless === true ? 'requested' : noun.replaceAll(' ', '-');
    const vague = reads
      ? facts?.isNameless === true && (facts.content ?? 'data') === 'data'
        ? 'root resource'
        : `${named} ${facts?.content ?? 'data'}`
      : facts?.isNameless === true
        ? 'request'
        : `${named} request`;
    return { one: vague, many: vague, isMany: false, isVague: true, owner: '' };
  }
  return {
    one,
    many: inflectLast(one, pluralOf),
    // "sms" and "dns" are abbreviations.
    isMany: !isOne && (facts?.isCollection === true || one !== noun || /[aeiouy][a-z]*[^su]s$/.test(noun)),
    isVague: false,
    // `/phone-numbers/{country}/local`: the owner is part of the noun.
    owner:
      hasOwner && !noun.endsWith(` ${owner}`)
        ? ` ${ownerJoint(method, family)} ${articleOf(singular)} ${singular}`
        : '',
  };
}

/** "a berth of a harbor", but "Creates a new berth for a harbor". */
function ownerJoint(method: string, family: VerbFamily | undefined): string {
  return method === 'ADD' ? 'to' : family === 'create' ? 'for' : 'of';
}

/** An intent derived from method and path only. */
export function draftIntent(subject: DraftSubject): string {
  const { method, path, family } = subject;
  const { one, many, isMany, owner } = subjectOf(subject);
  const verb = thirdPerson(method);
  if (subject.facts?.isOptions === true) return `${verb} the communication options for the ${isMany ? many : one}`;
  if (verb.includes(' ')) return `${verb} the ${path.endsWith('}') ? one : 'caller'}`;
  if (family === 'find') return `${verb} the ${path.endsWith('}') && method !== 'LIST' ? one : many}${owner}`;
  if (path.endsWith('}') && !isMany) return `${verb} ${masses.test(one) ? 'the' : articleOf(one)} ${one}${owner}`;
  const isNew = family === 'create' && !/ ids$/i.test(many);
  return `${verb} ${isNew ? `a new ${one}` : `the ${isMany ? many : one}`}${owner}`;
}

/** "donation" for DONATE, "token check" for CHECK: the noun is the deed. */
export function isDeedOf(noun: string, { method, words }: Pick<DraftSubject, 'method' | 'words'>): boolean {
  const last = noun.split(' ').at(-1) ?? '';
  return (
    last === method.toLowerCase() ||
    words.verbOf(last) === method.toLowerCase() ||
    (method === 'FIND' && /^(?:search|lookup|query)$/.test(last))
  );
}

const determined = /^(?:an?|the|all|each|every|any|this|your|one|multiple|\d+)\b/i;

/** `Image Settings` for RETRIEVE → `Retrieves the image settings`: a title without a verb gets that of the method. */
export function sentenceOf(method: string, title: string, words: Words, path = ''): string {
  const [first = ''] = /^[A-Za-z]+/.exec(title) ?? [];
  const isWord = words.isNoun(first) || words.isAdjective(first) || words.baseOf(first) !== first.toLowerCase();
  const isPlain = isWord || words.isVerb(first) || determined.test(title);
  const isName = /^[A-Z]{2}|^[A-Z][a-z]*[A-Z]/.test(title) || !isPlain;
  const named = title.replace(/[.\s]+$/, '');
  // "Metadata Service" returns metadata, not a service.
  const plain = lowerTitle(
    named.replace(/^((?:(?!for |of |by |in )\S+ ){1,6}\S+) (?:service|api|endpoint|method)$/i, '$1'),
    words,
  );
  const text = isName ? plain : plain.charAt(0).toLowerCase() + plain.slice(1);
  const [given = ''] = text.split(/ (?:for|of|in|by|from|to|with|on|at) /, 1);
  // "Officer appointment by officer" of `/appointments`
  const isOne = method === 'LIST' && path.endsWith(pluralNoun(given.split(' ').at(-1)?.toLowerCase() ?? '-', words));
  const head = isOne ? pluralNoun(given, words) : given;
  // "Family work groups list", "Boats list all"
  const [, listed] = (method === 'LIST' && /^(\S.*) lists?(?: all)?$/i.exec(text)) || [];
  if (listed !== undefined && !determined.test(listed)) return `Lists the ${pluralNoun(listed, words)}`;
  const isNew = /^(?:CREATE|ADD|GENERATE|REGISTER)$/.test(method) && !/[^s]s$/.test(head);
  const act = isDeedOf(head.toLowerCase(), { method, words }) ? 'Performs' : thirdPerson(method);
  const article = isNew ? articleOf(text) : 'the';
  return `${act} ${determined.test(text) ? text : `${article} ${head}${text.slice(given.length)}`}`;
}

/** The capability of a family of verbs (§6.2). */
export const familyCapability: Readonly<Record<VerbFamily, string | undefined>> = Object.freeze({
  create: 'transaction',
  change: 'modification',
  end: 'transaction',
  send: 'notification',
  run: undefined,
  find: 'discovery',
  read: 'retrieval',
  analyse: 'analysis',
});

const readingCapabilities: ReadonlySet<string> = new Set(['discovery', 'retrieval', 'analysis']);

/** The capability, or the nearest one that agrees with the impact: what only reads is no transaction, and the reverse. */
export function agreeingCapability(capability: string | undefined, impact: Impact | undefined): string | undefined {
  if (capability === undefined || impact === undefined) return capability;
  const reads = impact === 'informational';
  if (readingCapabilities.has(capability) === reads) return capability;
  return reads ? 'retrieval' : impact === 'irreversible' ? 'transaction' : 'modification';
}
