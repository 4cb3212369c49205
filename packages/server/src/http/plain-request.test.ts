/** Shows which requests are read in plain parts: only those that read the same as a web request. */
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { isPlain } from './plain-request.js';

/** A request as Node's parser gives it: the first of two equal headers is kept for some names. */
function incoming({ method = 'POST', url = '/agents/a/invoke', more = [] as string[], host = 'localhost:80' }) {
  const rawHeaders = ['Host', host, 'Content-Length', '2', ...more];
  const headers: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers[(rawHeaders[at] ?? '').toLowerCase()] ??= rawHeaders[at + 1] ?? '';
  return { method, url, headers, rawHeaders } as unknown as IncomingMessage;
}

it('takes an ordinary call', () => {
  expect(isPlain(incoming({}))).toBe(true);
  expect(isPlain(incoming({ url: '/agents/a%20b/invoke?dry_run=true&version=2', host: '[::1]:8080' }))).toBe(true);
});

it.each([
  ['another method', { method: 'GET' }],
  ['a credential that came twice', { more: ['Authorization', 'Bearer a', 'Authorization', 'Bearer b'] }],
  ['a header that came twice', { more: ['X-A', 'a', 'x-a', 'b'] }],
  ['a body in chunks', { more: ['Transfer-Encoding', 'chunked'] }],
  ['an expectation', { more: ['Expect', '100-continue'] }],
  ['another protocol', { more: ['Upgrade', 'h2c'] }],
  ['a whole address in the request line', { url: 'http://other/agents/a/invoke' }],
  ['an address that begins with two slashes', { url: '//other/agents/a/invoke' }],
  ['a fragment', { url: '/agents/a/invoke#x' }],
  ['a character that addresses do not have', { url: '/agents/<a>/invoke' }],
  ['a host that is none', { host: 'a/b' }],
  ['a host with a user', { host: 'user@host' }],
  ['an empty host', { host: '' }],
])('leaves %s to the adapter', (_what, part) => {
  expect(isPlain(incoming(part))).toBe(false);
});
