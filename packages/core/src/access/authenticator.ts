/** The port that verifies one kind of credential. */
import type { Awaitable } from '../documents/awaitable.js';
import type { Caller } from './caller.js';

/** The result of verifying a credential, kept with the credential so that it need not be verified again. */
export interface CredentialMemory {
  /** The matching key: its id, and the hash that its secret was found to have. */
  key?: { id: string; hash: string };
}

/** Authenticates callers with one kind of credential. */
export interface Authenticator {
  /**
   * The caller that the credential identifies; undefined when it is not of this kind. Throws `INVALID_CREDENTIAL` for
   * an invalid credential of this kind, and `UNAVAILABLE` when it cannot be verified now. The memory belongs to this
   * credential; whether the credential is still valid is checked every time.
   */
  authenticate(credential: string, memory?: CredentialMemory): Awaitable<Caller | undefined>;
}
