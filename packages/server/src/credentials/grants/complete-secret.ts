/**
 * Completes a credential before it is stored: its token endpoint is found as for a login, from what the service says
 * about itself. A person then sees who gets the secret, and no call waits for a search.
 */
import type { AuthServerClient } from '../auth-server-client.js';
import type { CredentialSecret, RequestedSecret, TokenSecret } from '../credential-content.js';
import { discoverTokenServer } from '../login/discover-auth-server.js';
import { discoverResource } from '../login/discover-resource.js';
import type { LoginTarget } from '../login/login-target.js';
import { loginRefused, shown } from '../login/read-metadata.js';
import { wantsProof } from '../login/wants-proof.js';
import { newProofKey } from './possession.js';

/** Where the service is; called only when it has to be asked. */
export type FindService = () => Pick<LoginTarget, 'service' | 'isMcp'>;

/** Completes a secret. */
export type CompleteSecret = (secret: RequestedSecret, find: FindService) => Promise<CredentialSecret>;

/** Creates the function over the client for authorization servers. */
export function createCompleteSecret(client: Pick<AuthServerClient, 'request'>): CompleteSecret {
  return async (secret, find) => {
    if (!isUnfinished(secret)) return secret as CredentialSecret;
    const { service, isMcp } = find();
    const resource = await discoverResource(client, service, isMcp);
    const server = await discoverTokenServer(
      client,
      chooseIssuer(secret.issuer, resource.authorizationServers, service),
    );
    const { clientAuth = methodFor(server.clientAuthMethods) } = secret;
    const isBound = wantsProof(server, resource, secret.proofKey !== undefined);
    const target = secret.resource ?? resource.resource;
    const scope = secret.scope ?? resource.scope;
    return {
      ...secret,
      tokenUrl: server.tokenUrl,
      issuer: server.issuer,
      ...(clientAuth === undefined ? {} : { clientAuth }),
      ...(target === undefined ? {} : { resource: target }),
      ...(scope === undefined ? {} : { scope }),
      ...(isBound ? { proofKey: secret.proofKey ?? newProofKey() } : {}),
    } as TokenSecret;
  };
}

type Unfinished = Extract<RequestedSecret, { tokenUrl?: string }>;

function isUnfinished(secret: RequestedSecret): secret is Unfinished {
  const kinds: readonly string[] = ['oauth2_client', 'jwt_bearer', 'enterprise'];
  return kinds.includes(secret.kind) && !('tokenUrl' in secret && secret.tokenUrl !== undefined);
}

function chooseIssuer(given: string | undefined, named: readonly string[], { href, origin }: URL): string {
  if (given === undefined) return named[0] ?? origin;
  if (named.length === 0 || named.includes(given)) return given;
  throw loginRefused(`${href} does not accept tokens of ${shown(given)}; it names ${named.map(shown).join(', ')}.`);
}

/** HTTP Basic is the default (RFC 8414); the form where the server announces only that. */
function methodFor(methods: readonly string[]): 'form' | undefined {
  return methods.includes('client_secret_post') && !methods.includes('client_secret_basic') ? 'form' : undefined;
}
