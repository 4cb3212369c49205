/** Dependencies of the AGIS face. */

import type { AgisValidator } from '@dragoman/agis';
import type { BrowsePorts } from '../../catalogue/browse.js';
import type { StoredEntry } from '../../catalogue/store.js';
import type { RankOperations } from '../../discovery/resolve/rank-operations.js';
import type { Gateway } from '../../gateway/invoke.js';
import type { HttpReply } from '../../transport/http-reply.js';
import type { RouteContext } from '../../transport/route.js';
import type { NegotiatePorts } from './negotiation/ports.js';
import type { SessionEndpoints } from './negotiation/session-endpoints.js';
import type { WrittenAgis } from './write.js';

/** Handles a PROPOSE for an endpoint of a negotiable service. */
export type Negotiate = (
  context: RouteContext,
  service: { stored: StoredEntry; written: WrittenAgis },
) => Promise<HttpReply>;

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
  /** Whether unauthenticated callers may search. */
  anonymousSearch: boolean;
  /** The validator, created on first use because of its word lists. */
  validator: () => AgisValidator;
  /** Creates endpoints on demand; without it every proposal is rejected. */
  negotiate?: Negotiate;
  /** Dependencies of negotiation; with them, the owner's routes for classes and proposals are served. */
  negotiation?: NegotiatePorts;
  /** Endpoints that were negotiated for the session of a call; absent without negotiation. */
  sessionEndpoints?: SessionEndpoints;
}
