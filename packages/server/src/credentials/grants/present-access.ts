/** Presents an access token to a service: as a bearer token, or with proofs of the key that it is bound to. */
import type { UpstreamCredential } from '@dragoman/core/engine';
import type { ProofsOf } from './possession.js';

/** The credential of a token; each request with it has its own proof. */
export function presentAccess(proofsOf: ProofsOf, token: string, proofKey: string | undefined): UpstreamCredential {
  if (proofKey === undefined) return { headers: { authorization: `Bearer ${token}` } };
  return { headers: { authorization: `DPoP ${token}` }, proof: proofsOf(proofKey, token) };
}
