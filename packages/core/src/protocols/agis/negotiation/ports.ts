/** The dependencies of AGIS negotiation. */
import type { Store } from '../../../catalogue/store.js';
import type { Clock } from '../../../documents/host.js';
import type { ClassBinding, GivenBinding } from './class-binding.js';
import type { Objection, ProposedEndpoint } from './evaluate-proposal.js';
import type { KeepEndpoint } from './persist-endpoint.js';

/** Checks third-party endpoints and bindings, on behalf of a caller; a server runs them on another thread. */
export interface NegotiationChecking {
  /** All objections to a proposed endpoint. */
  evaluateProposal(input: ProposedEndpoint, caller: string): Promise<Objection[]>;
  /** Reads the binding of a class; rejects with `INVALID_INPUT` and all problems. */
  readBinding(input: GivenBinding, caller: string): Promise<ClassBinding>;
}

/** Dependencies of negotiation. */
export interface NegotiatePorts {
  store: Pick<Store, 'designs' | 'sessions' | 'audit'>;
  clock: Clock;
  /** The clock of the expiry of sessions, which nobody sets. */
  steady: Clock;
  newId: () => string;
  checking: NegotiationChecking;
  bodyBytes: number;
  /** Seconds until a session expires after its last negotiation. */
  sessionSeconds: number;
  /** Adds an endpoint permanently to the published document. */
  keep: KeepEndpoint;
}
