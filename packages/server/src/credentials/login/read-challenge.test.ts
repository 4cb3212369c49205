import { describe, expect, it } from 'vitest';
import { readChallenge } from './read-challenge.js';

describe('a challenge for a bearer token', () => {
  it('is read with its parameters, in any order and spelling, also between other challenges', () => {
    const metadata = 'https://a.example/.well-known/oauth-protected-resource';
    const whole = { schemes: ['bearer'], resourceMetadata: metadata, scope: 'a b', error: 'insufficient_scope' };
    for (const header of [
      `Bearer error="insufficient_scope", scope="a b", resource_metadata="${metadata}"`,
      `bearer Scope="a b",error=insufficient_scope , resource_metadata="${metadata}"`,
      `Basic realm="x, Bearer y", Bearer scope="a b", error="insufficient_scope", resource_metadata="${metadata}"`,
      `Bearer scope="a b", error="insufficient_scope", resource_metadata="${metadata}", Basic realm="x"`,
    ]) {
      expect(readChallenge([header]), header).toEqual(whole);
    }
    expect(readChallenge(['Negotiate', 'Bearer'])).toEqual({ schemes: ['bearer'] });
    expect(readChallenge(['Basic realm="x"'])).toBeUndefined();
    expect(readChallenge([])).toBeUndefined();
  });

  const empty = { schemes: ['bearer'] };

  it('keeps no values that are not of the expected form', () => {
    expect(readChallenge(['Bearer scope="a\\"b", error="<b>", resource_metadata="nowhere"'])).toEqual(empty);
    expect(readChallenge([`Bearer scope="${'a'.repeat(2000)}"`])).toEqual(empty);
    expect(readChallenge(['Bearer __proto__="x", scope="a", scope="b"'])).toEqual({ ...empty, scope: 'a' });
  });

  it('is read together with one for tokens that are bound to a key', () => {
    const both = 'Bearer scope="a", DPoP algs="ES256", error="use_dpop_nonce"';
    expect(readChallenge([both])).toEqual({ schemes: ['bearer', 'dpop'], scope: 'a', error: 'use_dpop_nonce' });
    expect(readChallenge(['DPoP error="invalid_token"'])).toEqual({ schemes: ['dpop'], error: 'invalid_token' });
  });

  it('is read in time that grows with its length only', () => {
    for (const piece of ['a=,', '"', 'a="\\', ' ', 'Bearer ', ',']) {
      readChallenge([`Bearer ${piece.repeat(8192)}`]);
      readChallenge([piece.repeat(8192)]);
    }
  });
});
