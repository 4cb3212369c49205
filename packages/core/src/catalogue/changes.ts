/**
 * Changes that other nodes have committed to a shared store. A node caches keys and entries; before it uses them, it
 * compares its marks with those of the store, so that no request sees what was withdrawn before it arrived.
 */

/** How far the changes of each part have come; a mark never decreases while its part changes. */
export interface ChangeMarks {
  /** Sequence number of the last change of an entry. */
  entries: number;
  /** Number of changes of keys. */
  keys: number;
}

/** The changes of all nodes on one store. */
export interface ChangeFeed {
  /** The marks of what is committed now. */
  marks(): Promise<ChangeMarks>;
  /**
   * Calls the listener soon after each commit of any node with the part that changed, and without one after the connection
   * was opened again. It is a hint: notifications may be late, or missing while the connection is lost.
   */
  listen(listener: (part?: keyof ChangeMarks) => void): { stop(): Promise<void> };
}
