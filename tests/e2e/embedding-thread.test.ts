/** A built-in model on its own thread: the same vectors, with small requests first. */

import { spawnSync } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { createEmbedder } from '@dragoman/embedder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createThreadedEmbedder, type ThreadedEmbedder } from '../../packages/embedder/src/create-threaded-embedder.js';

let threaded: ThreadedEmbedder;
beforeAll(() => {
  threaded = createThreadedEmbedder('precise');
});
afterAll(() => threaded.close());

describe('createThreadedEmbedder', () => {
  it('removes its listener from a signal that outlives its work', async () => {
    const { signal } = new AbortController();
    await threaded.embed(['where is my container'], signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('returns the same vectors as the model on the calling thread', async () => {
    const texts = ['list invoices', '', 'delete a repository for good'];
    const plain = await createEmbedder({ tier: 'precise' });
    expect(threaded.model).toBe(plain.model);
    expect(await threaded.embed(texts)).toEqual(await plain.embed(texts));
  });

  it('processes a single text before the rest of a large request', async () => {
    const order: string[] = [];
    const many = threaded.embed(Array.from({ length: 60 }, (_, at) => `text ${at}`)).then(() => order.push('many'));
    const one = threaded.embed(['what is the weather']).then(() => order.push('one'));
    await Promise.all([many, one]);
    expect(order).toEqual(['one', 'many']);
  });

  it('drops an aborted request and continues with the others', async () => {
    const gone = threaded.embed(['a', 'b', 'c'], AbortSignal.timeout(0));
    await expect(Promise.all([gone])).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(await threaded.embed(['d'])).toHaveLength(1);
    expect(await threaded.embed([])).toEqual([]);
  });

  it('throws EmbedderUnavailable after its thread has ended', async () => {
    const short = createThreadedEmbedder('instant');
    const caught = short.embed(Array.from({ length: 5000 }, () => 'text')).catch((error: unknown) => error);
    await short.close();
    expect(await caught).toMatchObject({ trouble: 'unreachable' });
    await expect(short.embed(['a'])).rejects.toMatchObject({ trouble: 'unreachable' });
  });

  it('rejects `loaded` and pending texts when it is closed before the model is loaded', async () => {
    const short = createThreadedEmbedder('instant');
    const caught = Promise.allSettled([short.loaded, short.embed(['text'])]);
    await short.close();
    const ended = { status: 'rejected', reason: { trouble: 'unreachable' } };
    expect(await caught).toMatchObject([ended, ended]);
  });

  it('closes while a vector is in transit, and the pending request settles', () => {
    const built = new URL('../../packages/embedder/dist/index.js', import.meta.url).href;
    const program = `(async () => {
      const { createThreadedEmbedder } = await import(${JSON.stringify(built)});
      const embedder = createThreadedEmbedder('instant');
      await embedder.loaded;
      const leaving = new AbortController();
      embedder.embed(['a text'], leaving.signal).catch(() => undefined);
      // The vector arrives while this thread sleeps, and is processed only after closing has started.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      leaving.abort();
      await embedder.close();
      console.log('closed');
    })()`;
    const { stdout } = spawnSync(process.execPath, ['-e', program], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('closed\n');
  });
});
