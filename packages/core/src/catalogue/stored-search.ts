/** Search inside the store: words, vectors and names are tables of the database, which all nodes share. */
import type { Caller } from '../access/caller.js';
import type {
  FindQuery,
  FindResult,
  Meaning,
  OperationHit,
  OperationList,
  OperationListQuery,
  OperationQuery,
} from './index-port.js';
import type { KnownNames, NameSource } from './look-alikes/name-index.js';
import type { StoredEntry } from './stored-entry.js';

/** What is indexed, and what waits for it. */
export interface StoredSearchCounts {
  entries: number;
  operations: number;
  /** Changed entries that are not indexed yet; counting stops at 100,000. */
  entriesWaiting: number;
  /** Entries that could not be indexed, and are tried again later. */
  entriesSetAside: number;
  /** Texts without a vector. */
  textsWaiting: number;
}

/** An entry that could not be indexed. */
export interface SetAsideEntry {
  id: string;
  /** The error of the last attempt. */
  reason: string;
}

/** What one step of indexing did. */
export interface AdvancedSearch {
  /** False when nothing was left to do. */
  hasIndexed: boolean;
  /** Set when an entry could not be indexed; the others are. */
  setAside?: SetAsideEntry;
}

/** A text that waits for its vector. */
export interface WaitingVectorText {
  hash: string;
  text: string;
}

/** Search in the tables of a store. An empty name of a model means that no vectors are compared. */
export interface StoredSearch {
  /** Name and version of what compares vectors; undefined when the database cannot. */
  readonly comparer: string | undefined;
  /** Indexes these entries unless the index has this state or a later one. */
  write(entries: readonly StoredEntry[], model: string): Promise<void>;
  /** Indexes some of the changed entries that no node has indexed. */
  advance(model: string): Promise<AdvancedSearch>;
  /** Some of the entries that could not be indexed. */
  setAside(most: number): Promise<SetAsideEntry[]>;
  counts(): Promise<StoredSearchCounts>;
  /** Leases some texts to this node for half a minute. */
  claimTexts(most: number): Promise<WaitingVectorText[]>;
  /** Removes texts that have their vectors, or can have none. */
  finishTexts(hashes: readonly string[]): Promise<void>;
  /** Those of these hashes that an operation has. */
  usedHashes(hashes: readonly string[]): Promise<Set<string>>;
  find(query: FindQuery, caller: Caller): Promise<FindResult>;
  findOperations(query: OperationQuery, caller: Caller): Promise<OperationHit[]>;
  listOperations(query: OperationListQuery, caller: Caller): Promise<OperationList>;
  /** The meaning with its nearest rows, for this query and this caller. */
  lookUp(query: Omit<OperationQuery, 'top'> & { meaning: Meaning }, caller: Caller): Promise<Meaning>;
  knowsField(field: string, caller: Caller): Promise<boolean>;
  idsLike(id: string): Promise<string[]>;
  namesAround(entry: NameSource): Promise<KnownNames>;
}
