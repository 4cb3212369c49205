/**
 * Proofs that the sender of a token holds its key (DPoP, RFC 9449). Each credential has a key of its own; a stolen token
 * is worthless without it. Nonces that servers ask for are kept in memory, by key and origin.
 */
import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { Clock, PossessionProof } from '@dragoman/core/http';
import type { BoundedCache, JsonObject } from '@dragoman/model';
import { createBoundedCache } from '@dragoman/model';
import { signJwt } from './sign-jwt.js';

/** The algorithm of all keys, which every server that knows DPoP supports in practice. */
export const proofAlgorithm = 'ES256';

/** The proofs of a key; those for a service name the token that they belong to. */
export type ProofsOf = (proofKey: string, token?: string) => PossessionProof;

interface Held {
  key: KeyObject;
  jwk: JsonObject;
  /** By origin. */
  nonces: BoundedCache<string, string>;
}

const limits = { keys: 1000, origins: 20 };
const nonceForm = /^[\x21\x23-\x5b\x5d-\x7e]{1,1024}$/;

/** A new key, PEM. */
export function newProofKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Creates the proofs. */
export function createProofs(clock: Clock): ProofsOf {
  const held = createBoundedCache<string, Held>({ entries: limits.keys });
  const open = (proofKey: string): Held => {
    const known = held.get(proofKey);
    if (known !== undefined) return known;
    const key = createPrivateKey(proofKey);
    const made = { key, jwk: publicJwk(key), nonces: createBoundedCache<string, string>({ entries: limits.origins }) };
    held.set(proofKey, made);
    return made;
  };
  return (proofKey, token) => {
    const { key, jwk, nonces } = open(proofKey);
    const ath = token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') };
    return {
      header(method, url) {
        const { origin, pathname } = new URL(url);
        const nonce = nonces.get(origin);
        return signJwt(
          key,
          { typ: 'dpop+jwt', alg: proofAlgorithm, jwk },
          {
            jti: randomUUID(),
            htm: method,
            htu: `${origin}${pathname}`,
            iat: Math.floor(clock.now() / 1000),
            ...ath,
            ...(nonce === undefined ? {} : { nonce }),
          },
        );
      },
      note(url, nonce) {
        if (nonceForm.test(nonce)) nonces.set(new URL(url).origin, nonce);
      },
    };
  };
}

/** The thumbprint of a key (RFC 7638), which binds an authorization code to it. */
export function thumbprint(proofKey: string): string {
  const { crv, kty, x, y } = publicJwk(createPrivateKey(proofKey));
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

function publicJwk(key: KeyObject): JsonObject {
  const { crv = '', kty = '', x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { kty, crv, x, y };
}
