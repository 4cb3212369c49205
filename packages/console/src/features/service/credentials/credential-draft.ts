/** What a person enters about a credential, and what its kind needs. */
import type { AcceptedCredential, AgentCredential } from '@dragoman/sdk';

/** Kinds of credentials that can be entered; tokens of a login come from elsewhere. */
export type CredentialKind = Exclude<AgentCredential['kind'], 'oauth2_login'>;

/** How a client authenticates at the token endpoint; `announced` leaves it to the authorization server. */
export type ClientAuth = 'announced' | 'basic' | 'form' | 'private_key_jwt';

/** What was entered; members that the kind does not have are ignored. */
export interface CredentialDraft {
  kind: CredentialKind;
  name: string;
  audience: 'everyone' | 'me';
  /** Where an API key is sent. */
  place: 'header' | 'query' | 'cookie';
  /** Name of the header, parameter or cookie. */
  field: string;
  /** The key, token, client secret or private key. */
  secret: string;
  certificate: string;
  tokenUrl: string;
  issuer: string;
  clientId: string;
  clientAuth: ClientAuth;
  /** Of the key of a client that signs: its id there, and how it signs. */
  keyId: string;
  algorithm: string;
  scope: string;
  audienceClaim: string;
  resource: string;
  /** True: tokens are bound to a key of this credential. */
  dpop: boolean;
  /** Of `jwt_bearer`; empty: the identity of the workload. */
  assertion: string;
  /** Of `enterprise`: the client at the identity provider, and the token of a person; empty: that of each caller. */
  idpTokenUrl: string;
  idpClientId: string;
  idpSecret: string;
  subjectToken: string;
  subjectType: string;
}

/** The kinds with their names, in the order of how common they are. */
export const kindOptions: readonly { value: CredentialKind; label: string }[] = [
  { value: 'api_key', label: 'API key' },
  { value: 'bearer', label: 'Bearer token' },
  { value: 'oauth2_client', label: 'OAuth client credentials' },
  { value: 'token_exchange', label: 'Exchange of the token of the caller' },
  { value: 'jwt_bearer', label: 'Signed assertion or workload identity' },
  { value: 'enterprise', label: 'Identity provider of your organization' },
  { value: 'mtls', label: 'Client certificate' },
];

/** True for the kinds that request tokens at a token endpoint. */
export function requestsTokens(kind: CredentialKind): boolean {
  return ['oauth2_client', 'token_exchange', 'jwt_bearer', 'enterprise'].includes(kind);
}

/** True when the secret is a private key, which has several lines. */
export function isPrivateKey({ kind, clientAuth }: Pick<CredentialDraft, 'kind' | 'clientAuth'>): boolean {
  return kind === 'mtls' || (requestsTokens(kind) && clientAuth === 'private_key_jwt');
}

/** What the secret is called. */
export function secretName(draft: CredentialDraft): string {
  if (isPrivateKey(draft)) return 'Private key';
  if (draft.kind === 'api_key') return 'API key';
  return draft.kind === 'bearer' ? 'Token' : 'Client secret';
}

const empty: CredentialDraft = {
  kind: 'api_key',
  name: '',
  audience: 'everyone',
  place: 'header',
  field: 'X-API-Key',
  secret: '',
  certificate: '',
  tokenUrl: '',
  issuer: '',
  clientId: '',
  clientAuth: 'announced',
  keyId: '',
  algorithm: '',
  scope: '',
  audienceClaim: '',
  resource: '',
  dpop: false,
  assertion: '',
  idpTokenUrl: '',
  idpClientId: '',
  idpSecret: '',
  subjectToken: '',
  subjectType: '',
};

/** A draft for a credential that the service accepts. */
export function draftFor(accepted: AcceptedCredential | undefined): CredentialDraft {
  if (accepted === undefined) return empty;
  const { type, in: place, name } = accepted;
  if (type === 'oauth2_bearer' || type === 'bearer') return { ...empty, kind: 'bearer' };
  if (type === 'mtls') return { ...empty, kind: 'mtls' };
  if (type === 'basic') return { ...empty, field: 'Authorization' };
  return { ...empty, place: place ?? 'header', field: name ?? empty.field };
}

/** A draft that replaces a stored credential; its secret must be entered again. */
export function draftOf({ kind, name, for: audience }: AgentCredential): CredentialDraft {
  return {
    ...empty,
    kind: kindOptions.find(({ value }) => value === kind)?.value ?? 'bearer',
    name,
    audience: audience === 'everyone' ? 'everyone' : 'me',
  };
}

/** True when nothing that the kind requires is missing. */
export function isComplete(draft: CredentialDraft): boolean {
  const has = (name: 'secret' | 'certificate' | 'tokenUrl' | 'clientId' | 'field' | 'idpTokenUrl') =>
    draft[name].trim() !== '';
  switch (draft.kind) {
    case 'api_key':
      return has('secret') && has('field');
    case 'mtls':
      return has('secret') && has('certificate');
    case 'oauth2_client':
      return has('secret') && has('clientId');
    case 'token_exchange':
      return has('tokenUrl') && has('clientId') === has('secret');
    case 'jwt_bearer':
      return isClient(draft);
    case 'enterprise':
      return (
        has('idpTokenUrl') && isClient(draft) && (draft.idpSecret.trim() === '' || draft.idpClientId.trim() !== '')
      );
    case 'bearer':
      return has('secret');
  }
}

/** A client may be public or absent, but a secret belongs to a client, and one that signs needs its key. */
function isClient({ secret, clientId, clientAuth }: CredentialDraft): boolean {
  const hasSecret = secret.trim() !== '';
  return clientAuth === 'private_key_jwt' ? hasSecret && clientId.trim() !== '' : !hasSecret || clientId.trim() !== '';
}
