/** The server's signing key (Ed25519), with which clients and services verify its messages. All nodes of a store share it. */
import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { JsonObject } from '@dragoman/model';
import { withSetting } from '../config/read-setting-file.js';

/** The signing key. */
export interface SigningKey {
  /** Thumbprint of the public key (RFC 7638). */
  id: string;
  privateKey: KeyObject;
  /** Public key as a JSON Web Key. */
  publicJwk: JsonObject;
}

/** PKCS #8 prefix of a 32-byte Ed25519 key (RFC 8410 §7). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Creates the key from 32 secret bytes in base64url, as stored. */
export function signingKeyFromSecret(secret: string): SigningKey {
  const der = Buffer.concat([pkcs8Head, Buffer.from(secret, 'base64url')]);
  return toSigningKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
}

/** Creates the key from PEM; startup fails when it is invalid or not Ed25519. */
export function signingKeyFromPem(setting: string, pem: string): SigningKey {
  return withSetting(setting, () => {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key is not an Ed25519 key');
    return toSigningKey(key);
  });
}

function toSigningKey(privateKey: KeyObject): SigningKey {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  // RFC 8037 §2 fixes this member order for the thumbprint.
  const id = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { id, privateKey, publicJwk: { kty: 'OKP', crv: 'Ed25519', x, kid: id, use: 'sig', alg: 'EdDSA' } };
}
