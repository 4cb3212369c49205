/** Dependencies of the AGIS face. */

import type { AgisValidator } from '@dragoman/agis';
import type { Entry } from '@dragoman/model';
import type { BrowsePorts } from '../../catalogue/browse.js';
import type { StoredEntry } from '../../catalogue/store.js';
import type { RankOperations } from '../../discovery/resolve/rank-operations.js';
import type { Awaitable } from '../../documents/awaitable.js';
import type { Gateway } from '../../gateway/invoke.js';
import type { HttpReply } from '../../transport/http-reply.js';
import type { RouteContext } from '../../transport/route.js';
import type { NegotiatePorts } from './negotiation/ports.js';
import type { SessionEndpoints } from './negotiation/session-endpoints.js';
import type { WriteAgisOptions, WrittenAgis } from './write.js';

/** Handles a PROPOSE for an endpoint of a negotiable service. */
export type Negotiate = (
  context: RouteContext,
  service: { stored: StoredEntry; written: WrittenAgis },
) => Promise<HttpReply>;

/** Writes the document of an entry at these addresses; a large one may be written on another thread. */
export type WriteAgisDocument = (
  entry: Entry,
  addresses: Required<Pick<WriteAgisOptions, 'agtp' | 'httpBase'>>,
) => Awaitable<WrittenAgis>;

/** Dependencies of the AGIS face. */
export interface AgisPorts extends BrowsePorts {
  /** Ranks operations for a task. */
  rank: RankOperations;
  /** Calls operations; absent on a registry without a gateway. */
  gateway?: Gateway;
  /** Maximum request body size in bytes. */
  bodyBytes: number;
  /** Public address of this server, without a trailing slash. */
  origin: string;
  /** Version of the program. */
  version: string;
  /** Path of the web console, to which browsers are led from the root; absent where there is none. */
  consolePath?: string;
  /** Whether unauthenticated callers may search. */
  anonymousSearch: boolean;
  /** The validator, created on first use because of its word lists. */
  validator: () => AgisValidator;
  /** Writes documents without blocking the event loop for long; by default they are written at once. */
  writeAgisDocument?: WriteAgisDocument;
  /** Creates endpoints on demand; without it every proposal is rejected. */
  negotiate?: Negotiate;
  /** Dependencies of negotiation; with them, the owner's routes for classes and proposals are served. */
  negotiation?: NegotiatePorts;
  /** Endpoints that were negotiated for the session of a call; absent without negotiation. */
  sessionEndpoints?: SessionEndpoints;
}
