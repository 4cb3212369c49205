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

/** The secret part by kind. */
export type CredentialSecret =
  | ({ kind: 'api_key' } & ApiKeySecret)
  | ({ kind: 'bearer' } & BearerSecret)
  | ({ kind: 'oauth2_client' } & OauthClientSecret)
  | ({ kind: 'token_exchange' } & TokenExchangeSecret)
  | ({ kind: 'mtls' } & MtlsSecret);

/** The whole sealed content. */
export interface CredentialContent {
  secret: CredentialSecret;
  /** Origins that the service had when the credential was stored; it is sent to no other. */
  origins: string[];
}
