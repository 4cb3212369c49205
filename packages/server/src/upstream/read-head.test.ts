import type { IncomingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createReadHead, maxBytesOf } from './read-head.js';
import { createResponseBody } from './response-body.js';

const from = { attempts: 1, origin: 'https://agent.example' };
const limits = { bodyBytes: 1000, streamBytes: 5000, headerBytes: 32_768, headerCount: 12 };

const readHead = createReadHead(limits);

function answer(status: number, headers: IncomingHttpHeaders, bytes = Buffer.from('{}')) {
  const body = createResponseBody({ pause() {}, resume() {}, abort() {} });
  body.push(bytes);
  body.complete();
  return { status, headers, body };
}

describe('a response head passes on', () => {
  it('headers about the response, not about the connection, and no cookies', () => {
    const { headers, mediaType } = readHead(
      answer(200, {
        'content-type': 'Application/JSON; charset=utf-8',
        connection: 'keep-alive, X-Private',
        'keep-alive': 'timeout=5',
        'transfer-encoding': 'chunked',
        'set-cookie': ['a=b', 'c=d'],
        'x-private': 'of this hop',
        'x-twice': ['one', 'two'],
        'x-strange': 'snow ☃',
        'retry-after': '3',
      } as IncomingHttpHeaders),
      from,
    );
    expect(headers).toEqual({
      'content-type': 'Application/JSON; charset=utf-8',
      'x-twice': 'one, two',
      'retry-after': '3',
    });
    expect(mediaType).toBe('application/json');
  });

  it('a decompressed body, without the headers of its compressed form', async () => {
    const packed = gzipSync(Buffer.from('{"a":1}'));
    const read = readHead(
      answer(200, { 'content-encoding': 'gzip', 'content-length': String(packed.byteLength), etag: '"x"' }, packed),
      from,
    );
    expect(read.headers).toEqual({ etag: '"x"' });
    expect(await new Response(read.body).text()).toBe('{"a":1}');
  });

  it('the same result for responses that share their headers, computed once', () => {
    const shared = Object.freeze({ 'content-type': 'text/plain', connection: 'close' });
    const [one, other] = [readHead(answer(200, shared), from), readHead(answer(404, shared), from)];
    expect(other).toMatchObject({ status: 404, headers: { 'content-type': 'text/plain' }, mediaType: 'text/plain' });
    expect(other.headers).toBe(one.headers);
    expect(Object.isFrozen(one.headers)).toBe(true);
    expect(readHead(answer(200, { ...shared }), from).headers).not.toBe(one.headers);
  });

  it('a body read whole, also after its stream was accessed', async () => {
    const read = readHead(answer(200, {}), from);
    expect(Buffer.from((await read.bytes?.()) ?? []).toString()).toBe('{}');
    expect(read).toMatchObject(from);
  });

  it.each([200, 201, 204, 400, 404, 429, 500, 503])('status %i unchanged', (status) => {
    expect(readHead(answer(status, {}), from).status).toBe(status);
  });
});

describe('a response head rejects', () => {
  it.each([300, 301, 302, 303, 304, 307, 308])('a redirect: %i', (status) => {
    expect(() => readHead(answer(status, { location: 'https://elsewhere.example/' }), from)).toThrow(
      expect.objectContaining({ code: 'UPSTREAM_ERROR', message: expect.stringContaining('redirect') }),
    );
  });

  it('too many headers, repeated ones counted each', () => {
    expect(() =>
      readHead(answer(200, { 'x-many': Array(13).fill('y') } as unknown as IncomingHttpHeaders), from),
    ).toThrow(/more than 12 headers/);
  });

  it('a body that is announced as too large', () => {
    expect(() => readHead(answer(200, { 'content-length': '1001' }), from)).toThrow(/larger than 1000/);
  });
});

it('allows longer streams', () => {
  expect(maxBytesOf({ 'content-type': 'text/event-stream; charset=utf-8' }, limits)).toBe(5000);
  expect(maxBytesOf({ 'content-type': 'application/json' }, limits)).toBe(1000);
});
