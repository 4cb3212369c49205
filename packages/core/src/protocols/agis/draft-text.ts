/** Generated sentences for descriptions that have none; always marked for review. */
import type { VerbFamily, Words } from '@dragoman/agis';
import type { Impact } from '@dragoman/model';

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
  const noun = nounOf(path);
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
  const cut = word.replace(/s$/, '');
  return singular === word && /[^sui]s$/.test(word) && words.isNoun(cut) ? cut : singular;
}

function inflectLast(text: string, change: (word: string) => string): string {
  return text.replace(/[a-z0-9]+$/, change);
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
      return `The ${one}${owner} has the requested values`;
    case 'end':
      return removals.has(subject.method)
        ? `The ${one}${owner} no longer exists`
        : `The ${one}${owner} is no longer in force`;
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

const removals: ReadonlySet<string> = new Set(['REMOVE', 'ERASE', 'DESTROY', 'CLEAR', 'PURGE', 'DISCARD']);

/** `WiFi QR Code` for CREATE → `Creates WiFi QR Code`: a title without a verb gets that of the method. */
export function sentenceOf(method: string, title: string): string {
  const isName = /^[A-Z]{2}|^[A-Z][a-z]*[A-Z]/.test(title);
  return `${thirdPerson(method)} ${isName ? title : title.charAt(0).toLowerCase() + title.slice(1)}`;
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
