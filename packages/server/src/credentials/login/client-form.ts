/** Forms of a client for a token endpoint, authenticated as the client does it (RFC 6749 §2.3). */
import type { OauthClient } from '../credential-content.js';
import { basicAuthorization } from '../grants/obtain-token.js';
import type { ProofsOf } from '../grants/possession.js';
import type { TokenRequest } from '../grants/token-endpoint.js';

/** The request with the client's id, and its secret where it has one. */
export function clientForm(
  url: string,
  { clientId, clientSecret, clientAuth }: OauthClient,
  parameters: Readonly<Record<string, string>>,
): TokenRequest {
  const form = new URLSearchParams(parameters);
  if (clientAuth === 'basic' && clientSecret !== undefined) {
    return { url, form, authorization: basicAuthorization(clientId, clientSecret) };
  }
  form.set('client_id', clientId);
  if (clientAuth === 'form' && clientSecret !== undefined) form.set('client_secret', clientSecret);
  return { url, form };
}

/** The part of a request that binds its token to a key. */
export function proofFor(
  { proofsOf }: { proofsOf: ProofsOf },
  proofKey: string | undefined,
): Pick<TokenRequest, 'proof'> {
  return proofKey === undefined ? {} : { proof: proofsOf(proofKey) };
}
