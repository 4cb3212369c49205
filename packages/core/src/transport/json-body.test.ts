import { describe, expect, it } from 'vitest';
import type { HttpRequest } from './http-request.js';
import { isJsonType, readJsonBody } from './json-body.js';
import { fromWebRequest } from './web-adapter.js';

const limits = { bytes: 100 };

function post(
  body: RequestInit['body'] | null,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
): HttpRequest {
  const init = { method: 'POST', body, headers, duplex: 'half' };
  return fromWebRequest(new Request('http://localhost/agents', init as RequestInit));
}

function stream(chunks: readonly string[], noteCancel = () => {}): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[at++];
      if (chunk === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(chunk));
    },
    cancel: noteCancel,
  });
}

describe('readJsonBody', () => {
  it('reads a document in one piece and in several', async () => {
    expect(await readJsonBody(post('{"a":[1]}'), limits)).toEqual({ a: [1] });
    expect(await readJsonBody(post(stream(['{"a"', ':', '[1]}'])), limits)).toEqual({ a: [1] });
    expect(await readJsonBody(post('{}', { 'Content-Type': 'application/json; charset=utf-8' }), limits)).toEqual({});
    expect(await readJsonBody(post('{}', { 'Content-Type': 'application/agent-card+json' }), limits)).toEqual({});
  });

  it.each([
    ['an empty body', post(''), 'MALFORMED_JSON'],
    ['no body', post(null), 'MALFORMED_JSON'],
    ['broken JSON', post('{"a":'), 'MALFORMED_JSON'],
    ['broken UTF-8', post(new Uint8Array([0x22, 0xff, 0xfe, 0x22])), 'MALFORMED_JSON'],
    ['a __proto__ member', post('{"__proto__":{"admin":true}}'), 'INVALID_INPUT'],
    ['another type', post('a=1', { 'Content-Type': 'application/x-www-form-urlencoded' }), 'UNSUPPORTED_MEDIA_TYPE'],
    ['plain text', post('{}', { 'Content-Type': 'text/plain' }), 'UNSUPPORTED_MEDIA_TYPE'],
  ])('refuses %s', async (_, request, code) => {
    await expect(readJsonBody(request, limits)).rejects.toMatchObject({ code });
  });

  it('rejects a body without a media type', async () => {
    const request = post(new Uint8Array([0x7b, 0x7d]), {});
    await expect(readJsonBody(request, limits)).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  it('rejects a body with a content coding, which could expand beyond the limit', async () => {
    const coded = post('{}', { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
    await expect(readJsonBody(coded, limits)).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
    const plain = post('{}', { 'Content-Type': 'application/json', 'Content-Encoding': 'identity' });
    expect(await readJsonBody(plain, limits)).toEqual({});
  });

  it('rejects by the declared size before reading anything', async () => {
    let pulled = false;
    const body = new ReadableStream(
      {
        pull() {
          pulled = true;
        },
      },
      { highWaterMark: 0 },
    );
    const request = post(body, { 'Content-Type': 'application/json', 'Content-Length': '101' });
    await expect(readJsonBody(request, limits)).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: expect.stringContaining('100 bytes'),
    });
    expect(pulled).toBe(false);
  });

  it('rejects more bytes than were declared and are allowed, also without a proxy that enforces it', async () => {
    const lying = post(stream(['x'.repeat(6000)]), { 'Content-Type': 'application/json', 'Content-Length': '5' });
    await expect(readJsonBody(lying, limits)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  it('stops reading at the limit when no size was declared', async () => {
    let cancelled = false;
    const endless = stream(
      Array.from({ length: 1000 }, () => 'x'.repeat(60)),
      () => {
        cancelled = true;
      },
    );
    const request = post(endless, { 'Content-Type': 'application/json' });
    await expect(readJsonBody(request, limits)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect(cancelled).toBe(true);
  });

  it('rejects ten thousand levels of nesting', async () => {
    const request = post('['.repeat(10_000) + ']'.repeat(10_000));
    await expect(readJsonBody(request, { bytes: 1_000_000 })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('isJsonType', () => {
  it('recognizes JSON by its type and by its suffix', () => {
    expect(['application/json', 'Application/JSON ; charset=utf-8', 'application/ld+json'].every(isJsonType)).toBe(
      true,
    );
    expect(['text/json5', 'application/jsonx', '', '+json', 'text/html'].some(isJsonType)).toBe(false);
  });
});
