/** Sends a streamed body with backpressure. */
import { once } from 'node:events';
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

/** Resolves when the client has caught up or has disconnected. */
export async function drained(sink: Writable): Promise<void> {
  if (sink.destroyed || !sink.writableNeedDrain) return;
  const over = new AbortController();
  await Promise.race([once(sink, 'drain', over), once(sink, 'close', over)]).catch(() => undefined);
  over.abort();
}
