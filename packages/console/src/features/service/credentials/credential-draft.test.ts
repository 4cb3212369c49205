import type { AgentCredential } from '@dragoman/sdk';
import { describe, expect, it } from 'vitest';
import { type CredentialDraft, draftFor, draftOf, isComplete } from './credential-draft.js';
import { toRequest, toWords } from './credential-request.js';

const accepted = (more: object) => ({ type: 'api_key', operations: 1, missing: 1, ...more });

describe('the draft of a credential', () => {
  it.each([
    [
      { in: 'query', name: 'appid' },
      { kind: 'api_key', place: 'query', field: 'appid' },
    ],
    [{ type: 'oauth2_bearer' }, { kind: 'bearer' }],
    [{ type: 'mtls' }, { kind: 'mtls' }],
    [{ type: 'basic' }, { kind: 'api_key', place: 'header', field: 'Authorization' }],
    [{ type: 'something else' }, { kind: 'api_key', field: 'X-API-Key' }],
  ])('begins with what the service accepts: %o', (demand, expected) => {
    expect(draftFor(accepted(demand) as never)).toMatchObject({ ...expected, secret: '' });
  });

  it('becomes the request, and a command without the secret', () => {
    const draft = {
      ...draftFor(undefined),
      secret: ' otter\n',
      field: 'X-Key',
      name: 'crane',
      audience: 'me' as const,
    };
    expect(toRequest(draft)).toEqual({
      name: 'crane',
      for: 'me',
      kind: 'api_key',
      secret: { value: 'otter', in: 'header', name: 'X-Key' },
    });
    const words = toWords('cranes', draft, 'c-1').join(' ');
    expect(words).toBe('credentials add cranes --name crane --mine --replace c-1 --header X-Key');
  });

  it('of an OAuth client needs its id and secret; an exchange may be without a client', () => {
    const client = {
      ...draftFor(undefined),
      kind: 'oauth2_client' as const,
      secret: 's',
      tokenUrl: 'https://id.example/t',
    };
    expect(isComplete(client)).toBe(false);
    const whole = { ...client, clientId: 'us', scope: 'a b' };
    expect(isComplete(whole)).toBe(true);
    expect(toRequest(whole)).toEqual({
      name: 'oauth2_client',
      for: 'everyone',
      kind: 'oauth2_client',
      secret: {
        token_url: 'https://id.example/t',
        scope: 'a b',
        client_id: 'us',
        client_secret: 's',
      },
    });
    const exchange = { ...client, kind: 'token_exchange' as const, secret: '' };
    expect(isComplete(exchange)).toBe(true);
    expect(toRequest(exchange).secret).not.toHaveProperty('client_id');
    expect(toWords('x', exchange, undefined).join(' ')).toBe(
      'credentials add x --kind token_exchange --token-url https://id.example/t',
    );
  });

  const key = '-----BEGIN PRIVATE KEY-----\notter\n-----END PRIVATE KEY-----';
  const signed = {
    clientAuth: 'private_key_jwt',
    clientId: 'us',
    secret: key,
    keyId: 'k1',
    algorithm: 'ES256',
  } as const;
  it.each<[string, Partial<CredentialDraft>, object, string]>([
    [
      'a client that signs',
      { kind: 'oauth2_client', ...signed, dpop: true, issuer: 'https://id.example' },
      {
        issuer: 'https://id.example',
        client_id: 'us',
        client_auth: 'private_key_jwt',
        private_key: key,
        key_id: 'k1',
        signing_algorithm: 'ES256',
        dpop: true,
      },
      '--kind oauth2_client --issuer https://id.example --client-id us --client-auth private_key_jwt --key-id k1 --algorithm ES256 --dpop',
    ],
    ['the identity of the workload', { kind: 'jwt_bearer' }, {}, '--kind jwt_bearer'],
    [
      'a signed assertion of a public client',
      { kind: 'jwt_bearer', clientId: 'us', assertion: 'a.b.c\n' },
      { client_id: 'us', assertion: 'a.b.c' },
      '--kind jwt_bearer --client-id us --public --assertion-file assertion.jwt',
    ],
    [
      'the identity provider of an organization',
      {
        kind: 'enterprise',
        idpTokenUrl: 'https://sso.example/t',
        idpClientId: 'gw',
        idpSecret: 's',
        subjectToken: 't',
        subjectType: 'urn:x',
      },
      {
        idp_token_url: 'https://sso.example/t',
        idp_client_id: 'gw',
        idp_client_secret: 's',
        subject_token: 't',
        subject_token_type: 'urn:x',
      },
      '--kind enterprise --idp-token-url https://sso.example/t --idp-client-id gw --idp-secret-file idp-secret.txt --subject-file token.txt --subject-type urn:x',
    ],
  ])('of %s becomes the request and the command', (_, entered, secret, words) => {
    const draft = { ...draftFor(undefined), ...entered };
    expect(isComplete(draft)).toBe(true);
    expect(toRequest(draft).secret).toEqual(secret);
    expect(toWords('x', draft, undefined).join(' ')).toBe(`credentials add x ${words}`);
  });

  it.each<[string, Partial<CredentialDraft>]>([
    ['a secret without a client', { kind: 'jwt_bearer', secret: 's' }],
    ['a client that signs without its key', { kind: 'jwt_bearer', clientId: 'us', clientAuth: 'private_key_jwt' }],
    ['no identity provider', { kind: 'enterprise', clientId: 'us' }],
    [
      'a secret there without a client there',
      { kind: 'enterprise', idpTokenUrl: 'https://sso.example', idpSecret: 's' },
    ],
  ])('is not complete with %s', (_, entered) => {
    expect(isComplete({ ...draftFor(undefined), ...entered })).toBe(false);
  });

  it('that replaces a credential keeps its kind, name and audience, and needs the secret again', () => {
    const stored = { id: 'c', kind: 'bearer', name: 'token', for: 'subject', subject: 'ada' } as AgentCredential;
    const draft = draftOf(stored);
    expect(draft).toMatchObject({ kind: 'bearer', name: 'token', audience: 'me', secret: '' });
    expect(isComplete(draft)).toBe(false);
  });

  it('is sent in the cookie that the service names', () => {
    expect(draftFor(accepted({ in: 'cookie', name: 'sid' }) as never)).toMatchObject({ place: 'cookie', field: 'sid' });
  });
});
