/** The pool on threads that wait, spin, allocate, end or fail on request. */
import { isFailure } from '@dragoman/model';
import { afterEach, describe, expect, it } from 'vitest';
import type { ThreadPool, ThreadPoolOptions } from './create-thread-pool.js';
import { createThreadPool } from './create-thread-pool.js';

/** A thread with the protocol of `serveJobs`. Each thread has a number, so that a replacement is recognizable. */
const script = `
  import { parentPort, threadId } from 'node:worker_threads';
  const jobs = {
    echo: (input) => input,
    parts: () => parts.map(({ items }) => items.length),
    thread: () => threadId,
    wait: (ms) => new Promise((resolve) => setTimeout(() => resolve(threadId), ms)),
    spin: () => { for (;;); },
    spinOnce: (runs) => { if (Atomics.add(runs, 0, 1) === 0) for (;;); return Atomics.load(runs, 0); },
    allocate: () => { const all = []; for (;;) all.push({ number: all.length, text: 'x' + all.length }); },
    allocateMuch: () => { const all = []; for (;;) all.push(new Array(5e6).fill(1.5)); },
    fillMap: () => { const all = new Map(); for (;;) all.set(all.size, { size: all.size }); },
    exit: () => process.exit(3),
    throw: () => { throw new RangeError('too deep'); },
  };
  const parts = [];
  parentPort.on('message', async ({ kind, part, job, input }) => {
    if (kind === 'part') return parts.push(part);
    try {
      parentPort.postMessage({ kind: 'done', value: { value: await jobs[job](input.value), paths: [] } });
    } catch (error) {
      parentPort.postMessage({ kind: 'failed', failure: { code: 'INTERNAL', message: String(error), cause: error } });
    }
  });
  parentPort.postMessage({ kind: 'ready' });
`;
const entry = new URL(`data:text/javascript,${encodeURIComponent(script)}`);

const pools: ThreadPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

function open(options: Partial<ThreadPoolOptions> = {}): ThreadPool {
  const queue = { perCaller: 10, total: 20 };
  const pool = createThreadPool({ entry, threads: 1, timeoutMs: 60_000, memoryMb: 128, queue, ...options });
  pools.push(pool);
  return pool;
}

/** The code and the message of the failure of a job. */
async function failureOf(job: Promise<unknown>): Promise<[string, string]> {
  const thrown = await job.then(
    () => expect.fail('the job succeeded'),
    (error: unknown) => error,
  );
  return isFailure(thrown) ? [thrown.code, thrown.message] : ['none', String(thrown)];
}

const ada = { caller: 'ada' };

