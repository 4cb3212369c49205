/** The candidate paths of an operation, best first: its own, that of its HTTP URL, the rest of its name. */

import type { Words } from '@dragoman/agis';
import type { Entry, Operation } from '@dragoman/model';
import { toSlug, toSnakeCase } from '../../documents/identifier.js';
import { declaredVerb, nameWords } from './choose-verbs.js';
import { joiningWords } from './verb-table.js';

/** A path with its reason, and the inputs of its parameters where the names differ. */
export interface PathCandidate {
  path: string;
  reason: string;
  /** Operation inputs by path parameter. */
  inputs: ReadonlyMap<string, string>;
}

const none: ReadonlyMap<string, string> = new Map();

/** All candidate paths in order, without duplicates; never empty. */
export function listPaths(entry: Pick<Entry, 'slug'>, operation: Operation, words: Words): PathCandidate[] {
  const own = operation.path === undefined ? [] : [{ path: operation.path, reason: 'it is its own', inputs: none }];
  const all = [
    ...own,
    ...fromAddress(operation, words),
    ...fromName(operation, words),
    ...fromSentence(operation, words),
    { path: `/${pathWord(entry.slug)}`, reason: 'it is named after the service', inputs: none },
    { path: '/resource', reason: 'there is no information about its subject', inputs: none },
  ];
  const seen = new Set<string>();
  return all.filter(({ path }) => {
    if (path === '/' || seen.has(path)) return false;
    seen.add(path);
    return true;
  });
}

/** Lower case, hyphens, without version and `api`; trailing verbs become the method (agis.md R33). */
function fromAddress(operation: Operation, words: Words): PathCandidate[] {
  const { binding, name: operationName } = operation;
  if (binding.kind !== 'http') return [];
  const template = binding.urlTemplate.split(/[?#]/, 1)[0] ?? '';
  const segments = template
    .replace(/^(?:https?:)?\/\/[^/]*/i, '')
    .split('/')
    .filter((segment) => segment !== '');
  const inputs = new Map<string, string>();
  const wire = new Map(
    Object.entries(binding.parameters).flatMap(([input, { in: where, name }]) =>
      where === 'path' ? [[name ?? input, input] as const] : [],
    ),
  );
  const written = segments.flatMap((segment) =>
    writeSegment(segment, { inputs, wire, words, verb: nameWords(operationName)[0] }),
  );
  while (written.length > 0 && isPrefix(written[0] ?? '')) written.shift();
  if (written.length > 1 && isSaidAlready(written.at(-1) ?? '', operation, words)) written.pop();
  if (written.length === 0 || written[0]?.startsWith('{') === true) return [];
  return [{ path: `/${written.join('/')}`, reason: 'it follows the HTTP address', inputs }];
}

/**
 * `POST /berths/reserve` with the name `reserve_berth`: a verb that could be a noun too, and that the method already
 * expresses.
 */
function isSaidAlready(segment: string, operation: Operation, words: Words): boolean {
  const { name, binding } = operation;
  if (segment === declaredVerb(operation)?.toLowerCase()) return true;
  const [first, ...rest] = nameWords(name);
  const reads = binding.kind === 'http' && ['GET', 'HEAD'].includes(binding.method.toUpperCase());
  return !reads && segment === first && rest.length > 0 && words.isVerb(segment);
}

function isPrefix(segment: string): boolean {
  return /^(?:api|apis|rest|public|v\d+(?:-?\w+)?|\d+(?:-\d+)*)$/.test(segment);
}

interface SegmentWriting {
  /** Inputs by path parameter; filled during the conversion. */
  inputs: Map<string, string>;
  /** Inputs by wire name. */
  wire: ReadonlyMap<string, string>;
  words: Words;
  /** First word of the operation's name. */
  verb: string | undefined;
}

function writeSegment(segment: string, writing: SegmentWriting): string[] {
  const [, parameter] = /^\{([^{}]+)\}$/.exec(segment) ?? [];
  if (parameter !== undefined) return writeParameter(parameter, writing);
  if (segment.includes('{')) return [];
  const written = pathWord(segment.replace(/\.\w{2,5}$/, '')).split('-');
  const [first = '', ...rest] = written;
  const { words, verb } = writing;
  const isDeed = words.isVerb(first) && (!words.hasNounReading(first) || (first === verb && rest.length > 0));
  const phrase = isDeed ? rest : written;
  const until = phrase.findIndex((word) => joiningWords.has(word));
  const noun = (until < 0 || !isDeed ? phrase : phrase.slice(0, until)).join('-');
  return noun === '' ? [] : [noun];
}

function writeParameter(parameter: string, { inputs, wire }: SegmentWriting): string[] {
  const name = toSnakeCase(parameter, 'id');
  if (inputs.has(name)) return [];
  inputs.set(name, wire.get(parameter) ?? parameter);
  return [`{${name}}`];
}

/** The rest of a name without its verb: `book_table_reservation` → `/table-reservation` (agis.md R34). */
function fromName({ name }: Operation, words: Words): PathCandidate[] {
  const all = nameWords(name);
  const until = all.findIndex((word, at) => at > 0 && joiningWords.has(word));
  const phrase = until < 0 ? all : all.slice(0, until);
  const [first = '', ...rest] = phrase;
  const last = rest.at(-1);
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
  if (main?.object === undefined) return [];
  return [{ path: `/${pathWord(main.object)}`, reason: 'it is the subject of its sentence', inputs: none }];
}

function pathWord(text: string): string {
  return toSlug(text, '');
}
