import { MessageChannel } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { Embedder } from './embedder.js';
import { EmbedderUnavailable } from './embedder.js';
import { createMeaningReader } from './meaning-reader.js';

const waitMs = 50;

/** Blocks the event loop for longer than the reader waits. */
function block(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * waitMs);
}

/** An embedder whose answer arrives after this many messages, as from a thread; undefined: it never does. */
function createSlowEmbedder(messages: number | undefined): Embedder {
  return {
    model: 'slow',
    dimensions: 1,
    embed: (_texts, signal) =>
      new Promise((resolve, reject) => {
        const { port1, port2 } = new MessageChannel();
        const close = () => port1.close();
        signal?.addEventListener('abort', () => {
          close();
          reject(new EmbedderUnavailable('slow', 'left'));
        });
        port1.on('message', (count: number) => {
          if (count > 1) return port2.postMessage(count - 1);
          close();
          resolve([Float32Array.of(1)]);
        });
        if (messages !== undefined) port2.postMessage(messages);
      }),
  };
}

function createReader(embedder: Embedder) {
  const onError = (error: unknown) => expect.fail(String(error));
  return createMeaningReader({ embedder: () => embedder, waitMs, onError });
}

describe('the reader of meanings', () => {
  it.each([1, 3])('uses an answer of %d messages although the event loop was blocked for longer', async (messages) => {
    const reading = createReader(createSlowEmbedder(messages)).read('wind at the pier');
    block();
    expect(await reading).toMatchObject({ meaning: { model: 'slow' } });
  });

  it('explains that an embedder did not answer in time, and stops it', async () => {
    expect(await createReader(createSlowEmbedder(undefined)).read('wind')).toEqual({
      trouble: 'the embedder did not answer in time',
    });
  });

  it('does not wait for a caller who leaves', async () => {
    const never = new Promise<never>(() => undefined);
    const reader = createReader({ model: 'never', dimensions: 1, embed: () => never });
    const trouble = await reader.read('wind', AbortSignal.abort());
    expect(trouble).toEqual({ trouble: 'the embedder did not answer in time' });
  });
});
