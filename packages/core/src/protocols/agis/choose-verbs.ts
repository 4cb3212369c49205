/**
 * The candidate verbs of an operation as an AGIS method, best first, each with its reason: declared by the author,
 * words of the name, the end of the path, the HTTP method, the sentence.
 */

import type { Words } from '@dragoman/agis';
import { prohibitedMethods } from '@dragoman/agis';
import type { Operation } from '@dragoman/model';
import { toSnakeCase } from '../../documents/identifier.js';
import { cancelled, emptyVerbs, httpVerbs, joiningWords, makingVerbs, weakVerbs, wordVerbs } from './verb-table.js';

/** A verb with its reason. */
export interface VerbCandidate {
  method: string;
  reason: string;
}

/** The members that the choice uses. */
export type Named = Pick<Operation, 'name' | 'verb' | 'summary' | 'description' | 'impact' | 'binding' | 'extra'>;

const verbExtension = 'x-agis-method';

/** All candidate verbs in order, without duplicates; never one of the nine HTTP methods, never empty. */
export function listVerbs(operation: Named, words: Words): VerbCandidate[] {
  const named = fromName(operation, words);
  const fromText = fromSentence(operation, words);
  const isMade = isMadeByProgram(operation);
  const all = [
    ...declared(operation),
    ...(isMade ? [] : named),
    ...fromPath(operation, words),
    ...fromText,
    ...named,
    ...fromHttp(operation),
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

/** HTTP words that say little about the intent; `get` and `delete` say enough. */
const vagueWords: ReadonlySet<string> = new Set(['post', 'put', 'patch', 'options', 'connect', 'trace']);

/** True for a name with less information than the text: one with a vague HTTP word, or derived from the URL. */
function isMadeByProgram({ name, binding }: Named): boolean {
  const [first = ''] = nameWords(name);
  if (vagueWords.has(first)) return true;
  if (binding.kind !== 'http') return false;
  const [own] = nameWords(toSnakeCase(binding.operationId ?? '', ''));
  return own !== first;
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
  return verb === undefined ? [] : [{ method: verb.toUpperCase(), reason: 'its author declared it' }];
}

/** The verb that the author declared, in AGIS or as `x-agis-method` of an OpenAPI document. */
export function declaredVerb({ verb, extra }: Pick<Named, 'verb' | 'extra'>): string | undefined {
  const said = Object.hasOwn(extra, verbExtension) ? extra[verbExtension] : undefined;
  return verb ?? (typeof said === 'string' && /^[A-Za-z]{1,64}$/.test(said) ? said : undefined);
}

function fromName({ name }: Named, words: Words): VerbCandidate[] {
  const [first = '', ...rest] = nameWords(name);
  const last = rest.at(-1);
  const begins = verbsFor(
    { word: first, object: objectOf(rest, words), because: `the name begins with "${first}"` },
    words,
  );
  const ends =
    last === undefined || !words.isVerb(last)
      ? []
      : verbsFor({ word: last, because: `the name ends in "${last}"` }, words);
  // A name that begins with its verb ends with its subject.
  return begins.length > 0 ? begins : ends;
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
  const word = last.replace(/^.*[:-]/, '');
  if (!/^[a-z]+$/.test(word) || !words.isVerb(word) || words.hasNounReading(word)) return [];
  return verbsFor({ word, because: `the path ends in "${word}"` }, words);
}

function fromHttp({ binding }: Named): VerbCandidate[] {
  if (binding.kind !== 'http') return [];
  const method = binding.method.toUpperCase();
  const row = Object.hasOwn(httpVerbs, method) ? httpVerbs[method] : undefined;
  const isOne = /\}\/?$/.test(binding.urlTemplate.split(/[?#]/, 1)[0] ?? '');
  const reason = `it is called by ${method} on ${isOne ? 'one resource' : 'a collection'}`;
  return (row === undefined ? [] : isOne ? row.one : row.many).map((each) => ({ method: each, reason }));
}

function fromSentence({ summary, description }: Named, words: Words): VerbCandidate[] {
  const sentence = summary ?? description;
  if (sentence === undefined) return [];
  const { verbs } = words.readIntent(sentence.slice(0, 500));
  return verbs
    .slice(0, 3)
    .filter(({ verb }) => !emptyVerbs.has(verb))
    .flatMap(({ verb, object }) => {
      const about = object === undefined ? undefined : words.singularOf(object);
      // The subject of "Gets the list of …" is the listed thing.
      const deed = about === 'list' && ['get', 'retrieve', 'fetch'].includes(verb) ? 'list' : verb;
      return verbsFor({ word: deed, object: about, because: `its sentence says "${verb}"` }, words);
    });
}

function fallback({ impact }: Named): VerbCandidate[] {
  const reason = 'there is no other information about what it does';
  const reads = impact === 'informational';
  return [
    { method: reads ? 'RETRIEVE' : 'EXECUTE', reason },
    { method: 'REQUEST', reason },
  ];
}
