/** A real OpenID Connect provider on loopback: `oidc-provider` with one client and a login page without a password. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import Provider from 'oidc-provider';

/** A running provider. */
export interface RunningProvider {
  close(): Promise<void>;
}

/** Starts a provider for one client; every account has the scopes in the claim `dragoman_scopes`, and markup in its name. */
export async function startProvider(issuer: string, redirectUri: string, scopes: string): Promise<RunningProvider> {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'dragoman',
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'none',
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub', 'name', 'dragoman_scopes'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['only for this test'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, name: `<b>${id}</b>`, dragoman_scopes: scopes }),
    }),
  });
  const server: Server = provider.listen(Number(new URL(issuer).port), '127.0.0.1');
  await once(server, 'listening');
  return {
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
