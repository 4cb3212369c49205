/** An entry as the store keeps it. */
import type { Entry } from '@dragoman/model';

/** A stored entry. */
export interface StoredEntry {
  entry: Entry;
  /** 1, 2, 3 …; increases with every change of this entry, including deletion and restoration. */
  revision: number;
  /** Sequence number of the audit record of the last change; increases over the whole store in commit order. */
  seq: number;
  /** RFC 3339, UTC. */
  createdAt: string;
  updatedAt: string;
  /** Set on a tombstone: the entry is deleted and can be restored. */
  deletedAt?: string;
}
