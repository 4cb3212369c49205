/** The index ports of an index in memory, which answers at once. */
import type { Caller, EntryAccess } from '../access/caller.js';
import type {
  AppliedChange,
  EntryIndex,
  FindQuery,
  FindResult,
  IndexedEntry,
  OperationFinder,
  OperationHit,
  OperationList,
  OperationLister,
  OperationListQuery,
  OperationQuery,
} from '../catalogue/index-port.js';
import type { StoredEntry } from '../catalogue/store.js';

/** An index of entries in memory. */
export interface MemoryIndex extends EntryIndex {
  put(stored: StoredEntry): AppliedChange | undefined;
  remove(id: string): void;
  find(query: FindQuery, caller: Caller): FindResult;
  access(id: string): EntryAccess | undefined;
  describe(id: string): IndexedEntry | undefined;
  idsLike(id: string): string[];
  knowsField(field: string, caller: Caller): boolean;
}

/** Finds and lists operations in memory. */
export interface MemoryOperations extends OperationFinder, OperationLister {
  findOperations(query: OperationQuery, caller: Caller): OperationHit[];
  listOperations(query: OperationListQuery, caller: Caller): OperationList;
}
