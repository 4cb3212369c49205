/** Sends streams and long bodies with backpressure. */
import type { Writable } from 'node:stream';

/** Writes every chunk with `write`; rejects and cancels the stream when the stream fails or the client disconnects. */
export async function sendStream(
  sink: Writable,
  body: ReadableStream<Uint8Array>,
  write: (chunk: Uint8Array) => boolean,
): Promise<void> {
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  sink.once('close', cancel);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (sink.destroyed) throw new Error('the client disconnected');
      if (next.value.byteLength > 0 && !write(next.value)) await drained(sink);
    }
    if (sink.destroyed) throw new Error('the client disconnected');
  } finally {
    sink.off('close', cancel);
  }
}

/** Bytes of one write to a client that keeps up, and to one that does not: small, so that its progress is visible. */
const sliceBytes = { fast: 65_536, slow: 16_384 };

/** Bodies up to this length are written at once. */
export const longestWrite = sliceBytes.fast;

/** Writes a long body in slices with backpressure; ends early when the client disconnects. */
export async function sendSlices(sink: Writable, body: Uint8Array): Promise<void> {
  let size = sliceBytes.fast;
  for (let at = 0; at < body.byteLength && !sink.destroyed; ) {
    const slice = body.subarray(at, at + size);
    at += size;
    if (sink.write(slice)) continue;
    if (sink.writableLength > 0) size = sliceBytes.slow;
    await drained(sink);
  }
}

/** Resolves when the client has caught up or has disconnected. */
export async function drained(sink: Writable): Promise<void> {
  if (sink.destroyed || !sink.writableNeedDrain) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      sink.off('drain', end);
      sink.off('close', end);
      resolve();
    };
    sink.on('drain', end);
    sink.on('close', end);
  });
}
