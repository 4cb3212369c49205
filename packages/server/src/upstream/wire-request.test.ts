import type { UpstreamRequest } from '@dragoman/core/engine';
import { createAddressPolicy } from '@dragoman/core/http';
import { describe, expect, it } from 'vitest';
import { createAim } from './aim.js';
import { aimRequest } from './wire-request.js';

const judge = createAim({ policy: createAddressPolicy(['cards.internal']), allowHttp: true });

function aim(request: Partial<UpstreamRequest>) {
  return aimRequest(
    {
      url: 'https://agent.example/act?kept=1',
      method: 'post',
      headers: {},
      repeatable: false,
      signal: new AbortController().signal,
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      ...request,
    },
    judge,
  );
}

describe('an outgoing request has', () => {
  it('cookies of the operation and of the credential, which wins', () => {
    const { wire } = aim({
      headers: { cookie: 'lang=en; sid=forged' },
      credential: { headers: { cookie: 'sid=s3cret' } },
    });
    expect(wire.headers.cookie).toBe('lang=en; sid=s3cret');
  });

  it('the body as JSON, with the credential in headers and query', () => {
    const { origin, wire } = aim({
      body: { name: 'Ærø' },
      headers: { 'X-Request-ID': 'r1', accept: 'application/json' },
      credential: { headers: { authorization: 'Bearer s' }, query: { key: 'a b' } },
    });
    expect(origin).toBe('https://agent.example');
    expect(wire).toMatchObject({ path: '/act?kept=1&key=a%20b', method: 'POST' });
    expect(wire.body?.toString()).toBe('{"name":"Ærø"}');
    expect(wire.headers).toEqual({
      'content-type': 'application/json',
      'x-request-id': 'r1',
      accept: 'application/json',
      authorization: 'Bearer s',
      'accept-encoding': 'identity',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      'user-agent': 'dragoman',
    });
  });

  it.each([
    ['/act?ids=1,2|3&q=a%20b+c&flag', '/act?ids=1,2|3&q=a%20b+c&flag&key=s'],
    ['/act?key=mine&a=1&k%65y=again', '/act?a=1&key=s'],
    ['/act', '/act?key=s'],
    ['//two/slashes?a=b?c', '//two/slashes?a=b?c&key=s'],
  ])('%s with the credential in it and nothing else changed', (path, expected) => {
    const { wire } = aim({ url: `https://agent.example${path}`, credential: { query: { key: 's' } } });
    expect(wire.path).toBe(expected);
  });

  it('the user agent that a description requires', () => {
    expect(aim({ headers: { 'User-Agent': 'harbor-app/2' } }).wire.headers['user-agent']).toBe('harbor-app/2');
  });

  it('no hop-by-hop header and no header generated here; a cookie only where a description asks for one', () => {
    const { wire } = aim({
      headers: {
        cookie: 'a=b',
        'set-cookie': 'a=b',
        Host: 'other.example',
        'content-length': '1',
        te: 'trailers',
        'accept-encoding': 'br',
      },
    });
    expect(Object.keys(wire.headers).sort()).toEqual(['accept-encoding', 'cookie', 'traceparent', 'user-agent']);
    expect(wire.headers['accept-encoding']).toBe('identity');
  });
});

describe('an outgoing request is rejected with', () => {
  it.each([
    'not an address',
    'ftp://agent.example/',
    'http://agent.example.:x/',
    'https://user:word@agent.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'http://10.0.0.1/',
    'https://169.254.169.254/latest',
  ])('%s, every time', (url) => {
    for (const _again of [1, 2])
      expect(() => aim({ url })).toThrow(expect.objectContaining({ code: 'UPSTREAM_REFUSED' }));
  });
});
