/**
 * The candidate verbs of an operation as an AGIS method, best first, each with its reason: declared by the author, the
 * sentence, the end of the path, words of the name, the HTTP method.
 */

import type { Words } from '@dragoman/agis';
import { prohibitedMethods } from '@dragoman/agis';
import type { Operation } from '@dragoman/model';
import { firstSentence, toPlainText } from '@dragoman/model';
import { toSnakeCase } from '../../documents/identifier.js';
import { actionSentence } from './action-sentence.js';
import { cancelled, emptyVerbs, httpVerbs, joiningWords, makingVerbs, weakVerbs, wordVerbs } from './verb-table.js';

/** A verb with its reason. */
export interface VerbCandidate {
  method: string;
  reason: string;
  /** True when the author or the provider's own sentence says it. */
  said?: boolean;
}

/** The members that the choice uses. */
export type Named = Pick<Operation, 'name' | 'verb' | 'summary' | 'description' | 'impact' | 'binding' | 'extra'>;

const verbExtension = 'x-agis-method';

/** All candidate verbs in order, without duplicates; never one of the nine HTTP methods, never empty. */
export function listVerbs(operation: Named, words: Words): VerbCandidate[] {
  const named = fromName(operation, words);
  const isOwn = operation.binding.kind !== 'http';
  const all = [
    ...declared(operation),
    // The name of a tool is its author's choice; an operationId is often a program's.
    ...(isOwn ? named.map((each) => ({ ...each, said: true })) : []),
    ...fromSentence(operation, words).map((each) => ({ ...each, said: true })),
    ...fromPath(operation, words),
    ...named,
    ...fromHttp(operation, words),
    ...fallback(operation),
  ];
  const strong = all.filter(({ method }) => !weakVerbs.has(method.toLowerCase()));
  const weak = all.filter(({ method }) => weakVerbs.has(method.toLowerCase()));
  const seen = new Set<string>();
  return [...strong, ...weak].filter(({ method }) => {
    if (prohibitedMethods.has(method.toLowerCase()) || seen.has(method) || !/^[A-Z]+$/.test(method)) return false;
    seen.add(method);
    return true;
  });
}

