/** Generated sentences for descriptions that have none; always marked for review. */
import type { VerbFamily, Words } from '@dragoman/agis';
import type { Impact } from '@dragoman/model';
import { participleOf } from './participle.js';
import { lowerTitle } from './read-phrase.js';

/** The endpoint that a sentence is drafted for. */
export interface DraftSubject {
  method: string;
  path: string;
  family: VerbFamily | undefined;
  words: Words;
}

/** `NOTIFY` → `Notifies`. */
export function thirdPerson(method: string): string {
  const verb = method.toLowerCase();
  const said = verb.charAt(0).toUpperCase() + verb.slice(1);
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
  'default latest current all recent active inbound outbound anonymous daily weekly monthly historical bulk batch public private me'.split(
    ' ',
  ),
);

/** The noun of a path for sentences: a qualifier comes before its noun, and a search is about its results. */
function sentenceNoun(path: string, words: Words): string {
  const literal = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  const [last = 'resource', before] = literal.toReversed().map((segment) => segment.replaceAll('-', ' '));
  if (last === 'search') return before === undefined ? 'search results' : `${before} search results`;
  const isQualifier = qualifiers.has(last) || (words.isAdjective(last) && !words.hasNounReading(last));
  return isQualifier && before !== undefined ? `${last} ${before}` : last.replace(/^to (?=[a-z]+$)/, '');
}

interface Subject {
  one: string;
  many: string;
  isMany: boolean;
  /** ` of one room`, where the path names the thing that it belongs to. */
  owner: string;
}

function subjectOf({ path, words }: DraftSubject): Subject {
  const segments = path.split('/').filter((segment) => segment !== '');
  const isOne = segments.at(-1)?.startsWith('{') === true;
  const noun = sentenceNoun(path, words);
  const one = inflectLast(noun, (word) => singularOf(word, words));
  const at = segments.findLastIndex((segment) => !segment.startsWith('{'));
  const parent = segments.slice(0, at).findLastIndex((segment) => !segment.startsWith('{'));
  const hasOwner = parent >= 0 && segments[parent + 1]?.startsWith('{') === true && parent + 1 < at;
  const owner = (segments[parent] ?? '').replaceAll('-', ' ');
  const singular = inflectLast(owner, (word) => singularOf(word, words));
  return {
    one,
    many: inflectLast(one, pluralOf),
    isMany: !isOne && (one !== noun || /[^su]s$/.test(noun)),
    owner: hasOwner ? ` of one ${singular}` : '',
  };
}

/** Some plurals are nouns of their own in dictionaries: "rooms", "settings". */
function singularOf(word: string, words: Words): string {
  const singular = words.singularOf(word);
  if (singular !== word || !/[^sui]s$/.test(word) || /(?:news|series|ics)$/.test(word)) return singular;
  const cut = word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/s$/, '');
  // Compounds such as "serviceaccounts" are in no dictionary.
  return words.isNoun(cut) || !words.isNoun(word) ? cut : word;
}

/** The word that carries the number: the last one, or the one before "for", "of" and the like. */
function inflectLast(text: string, change: (word: string) => string): string {
  return text.replace(/[a-z0-9]+(?=$| (?:for|of|in|by|from|to|with|on|at) )/, change);
}

function pluralOf(word: string): string {
  if (/(?:data|info|information|metadata|media|series|history|traffic|software)$/.test(word)) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  if (/(?:s|x|z|ch|sh)$/.test(word)) return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word : `${word}es`;
  return `${word}s`;
}

/** An intent derived from method and path only. */
export function draftIntent(subject: DraftSubject): string {
  const { method, path, family } = subject;
  const { one, many, isMany, owner } = subjectOf(subject);
  const verb = thirdPerson(method);
  if (family === 'find') return `${verb} the ${many}${owner}`;
  if (path.endsWith('}')) return `${verb} one ${one}${owner}`;
  return `${verb} ${family === 'create' ? `a new ${one}` : `the ${isMany ? many : one}`}${owner}`;
}

/** A post-condition that can be verified. */
export function draftOutcome(subject: DraftSubject): string {
  const { one, many, isMany, owner } = subjectOf(subject);
  const are = isMany ? `${many}${owner} are` : `${one}${owner} is`;
  switch (subject.family) {
    case 'create':
      return `A new ${one}${owner} exists as requested`;
    case 'change':
      return valueVerbs.has(subject.method)
        ? `The ${isMany ? `${many}${owner} have` : `${one}${owner} has`} the requested values`
        : `The ${are} ${participleOf(subject.method.toLowerCase())}`;
    case 'run':
      return `The ${are} ${participleOf(subject.method.toLowerCase())}`;
    case 'end':
      return removals.has(subject.method)
        ? `The ${isMany ? `${many}${owner} no longer exist` : `${one}${owner} no longer exists`}`
        : `The ${are} no longer in force`;
    case 'send':
      return `The ${one}${owner} is marked as sent`;
    case 'find':
      return `A list of the matching ${many}${owner} is returned`;
    case 'read':
      return `The requested ${are} returned`;
    case 'analyse':
      return `The computed result for the ${one}${owner} is returned`;
    default:
      return `The result of the request about the ${one}${owner} is returned`;
  }
}

/** Verbs that give something new values. */
export const valueVerbs: ReadonlySet<string> = new Set(
  'UPDATE REPLACE CHANGE MODIFY EDIT AMEND SET CONFIGURE ADJUST PATCH'.split(' '),
);

/** Verbs after which something no longer exists. */
export const removals: ReadonlySet<string> = new Set(['REMOVE', 'ERASE', 'DESTROY', 'CLEAR', 'PURGE', 'DISCARD']);

/** `WiFi QR Code` for CREATE → `Creates WiFi QR Code`: a title without a verb gets that of the method. */
export function sentenceOf(method: string, title: string): string {
  const isName = /^[A-Z]{2}|^[A-Z][a-z]*[A-Z]/.test(title);
  const plain = lowerTitle(title);
  return `${thirdPerson(method)} ${isName ? plain : plain.charAt(0).toLowerCase() + plain.slice(1)}`;
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
