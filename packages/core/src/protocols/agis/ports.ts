/** What the AGIS face needs of the world. */

import type { AgisValidator } from '@dragoman/agis';
import type { BrowsePorts } from '../../catalogue/browse.js';
import type { StoredEntry } from '../../catalogue/store.js';
import type { Gateway } from '../../gateway/invoke.js';
import type { HttpReply } from '../../transport/http-reply.js';
import type { RouteContext } from '../../transport/route.js';
import type { NegotiatePorts } from './negotiation/ports.js';
import type { SessionEndpoints } from './negotiation/session-endpoints.js';
import type { WrittenAgis } from './write.js';

/** Answers a PROPOSE for an endpoint of a negotiable service. */
export type Negotiate = (
  context: RouteContext,
  service: { stored: StoredEntry; written: WrittenAgis },
) => Promise<HttpReply>;

/** What the AGIS face needs of the world. */
export interface AgisPorts extends BrowsePorts {
  /** Calls operations; absent where this is a registry only. */
  gateway?: Gateway;
  /** Largest request body in bytes. */
  bodyBytes: number;
  /** Public address of this server, without a slash at the end. */
  origin: string;
  /** Version of the program. */
  version: string;
  /** Whether strangers may search. */
  anonymousSearch: boolean;
  /** The validator, made when it is first needed: it holds the words. */
  validator: () => AgisValidator;
  /** Makes endpoints on demand; absent where nobody does, and then every proposal is rejected. */
  negotiate?: Negotiate;
  /** What negotiating rests on; with it the owner's routes for classes and proposals are served. */
  negotiation?: NegotiatePorts;
  /** Endpoints that were negotiated for the session of a call; absent where nobody negotiates. */
  sessionEndpoints?: SessionEndpoints;
}
