/** The port behind which each kind of credential is checked. */
import type { Awaitable } from '../documents/awaitable.js';
import type { Caller } from './caller.js';

/** Recognises the callers of one kind of credential. */
export interface Authenticator {
  /**
   * The caller that the credential speaks for; undefined when it is not of this kind. Throws
   * `INVALID_CREDENTIAL` for one of this kind that is not good, and `UNAVAILABLE` when it cannot be checked now.
   */
  authenticate(credential: string): Awaitable<Caller | undefined>;
}
