import type { AgentCredential } from '@dragoman/sdk';
import { describe, expect, it } from 'vitest';
import { draftFor, draftOf, isComplete, toRequest, toWords } from './credential-draft.js';

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

  it('of an OAuth client needs its endpoint, id and secret; an exchange may be without a client', () => {
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
        client_auth: 'basic',
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
