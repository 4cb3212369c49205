/**
 * API keys: `dgm_<id>_<secret>`. The id finds the record, the secret is compared by hash only; it has 256 random
 * bits, so a plain SHA-256 is as good as a slow hash and costs a caller nothing.
 */
import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';

/** A key as it is shown once, with what may be kept of it. */
export interface NewKey {
  id: string;
  /** The whole key for its holder; it cannot be made again from what is kept. */
  key: string;
  /** SHA-256 of the secret, hexadecimal. */
  hash: string;
}

/** The parts of a key. */
export interface KeyParts {
  id: string;
  secret: string;
}

/** What decides whether a key may be used. */
export interface KeyValidity {
  expiresAt?: string;
  revokedAt?: string;
}

const form = /^dgm_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

/** Compared with when there is no such key, so that an unknown id costs what a known one does. */
const nobody = hashSecret('nobody');

/** Makes a new key from randomness; `random` gives that many bytes. */
export function makeKey(random: (bytes: number) => Buffer = randomBytes): NewKey {
  const id = random(8).toString('hex');
  const secret = random(32).toString('base64url');
  return { id, key: `dgm_${id}_${secret}`, hash: hashSecret(secret) };
}

/** Takes a key apart; undefined for anything that does not have the form. */
export function parseKey(text: string): KeyParts | undefined {
  const [, id, secret] = form.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** True for a text that means to be a key, well-formed or not. */
export function looksLikeKey(text: string): boolean {
  return text.startsWith('dgm_');
}

/** The hash that a store keeps of a secret. */
export function hashSecret(secret: string): string {
  return digest('sha256', secret);
}

/** True when the secret belongs to the hash; takes as long with a wrong one, and with none. */
export function matchesSecret(secret: string, hash: string | undefined): boolean {
  const given = digest('sha256', secret, 'buffer');
  const kept = Buffer.from(hash ?? nobody, 'hex');
  return kept.length === given.length && timingSafeEqual(given, kept) && hash !== undefined;
}

/** True when a key is neither revoked nor expired at that time (milliseconds since the epoch). */
export function isUsableKey(key: KeyValidity, now: number): boolean {
  if (key.revokedAt !== undefined) return false;
  return key.expiresAt === undefined || Date.parse(key.expiresAt) > now;
}
