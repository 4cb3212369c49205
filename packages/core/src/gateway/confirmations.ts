/**
 * Short-lived confirmations: a token that is valid for one caller, one operation version and one input, and for one
 * call. Used tokens and declined calls are remembered in the store, so that every node knows them.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SessionStore } from '../catalogue/sessions.js';
import type { Clock } from '../documents/host.js';

/** What a confirmation is bound to; a change of any part invalidates it. */
export type Bound = readonly (string | number)[];

/** An issued confirmation. */
export interface Confirmation {
  token: string;
  /** RFC 3339, UTC. */
  expiresAt: string;
}

/** Issues and verifies tokens. */
export interface ConfirmationTokens {
  issue(bound: Bound): Confirmation;
  /** Whether the token was issued here for exactly this, and has not expired. */
  check(token: string, bound: Bound): 'good' | 'expired' | 'other';
}

/** Issues, verifies and uses confirmations. */
export interface Confirmations extends ConfirmationTokens {
  /**
   * Uses a good token; false when another call has used it. A repeat with the same idempotency key is the same call.
   */
  use(token: string, key: string | undefined): Promise<boolean>;
  /** Makes a token usable again, after a call that was not executed. */
  release(token: string): Promise<void>;
  /** Remembers that a person declined this for `declineSeconds`. */
  decline(bound: Bound): Promise<void>;
  isDeclined(bound: Bound): Promise<boolean>;
}

/** How tokens are signed, and for how long they are valid. */
export interface TokenPorts {
  key: string;
  clock: Clock;
  /** Lifetime in seconds. */
  seconds: number;
}

/** Dependencies of confirmations. */
export interface ConfirmationPorts extends TokenPorts {
  /** Seconds for which a decline is final. */
  declineSeconds: number;
  sessions: Pick<SessionStore, 'read' | 'change'>;
}

/** No entry has this id, and no caller this name. */
const board = 'gateway confirmations';

/** When it expires, a random part that makes two tokens for the same call differ, and the signature. */
const form = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{8})([A-Za-z0-9_-]{43})$/;

/** Creates the issuer; nodes that share the key accept each other's tokens. */
export function createConfirmations(ports: ConfirmationPorts): Confirmations {
  return { ...createConfirmationTokens(ports), ...createMemory(ports) };
}

/** The tokens alone; what was used is the business of the caller. */
export function createConfirmationTokens({ key, clock, seconds }: TokenPorts): ConfirmationTokens {
  const sign = (expiry: number, nonce: string, bound: Bound) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['confirmation', expiry, nonce, ...bound]))
      .digest();
  return {
    issue(bound) {
      const expiry = clock.now() + seconds * 1000;
      const nonce = randomBytes(6).toString('base64url');
      return {
        token: `${expiry.toString(36)}.${nonce}${sign(expiry, nonce, bound).toString('base64url')}`,
        expiresAt: new Date(expiry).toISOString(),
      };
    },
    check(token, bound) {
      const [, time = '', nonce = '', signature = ''] = form.exec(token) ?? [];
      const expiry = Number.parseInt(time, 36);
      if (!Number.isSafeInteger(expiry)) return 'other';
      const given = Buffer.from(signature, 'base64url');
      const right = sign(expiry, nonce, bound);
      // The last of the 43 characters carries two bits that decoding drops, so the text is compared as well.
      const same = given.length === right.length && timingSafeEqual(given, right);
      if (!same || given.toString('base64url') !== signature || expiry.toString(36) !== time) return 'other';
      return clock.now() < expiry ? 'good' : 'expired';
    },
  };
}

/** What is remembered: used tokens until they expire, and declined calls. */
function createMemory({
  clock,
  sessions,
  declineSeconds,
}: ConfirmationPorts): Omit<Confirmations, keyof ConfirmationTokens> {
  const time = (ms: number) => new Date(ms).toISOString();
  const now = () => time(clock.now());
  const record = (id: string, expiresAt: string, document = {}) => ({
    id,
    entryId: board,
    owner: board,
    document,
    expiresAt,
  });
  const tokenId = (token: string) => `${board} used ${token}`;
  const declineId = (bound: Bound) => `${board} declined ${digest(JSON.stringify(bound))}`;
  return {
    async use(token, key) {
      const by = key === undefined ? '' : digest(key);
      let mayUse = false;
      const decide: Parameters<SessionStore['change']>[1] = (current) => {
        mayUse = current === undefined || (by !== '' && current.document.by === by);
        const expiry = Number.parseInt(token, 36);
        return current === undefined ? record(tokenId(token), time(expiry), { by }) : undefined;
      };
      await sessions.change(tokenId(token), decide, now());
      return mayUse;
    },
    async release(token) {
      await sessions.change(tokenId(token), (current) => current && { ...current, expiresAt: now() }, now());
    },
    async decline(bound) {
      const id = declineId(bound);
      await sessions.change(id, () => record(id, time(clock.now() + declineSeconds * 1000)), now());
    },
    isDeclined: async (bound) => (await sessions.read(declineId(bound), now())) !== undefined,
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
