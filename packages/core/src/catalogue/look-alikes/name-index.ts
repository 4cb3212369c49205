/**
 * Indexes the names of the whole catalogue by appearance, so that one name is compared with all of them in a few
 * lookups: two names one edit apart share their first or their second half, whatever the edit.
 */
import { createHash } from 'node:crypto';
import type { Entry, Operation } from '@dragoman/model';
import type { Awaitable } from '../../documents/awaitable.js';
import type { StoredEntry } from '../stored-entry.js';
import { plainName, skeletonOf } from './skeleton.js';

/** The names of an entry. */
export interface NamedEntry {
  id: string;
  name: string;
  owner: string;
  /** Host of its endpoint; empty when it has none. */
  host: string;
  plain: string;
  skeleton: string;
  /** Names of operations and prompts that are not everyday words, with a digest of their texts; 0 for short texts. */
  operations: ReadonlyMap<string, number>;
  /** Equal for equal descriptions. */
  text: string;
  /** Time of its registration; empty for an entry that is about to be stored. */
  since: string;
}

/** Names of entries, for comparing one entry with them. */
export interface KnownNames {
  /** Entries whose names look the same. */
  alike(skeleton: string): NamedEntry[];
  /** Entries whose names are one edit apart. */
  near(skeleton: string): NamedEntry[];
  /** Entries with an operation of this name. */
  called(word: string): NamedEntry[];
  /** Entries whose names look the same and are not everyday words. */
  named(skeleton: string): NamedEntry[];
  /** Entries with this description. */
  saying(text: string): NamedEntry[];
  /** The entry with this id, if it is public. */
  entry(id: string): NamedEntry | undefined;
}

/** The names of the catalogue. */
export interface NameIndex {
  put(stored: StoredEntry): void;
  remove(id: string): void;
  /** The names that matter for comparing this entry, and perhaps others. */
  around(entry: NameSource): Awaitable<KnownNames>;
}

/** The names of the catalogue in memory. */
export interface MemoryNames extends NameIndex, KnownNames {
  around(entry: NameSource): KnownNames;
  /** Adds the names of an entry that is not in the index. */
  add(named: NamedEntry): void;
  /** The names for a snapshot; valid until the next change. */
  save(): SavedNames;
}

/** The names as they are saved. */
export interface SavedNames {
  byKey: Map<string, string | string[]>;
  entries: Map<string, NamedEntry>;
}

/** Maximum number of entries of one lookup; more with the same name add no information. */
const maxResults = 50;

/** Shorter names are one edit away from too many. */
const shortestNear = 6;

/** Shorter names occur in many texts with another meaning. */
const shortestNamed = 8;

/** Maximum number of operations of one entry whose names are indexed. */
const maxOperations = 500;

/** Creates an empty index, or the saved one. */
export function createNameIndex(saved?: SavedNames): MemoryNames {
  // Nearly every key has only one entry, which needs no list.
  const { byKey, entries } = saved ?? { byKey: new Map(), entries: new Map() };
  const remove = (id: string) => {
    const known = entries.get(id);
    if (known === undefined) return;
    entries.delete(id);
    for (const key of new Set(keysOf(known))) {
      const ids = byKey.get(key);
      const rest = Array.isArray(ids) ? ids.filter((each) => each !== id) : [];
      if (rest.length === 0) byKey.delete(key);
      else byKey.set(key, rest);
    }
  };
  const add = (named: NamedEntry) => {
    const { id } = named;
    entries.set(id, named);
    for (const key of new Set(keysOf(named))) {
      const ids = byKey.get(key);
      if (ids === undefined) byKey.set(key, id);
      else if (typeof ids === 'string') byKey.set(key, [ids, id]);
      // The first entries represent a crowd with the same name; more would make each change expensive.
      else if (ids.length < maxResults) ids.push(id);
    }
  };
  const find = (keys: Iterable<string>, fits: (entry: NamedEntry) => boolean = () => true): NamedEntry[] => {
    const found = new Map<string, NamedEntry>();
    for (const key of keys) {
      const ids = byKey.get(key) ?? [];
      for (const id of typeof ids === 'string' ? [ids] : ids) {
        const entry = entries.get(id);
        if (entry !== undefined && fits(entry)) found.set(id, entry);
        if (found.size >= maxResults) return [...found.values()];
      }
    }
    return [...found.values()];
  };
  const names: MemoryNames = {
    put({ entry, deletedAt, createdAt }) {
      remove(entry.id);
      // Private and deleted entries are not compared, and nobody learns of them by asking.
      if (deletedAt !== undefined || entry.visibility !== 'public') return;
      add({ ...nameEntry(entry), since: createdAt });
    },
    add,
    remove,
    alike: (skeleton) => find([`=${skeleton}`]),
    near: (skeleton) =>
      skeleton.length < shortestNear ? [] : find(nearKeys(skeleton), (other) => isOneEdit(other.skeleton, skeleton)),
    called: (word) => find([`o${word}`]),
    named: (skeleton) => (skeleton.length < shortestNamed ? [] : find([`=${skeleton}`])),
    saying: (text) => find([`t${text}`]),
    entry: (id) => entries.get(id),
    around: () => names,
    save: () => ({ byKey, entries }),
  };
  return names;
}