/** The lower-case words of a snake_case name. */
export function nameWords(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function declared(operation: Named): VerbCandidate[] {
  const verb = declaredVerb(operation);
  return verb === undefined ? [] : [{ method: verb.toUpperCase(), reason: 'its author declared it', said: true }];
}

/** The verb that the author declared, in AGIS or as `x-agis-method` of an OpenAPI document. */
export function declaredVerb({ verb, extra }: Pick<Named, 'verb' | 'extra'>): string | undefined {
  const said = Object.hasOwn(extra, verbExtension) ? extra[verbExtension] : undefined;
  return verb ?? (typeof said === 'string' && /^[A-Za-z]{1,64}$/.test(said) ? said : undefined);
}

/** HTTP words that say nothing about the intent. */
const vagueWords: ReadonlySet<string> = new Set(['post', 'put', 'patch', 'options', 'connect', 'trace']);

/** Words that end a name such as `zones.list`, and that begin one. */
export const recordWords: ReadonlySet<string> = new Set(
  'get list insert create add update delete remove search find set check cancel start stop send read'.split(' '),
);

/** The verb of the provider's own name; a name that was derived from the URL is no evidence. */
function fromName(operation: Named, words: Words): VerbCandidate[] {
  const name = ownName(operation);
  if (name === undefined) return [];
  const all = nameWords(toSnakeCase(name, ''));
  // `VirtualNetworks_CheckAvailability`, `issues/create-milestone`: the verb follows the group.
  const own = nameWords(toSnakeCase(name.split(/[._/:]/).at(-1) ?? '', ''));
  const { binding } = operation;
  const mayAct = binding.kind !== 'http' || binding.method.toUpperCase() !== 'GET';
  const first =
    [own, all].find(
      ([word = '', ...more]) => isVerbOfName(word, words) || (mayAct && more.length > 0 && isDeed(word, words)),
    ) ?? [];
  const last = all.at(-1) ?? '';
  const [word = '', ...rest] = first;
  if (word !== '' && (recordWords.has(word) || !recordWords.has(last))) {
    return verbsFor({ word, object: objectOf(rest, words), because: `the name begins with "${word}"` }, words);
  }
  return recordWords.has(last) ? verbsFor({ word: last, because: `the name ends in "${last}"` }, words) : [];
}

function ownName({ name, binding }: Named): string | undefined {
  return binding.kind === 'http' ? binding.operationId : name;
}

/** A noun that is a usual verb too, in front of its object: `book_table`. */
function isDeed(word: string, words: Words): boolean {
  return !vagueWords.has(word) && words.isVerb(word) && words.isFiled(word);
}

/** A noun at the start of a name is its subject ("team.info", "bulk_import"), unless it is a usual verb of names. */
function isVerbOfName(word: string, words: Words): boolean {
  if (vagueWords.has(word)) return false;
  if (recordWords.has(word) || Object.hasOwn(wordVerbs, word)) return true;
  return words.isVerb(word) && !words.hasNounReading(word) && !words.isAdjective(word);
}

/** The subject of a name: its last word before a joining word. */
function objectOf(rest: readonly string[], words: Words): string | undefined {
  const until = rest.findIndex((word) => joiningWords.has(word));
  const [noun] = (until < 0 ? rest : rest.slice(0, until)).slice(-1);
  return noun === undefined ? undefined : words.singularOf(noun);
}

/** A possible verb, its object, and where it was found. */
interface Clue {
  word: string;
  object?: string | undefined;
  because: string;
}

function verbsFor({ word, object, because }: Clue, words: Words): VerbCandidate[] {
  const reason = object === undefined ? because : `${because} and is about "${object}"`;
  const special = object === undefined ? [] : specialVerbs(word, object);
  const plain = Object.hasOwn(wordVerbs, word) ? (wordVerbs[word] ?? []) : [];
  const base = words.inflectionOf(word)?.base;
  const own = words.isVerb(word) ? [word] : base === undefined ? [] : [base];
  return [
    ...special.map((method) => ({ method, reason })),
    ...[...plain, ...own.map((each) => each.toUpperCase())].map((method) => ({ method, reason: because })),
  ];
}

function specialVerbs(word: string, object: string): readonly string[] {
  if (['create', 'new', 'add', 'post', 'insert', 'make'].includes(word)) {
    return Object.hasOwn(makingVerbs, object) ? (makingVerbs[object] ?? []) : [];
  }
  return ['delete', 'del', 'destroy', 'remove'].includes(word) && cancelled.has(object) ? ['CANCEL'] : [];
}

/** `/orders/{id}/cancel` has its verb in the last segment. */
function fromPath({ binding }: Named, words: Words): VerbCandidate[] {
  if (binding.kind !== 'http') return [];
  const last = binding.urlTemplate.split(/[?#]/, 1)[0]?.split('/').at(-1)?.toLowerCase() ?? '';
  const word = last.replace(/^.*[:.-]/, '');
  const isMethod = /^[a-z.]+\.[a-z]+$/i.test(last) || last.includes(':');
  if (!/^[a-z]+$/.test(word) || !words.isVerb(word) || (!isMethod && words.hasNounReading(word))) return [];
  return verbsFor({ word, because: `the path ends in "${word}"` }, words);
}

function fromHttp({ binding }: Named, words: Words): VerbCandidate[] {
  if (binding.kind !== 'http') return [];
  const method = binding.method.toUpperCase();
  const row = Object.hasOwn(httpVerbs, method) ? httpVerbs[method] : undefined;
  const segments = (binding.urlTemplate.split(/[?#]/, 1)[0] ?? '').split('/').filter((each) => each !== '');
  const last = nameWords(toSnakeCase(segments.at(-1) ?? '', '')).at(-1) ?? '';
  const isOne = /\}(?:\.\w+)?$/.test(segments.at(-1) ?? '') || (method === 'GET' && !isPlural(last, words));
  const reason = `it is called by ${method} on ${isOne ? 'one resource' : 'a collection'}`;
  return (row === undefined ? [] : isOne ? row.one : row.many).map((each) => ({ method: each, reason }));
}

function isPlural(word: string, words: Words): boolean {
  return words.singularOf(word) !== word || /(?:list|all|[^sui]s)$/.test(word);
}

/** Verbs of the summary; a description counts where the summary has none. */
function fromSentence({ summary, description, binding }: Named, words: Words): VerbCandidate[] {
  const id =
    binding.kind === 'http' ? (nameWords(toSnakeCase(binding.operationId ?? '', ''))[0] ?? lastWord(binding)) : '';
  for (const sentence of [summary, description]) {
    if (sentence === undefined) continue;
    const text = firstSentence(toPlainText(sentence.slice(0, 1_000)), 500);
    const found = readSentence(
      actionSentence(text, words),
      { id, template: binding.kind === 'http' ? binding.urlTemplate : '' },
      words,
    );
    if (found.length > 0) return found;
  }
  return [];
}

/** `POST /plans/request` → `request`; the last word of an address that is read is its noun. */
function lastWord({ method, urlTemplate }: { method: string; urlTemplate: string }): string {
  const [word = ''] = /[a-z]+$/.exec(urlTemplate.split(/[?#]/, 1)[0] ?? '') ?? [];
  return method.toUpperCase() === 'GET' ? '' : word;
}

/** Particles that are read as verbs in "get back". */
const particleVerbs: ReadonlySet<string> = new Set(['back', 'down', 'up', 'out', 'like', 'base', 'address', 'number']);

/** False for "Single file", "Bulk import", "Form style": the first word of a title rather than an imperative. */
function isUsual(word: string, words: Words): boolean {
  return word !== 'form' && words.isFiled(word) && !words.isAdjective(word);
}

/** "Email QR Code": a title whose first word is as much a noun as a verb, and not the verb of the operationId. */
function isNounTitle(sentence: string, id: string, words: Words): boolean {
  const parts = sentence.replace(/[.!]+$/, '').split(/\s+/);
  const first = parts[0]?.toLowerCase() ?? '';
  if (parts.length < 2 || first === id || recordWords.has(first)) return false;
  return parts.every((word) => /^[A-Z0-9(]/.test(word)) && words.hasNounReading(first) && words.baseOf(first) === first;
}

/** "SMS" in "Bulk SMS": in capitals, although the sentence is not. */
function isAbbreviation(verb: string, sentence: string): boolean {
  return sentence !== sentence.toUpperCase() && new RegExp(`\\b${verb.toUpperCase()}\\b`).test(sentence);
}

/** "Deposit method by ID" of `/deposit-methods`: the address shows that both words are one noun. */
function isCompound(template: string, first: string, second: string): boolean {
  return second.length > 2 && new RegExp(`\\b${first}[-_]?${second.replace(/(?:ies|y|e?s)$/, '')}`, 'i').test(template);
}

/** Nouns of activities and their verbs: "lemmatization" → "lemmatize", "analysis" → "analyze". */
function verbOfActivity(noun: string, words: Words): string | undefined {
  const forms = [
    noun.replace(/ysis$/, 'yze'),
    noun.replace(/ization$/, 'ize'),
    noun.replace(/ation$/, 'ate'),
    noun.replace(/ation$/, 'e'),
    noun.replace(/ion$/, ''),
  ];
  return forms.find((form) => form !== noun && words.isListedVerb(form));
}

interface SentencePlace {
  id: string;
  /** The address of the operation. */
  template: string;
}

function readSentence(sentence: string, { id, template }: SentencePlace, words: Words): VerbCandidate[] {
  const tokens = sentence.toLowerCase().match(/[a-z]+/g) ?? [];
  const [first = '', second = ''] = tokens;
  const isImperative =
    words.isVerb(first) &&
    (!words.hasNounReading(first) ||
      recordWords.has(first) ||
      first === id ||
      /^(?:an?|the|all|this|your|one)$/.test(second));
  const base = words.baseOf(first);
  if (base === 'return' || base === 'provide') return returned(tokens.slice(1), template, words);
  const activity = base === 'perform' ? tokens.slice(1).map((token) => verbOfActivity(token, words)) : [];
  const act = activity.find((verb) => verb !== undefined);
  if (act !== undefined) return verbsFor({ word: act, because: `its sentence says "${act}"` }, words);
  // "Look up" is one verb.
  if (base === 'look' && second === 'up')
    return verbsFor({ word: 'lookup', because: 'its sentence says "look up"' }, words);
  const verbs = words
    .readIntent(sentence)
    .verbs.slice(0, 3)
    .filter(
      ({ verb }) =>
        !emptyVerbs.has(verb) &&
        !particleVerbs.has(verb) &&
        !isAbbreviation(verb, sentence) &&
        !(verb === first && isCompound(template, first, second)) &&
        (verb !== first || isImperative || (isUsual(first, words) && !isNounTitle(sentence, id, words))),
    );
  const last = tokens.at(-1) ?? '';
  // "Volumes List", "Snapshot Create": a title with its verb at the end.
  const title =
    verbs.length === 0 && tokens.length <= 5 && recordWords.has(last) ? [{ verb: last, object: undefined }] : [];
  const led =
    isImperative && verbs[0]?.verb !== first && !emptyVerbs.has(first) ? [{ verb: first, object: undefined }] : [];
  return [...led, ...verbs, ...title].flatMap(({ verb, object }) => {
    const about = object === undefined ? undefined : words.singularOf(object);
    // The subject of "Gets the list of …" is the listed thing.
    const isList = (about === 'list' || about === 'array') && ['get', 'retrieve', 'fetch'].includes(verb);
    return verbsFor({ word: isList ? 'list' : verb, object: about, because: `its sentence says "${verb}"` }, words);
  });
}

/** "Returns a list of users" lists, "Returns the user" and "Provides examples" retrieve. */
function returned(
  [first = '', second = '', third = '']: readonly string[],
  template: string,
  words: Words,
): VerbCandidate[] {
  const noun = /^(?:an?|the|all)$/.test(first) ? second : first;
  // `/ticker-list` with LIST would say it twice.
  const isSaid = /list$/i.test(template.split(/[?#]/, 1)[0]?.replace(/\.\w+$/, '') ?? '');
  const isList = !isSaid && (noun === 'list' || noun === 'array') && (noun === first ? second : third) === 'of';
  return verbsFor({ word: isList ? 'list' : 'get', because: 'its sentence says what it gives' }, words);
}

function fallback({ impact }: Named): VerbCandidate[] {
  const reason = 'there is no other information about what it does';
  const reads = impact === 'informational';
  return [
    { method: reads ? 'RETRIEVE' : 'EXECUTE', reason },
    { method: 'REQUEST', reason },
  ];
}

/** The base forms of the verbs that the author or the sentence of an operation says. */
export function saidVerbs(operation: Named, words: Words): ReadonlySet<string> {
  const { summary, description } = operation;
  const sentences = [summary, description].flatMap((text) => (text === undefined ? [] : [text.slice(0, 300)]));
  const verbs = sentences.flatMap((text) =>
    words
      .readIntent(text)
      .verbs.slice(0, 2)
      .map(({ verb }) => verb),
  );
  const own = listVerbs(operation, words).filter(({ said }) => said === true);
  return new Set([...verbs, ...own.map(({ method }) => method.toLowerCase())]);
}
