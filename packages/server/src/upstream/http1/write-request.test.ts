/** Tests the bytes that are sent, and that no part of a request can be injected. */
import { expect, it } from 'vitest';
import type { OutgoingRequest } from './write-request.js';
import { createWriteRequest } from './write-request.js';

function writeRequest(request: OutgoingRequest, host: string) {
  return createWriteRequest(host)(request);
}

const headers = { accept: 'application/json' };

it('writes head and plain body as one text', () => {
  const written = writeRequest({ method: 'POST', path: '/invoke?x=1', headers, body: '{"a":1}' }, 'agent.example:8443');
  expect(written).toEqual({
    text: 'POST /invoke?x=1 HTTP/1.1\r\nhost: agent.example:8443\r\nconnection: keep-alive\r\naccept: application/json\r\ncontent-length: 7\r\n\r\n{"a":1}',
  });
});

it('counts bytes, not characters, and writes multi-byte text separately', () => {
  const { text, rest } = writeRequest({ method: 'POST', path: '/', headers, body: '{"a":"ß"}' }, 'a');
  expect(text.endsWith('content-length: 10\r\n\r\n')).toBe(true);
  expect(rest?.toString()).toBe('{"a":"ß"}');
  const bytes = Buffer.from([0, 255, 10]);
  expect(writeRequest({ method: 'PUT', path: '/', headers, body: bytes }, 'a').rest).toBe(bytes);
});

it('sends Content-Length: 0 for methods that usually have a body', () => {
  expect(writeRequest({ method: 'POST', path: '/', headers: {} }, 'a').text).toContain('content-length: 0\r\n');
  expect(writeRequest({ method: 'GET', path: '/', headers: {} }, 'a').text).not.toContain('content-length');
});

it.each([
  ['a line end in a value', { headers: { x: 'a\r\ny: b' } }],
  ['a line feed in a value', { headers: { x: 'a\nb' } }],
  ['a NUL in a value', { headers: { x: 'a\0' } }],
  ['a character beyond one byte', { headers: { x: 'a\u0142' } }],
  ['a line end in a name', { headers: { 'x\r\ny': 'a' } }],
  ['an empty name', { headers: { '': 'a' } }],
  ['a blank in the path', { path: '/a b' }],
  ['a line end in the path', { path: '/a\r\nx: y' }],
  ['a path without a leading slash', { path: 'http://other/' }],
  ['a blank in the method', { method: 'GET /x' }],
])('refuses %s', (_what, part) => {
  expect(() => writeRequest({ method: 'POST', path: '/', headers, ...part }, 'a')).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT' }),
  );
});

it('writes and checks again what differs from the last request', () => {
  const write = createWriteRequest('a');
  const head = (path: string, value: string) => write({ method: 'GET', path, headers: { accept: value } }).text;
  const first = head('/', 'text/html');
  expect(head('/', 'text/html')).toBe(first);
  expect(head('/x', 'text/plain')).toBe(
    'GET /x HTTP/1.1\r\nhost: a\r\nconnection: keep-alive\r\naccept: text/plain\r\n\r\n',
  );
  expect(() => head('/x', 'text/plain\r\ny: z')).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  expect(() => head('/x y', 'text/plain')).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  const long = 'x'.repeat(1000);
  expect(head('/', long)).toContain(`\r\naccept: ${long}\r\n`);
  expect(head('/', 'text/html')).toBe(first);
});
