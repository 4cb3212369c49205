/** The sealed content: the secret part of a credential, by its kind, and the origins it may be sent to. */
import type { Binding, Entry } from '@dragoman/model';

/** A key in a header or query parameter of any name. */
export interface ApiKeySecret {
  in: 'header' | 'query';
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

/** The origins at which an entry is called; changing them does not carry the credentials along. */
export function originsOf(entry: Pick<Entry, 'endpoint' | 'operations'>): string[] {
  const addresses = [entry.endpoint, ...entry.operations.map(({ binding }) => addressOf(binding))];
  return [...new Set(addresses.flatMap((address) => originOf(address) ?? []))];
}

/** The origin of calls over this binding; undefined when they do not use the network. */
export function bindingOrigin(binding: Binding): string | undefined {
  return originOf(addressOf(binding));
}

function addressOf(binding: Binding): string | undefined {
  switch (binding.kind) {
    case 'aidip':
      return binding.endpoint;
    case 'http':
      return binding.urlTemplate;
    case 'nact':
      return binding.root;
    case 'agis':
      return binding.base;
    case 'mcp':
      return binding.server;
    case 'a2a':
      return binding.agent;
    default:
      return undefined;
  }
}

function originOf(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  return origin === 'null' ? undefined : origin;
}
