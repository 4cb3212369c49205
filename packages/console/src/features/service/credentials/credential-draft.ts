/** What a person enters about a credential, as the request and as the command that stores it. */
import type { AcceptedCredential, AgentCredential, AgentCredentialRequest } from '@dragoman/sdk';

/** Kinds of credentials that can be entered; tokens of a login come from elsewhere, and two kinds are set up with a command. */
export type CredentialKind = Exclude<AgentCredential['kind'], 'oauth2_login' | 'jwt_bearer' | 'enterprise'>;

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
  clientId: string;
  clientAuth: 'basic' | 'form';
  scope: string;
  audienceClaim: string;
  resource: string;
}

/** The kinds with their names, in the order of how common they are. */
export const kindOptions: readonly { value: CredentialKind; label: string }[] = [
  { value: 'api_key', label: 'API key' },
  { value: 'bearer', label: 'Bearer token' },
  { value: 'oauth2_client', label: 'OAuth client credentials' },
  { value: 'token_exchange', label: 'Exchange of the token of the caller' },
  { value: 'mtls', label: 'Client certificate' },
];

/** What the secret is called. */
export const secretNames: Readonly<Record<CredentialKind, string>> = {
  api_key: 'API key',
  bearer: 'Token',
  oauth2_client: 'Client secret',
  token_exchange: 'Client secret',
  mtls: 'Private key',
};

const empty: CredentialDraft = {
  kind: 'api_key',
  name: '',
  audience: 'everyone',
  place: 'header',
  field: 'X-API-Key',
  secret: '',
  certificate: '',
  tokenUrl: '',
  clientId: '',
  clientAuth: 'basic',
  scope: '',
  audienceClaim: '',
  resource: '',
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
export function isComplete({ kind, secret, certificate, tokenUrl, clientId, field }: CredentialDraft): boolean {
  const hasSecret = secret.trim() !== '';
  if (kind === 'api_key') return hasSecret && field.trim() !== '';
  if (kind === 'mtls') return hasSecret && certificate.trim() !== '';
  if (kind === 'oauth2_client') return hasSecret && tokenUrl.trim() !== '' && clientId.trim() !== '';
  if (kind === 'token_exchange') return tokenUrl.trim() !== '' && (clientId.trim() !== '') === hasSecret;
  return hasSecret;
}

/** The request; texts are trimmed, because pasted secrets often end with a line break. */
export function toRequest(draft: CredentialDraft): AgentCredentialRequest {
  const { kind, audience } = draft;
  const secret = draft.secret.trim();
  const common = { name: draft.name.trim() || kind, for: audience };
  if (kind === 'api_key') {
    return { ...common, kind, secret: { value: secret, in: draft.place, name: draft.field.trim() } };
  }
  if (kind === 'bearer') return { ...common, kind, secret: { token: secret } };
  if (kind === 'mtls')
    return { ...common, kind, secret: { certificate: draft.certificate, private_key: draft.secret } };
  const client = {
    token_url: draft.tokenUrl.trim(),
    client_auth: draft.clientAuth,
    ...given('scope', draft.scope),
    ...given('audience', draft.audienceClaim),
    ...given('resource', draft.resource),
  };
  const clientId = draft.clientId.trim();
  if (kind === 'oauth2_client') {
    return { ...common, kind, secret: { ...client, client_id: clientId, client_secret: secret } };
  }
  const own = clientId === '' ? {} : { client_id: clientId, client_secret: secret };
  return { ...common, kind, secret: { ...client, ...own } };
}

/** The words of the command that does the same; it prompts for the secret. */
export function toWords(service: string, draft: CredentialDraft, replaced: string | undefined): string[] {
  const { kind, name, audience, place, field } = draft;
  const isClient = kind === 'oauth2_client' || kind === 'token_exchange';
  return [
    ...['credentials', 'add', service],
    ...option('kind', kind === 'api_key' ? '' : kind),
    ...option('name', name),
    ...(audience === 'me' ? ['--mine'] : []),
    ...option('replace', replaced ?? ''),
    ...(kind === 'api_key' ? option(place, field) : []),
    ...(kind === 'mtls' ? ['--cert', 'client.pem'] : []),
    ...(isClient ? clientOptions(draft) : []),
  ];
}

function clientOptions({ tokenUrl, clientId, clientAuth, scope, audienceClaim, resource }: CredentialDraft): string[] {
  return [
    ...option('token-url', tokenUrl),
    ...option('client-id', clientId),
    ...option('client-auth', clientAuth === 'basic' ? '' : clientAuth),
    ...option('scope', scope),
    ...option('audience', audienceClaim),
    ...option('resource', resource),
  ];
}

function option(name: string, value: string): string[] {
  return value.trim() === '' ? [] : [`--${name}`, value.trim()];
}

function given<Name extends string>(name: Name, value: string): Partial<Record<Name, string>> {
  return value.trim() === '' ? {} : ({ [name]: value.trim() } as Record<Name, string>);
}
