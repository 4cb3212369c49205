/** Our own key (Ed25519): callers and agents know by it what comes from here. All nodes of one store share it. */
import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { JsonObject } from '@dragoman/model';
import { withSetting } from '../config/read-setting-file.js';

/** The key that signs. */
export interface SigningKey {
  /** Thumbprint of the public key (RFC 7638). */
  id: string;
  privateKey: KeyObject;
  /** Public half as a JSON Web Key. */
  publicJwk: JsonObject;
}

/** PKCS #8 around 32 bytes of an Ed25519 key (RFC 8410 §7). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key of 32 secret bytes in base64url, as stores keep secrets. */
export function signingKeyFromSecret(secret: string): SigningKey {
  const der = Buffer.concat([pkcs8Head, Buffer.from(secret, 'base64url')]);
  return toSigningKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
}

/** The key of a PEM text; refuses to start when it is none, or not Ed25519. */
export function signingKeyFromPem(setting: string, pem: string): SigningKey {
  return withSetting(setting, () => {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key is not an Ed25519 key');
    return toSigningKey(key);
  });
}

function toSigningKey(privateKey: KeyObject): SigningKey {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  // The members of the thumbprint stand in this very order (RFC 8037 §2).
  const id = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { id, privateKey, publicJwk: { kty: 'OKP', crv: 'Ed25519', x, kid: id, use: 'sig', alg: 'EdDSA' } };
}
