import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeBody, needsDecoding } from './decode-body.js';

function streamOf(bytes: Uint8Array, onCancel = () => {}) {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.byteLength) return controller.close();
      controller.enqueue(bytes.subarray(at, at + 1000));
      at += 1000;
    },
    cancel: onCancel,
  });
}

const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

describe('a body compressed against the request', () => {
  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    [' GZIP ', gzipSync],
  ])('is decoded when it is %s', async (encoding, compress) => {
    expect(needsDecoding(encoding)).toBe(true);
    expect(await textOf(decodeBody(streamOf(compress(Buffer.from('{"a":1}'))), encoding, 100))).toBe('{"a":1}');
  });

  it('is rejected when it has another encoding or is compressed twice', () => {
    for (const encoding of ['zstd', 'gzip, gzip', 'x']) {
      expect(() => needsDecoding(encoding)).toThrow(expect.objectContaining({ code: 'UPSTREAM_ERROR' }));
    }
    expect([needsDecoding(''), needsDecoding('identity')]).toEqual([false, false]);
  });
});

describe('decoding stops at', () => {
  it.each([
    ['gzip', gzipSync(Buffer.alloc(64 * 1024 * 1024))],
    ['br', brotliCompressSync(Buffer.alloc(64 * 1024 * 1024))],
  ])('a %s bomb, soon after the limit', async (encoding, bomb) => {
    let cancelled = false;
    const source = streamOf(bomb, () => {
      cancelled = true;
    });
    const reader = decodeBody(source, encoding, 1_000_000).getReader();
    let length = 0;
    const failure = await (async () => {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return undefined;
        length += value.byteLength;
      }
    })().catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'ANSWER_TOO_LARGE',
      message: expect.stringContaining('larger than 1000000'),
    });
    expect(length).toBeLessThanOrEqual(1_000_000);
    if (bomb.byteLength > 4000) expect(cancelled).toBe(true);
  });

  it('a body that does not match its encoding', async () => {
    const broken = decodeBody(streamOf(Buffer.from('no gzip at all')), 'gzip', 100);
    await expect(textOf(broken)).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: expect.stringContaining('decompressed'),
    });
  });

  it('a truncated body', async () => {
    const cut = gzipSync(Buffer.from('x'.repeat(1000))).subarray(0, 20);
    await expect(textOf(decodeBody(streamOf(cut), 'gzip', 5000))).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  });

  it('a canceled read', async () => {
    let cancelled = false;
    const random = Buffer.from(Array.from({ length: 200_000 }, (_unused, index) => (index * 2_654_435_761) % 251));
    const source = streamOf(gzipSync(random, { level: 0 }), () => {
      cancelled = true;
    });
    const reader = decodeBody(source, 'gzip', 1_000_000).getReader();
    await reader.read();
    await reader.cancel();
    await new Promise((resolve) => setImmediate(resolve));
    expect(cancelled).toBe(true);
  });
});
