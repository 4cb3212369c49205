/** Tests for requests parsed by Node: URL, headers and body. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { NodeRequest } from './node-request.js';

const pace = { bytesPerSecond: 1000, graceSeconds: 5 };

/** A request as Node's parser delivers it: for some repeated headers, `headers` keeps only the first value. */
function requestOf({ method = 'POST', url = '/agents/a/invoke', more = [] as string[], host = 'localhost:80' } = {}) {
  const incoming = new IncomingMessage(new Socket());
  const rawHeaders = ['Host', host, ...more];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    incoming.headers[name] ??= rawHeaders[at + 1] ?? '';
  }
  Object.assign(incoming, { method, url, rawHeaders });
  return { incoming, request: new NodeRequest(incoming, new ServerResponse(incoming), pace) };
}

it.each([
  [{}, 'http://localhost:80/agents/a/invoke'],
  [{ url: '/agents/a%20b?dry_run=true', host: '[::1]:8080' }, 'http://[::1]:8080/agents/a%20b?dry_run=true'],
  [{ url: 'http://other/agents' }, 'http://other/agents'],
  [{ url: '//other/agents' }, 'http://localhost//other/agents'],
  [{ url: '/agents/<a>' }, 'http://localhost/agents/%3Ca%3E'],
])('builds the URL of %j', (part, url) => {
  expect(new URL(requestOf(part).request.url).href).toBe(new URL(url).href);
});

it.each([['a/b'], ['user@host'], [''], ['a b']])('rejects the host %j', (host) => {
  expect(() => requestOf({ host })).toThrow();
});

it('joins the values of repeated headers, including credentials, so that none of them is picked', () => {
  const more = ['Authorization', 'Bearer a', 'authorization', 'Bearer b', 'X-A', '1'];
  const { headers } = requestOf({ more }).request;
  expect([headers.get('Authorization'), headers.get('x-a'), headers.get('x-b')]).toEqual([
    'Bearer a, Bearer b',
    '1',
    null,
  ]);
});

it('does not find headers in the prototype of objects', () => {
  expect(requestOf().request.headers.has('constructor')).toBe(false);
});

it.each([
  [[], false],
  [['Content-Length', '0'], false],
  [['Content-Length', '2'], true],
  [['Transfer-Encoding', 'chunked'], true],
])('detects from %j whether there is a body: %s', (more, hasBody) => {
  expect(requestOf({ more }).request.hasBody).toBe(hasBody);
});

it('reads the body once and returns the same bytes on every call', async () => {
  const { incoming, request } = requestOf({ more: ['Content-Length', '4'] });
  incoming.push('ab');
  incoming.push('cd');
  incoming.push(null);
  expect(Buffer.from(await request.bytes(4)).toString()).toBe('abcd');
  expect(Buffer.from(await request.bytes(4)).toString()).toBe('abcd');
  await expect(request.bytes(3)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
});

it('stops reading a body above the limit', async () => {
  const { incoming, request } = requestOf({ more: ['Transfer-Encoding', 'chunked'] });
  incoming.push('abc');
  incoming.push('def');
  await expect(request.bytes(4)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  expect(incoming.isPaused()).toBe(true);
});

it('fails when the client disconnected before the body was requested', async () => {
  const { incoming, request } = requestOf({ more: ['Content-Length', '4'] });
  incoming.destroy();
  await expect(request.bytes(4)).rejects.toThrow('disconnected');
  expect([request.hasLeft(), request.signal.aborted]).toEqual([true, true]);
});
