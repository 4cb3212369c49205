/** Tests operations of several processes with a shared store: none is lost, whichever process dies. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { addProperties } from '../../fetch.js';
import { describeOnEachStore } from '../../stores/each-store.support.js';
import type { PropertyStore } from '../../stores/index.js';
import type { OperationBody } from './operation-answer.js';
import type { OperationWork } from './operation-runner.js';
import { createOperations, type OperationsOptions, startOperation } from './operations.js';

const never: OperationWork = () => new Promise(() => undefined);

/** A process with its own clock; `path` separates tests. */
function startProcess(store: PropertyStore, work: OperationWork, options: OperationsOptions) {
  const serve = addProperties(
    async (request) => Response.json(await startOperation(request, work), { status: 202 }),
    [createOperations({ store, report: () => undefined, ...options })],
    { caller: () => 'ada' },
  );
  const ask = async (path: string, method = 'GET') =>
    (await (await serve(new Request(`https://api.example${path}`, { method }))).json()) as OperationBody;
  return { ask, start: () => ask('/exports', 'POST') };
}

describeOnEachStore('operations', ({ open }) => {
  const newPath = () => `/operations-${randomUUID()}`;

  it('are known to every process, with their progress, end and result', async () => {
    const path = newPath();
    let go = () => undefined as unknown;
    const going = new Promise<void>((resolve) => {
      go = resolve;
    });
    const one = startProcess(
      open(),
      async ({ report }) => {
        await report({ done: 1, of: 2 });
        await going;
        return { result: { rows: 3 } };
      },
      { path },
    );
    const other = startProcess(open(), never, { path });
    const { links } = await one.start();
    await expect.poll(() => other.ask(links.self)).toMatchObject({ state: 'running', progress: { done: 1, of: 2 } });
    go();
    await expect.poll(() => other.ask(links.self)).toMatchObject({ state: 'succeeded' });
    expect(await other.ask(`${links.self}/result`)).toEqual({ rows: 3 });
  });

  it('end as interrupted when their process dies, and say whether they were started', async () => {
    const path = newPath();
    let now = Date.now();
    const clock = { now: () => now };
    const dying = startProcess(open(), never, { path, clock, concurrent: 1 });
    const [begun, waiting] = [await dying.start(), await dying.start()];
    const next = startProcess(open(), never, { path, clock });
    await expect.poll(() => next.ask(begun.links.self)).toMatchObject({ state: 'running' });
    now += 31_000;
    await expect
      .poll(() => next.ask(begun.links.self))
      .toMatchObject({
        state: 'interrupted',
        problem: { code: 'OUTCOME_UNKNOWN', retryable: false },
      });
    await expect
      .poll(() => next.ask(waiting.links.self))
      .toMatchObject({
        state: 'interrupted',
        problem: { code: 'UNAVAILABLE', retryable: true },
      });
    expect(await next.ask(`${begun.links.self}/result`)).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(await next.ask(begun.links.self, 'DELETE')).toMatchObject({ code: 'CONFLICT' });
  });

  it.each([-3_600_000, 3_600_000])(
    'keep running and keep their result when the clock is set by %i ms',
    async (jump) => {
      const path = newPath();
      let now = Date.now();
      const clock = { now: () => now };
      const steadyNow = now;
      const steady = { now: () => steadyNow };
      let end = () => undefined as unknown;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      const work: OperationWork = async () => {
        await ended;
        return { result: 7 };
      };
      const options = { path, clock, steady, keptSeconds: 600 };
      const [one, other] = [startProcess(open(), work, options), startProcess(open(), never, options)];
      const { links } = await one.start();
      await expect.poll(() => other.ask(links.self)).toMatchObject({ state: 'running' });
      now += jump;
      const later = startProcess(open(), never, { path, clock });
      expect(await other.ask(links.self)).toMatchObject({ state: 'running' });
      end();
      await expect.poll(() => other.ask(links.self)).toMatchObject({ state: 'succeeded' });
      for (const each of [one, other, later]) expect(await each.ask(`${links.self}/result`)).toBe(7);
    },
  );

  it('are ended by any process that maintains them, without a request', async () => {
    const path = newPath();
    let now = Date.now();
    const clock = { now: () => now };
    const { links } = await startProcess(open(), never, { path, clock }).start();
    now += 31_000;
    const next = startProcess(open(), never, { path, clock });
    await next.start();
    now -= 31_000;
    await expect.poll(() => next.ask(links.self)).toMatchObject({ state: 'interrupted' });
  });

  it('are canceled from any process, and their work is stopped where it runs', async () => {
    const path = newPath();
    let isStopped = false;
    const work: OperationWork = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          isStopped = true;
          reject(signal.reason);
        });
      });
    const { links } = await startProcess(open(), work, { path, leaseSeconds: 0.3 }).start();
    const other = startProcess(open(), never, { path });
    expect(await other.ask(links.self, 'DELETE')).toMatchObject({ state: 'cancelled' });
    await expect.poll(() => isStopped, { timeout: 10_000 }).toBe(true);
    expect(await other.ask(links.self)).toMatchObject({ state: 'cancelled' });
  });

  it('are interrupted at once by a clean shutdown, and none is started afterwards', async () => {
    const path = newPath();
    const down = new AbortController();
    const going = startProcess(open(), never, { path, concurrent: 1, signal: down.signal });
    const [begun, waiting] = [await going.start(), await going.start()];
    down.abort();
    const next = startProcess(open(), never, { path });
    for (const { links } of [begun, waiting]) {
      await expect.poll(() => next.ask(links.self)).toMatchObject({ state: 'interrupted' });
    }
    expect(await going.start()).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  });

  it('store their result after a temporary store error', async () => {
    const store = open();
    let refusals = 0;
    const shaky: PropertyStore = {
      ...store,
      async change(place, changes, guard) {
        if (changes.state !== 'succeeded' || refusals >= 2) return store.change(place, changes, guard);
        refusals += 1;
        throw new Error('connection lost');
      },
    };
    const { start, ask } = startProcess(shaky, async () => ({ result: 'kept' }), { path: newPath() });
    const { links } = await start();
    await expect.poll(() => ask(links.self), { timeout: 5_000 }).toMatchObject({ state: 'succeeded' });
    expect(refusals).toBe(2);
  });
});