/** All keys under which other entries find this one, and under which this one finds others. */
export function nameKeysOf(entry: NamedEntry): { own: string[]; asked: string[] } {
  const own = [...new Set(keysOf(entry))];
  const near = entry.skeleton.length < shortestNear ? [] : [...nearKeys(entry.skeleton)];
  return { own, asked: [...new Set([...own, ...near])] };
}

/** The names of an entry as JSON. */
export function writeNames(named: NamedEntry): string {
  return JSON.stringify({ ...named, operations: [...named.operations] });
}

/** Names from JSON, as a small index. */
export function openNames(rows: Iterable<string>): KnownNames {
  const names = createNameIndex();
  for (const json of rows) {
    const named = JSON.parse(json) as Omit<NamedEntry, 'operations'> & { operations: [string, number][] };
    names.add({ ...named, operations: new Map(named.operations) });
  }
  return names;
}

/** The names of an entry in comparable form. */
export function nameEntry(source: NameSource): NamedEntry {
  const { id, name, owner, endpoint, operations, content, description } = source;
  const called: readonly NamedText[] = [...(content?.prompts ?? []), ...operations];
  return {
    id,
    name,
    owner,
    host: endpoint !== undefined && URL.canParse(endpoint) ? new URL(endpoint).host : '',
    plain: plainName(name),
    skeleton: skeletonOf(name),
    operations: new Map(
      called
        .slice(-maxOperations)
        .filter((each) => isDistinctive(each.name))
        .map((each) => [each.name, textDigest(each)]),
    ),
    text: description.length < 20 ? '' : textKey(description),
    since: '',
  };
}

/** An operation or a prompt. */
type NamedText = Pick<Operation, 'name' | 'description' | 'summary'>;

/** A digest of an operation's texts; it only distinguishes operations with the same name. */
function textDigest({ description, summary = '' }: NamedText): number {
  const text = description ?? summary;
  return text.length < 20 ? 0 : Buffer.from(textKey(text), 'base64url').readUInt32LE(0);
}

/** Equal for texts that differ only in case and white space; a digest, so that texts need not be stored. */
function textKey(text: string): string {
  const plain = text.slice(0, 2000).toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return createHash('sha1').update(plain).digest('base64url').slice(0, 16);
}

/** The members of an entry that are compared. */
export type NameSource = Pick<Entry, 'id' | 'name' | 'owner' | 'endpoint' | 'operations' | 'content' | 'description'>;

/** True for a distinctive name that is not an everyday word. */
export function isDistinctive(name: string): boolean {
  return name.length >= 8 && name.includes('_');
}

function* keysOf({ skeleton, operations, text }: NamedEntry): Generator<string> {
  yield `=${skeleton}`;
  for (const operation of operations.keys()) yield `o${operation}`;
  if (text !== '') yield `t${text}`;
  if (skeleton.length < shortestNear - 1) return;
  const half = skeleton.length >> 1;
  yield `p${skeleton.length} ${skeleton.slice(0, half)}`;
  yield `s${skeleton.length} ${skeleton.slice(half)}`;
  yield lettersKey(skeleton);
}

/** Names with two letters swapped across the middle share neither half, but all their letters. */
function lettersKey(skeleton: string): string {
  return `a${[...skeleton].sort().join('')}`;
}

function* nearKeys(skeleton: string): Generator<string> {
  yield lettersKey(skeleton);
  for (const length of [skeleton.length, skeleton.length - 1, skeleton.length + 1]) {
    const half = length >> 1;
    yield `p${length} ${skeleton.slice(0, half)}`;
    yield `s${length} ${skeleton.slice(skeleton.length - (length - half))}`;
  }
}

/** True when one letter was changed, added, removed, or swapped with its neighbor. */
export function isOneEdit(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
