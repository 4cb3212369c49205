/**
 * The index port: answers listings and searches as one caller may see them, from memory (`discovery`) or from a
 * database.
 */
import type { Entry } from '@dragoman/model';
import type { Caller, EntryAccess } from '../access/caller.js';
import type { Awaitable } from '../documents/awaitable.js';
import type { EntryFacts } from './entry-facts.js';
import type { StoredEntry } from './stored-entry.js';

/** Fields for filtering entries, in addition to the members of `extra`. */
export type FacetField =
  | 'capability'
  | 'tag'
  | 'language'
  | 'authentication'
  | 'operation_authentication'
  | 'publisher'
  | 'status'
  | 'version'
  | 'impact'
  | 'service_content';

/** One condition; all conditions of a query must be met. Labels are compared trimmed and case-insensitively. */
export interface Condition {
  /** A facet, or the name of a member of `extra` with scalar values. */
  field: FacetField | (string & {});
  values: readonly string[];
  /** `all`: the entry has every value; `any`: at least one of them. */
  mode: 'all' | 'any';
}

/** Position in the name order after which a page starts. */
export interface NamePosition {
  name: string;
  id: string;
}

/** The meaning of a text according to one model. */
export interface Meaning {
  /** The embedder's name for its model; vectors of other models are ignored. */
  model: string;
  vector: Float32Array;
  /** Computes how similar it is to operations in general; undefined when the embedder does not know. */
  background?: () => number;
  /** Similarity of texts by their numbers, if the store compares them; for one query and one caller. */
  near?: ReadonlyMap<number, number>;
}

/** A query. */
export interface FindQuery {
  /** Free text; a blank text is ignored. */
  text?: string;
  /** The meaning of the text; without it, or without vectors of its model in the index, only words decide. */
  meaning?: Meaning;
  conditions: readonly Condition[];
  /** Part of the name, whatever its case, or of the id. */
  namePart?: string;
  /** `relevance` requires a text; `name` sorts by name, then id. */
  order: 'relevance' | 'name';
  top: number;
  skip: number;
  /** With order `name`: start after this position. */
  after?: NamePosition;
  /**
   * With order `relevance`: start after the entry with this id, whatever its current rank; if it no longer matches,
   * `skip` minus one decides.
   */
  afterId?: string;
}

/** The members for choosing an entry. The index caches them, so that a page of summaries needs no store. */
export type EntrySummary = Pick<Entry, 'id' | 'name' | 'description' | 'capabilities' | 'endpoint'>;

/** What the index caches of an entry for display. */
export interface IndexedEntry {
  summary: EntrySummary;
  facts: EntryFacts;
}

/** One hit. */
export interface Hit extends EntrySummary {
  /** 0..1, only with a text. */
  score?: number;
}

/** The result of a query. */
export interface FindResult {
  hits: Hit[];
  /** All matches that this caller may see, not only those of this page. */
  count: number;
}

/** A change that the index has applied. */
export interface AppliedChange {
  /** Access before the change; undefined when the entry was unknown. */
  before: EntryAccess | undefined;
}

/** The members of an entry whose texts are searched. */
export type SearchedEntry = Pick<Entry, 'name' | 'description' | 'capabilities' | 'tags' | 'operations' | 'publisher'>;

/** Lists and searches entries; hits, counts and scores include only what the caller may see. */
export interface EntryIndex {
  /** Reads a large entry in parts, so that `put` blocks the event loop for less time; changes nothing. */
  prepare?(entry: SearchedEntry): Promise<void>;
  /** Adds or replaces; a tombstone removes. Returns undefined for a change that was already applied. */
  put(stored: StoredEntry): Awaitable<AppliedChange | undefined>;
  remove(id: string): Awaitable<void>;
  find(query: FindQuery, caller: Caller): Awaitable<FindResult>;
  /** The access members of an entry; undefined when it is unknown. */
  access(id: string): Awaitable<EntryAccess | undefined>;
  /** What lists show of an entry; undefined when it is unknown. */
  describe(id: string): Awaitable<IndexedEntry | undefined>;
  /** Ids of other entries that differ from this one only in case or in letters that look the same. */
  idsLike(id: string): Awaitable<string[]>;
  /** Sequence number of the entry as far as this node knows without asking; undefined when it does not. */
  seqOf(id: string): number | undefined;
  /** True when an entry that the caller may see has a value for this field. */
  knowsField(field: string, caller: Caller): Awaitable<boolean>;
  readonly size: number;
  /** Number of changes applied since the start. */
  readonly changes: number;
}

/** A query for operations. */
export interface OperationQuery extends Pick<FindQuery, 'meaning' | 'conditions'> {
  text: string;
  /** Maximum number of operations. */
  top: number;
  /** Only these operations; all when absent. */
  accepts?: AcceptedOperations;
}

/** Operations that may be found: by the id of their entry all of its operations, or those with these indexes in its list. */
export type AcceptedOperations = ReadonlyMap<string, 'all' | ReadonlySet<number>>;

/** All operations of these entries. */
export function operationsOf(entryIds: Iterable<string>): AcceptedOperations {
  return new Map(Array.from(entryIds, (id) => [id, 'all']));
}

/** An operation that was found, with the parts of its score. */
export interface OperationHit {
  entryId: string;
  /** Its index in the entry's list, as indexed. */
  place: number;
  /** 0..1; both parts combined, for the order. */
  score: number;
  /** How well the words match, 0..1 of a perfect match. */
  words: number;
  /** Semantic similarity, -1..1; undefined without a vector of the query or of the operation. */
  meaning?: number;
}

/** Finds single operations, only of entries that the caller may see. */
export interface OperationFinder {
  findOperations(query: OperationQuery, caller: Caller): Awaitable<OperationHit[]>;
}

/** A list of operations without a text, ordered by the id of their service, then by their index in it. */
export interface OperationListQuery extends Pick<OperationQuery, 'conditions' | 'top' | 'accepts'> {
  /** Start after this operation. */
  after?: OperationPosition;
  /** Fields whose values are counted over all matching operations. */
  facets?: readonly FacetField[];
  /** True: also return where each page ends. */
  pages?: boolean;
}

/** Where an operation is. */
export interface OperationPosition {
  entryId: string;
  /** Its index in the entry's list. */
  place: number;
}

/** A value of a field, as conditions compare it, and the number of matching operations that have it. */
export interface FacetCount {
  value: string;
  count: number;
}

/** A page of operations; counts include all matching operations. */
export interface OperationList {
  operations: OperationPosition[];
  count: number;
  /** Number of matching operations by entry. */
  counts: ReadonlyMap<string, number>;
  /** By field, most frequent values first. */
  facets: Partial<Record<FacetField, FacetCount[]>>;
  /** The last operation of each page that another one follows, at most `maxListedPages`. */
  pages: OperationPosition[];
}

/** Pages whose ends are returned at most. */
export const maxListedPages = 1000;

/** Lists single operations, only of entries that the caller may see. */
export interface OperationLister {
  listOperations(query: OperationListQuery, caller: Caller): Awaitable<OperationList>;
}
