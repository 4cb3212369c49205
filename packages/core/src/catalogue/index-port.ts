/** The index port: answers listings and searches from memory, for one caller's eyes. Implemented in `discovery`. */
import type { Entry } from '@dragoman/model';
import type { Caller, EntryAccess } from '../access/caller.js';
import type { StoredEntry } from './store.js';

/** Facts that an entry can be filtered by, beside the members of its `extra`. */
export type FacetField = 'capability' | 'tag' | 'language' | 'authentication' | 'publisher' | 'status' | 'version';

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

/** What to find. */
export interface FindQuery {
  /** Free text; blank counts as none. */
  text?: string;
  conditions: readonly Condition[];
  /** `relevance` needs a text; `name` is the order by name, then id. */
  order: 'relevance' | 'name';
  top: number;
  skip: number;
  /** With order `name`: start behind this place. */
  after?: NamePlace;
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
