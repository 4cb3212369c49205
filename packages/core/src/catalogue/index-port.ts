/** The index port: answers listings and searches from memory, for one caller's eyes. Implemented in `discovery`. */
import type { Entry } from '@dragoman/model';
import type { Caller, EntryAccess } from '../access/caller.js';
import type { StoredEntry } from './store.js';

/** Facts that an entry can be filtered by, beside the members of its `extra`. */
export type FacetField =
  | 'capability'
  | 'tag'
  | 'language'
  | 'authentication'
  | 'publisher'
  | 'status'
  | 'version'
  | 'impact';

/** One condition; all conditions of a query must hold. Labels are compared trimmed and without regard to case. */
export interface Condition {
  /** A facet, or the name of a member of `extra` with scalar values. */
  field: FacetField | (string & {});
  values: readonly string[];
  /** `all`: the entry has every value; `any`: at least one of them. */
  mode: 'all' | 'any';
}

/** Place in the name order after which a page starts. */
export interface NamePlace {
  name: string;
  id: string;
}

/** What a text means, as one model says. */
export interface Meaning {
  /** The embedder's name for its model; vectors of another are not looked at. */
  model: string;
  vector: Float32Array;
  /** How near texts are, by their numbers, where the store compares them; for one query and one caller. */
  near?: ReadonlyMap<number, number>;
}

/** What to find. */
export interface FindQuery {
  /** Free text; blank counts as none. */
  text?: string;
  /** What the text means; without it, or where the index holds no vectors of its model, words alone decide. */
  meaning?: Meaning;
  conditions: readonly Condition[];
  /** `relevance` needs a text; `name` is the order by name, then id. */
  order: 'relevance' | 'name';
  top: number;
  skip: number;
  /** With order `name`: start behind this place. */
  after?: NamePlace;
  /** With order `relevance`: start behind the entry of this id, wherever it ranks now; when it is no match any more, `skip` less that one decides. */
  behind?: string;
}

/** What is needed for choosing an entry. The index keeps it at hand, so that a page of summaries asks no store. */
export type EntrySummary = Pick<Entry, 'id' | 'name' | 'description' | 'capabilities' | 'endpoint'>;

/** One hit. */
export interface Hit extends EntrySummary {
  /** 0..1, with a text only. */
  score?: number;
}

/** What was found. */
export interface FindResult {
  hits: Hit[];
  /** All matches that this caller may see, not only those of this page. */
  count: number;
}

/** Lists and searches entries, seeing only what the caller may see: in hits, counts and scores. */
export interface EntryIndex {
  /** Adds or replaces; a tombstone removes. */
  put(stored: StoredEntry): void;
  remove(id: string): void;
  find(query: FindQuery, caller: Caller): FindResult;
  /** Who may see and change an entry; undefined when there is none. */
  access(id: string): EntryAccess | undefined;
  /** Sequence number of the entry as it is held here; undefined when there is none. */
  seqOf(id: string): number | undefined;
  /** True when some entry that the caller may see has a value for this field. */
  knowsField(field: string, caller: Caller): boolean;
  readonly size: number;
}

/** What to find among operations. */
export interface OperationQuery extends Pick<FindQuery, 'meaning' | 'conditions'> {
  text: string;
  /** Most operations. */
  top: number;
}

/** An operation found, with the parts that its score was made of. */
export interface OperationHit {
  entryId: string;
  /** Its place in the entry's list, as the index saw it. */
  place: number;
  /** 0..1; both parts together, for the order. */
  score: number;
  /** How well the words fit, 0..1 of what a perfect text would reach. */
  words: number;
  /** How near the meaning is, -1..1; undefined without a vector of the query or of the operation. */
  meaning?: number;
}

/** Finds single operations, seeing only those of entries that the caller may see. */
export interface OperationFinder {
  findOperations(query: OperationQuery, caller: Caller): OperationHit[];
}
