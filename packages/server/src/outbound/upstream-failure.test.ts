import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { nextAddress } from './guarded-host.js';
import { isJsonType } from './read-answer.js';
import { toUpstreamFailure } from './upstream-failure.js';

const coded = (code: string) => Object.assign(new Error(`secret detail of ${code} at 10.0.0.7`), { code });

describe('toUpstreamFailure', () => {
  it.each([
    ['UND_ERR_CONNECT_TIMEOUT', 'UPSTREAM_TIMEOUT', /in time/],
    ['UND_ERR_HEADERS_TIMEOUT', 'UPSTREAM_TIMEOUT', /in time/],
    ['UND_ERR_BODY_TIMEOUT', 'UPSTREAM_TIMEOUT', /in time/],
    ['ECONNREFUSED', 'UPSTREAM_ERROR', /could not be reached: nothing accepts connections/],
    ['EHOSTUNREACH', 'UPSTREAM_ERROR', /could not be reached/],
    ['EAI_AGAIN', 'UPSTREAM_ERROR', /could not be resolved/],
    ['ECONNRESET', 'UPSTREAM_ERROR', /closed the connection/],
    ['UND_ERR_SOCKET', 'UPSTREAM_ERROR', /closed the connection/],
    ['UND_ERR_HEADERS_OVERFLOW', 'UPSTREAM_ERROR', /valid HTTP/],
    ['CERT_HAS_EXPIRED', 'UPSTREAM_UNTRUSTED', /has expired/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'UPSTREAM_UNTRUSTED', /another host name/],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UPSTREAM_UNTRUSTED', /issuer is unknown/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'UPSTREAM_ERROR', /secure connection.*plain http/],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'UPSTREAM_ERROR', /secure connection .* established\.$/],
    ['SOMETHING_NEW', 'UPSTREAM_ERROR', /invalid response/],
  ])('explains %s and shows nothing of the error itself', (code, failureCode, words) => {
    const error = coded(code);
    for (const thrown of [error, new TypeError('fetch failed', { cause: error })]) {
      const failure = toUpstreamFailure(thrown);
      expect(failure.code).toBe(failureCode);
      expect(failure.message).toMatch(words);
      expect(failure.row.retryable).toBe(failureCode !== 'UPSTREAM_UNTRUSTED');
      expect(failure.message).not.toContain('10.0.0.7');
      expect(failure.cause).toBe(thrown);
    }
  });

  it('returns a failure unchanged, also inside another error', () => {
    const refusal = new Failure('UPSTREAM_REFUSED');
    expect(toUpstreamFailure(refusal)).toBe(refusal);
    expect(toUpstreamFailure(new Error('outer', { cause: new Error('inner', { cause: refusal }) }))).toBe(refusal);
  });

  it('accepts anything that can be thrown', () => {
    for (const thrown of [undefined, null, 'text', 7, {}])
      expect(toUpstreamFailure(thrown).code).toBe('UPSTREAM_ERROR');
  });
});

describe('nextAddress', () => {
  const from = new URL('https://cards.example/a/b?c');

  it.each([
    ['/d', 'https://cards.example/d'],
    ['d', 'https://cards.example/a/d'],
    ['//other.example/e', 'https://other.example/e'],
    ['https://other.example', 'https://other.example/'],
  ])('follows %s to %s', (location, expected) => {
    expect(nextAddress(from, location).href).toBe(expected);
  });

  it.each(['http://cards.example/', 'file:///etc/passwd', 'data:application/json,{}'])(
    'refuses a redirect from https to %s',
    (location) => {
      expect(() => nextAddress(from, location)).toThrow(expect.objectContaining({ code: 'UPSTREAM_REFUSED' }));
    },
  );

  it.each([undefined, 'https://', `/${'x'.repeat(5_000)}`])('rejects a redirect without a target', (location) => {
    expect(() => nextAddress(from, location)).toThrow(expect.objectContaining({ code: 'UPSTREAM_ERROR' }));
  });
});

describe('isJsonType', () => {
  it.each(['application/json', 'application/agent-card+json', 'application/vnd.x.y-1+json'])('takes %s', (type) => {
    expect(isJsonType(type)).toBe(true);
  });

  it.each(['', 'text/html', 'application/jsonp', 'json', 'application/xml', '+json', 'application/json+xml'])(
    'does not accept %j',
    (type) => {
      expect(isJsonType(type)).toBe(false);
    },
  );
});
