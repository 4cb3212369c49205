/**
 * API keys: `dgm_<id>_<secret>`. The id finds the record; the secret is compared only by its hash. It has 256 random
 * bits, so plain SHA-256 is as secure as a slow hash and much cheaper.
 */
import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new key, shown once, with the parts that may be stored. */
export interface NewKey {
  id: string;
  /** The whole key for its holder; it cannot be recovered from what is stored. */
  key: string;
  /** SHA-256 of the secret, hexadecimal. */
  hash: string;
}

/** The parts of a key. */
export interface KeyParts {
  id: string;
  secret: string;
}

/** The members that decide whether a key may be used. */
export interface KeyValidity {
  expiresAt?: string;
  revokedAt?: string;
}

const form = /^dgm_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

/** Compared with when the key does not exist, so that an unknown id takes as long as a known one. */
const missingHash = hashSecret('nobody');

/** Creates a random key; `random` returns that many bytes. */
export function makeKey(random: (bytes: number) => Buffer = randomBytes): NewKey {
  const id = random(8).toString('hex');
  const secret = random(32).toString('base64url');
  return { id, key: `dgm_${id}_${secret}`, hash: hashSecret(secret) };
}

/** Splits a key into its parts; undefined for any other text. */
export function parseKey(text: string): KeyParts | undefined {
  const [, id, secret] = form.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** True for a text that is meant as a key, well-formed or not. */
export function looksLikeKey(text: string): boolean {
  return text.startsWith('dgm_');
}

/** The hash of a secret that a store keeps. */
export function hashSecret(secret: string): string {
  return digest('sha256', secret);
}

/** True when the secret matches the hash; takes the same time for a wrong secret or a missing hash. */
export function matchesSecret(secret: string, hash: string | undefined): boolean {
  const given = digest('sha256', secret, 'buffer');
  const stored = Buffer.from(hash ?? missingHash, 'hex');
  return stored.length === given.length && timingSafeEqual(given, stored) && hash !== undefined;
}

/** True when a key is neither revoked nor expired at that time (milliseconds since the epoch). */
export function isUsableKey(key: KeyValidity, now: number): boolean {
  if (key.revokedAt !== undefined) return false;
  return key.expiresAt === undefined || Date.parse(key.expiresAt) > now;
}
