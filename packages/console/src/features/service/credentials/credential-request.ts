/** A draft of a credential as the request that stores it, and as the command that does the same. */
import type { AgentCredentialRequest, TokenClient } from '@dragoman/sdk';
import { type CredentialDraft, isPrivateKey, requestsTokens } from './credential-draft.js';

/** The request; texts are trimmed, because pasted secrets often end with a line break. */
export function toRequest(draft: CredentialDraft): AgentCredentialRequest {
  const { kind, audience } = draft;
  const secret = draft.secret.trim();
  const common = { name: draft.name.trim() || kind, for: audience };
  switch (kind) {
    case 'api_key':
      return { ...common, kind, secret: { value: secret, in: draft.place, name: draft.field.trim() } };
    case 'bearer':
      return { ...common, kind, secret: { token: secret } };
    case 'mtls':
      return { ...common, kind, secret: { certificate: draft.certificate, private_key: draft.secret } };
    case 'oauth2_client':
      return { ...common, kind, secret: { ...clientOf(draft), client_id: draft.clientId.trim() } };
    case 'token_exchange':
      return { ...common, kind, secret: { ...clientOf(draft), token_url: draft.tokenUrl.trim() } };
    case 'jwt_bearer':
      return { ...common, kind, secret: { ...clientOf(draft), ...given('assertion', draft.assertion) } };
    case 'enterprise':
      return { ...common, kind, secret: { ...clientOf(draft), ...providerOf(draft) } };
  }
}

function clientOf(draft: CredentialDraft): TokenClient {
  const { clientAuth, algorithm } = draft;
  const signs = isPrivateKey(draft);
  return {
    ...given('token_url', draft.tokenUrl),
    ...given('issuer', draft.kind === 'token_exchange' ? '' : draft.issuer),
    ...given('client_id', draft.clientId),
    ...(clientAuth === 'announced' ? {} : { client_auth: clientAuth }),
    ...given(signs ? 'private_key' : 'client_secret', draft.secret),
    ...(signs ? given('key_id', draft.keyId) : {}),
    ...(signs && algorithm !== ''
      ? { signing_algorithm: algorithm as NonNullable<TokenClient['signing_algorithm']> }
      : {}),
    ...(draft.dpop ? { dpop: true } : {}),
    ...given('scope', draft.scope),
    ...given('audience', draft.audienceClaim),
    ...given('resource', draft.resource),
  };
}

function providerOf(draft: CredentialDraft) {
  return {
    idp_token_url: draft.idpTokenUrl.trim(),
    ...given('idp_client_id', draft.idpClientId),
    ...given('idp_client_secret', draft.idpSecret),
    ...given('subject_token', draft.subjectToken),
    ...(draft.subjectToken.trim() === '' ? {} : given('subject_token_type', draft.subjectType)),
  };
}

/** The words of the command that does the same; it prompts for the secret, and reads further secrets from files. */
export function toWords(service: string, draft: CredentialDraft, replaced: string | undefined): string[] {
  const { kind, name, audience, place, field } = draft;
  return [
    ...['credentials', 'add', service],
    ...option('kind', kind === 'api_key' ? '' : kind),
    ...option('name', name),
    ...(audience === 'me' ? ['--mine'] : []),
    ...option('replace', replaced ?? ''),
    ...(kind === 'api_key' ? option(place, field) : []),
    ...(kind === 'mtls' ? ['--cert', 'client.pem'] : []),
    ...(requestsTokens(kind) ? clientOptions(draft) : []),
    ...(kind === 'jwt_bearer' ? fileOption('assertion-file', 'assertion.jwt', draft.assertion) : []),
    ...(kind === 'enterprise' ? providerOptions(draft) : []),
  ];
}

function clientOptions(draft: CredentialDraft): string[] {
  const { kind, clientId, secret, clientAuth } = draft;
  const signs = isPrivateKey(draft);
  const isPublic = (kind === 'jwt_bearer' || kind === 'enterprise') && clientId.trim() !== '' && secret.trim() === '';
  return [
    ...option('token-url', draft.tokenUrl),
    ...option('issuer', kind === 'token_exchange' ? '' : draft.issuer),
    ...option('client-id', clientId),
    ...option('client-auth', clientAuth === 'announced' ? '' : clientAuth),
    ...option('key-id', signs ? draft.keyId : ''),
    ...option('algorithm', signs ? draft.algorithm : ''),
    ...(isPublic ? ['--public'] : []),
    ...(draft.dpop ? ['--dpop'] : []),
    ...option('scope', draft.scope),
    ...option('audience', draft.audienceClaim),
    ...option('resource', draft.resource),
  ];
}

function providerOptions(draft: CredentialDraft): string[] {
  const { subjectToken: token } = draft;
  return [
    ...option('idp-token-url', draft.idpTokenUrl),
    ...option('idp-client-id', draft.idpClientId),
    ...fileOption('idp-secret-file', 'idp-secret.txt', draft.idpSecret),
    ...fileOption('subject-file', 'token.txt', token),
    ...option('subject-type', token.trim() === '' ? '' : draft.subjectType),
  ];
}

function option(name: string, value: string): string[] {
  return value.trim() === '' ? [] : [`--${name}`, value.trim()];
}

/** A secret is never an argument. */
function fileOption(name: string, file: string, secret: string): string[] {
  return secret.trim() === '' ? [] : [`--${name}`, file];
}

function given<Name extends string>(name: Name, value: string): Partial<Record<Name, string>> {
  return value.trim() === '' ? {} : ({ [name]: value.trim() } as Record<Name, string>);
}
