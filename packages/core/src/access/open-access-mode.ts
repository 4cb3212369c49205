/**
 * The open access mode: a server on loopback without authentication allows its one user everything. The first key ends
 * the mode while the server runs; only a restart can enable it again.
 */
import type { Awaitable } from '../documents/awaitable.js';
import type { Clock } from '../documents/host.js';
import { timestamp } from '../documents/host.js';

/** The conditions of the open access mode. */
export interface OpenAccessModePorts {
  mode: 'auto' | 'open' | 'optional' | 'required';
  /** True when only this machine can reach the server. */
  loopbackOnly: boolean;
  /** True when access tokens are accepted. */
  acceptsTokens: boolean;
  /** Number of keys that can be used at that time. */
  countUsable: (at: string) => Promise<number>;
  clock: Clock;
}

/** Reports whether callers without a credential are the local user. */
export interface OpenAccessMode {
  isOpen(): Awaitable<boolean>;
  /** Checks the keys again on the next request, because a key was created. */
  recheck(): void;
}

/** How long an answer is valid, in milliseconds. */
const validMs = 2000;

/** Creates the open access mode; it throws when the store does, so that an error never opens it. */
export function createOpenAccessMode({
  mode,
  loopbackOnly,
  acceptsTokens,
  countUsable,
  clock,
}: OpenAccessModePorts): OpenAccessMode {
  let closed = mode === 'required' || mode === 'optional' || !loopbackOnly || (mode === 'auto' && acceptsTokens);
  let checkedAt = Number.NEGATIVE_INFINITY;
  const check = async () => {
    const usable = await countUsable(timestamp(clock));
    checkedAt = clock.now();
    closed ||= usable > 0;
    return !closed;
  };
  return {
    isOpen() {
      if (closed) return false;
      if (mode === 'open' || Math.abs(clock.now() - checkedAt) < validMs) return true;
      return check();
    },
    recheck() {
      checkedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
