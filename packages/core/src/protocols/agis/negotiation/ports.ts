/** The dependencies of AGIS negotiation. */
import type { AgisValidator } from '@dragoman/agis';
import type { Store } from '../../../catalogue/store.js';
import type { Clock } from '../../../documents/host.js';
import type { KeepEndpoint } from './persist-endpoint.js';

/** What negotiating needs of the world. */
export interface NegotiatePorts {
  store: Pick<Store, 'designs' | 'sessions' | 'audit'>;
  clock: Clock;
  newId: () => string;
  validator: () => AgisValidator;
  bodyBytes: number;
  /** Seconds until a session ends after its last negotiation. */
  sessionSeconds: number;
  /** Adds an endpoint to the published document for good. */
  keep: KeepEndpoint;
}
