/**
 * The open local default: a server on loopback without any way to authenticate lets its one user do everything.
 * The first key closes the door while the server runs; nothing opens it again before a restart.
 */
import type { Awaitable } from '../documents/awaitable.js';
import type { Clock } from '../documents/host.js';
import { timestamp } from '../documents/host.js';

/** What decides whether the server is open. */
export interface OpenDoorPorts {
  mode: 'auto' | 'open' | 'required';
  /** True when only this machine can reach the server. */
  loopbackOnly: boolean;
  /** True when access tokens are accepted. */
  acceptsTokens: boolean;
  /** Number of keys that can be used at that time. */
  countUsable: (at: string) => Promise<number>;
  clock: Clock;
}

/** Tells whether callers without a credential are the local user. */
export interface OpenDoor {
  isOpen(): Awaitable<boolean>;
  /** Looks again at the next question, since a key was made. */
  lookAgain(): void;
}

/** How long an answer holds, in milliseconds. */
const holds = 2000;

/** Makes the door; it fails when the store does, so that trouble never opens it. */
export function createOpenDoor({ mode, loopbackOnly, acceptsTokens, countUsable, clock }: OpenDoorPorts): OpenDoor {
  let closed = mode === 'required' || !loopbackOnly || (mode === 'auto' && acceptsTokens);
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    const usable = await countUsable(timestamp(clock));
    lookedAt = clock.now();
    closed ||= usable > 0;
    return !closed;
  };
  return {
    isOpen() {
      if (closed) return false;
      if (mode === 'open' || Math.abs(clock.now() - lookedAt) < holds) return true;
      return look();
    },
    lookAgain() {
      lookedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
