/**
 * Runs a built-in model on a worker thread, so that the process stays responsive. Texts are sent one by one, so that
 * small requests are served between large ones.
 */
import { Worker } from 'node:worker_threads';
import { type Embedder, EmbedderUnavailable } from '@dragoman/core/embedder';
import type { Background } from './background.js';
import { loadBackground, type Tier } from './create-embedder.js';
import { isReadable } from './is-readable.js';
import { manifest } from './manifest.js';
import { createTextQueue, type Waiting } from './text-queue.js';
import type { ThreadAnswer } from './thread-messages.js';
import { WeightsChanged } from './weight-files.js';

/** An embedder whose thread must be closed. */
export interface ThreadedEmbedder extends Embedder {
  /** Resolves when the model is loaded; rejects when its weights are not the published ones. Texts may be sent before. */
  readonly loaded: Promise<void>;
  close(): Promise<void>;
}

/** Worker threads run compiled code only, even when this file runs from source. */
const entry = new URL('../dist/embedding-thread.js', import.meta.url);

/** Starts the thread, which then loads the model. */
export function createThreadedEmbedder(tier: Tier): ThreadedEmbedder {
  const worker = new Worker(entry, { workerData: tier });
  let background: Background = () => 0;
  const loaded = Promise.all([loadBackground(tier), readiness(worker)]).then(([opened]) => {
    background = opened;
  });
  const queue = createTextQueue();
  let asked: Waiting | undefined;
  let ended: EmbedderUnavailable | undefined;

  function askNext(): void {
    if (asked !== undefined) return;
    asked = queue.next();
    // An idle thread does not keep the process alive; one with pending work does.
    if (asked === undefined) worker.unref();
    else {
      worker.ref();
      worker.postMessage(asked.texts[asked.vectors.length] ?? '');
    }
  }

  function take(vector: Float32Array): void {
    const served = asked;
    asked = undefined;
    if (served !== undefined && served.vectors.push(vector) === served.texts.length) {
      queue.remove(served);
      served.resolve(served.vectors);
    }
    askNext();
  }

  worker.on('message', (answer: ThreadAnswer) => {
    if (answer.kind === 'vector') take(answer.vector);
  });
  worker.on('error', () => undefined);
  worker.on('exit', () => {
    ended = new EmbedderUnavailable('unreachable', 'The embedding thread has ended.');
    queue.fail(ended);
  });
  loaded.then(askNext, () => undefined);

  const { model, dimensions } = manifest[tier];
  return {
    model,
    dimensions,
    loaded,
    reads: isReadable,
    background: (vector) => background(vector),
    embed(texts, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason);
        if (ended !== undefined) return reject(ended);
        if (texts.length === 0) return resolve([]);
        const leave = () => {
          queue.remove(waiting);
          reject(signal?.reason);
        };
        // A signal may live as long as the process, and so would its listener.
        const settled =
          <T>(settle: (how: T) => void) =>
          (how: T) => {
            signal?.removeEventListener('abort', leave);
            settle(how);
          };
        const waiting: Waiting = { texts, vectors: [], resolve: settled(resolve), reject: settled(reject) };
        signal?.addEventListener('abort', leave, { once: true });
        queue.add(waiting);
        askNext();
      });
    },
    async close() {
      // A late vector would unref the thread before it has ended.
      worker.removeAllListeners('message');
      await worker.terminate();
    },
  };
}

/** Waits for the ready message of the thread; rejects when its weights are not the published ones. */
async function readiness(worker: Worker): Promise<void> {
  const answer = await new Promise<ThreadAnswer>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new EmbedderUnavailable('unreachable', 'The embedding thread has ended.')));
  });
  if (answer.kind === 'ready') return;
  await worker.terminate();
  throw new WeightsChanged(answer.kind === 'failed' ? answer.message : 'The embedding thread did not start.');
}
