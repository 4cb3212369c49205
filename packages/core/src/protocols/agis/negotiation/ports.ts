/** The dependencies of AGIS negotiation. */
import type { AgisValidator } from '@dragoman/agis';
import type { Store } from '../../../catalogue/store.js';
import type { Clock } from '../../../documents/host.js';
import type { KeepEndpoint } from './persist-endpoint.js';

/** Dependencies of negotiation. */
export interface NegotiatePorts {
  store: Pick<Store, 'designs' | 'sessions' | 'audit'>;
  clock: Clock;
  newId: () => string;
  validator: () => AgisValidator;
  bodyBytes: number;
  /** Seconds until a session expires after its last negotiation. */
  sessionSeconds: number;
  /** Adds an endpoint permanently to the published document. */
  keep: KeepEndpoint;
}
