/** The sealed content: the secret part of a credential, by its kind, and the origins it may be sent to. */

/** A key in a header, query parameter or cookie of any name. */
export interface ApiKeySecret {
  in: 'header' | 'query' | 'cookie';
  name: string;
  value: string;
}

/** A static token. */
export interface BearerSecret {
  token: string;
}

/** How to get a token from an authorization server. */
export interface OauthClientSecret {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** How the client sends its secret: HTTP Basic, or in the form. */
  clientAuth: 'basic' | 'form';
  scope?: string;
  audience?: string;
  resource?: string;
}

/** How a caller's token is exchanged for one that the service accepts (RFC 8693). */
export interface TokenExchangeSecret extends Omit<OauthClientSecret, 'clientId' | 'clientSecret'> {
  clientId?: string;
  clientSecret?: string;
  /** Token of this gateway, which acts for the caller. */
  actorToken?: string;
  actorTokenType?: string;
  requestedTokenType?: string;
}

/** A client certificate and its key, PEM. */
export interface MtlsSecret {
  certificate: string;
  privateKey: string;
}

/** How a client authenticates at a token endpoint: HTTP Basic, in the form, or not at all (public clients). */
export type ClientAuth = 'basic' | 'form' | 'none';

/** A client at an authorization server. */
export interface OauthClient {
  clientId: string;
  clientSecret?: string;
  clientAuth: ClientAuth;
  /** Seconds since the epoch; absent when the secret does not expire. */
  secretExpiresAt?: number;
}

/** The result of a login at the authorization server of a service. */
export interface OauthLoginSecret extends OauthClient {
  issuer: string;
  tokenUrl: string;
  revocationUrl?: string;
  /** The redirect URI that the client is registered with. */
  redirectUri: string;
  /** The service, as its authorization server knows it (RFC 8707); absent where the server does not ask for it. */
  resource?: string;
  /** Scopes of the tokens. */
  scope?: string;
  accessToken: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** Absent when the server issued none, or no longer accepts it. */
  refreshToken?: string;
  /** One process at a time refreshes, because many servers accept a refresh token once only. */
  refreshingUntil?: number;
}

/** The secret part by kind. */
export type CredentialSecret =
  | ({ kind: 'api_key' } & ApiKeySecret)
  | ({ kind: 'bearer' } & BearerSecret)
  | ({ kind: 'oauth2_client' } & OauthClientSecret)
  | ({ kind: 'token_exchange' } & TokenExchangeSecret)
  | ({ kind: 'oauth2_login' } & OauthLoginSecret)
  | ({ kind: 'mtls' } & MtlsSecret);

/** The whole sealed content. */
export interface CredentialContent {
  secret: CredentialSecret;
  /** Origins that the service had when the credential was stored; it is sent to no other. */
  origins: string[];
}
