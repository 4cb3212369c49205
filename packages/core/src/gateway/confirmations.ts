/** Short-lived confirmations: a token that is good for one caller, one operation version and one input. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../documents/host.js';

/** What a confirmation is bound to; a change of any part makes it worthless. */
export type Bound = readonly (string | number)[];

/** A confirmation given out. */
export interface Confirmation {
  token: string;
  /** RFC 3339, UTC. */
  expiresAt: string;
}

/** Gives confirmations out and knows them again. Nothing is stored: the token proves itself. */
export interface Confirmations {
  issue(bound: Bound): Confirmation;
  /** Whether the token was given out here for exactly this, and is still good. */
  check(token: string, bound: Bound): 'good' | 'expired' | 'other';
}

/** What confirmations need. */
export interface ConfirmationPorts {
  key: string;
  clock: Clock;
  /** Seconds for which one is good. */
  seconds: number;
}

const form = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/;

/** Makes the register; nodes that share the key know each other's tokens. */
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
      // The last character of 43 carries two bits that decoding drops, so the text is compared as well.
      const same = given.length === right.length && timingSafeEqual(given, right);
      if (!same || given.toString('base64url') !== signature || expiry.toString(36) !== time) return 'other';
      return clock.now() < expiry ? 'good' : 'expired';
    },
  };
}
