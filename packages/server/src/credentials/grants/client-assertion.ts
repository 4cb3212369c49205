/** The signed assertion with which a client authenticates at a token endpoint (RFC 7523 §2.2, private_key_jwt). */
import { createPrivateKey, randomUUID } from 'node:crypto';
import type { TokenClientSecret } from '../credential-content.js';
import { algorithmOf, signJwt } from './sign-jwt.js';

/** Lifetime of an assertion in seconds; servers accept each one once. */
const lifetime = 60;

/** The form parameters of a new assertion; `now` in milliseconds since the epoch. */
export function clientAssertion(
  { clientId = '', issuer, tokenUrl, privateKey = '', keyId, signingAlgorithm }: TokenClientSecret,
  now: number,
): Record<string, string> {
  const issuedAt = Math.floor(now / 1000);
  const alg = algorithmOf(privateKey, signingAlgorithm) ?? '';
  const claims = {
    iss: clientId,
    sub: clientId,
    aud: issuer ?? tokenUrl,
    jti: randomUUID(),
    iat: issuedAt,
    exp: issuedAt + lifetime,
  };
  const header = { alg, typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) };
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signJwt(createPrivateKey(privateKey), header, claims),
  };
}
