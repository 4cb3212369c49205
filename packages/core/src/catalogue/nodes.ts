/** The running servers of a store, so that all of them search with the same model. */

/** A running server. */
export interface NodeRecord {
  /** Random, for one run of the server. */
  id: string;
  /** The model of its vectors; empty for a server without vectors, which fits to all others. */
  model: string;
  /** Its version; empty for a server of a version that did not say so. */
  version: string;
  /** When it last reported; RFC 3339, UTC. */
  seenAt: string;
}

/** Running servers. */
export interface NodeStore {
  /**
   * Registers a server, or that it still runs, and removes those not seen since `since`. Unless `force` is set, a server
   * is not registered while another one uses another model; that one is returned.
   */
  enter(node: NodeRecord, options: { since: string; force: boolean }): Promise<NodeRecord | undefined>;
  /** The registered servers, in order of their ids. */
  list(): Promise<NodeRecord[]>;
  /** Removes a server that stops. */
  leave(id: string): Promise<void>;
}
