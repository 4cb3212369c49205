/** The port behind which each kind of credential is checked. */
import type { Awaitable } from '../documents/awaitable.js';
import type { Caller } from './caller.js';

/** What was found out about a credential, kept by whoever keeps the credential, so that it need not be found out again. */
export interface CredentialMemory {
  /** The key that it is: its id, and the hash that its secret was found to have. */
  key?: { id: string; hash: string };
}

/** Recognises the callers of one kind of credential. */
export interface Authenticator {
  /**
   * The caller that the credential speaks for; undefined when it is not of this kind. Throws
   * `INVALID_CREDENTIAL` for one of this kind that is not good, and `UNAVAILABLE` when it cannot be checked now.
   * A memory belongs to this one credential; whether it is still good is asked every time.
   */
  authenticate(credential: string, memory?: CredentialMemory): Awaitable<Caller | undefined>;
}
