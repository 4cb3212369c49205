/** The failure for a caller that already uses its share of a resource. */
import { Failure } from '@dragoman/model';
import type { FairShare } from '../runtime/fair-share.js';

/** Names what the caller holds, so that it can tell its own load from that of others. */
export function shareExceeded(what: string, share: FairShare, account: string): Failure {
  const message = `The server is busy: you have ${share.heldBy(account)} ${what}, and all callers ${share.inUse} of ${share.capacity}. Wait until some of yours have ended.`;
  return new Failure('UNAVAILABLE', { message, retryAfter: 1 });
}
