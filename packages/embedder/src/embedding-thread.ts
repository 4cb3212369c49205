/** Worker thread entry of `createThreadedEmbedder`: one text in, one vector out. */
import { parentPort, workerData } from 'node:worker_threads';
import { createEmbedder, type Tier } from './create-embedder.js';
import type { ThreadAnswer } from './thread-messages.js';

const port = parentPort;
if (port === null) throw new Error('This file is a worker thread entry point.');

function answer(given: ThreadAnswer, vector?: Float32Array<ArrayBuffer>): void {
  port?.postMessage(given, vector === undefined ? [] : [vector.buffer]);
}

try {
  const { embedNow } = await createEmbedder({ tier: workerData as Tier });
  port.on('message', (text: string) => {
    const vector = new Float32Array(embedNow(text));
    answer({ kind: 'vector', vector }, vector);
  });
  answer({ kind: 'ready' });
} catch (error) {
  answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
}
