/** Short-lived confirmations: a token that is valid for one caller, one operation version and one input. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../documents/host.js';

/** What a confirmation is bound to; a change of any part invalidates it. */
export type Bound = readonly (string | number)[];

/** An issued confirmation. */
export interface Confirmation {
  token: string;
  /** RFC 3339, UTC. */
  expiresAt: string;
}

/** Issues and verifies confirmations. Nothing is stored: the token is signed. */
export interface Confirmations {
  issue(bound: Bound): Confirmation;
  /** Whether the token was issued here for exactly this, and has not expired. */
  check(token: string, bound: Bound): 'good' | 'expired' | 'other';
}

/** Dependencies of confirmations. */
export interface ConfirmationPorts {
  key: string;
  clock: Clock;
  /** Lifetime in seconds. */
  seconds: number;
}

const form = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/;

/** Creates the issuer; nodes that share the key accept each other's tokens. */
export function createConfirmations({ key, clock, seconds }: ConfirmationPorts): Confirmations {
  const sign = (expiry: number, bound: Bound) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['confirmation', expiry, ...bound]))
      .digest();
  return {
    issue(bound) {
      const expiry = clock.now() + seconds * 1000;
      return {
        token: `${expiry.toString(36)}.${sign(expiry, bound).toString('base64url')}`,
        expiresAt: new Date(expiry).toISOString(),
      };
    },
    check(token, bound) {
      const [, time = '', signature = ''] = form.exec(token) ?? [];
      const expiry = Number.parseInt(time, 36);
      if (!Number.isSafeInteger(expiry)) return 'other';
      const given = Buffer.from(signature, 'base64url');
      const right = sign(expiry, bound);
      // The last of the 43 characters carries two bits that decoding drops, so the text is compared as well.
      const same = given.length === right.length && timingSafeEqual(given, right);
      if (!same || given.toString('base64url') !== signature || expiry.toString(36) !== time) return 'other';
      return clock.now() < expiry ? 'good' : 'expired';
    },
  };
}
