/** Decides whether the tokens of a credential are bound to a key (DPoP, RFC 9449). */
import { proofAlgorithm } from '../grants/possession.js';
import type { TokenServer } from './discover-auth-server.js';
import type { ProtectedResource } from './discover-resource.js';
import { loginRefused, shown } from './read-metadata.js';

/** True when the service or the person wants it and the server can do it; throws when it is wanted and cannot be done. */
export function wantsProof(
  { issuer, proofAlgorithms }: Pick<TokenServer, 'issuer' | 'proofAlgorithms'>,
  { binding }: Pick<ProtectedResource, 'binding'>,
  isAsked = false,
): boolean {
  const isPossible = proofAlgorithms.includes(proofAlgorithm);
  if (!isAsked && binding !== 'required') return binding === 'possible' && isPossible;
  // A server may support it without announcing it; a token that is not bound is discarded.
  if (isPossible || (proofAlgorithms.length === 0 && !isAsked)) return true;
  const named = proofAlgorithms.length === 0 ? 'announces none' : `announces ${proofAlgorithms.map(shown).join(', ')}`;
  throw loginRefused(
    `Tokens bound to a key (DPoP) need the algorithm ${proofAlgorithm}, and the authorization server ${shown(issuer)} ${named}.`,
  );
}
