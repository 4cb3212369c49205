import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createAuthenticate, readCredential } from './authenticate.js';

const known = { kind: 'key', subject: 'someone', scopes: [] } as const;

function authenticator(open = false) {
  return createAuthenticate({
    authenticators: [
      { authenticate: async (credential) => (credential === 'first' ? { ...known, subject: 'first' } : undefined) },
      {
        authenticate: async (credential) => {
          if (credential === 'bad') throw new Failure('INVALID_CREDENTIAL');
          return credential === 'good' ? known : undefined;
        },
      },
    ],
    isOpen: async () => open,
  });
}

describe('identifying the caller', () => {
  it('reads Authorization: Bearer and X-API-Key', async () => {
    expect(await authenticator()(new Headers({ authorization: 'Bearer good' }))).toBe(known);
    expect(await authenticator()(new Headers({ authorization: 'bearer   good' }))).toBe(known);
    expect(await authenticator()(new Headers({ 'x-api-key': ' good ' }))).toBe(known);
    expect(await authenticator()(new Headers({ authorization: 'Bearer first' }))).toMatchObject({ subject: 'first' });
  });

  it('treats a request without a credential as anonymous, or as the local user of an open server', async () => {
    expect(await authenticator()(new Headers())).toMatchObject({ kind: 'anonymous' });
    expect(await authenticator(true)(new Headers())).toMatchObject({ kind: 'local' });
  });

  it.each([
    { authorization: 'Bearer bad' },
    { authorization: 'Bearer unheard-of' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
    { authorization: 'Basic dXNlcjpwYXNz' },
    { authorization: 'Bearer good, Bearer good' },
    { authorization: '' },
    { 'x-api-key': '' },
    { 'x-api-key': 'bad' },
    { authorization: 'Bearer good', 'x-api-key': 'first' },
    { 'x-api-key': 'x'.repeat(20_000) },
  ])('rejects %j, also on an open server, and never treats it as no credential', async (headers) => {
    for (const open of [false, true]) {
      const recognize = async () => authenticator(open)(new Headers(headers));
      await expect(recognize()).rejects.toMatchObject({ code: 'INVALID_CREDENTIAL' });
    }
  });

  it('accepts the same credential given twice', () => {
    expect(readCredential(new Headers({ authorization: 'Bearer good', 'x-api-key': 'good' }))).toBe('good');
  });
});

describe('headers of a reused connection', () => {
  it('keep the memory of their credential when they are fixed, and have none when they may change', async () => {
    const memories: unknown[] = [];
    const authenticate = createAuthenticate({
      authenticators: [
        {
          authenticate: (_, memory) => {
            memories.push(memory);
            return known;
          },
        },
      ],
      isOpen: () => false,
    });
    const fixed = { get: (name: string) => (name === 'authorization' ? 'Bearer good' : null), isFixed: true };
    await authenticate(fixed);
    await authenticate(fixed);
    await authenticate({ ...fixed });
    expect(memories[0]).toBe(memories[1]);
    expect(memories[2]).not.toBe(memories[0]);
    const changing = new Headers({ authorization: 'Bearer good' });
    await authenticate(changing);
    changing.delete('authorization');
    expect(await authenticate(changing)).toMatchObject({ kind: 'anonymous' });
  });
});
