/** Worker thread entry of `createThreadedEmbedder`: one text in, one vector out. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createEmbedder, type Tier } from './create-embedder.js';
import type { ThreadAnswer } from './thread-messages.js';

/**
 * Loads the model and answers. This is no top-level await: V8 of Node 20 ends the whole process when a thread is
 * terminated while a module awaits.
 */
async function serve(port: MessagePort): Promise<void> {
  const answer = (given: ThreadAnswer, vector?: Float32Array<ArrayBuffer>) =>
    port.postMessage(given, vector === undefined ? [] : [vector.buffer]);
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
}

if (parentPort === null) throw new Error('This file is a worker thread entry point.');
void serve(parentPort);