describe('the thread pool', () => {
  it('starts no thread before the first job, at most as many as allowed, and ends idle ones', async () => {
    const pool = open({ threads: 2, idleMs: 1 });
    expect(pool.threads).toBe(0);
    const jobs = Promise.all([1, 2, 3, 4].map((value) => pool.run('echo', { value }, ada)));
    expect(pool.threads).toBe(2);
    expect(await jobs).toEqual([1, 2, 3, 4].map((value) => ({ value })));
    await expect.poll(() => pool.threads).toBe(0);
    expect(await pool.run('echo', 'again', ada)).toBe('again');
  });

  it('replaces a thread whose job exceeds its time, and names the setting', async () => {
    const pool = open({ timeoutMs: 200 });
    const before = await pool.run('thread', null, ada);
    const spinning = failureOf(pool.run('spin', null, ada));
    const after = pool.run('thread', null, { caller: 'bob' });
    expect(await spinning).toEqual([
      'DOCUMENT_TOO_COMPLEX',
      'The document was not processed within 200 ms, the limit of documents.timeoutMs.',
    ]);
    expect(await after).not.toBe(before);
  });

  it('multiplies the time limit of a job as requested, but not that of the next job', async () => {
    const pool = open({ timeoutMs: 100 });
    expect(await pool.run('wait', 250, { caller: 'ada', timeoutFactor: 20 })).toEqual(expect.any(Number));
    expect(await failureOf(pool.run('spin', null, { caller: 'ada', timeoutFactor: 3 }))).toEqual([
      'DOCUMENT_TOO_COMPLEX',
      'The document was not processed within 300 ms, 3 times the limit of documents.timeoutMs.',
    ]);
    expect((await failureOf(pool.run('spin', null, ada)))[1]).toContain('within 100 ms, the limit');
  });

  // V8 ends the whole process when a thread reaches its own limit with one large allocation.
  it.each(['allocate', 'allocateMuch', 'fillMap'])(
    'replaces a thread whose job exceeds its memory (%s)',
    async (job) => {
      const pool = open({ memoryMb: 64 });
      const [code, message] = await failureOf(pool.run(job, null, ada));
      expect([code, message]).toEqual([
        'DOCUMENT_TOO_COMPLEX',
        'The document needs more than 64 MB of memory, the limit of documents.memoryMb.',
      ]);
      expect(await pool.run('echo', 1, ada)).toBe(1);
    },
  );

  it('replaces a thread that ends, and keeps one whose job throws', async () => {
    const pool = open();
    expect(await failureOf(pool.run('exit', null, ada))).toEqual(['none', 'Error: the thread ended']);
    const thread = await pool.run('thread', null, ada);
    expect(await failureOf(pool.run('throw', null, ada))).toEqual(['INTERNAL', 'RangeError: too deep']);
    expect((await failureOf(pool.run('echo', () => 1, ada)))[1]).toContain('could not be cloned');
    expect(await pool.run('thread', null, ada)).toBe(thread);
  });

  it('sends long arrays in parts of at most 200 items', async () => {
    const pool = open();
    await pool.run('thread', null, ada);
    const operations = Array.from({ length: 1050 }, (_, number) => ({ number }));
    expect(await pool.run('parts', { entry: { operations } }, ada)).toEqual([200, 200, 200, 200, 200, 50]);
  });

  it('lets callers take turns and rejects jobs beyond the limits of the queue', async () => {
    const pool = open({ queue: { perCaller: 2, total: 3 } });
    const order: string[] = [];
    const run = (caller: string, name: string) => pool.run('wait', 1, { caller }).then(() => order.push(name));
    const jobs = [run('ada', 'ada 1'), run('ada', 'ada 2'), run('ada', 'ada 3')];
    expect((await failureOf(pool.run('echo', 1, ada)))[0]).toBe('RATE_LIMITED');
    jobs.push(run('bob', 'bob 1'));
    expect((await failureOf(pool.run('echo', 1, { caller: 'eve' })))[0]).toBe('UNAVAILABLE');
    await Promise.all(jobs);
    expect(order).toEqual(['ada 1', 'ada 2', 'bob 1', 'ada 3']);
  });

  it('gives all threads to one caller until another one waits, and starts the interrupted job again', async () => {
    const pool = open({ threads: 2, interruptAfterMs: 1 });
    const leaving = new AbortController();
    const runs = new Int32Array(new SharedArrayBuffer(4));
    const first = failureOf(pool.run('spin', null, { caller: 'ada', signal: leaving.signal }));
    const second = pool.run('spinOnce', runs, ada);
    const third = pool.run('echo', 'third', ada);
    await expect.poll(() => Atomics.load(runs, 0)).toBe(1);
    expect(await pool.run('echo', 'bob', { caller: 'bob' })).toBe('bob');
    expect(await Promise.all([second, third])).toEqual([2, 'third']);
    leaving.abort();
    expect((await first)[0]).toBe('CANCELLED');
  });

  it('does not interrupt a caller that has not all threads, or the only thread', async () => {
    const three = open({ threads: 3, interruptAfterMs: 1 });
    const busy = ['ada', 'ada', 'bob'].map((caller) => three.run('wait', 50, { caller }));
    const [, , , eve] = await Promise.all([...busy, three.run('thread', null, { caller: 'eve' })]);
    expect(await Promise.all(busy)).toContain(eve);
    const one = open({ interruptAfterMs: 1 });
    const [waited, thread] = [one.run('wait', 50, ada), one.run('thread', null, { caller: 'bob' })];
    expect(await waited).toBe(await thread);
  });

  it('cancels the queued and the running job of a caller who leaves', async () => {
    const pool = open();
    const leaving = new AbortController();
    const request = { caller: 'ada', signal: leaving.signal };
    const jobs = [pool.run('spin', null, request), pool.run('echo', 1, request)].map(failureOf);
    const other = pool.run('echo', 2, { caller: 'bob' });
    leaving.abort();
    for (const job of jobs) expect((await job)[0]).toBe('CANCELLED');
    expect(await other).toBe(2);
    expect((await failureOf(pool.run('echo', 3, request)))[0]).toBe('CANCELLED');
  });

  it('cancels everything when it is closed', async () => {
    const pool = open();
    const jobs = [pool.run('spin', null, ada), pool.run('echo', 1, ada)].map(failureOf);
    await pool.close();
    for (const job of jobs) expect((await job)[0]).toBe('CANCELLED');
    expect(pool.waiting).toBe(0);
  });
});
