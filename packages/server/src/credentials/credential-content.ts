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

/** A client at an authorization server that requests tokens without a person. */
export interface TokenClientSecret {
  tokenUrl: string;
  /** Issuer of the authorization server: the audience of signed assertions. Absent: the token endpoint is. */
  issuer?: string;
  clientId?: string;
  clientSecret?: string;
  /** How the client authenticates: HTTP Basic (default), in the form, or with an assertion signed by its key. */
  clientAuth?: 'basic' | 'form' | 'private_key_jwt';
  /** Key of the client, PEM, its id at the authorization server, and how it signs. */
  privateKey?: string;
  keyId?: string;
  signingAlgorithm?: string;
  /** Key that tokens are bound to (DPoP), PEM; absent for bearer tokens. */
  proofKey?: string;
  scope?: string;
  audience?: string;
  resource?: string;
}

/** How to get a token with client credentials (RFC 6749 §4.4). */
export interface OauthClientSecret extends TokenClientSecret {
  clientId: string;
}

/** How a caller's token is exchanged for one that the service accepts (RFC 8693). */
export interface TokenExchangeSecret extends TokenClientSecret {
  /** Token of this gateway, which acts for the caller. */
  actorToken?: string;
  actorTokenType?: string;
  requestedTokenType?: string;
}

/** How to get a token with a signed assertion of another issuer (RFC 7523 §2.1), such as the identity of a workload. */
export interface JwtBearerSecret extends TokenClientSecret {
  /** The assertion; absent: the token in the file that the operator named. */
  assertion?: string;
}

/**
 * How to get a token through the identity provider of an enterprise: it exchanges the token of a person for an identity
 * assertion (ID-JAG), which the authorization server of the service accepts.
 */
export interface EnterpriseSecret extends TokenClientSecret {
  idpTokenUrl: string;
  idpClientId?: string;
  idpClientSecret?: string;
  /** Token of a person; absent: the access token of the caller. */
  subjectToken?: string;
  subjectTokenType?: string;
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
  /** Key that the tokens are bound to (DPoP), PEM; absent for bearer tokens. */
  proofKey?: string;
  /** One process at a time refreshes, because many servers accept a refresh token once only. */
  refreshingUntil?: number;
}

/** The secret part by kind. */
export type CredentialSecret =
  | ({ kind: 'api_key' } & ApiKeySecret)
  | ({ kind: 'bearer' } & BearerSecret)
  | ({ kind: 'oauth2_client' } & OauthClientSecret)
  | ({ kind: 'token_exchange' } & TokenExchangeSecret)
  | ({ kind: 'jwt_bearer' } & JwtBearerSecret)
  | ({ kind: 'enterprise' } & EnterpriseSecret)
  | ({ kind: 'oauth2_login' } & OauthLoginSecret)
  | ({ kind: 'mtls' } & MtlsSecret);

/** A secret that gets its tokens from an authorization server, without a person. */
export type TokenSecret = Extract<
  CredentialSecret,
  { kind: 'oauth2_client' | 'token_exchange' | 'jwt_bearer' | 'enterprise' }
>;

/** Every kind but logins, whose tokens are stored. */
export type PlainSecret = Exclude<CredentialSecret, { kind: 'oauth2_login' }>;

/** A secret as it is requested: the token endpoint may still have to be found. */
export type RequestedSecret =
  | Exclude<PlainSecret, TokenSecret>
  | (TokenSecret extends infer Each
      ? Each extends TokenSecret
        ? Omit<Each, 'tokenUrl'> & { tokenUrl?: string }
        : never
      : never);

/** True for secrets that get their tokens from an authorization server, without a person. */
export function isTokenSecret(secret: CredentialSecret): secret is TokenSecret {
  return 'tokenUrl' in secret && secret.kind !== 'oauth2_login';
}

/** The whole sealed content. */
export interface CredentialContent {
  secret: CredentialSecret;
  /** Origins that the service had when the credential was stored; it is sent to no other. */
  origins: string[];
}
