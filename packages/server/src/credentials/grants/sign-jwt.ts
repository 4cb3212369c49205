/** Signs JSON Web Tokens (RFC 7515) with the keys of clients: assertions and proofs of possession. */
import type { KeyObject } from 'node:crypto';
import { constants, createPrivateKey, sign } from 'node:crypto';
import type { JsonObject } from '@dragoman/model';

interface Algorithm {
  /** True for keys that can be used with it. */
  fits: (key: KeyObject) => boolean;
  hash: 'sha256' | 'sha384' | 'sha512' | null;
  options?: { padding: number; saltLength: number };
}

const curve = (name: string) => (key: KeyObject) => key.asymmetricKeyDetails?.namedCurve === name;
const isRsa = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) =>
  type === 'rsa' && (details?.modulusLength ?? 0) >= 2048 && (details?.modulusLength ?? 0) <= 8192;

/** Algorithms by name; the first that fits a key is its default. */
const algorithms: Readonly<Record<string, Algorithm>> = {
  ES256: { fits: curve('prime256v1'), hash: 'sha256' },
  ES384: { fits: curve('secp384r1'), hash: 'sha384' },
  ES512: { fits: curve('secp521r1'), hash: 'sha512' },
  EdDSA: { fits: ({ asymmetricKeyType: type }) => type === 'ed25519', hash: null },
  RS256: { fits: isRsa, hash: 'sha256' },
  PS256: {
    fits: isRsa,
    hash: 'sha256',
    options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  },
};

/** Names of the algorithms. */
export const signingAlgorithms = Object.keys(algorithms);

/** The algorithm of a private key, or the named one; undefined when the key cannot be used with it or at all. */
export function algorithmOf(privateKey: string, named?: string): string | undefined {
  try {
    const key = createPrivateKey(privateKey);
    const names = named === undefined ? signingAlgorithms : [named];
    return names.find((name) => algorithms[name]?.fits(key) === true);
  } catch {
    return undefined;
  }
}

/** A signed token; throws a plain error for an unknown algorithm. */
export function signJwt(key: KeyObject, header: JsonObject & { alg: string }, claims: JsonObject): string {
  const algorithm = algorithms[header.alg];
  if (algorithm === undefined) throw new Error(`the algorithm ${header.alg} is unknown`);
  const text = `${encode(header)}.${encode(claims)}`;
  const options = { key, dsaEncoding: 'ieee-p1363' as const, ...algorithm.options };
  return `${text}.${sign(algorithm.hash, Buffer.from(text), options).toString('base64url')}`;
}

function encode(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
