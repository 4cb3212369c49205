/**
 * Limits a body and decodes an unrequested compression. The output is counted chunk by chunk, so that a decompression
 * bomb is cut off at the limit and never kept in memory.
 */
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Failure } from '@dragoman/model';
import { toUpstreamFailure } from '../outbound/upstream-failure.js';

/** Bytes that each stream buffers. Set explicitly, because Node's default grew from 16 KiB in 20 to 64 KiB in 24. */
const readAhead = { chunkSize: 16_384, highWaterMark: 16_384 };

const decoders = new Map([
  ['gzip', () => createGunzip(readAhead)],
  ['x-gzip', () => createGunzip(readAhead)],
  ['deflate', () => createInflate(readAhead)],
  ['br', () => createBrotliDecompress(readAhead)],
]);

/** True when the body must be decoded; throws on an unknown encoding. */
export function needsDecoding(contentEncoding: string): boolean {
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return false;
  if (decoders.has(encoding)) return true;
  throw new Failure('UPSTREAM_ERROR', {
    message: 'The upstream used an unsupported content encoding, although the request asked for none.',
  });
}

/** The decoded body; its errors are failures. Canceling it cancels the source body. */
export function decodeBody(
  body: ReadableStream<Uint8Array>,
  contentEncoding: string,
  maxBytes: number,
): ReadableStream<Uint8Array> {
  const decoder = decoders.get(contentEncoding.trim().toLowerCase())?.();
  if (decoder === undefined) return body;
  const source = Readable.fromWeb(body as NodeReadableStream<Uint8Array>, readAhead);
  const decoded = pipeline(source, decoder, () => undefined);
  const pieces = (decoded as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let length = 0;
  const releaseAll = () => {
    decoder.destroy();
    source.destroy();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await pieces.next();
          if (piece.done === true) return controller.close();
          length += piece.value.byteLength;
          if (length > maxBytes) throw tooLarge(maxBytes);
          controller.enqueue(piece.value);
        } catch (error) {
          releaseAll();
          controller.error(decodingFailure(error));
        }
      },
      cancel: releaseAll,
    },
    { highWaterMark: 0 },
  );
}

/** The failure for a body that exceeds the limit. */
export function tooLarge(maxBytes: number): Failure {
  return new Failure('ANSWER_TOO_LARGE', { message: `The upstream's response is larger than ${maxBytes} bytes.` });
}

function decodingFailure(error: unknown): Failure {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string' || !/^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_)/.test(code))
    return toUpstreamFailure(error);
  return new Failure('UPSTREAM_ERROR', { message: "The upstream's response could not be decompressed.", cause: error });
}
