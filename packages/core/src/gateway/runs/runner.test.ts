/** Background work: an accepted call is executed once, by any live process, and never lost. */
import { setImmediate as turn } from 'node:timers/promises';
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { bob, createEntry, createOperation, json } from '../gateway.support.js';
import { cancelRun } from './cancel-run.js';
import { createRunGateway } from './runs.support.js';

/** A promise resolved by the test. */
function createLater<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('accepting', () => {
  it('answers 202 with an id, a URL and a polling delay, before the service has answered', async () => {
    const { test, until } = await createRunGateway();
    const later = createLater<void>();
    test.script(async ({ body }) => {
      await later.promise;
      return json(body as { text: string });
    });
    const accepted = await test.answer({ background: true });
    expect(accepted).toMatchObject({
      status: 202,
      body: { id: 'run-1', state: 'queued', links: { self: '/operations/run-1', cancel: '/operations/run-1/cancel' } },
      headers: { location: '/operations/run-1', 'retry-after': '1', 'preference-applied': 'respond-async' },
    });
    await until('run-1', 'running');
    later.resolve();
    expect(await until('run-1', 'succeeded')).toMatchObject({ status: 200, result: { text: 'ahoy' }, subject: 'ann' });
    // The service gets the time limit of runs, not that of waiting callers.
    expect(test.sent).toMatchObject([{ totalMs: 900_000 }]);
  });

  it('runs operations in the background that are declared long', async () => {
    const { test, until } = await createRunGateway();
    await test.put(createEntry({ operations: [createOperation({ hints: { long_running: true } })] }));
    expect(await test.answer()).toMatchObject({ status: 202 });
    await until('run-1', 'succeeded');
  });

  it('rejects at once what would be rejected later', async () => {
    const { test } = await createRunGateway({ settings: { callsPerMinute: 4 } });
    const background = true;
    await expect(test.invoke({ background, input: {} })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(test.invoke({ background, agentId: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(test.invoke({ background, input: [{}] })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await test.put(createEntry({ operations: [createOperation({ impact: 'irreversible' })] }));
    await expect(test.invoke({ background })).rejects.toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
    await test.answer({ background: false, dryRun: true }).catch(() => undefined);
    await expect(test.invoke({ background })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await test.ports.store.runs.list('ann', 10)).toEqual([]);
  });

  it('accepts a confirmed call, although its confirmation has expired by the time it runs', async () => {
    const { test, runner, until } = await createRunGateway({ works: false });
    await test.put(createEntry({ operations: [createOperation({ impact: 'irreversible' })] }));
    const outcome = await test.invoke({ dryRun: true });
    if (outcome.kind !== 'preview') throw new Error('no preview');
    const confirmation = outcome.preview.confirmation?.token ?? '';
    await test.answer({ background: true, confirmation });
    test.pass(3600);
    runner.wake();
    await until('run-1', 'succeeded');
  });

  it('answers previews, anonymous callers and calls with credentials that are not stored at once', async () => {
    const { test } = await createRunGateway({ settings: { anonymous: true } });
    const background = true;
    expect((await test.invoke({ background, dryRun: true })).kind).toBe('preview');
    const anonymous = { kind: 'anonymous', subject: 'anonymous', scopes: [] } as const;
    expect(await test.answer({ background, caller: anonymous })).toMatchObject({ status: 200 });
    expect(await test.answer({ background, agentAuthorization: 'Bearer mine' })).toMatchObject({ status: 200 });
    expect(await test.ports.store.runs.list('ann', 10)).toEqual([]);
  });

  it('starts one run for one key', async () => {
    const { test, until } = await createRunGateway();
    const asked = { background: true, idempotencyKey: 'k' };
    const [first, repeat] = [await test.answer(asked), await test.answer(asked)];
    expect(repeat).toMatchObject({ status: 202, body: first.body as object, replayed: true });
    await until('run-1', 'succeeded');
    await expect(test.invoke({ ...asked, input: { text: 'other' } })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    expect(test.sent).toHaveLength(1);
  });
});

describe('running', () => {
  it('stores the service’s message on a failure, and marks the run as failed', async () => {
    const { test, defer, until } = await createRunGateway();
    test.script(() => json({ error: { code: 'Sunk', message: 'It sank.' } }, 422));
    const run = await until(await defer(), 'failed');
    expect(run).toMatchObject({ status: 422, result: { error: { code: 'Sunk' } }, failure: { retryable: false } });
    test.script(() => {
      throw new Failure('UPSTREAM_TIMEOUT');
    });
    const late = await until(await defer(), 'failed');
    expect(late).toMatchObject({ status: 504, failure: { code: 'UPSTREAM_TIMEOUT', retryable: false } });
    expect(late).not.toHaveProperty('result');
  });

  it('runs batches, with findings in addition to the results', async () => {
    const { test, defer, until } = await createRunGateway();
    await test.put(createEntry({ operations: [createOperation({ safety: { batch: true } })] }));
    test.script(({ body }) => json({ text: (body as { text: string }).text === 'a' ? 'a' : 7 }));
    const run = await until(await defer({ input: [{ text: 'a' }, { text: 'b' }] }), 'succeeded');
    expect(run).toMatchObject({ status: 200, result: [{ text: 'a' }, { text: 7 }] });
    expect(run.findings).toMatchObject([{ code: 'gateway/output-mismatch', location: { pointer: '/1/text' } }]);
  });

  it('runs up to the configured number concurrently, oldest first', async () => {
    const { test, defer, until } = await createRunGateway({ runs: { concurrency: 2 } });
    const waiting: (() => void)[] = [];
    test.script(({ body }) => new Promise((resolve) => waiting.push(() => resolve(json(body as { text: string })))));
    for (let count = 0; count < 5; count += 1) {
      test.pass(1);
      await defer({ input: { text: String(count) } });
    }
    for (let count = 0; count < 5; count += 1) {
      while (waiting.length === 0) await turn();
      for (let turns = 0; turns < 20; turns += 1) await turn();
      expect(waiting.length).toBeLessThanOrEqual(2);
      waiting.shift()?.();
    }
    for (const id of [1, 2, 3, 4, 5]) await until(`run-${id}`, 'succeeded');
    expect(test.sent.map(({ body }) => (body as { text: string }).text)).toEqual(['0', '1', '2', '3', '4']);
  });

  it('shares its capacity between callers', async () => {
    const { test, defer, until, find } = await createRunGateway({ runs: { concurrency: 4, perCaller: 2 } });
    const waiting: (() => void)[] = [];
    test.script(({ body }) => {
      const answer = json(body as { text: string });
      if ((body as { text: string }).text === 'quick') return answer;
      return new Promise((resolve) => waiting.push(() => resolve(answer)));
    });
    const crowd: string[] = [];
    for (let count = 0; count < 20; count += 1) crowd.push(await defer({ input: { text: 'slow' } }));
    test.pass(1);
    await until(await defer({ caller: bob, input: { text: 'quick' } }), 'succeeded');
    const states = await Promise.all(crowd.map(async (id) => (await find(id)).state));
    expect(states.filter((state) => state === 'running')).toHaveLength(2);
    // No time passes here: a run that ends starts the next one of its caller at once.
    for (let rounds = 0; rounds < 10; rounds += 1) {
      expect(waiting).toHaveLength(2);
      for (const open of waiting.splice(0)) open();
      for (let turns = 0; turns < 100; turns += 1) await turn();
    }
    for (const id of crowd) await until(id, 'succeeded');
    expect(test.sent).toHaveLength(21);
  });

  it('gives a run no more permissions than its caller had and has', async () => {
    const { test, runner, defer, until } = await createRunGateway({ works: false });
    await test.put(createEntry({ visibility: 'private', grants: ['caller:bob'] }));
    const id = await defer({ caller: bob });
    await test.put(createEntry({ visibility: 'private' }));
    runner.wake();
    expect(await until(id, 'failed')).toMatchObject({ failure: { code: 'NOT_FOUND' } });
    expect(test.sent).toEqual([]);
  });

  it('calls the version that was accepted, even when there is a newer one', async () => {
    const { test, runner, defer, until } = await createRunGateway({ works: false });
    const id = await defer();
    const moved = { kind: 'aidip', endpoint: 'https://elsewhere.example/' } as const;
    await test.put(createEntry({ operations: [createOperation({ version: 2, binding: moved })] }));
    runner.wake();
    await until(id, 'succeeded');
    expect(test.sent.map(({ url }) => url)).toEqual(['https://echo.example/in']);
  });
});

describe('a process that dies', () => {
  /** A run whose process has died at the moment that `script` stops it. */
  async function leftBehind(change: Parameters<typeof createOperation>[0], sent: boolean) {
    const world = await createRunGateway({ works: false });
    await world.test.put(createEntry({ operations: [createOperation(change)] }));
    const id = await world.defer();
    const dead = world.another('dead', {
      invoke: sent ? world.test.gateway.invoke : () => new Promise(() => {}),
    });
    const reached = createLater<void>();
    world.test.script(() => {
      reached.resolve();
      return new Promise(() => {});
    });
    dead.wake();
    await world.until(id, 'running');
    if (sent) await reached.promise;
    world.test.script(({ body }) => json(body as { text: string }));
    return { ...world, id };
  }

  it('leaves a queued run to the next one', async () => {
    const { defer, another, until } = await createRunGateway({ works: false });
    const id = await defer();
    another('second').wake();
    expect((await until(id, 'succeeded')).node).toBe('second');
  });

  it('leaves a running one whose call was not sent to be run, whether it may be repeated or not', async () => {
    const { test, another, until, id } = await leftBehind({}, false);
    another('second').wake();
    for (let turns = 0; turns < 50; turns += 1) await turn();
    expect(test.sent).toEqual([]);
    test.pass(31);
    another('third').wake();
    await until(id, 'succeeded');
    expect(test.sent).toHaveLength(1);
  });

  it('leaves one whose call was sent to be run again where that is safe', async () => {
    const { test, another, until, id } = await leftBehind({ idempotent: true }, true);
    test.pass(31);
    another('second').wake();
    await until(id, 'succeeded');
    expect(test.sent).toHaveLength(2);
  });

  it('leaves one whose call may not be repeated as interrupted, and sends nothing', async () => {
    const { test, another, until, id } = await leftBehind({}, true);
    test.pass(31);
    another('second').wake();
    expect(await until(id, 'interrupted')).toMatchObject({ failure: { code: 'OUTCOME_UNKNOWN', retryable: false } });
    expect(test.sent).toHaveLength(1);
  });

  it('waits while the ledger has no answer yet', async () => {
    const { test, another, find, until, id } = await leftBehind({}, true);
    const { ledger } = test.ports.store;
    test.pass(31);
    const [scope, key] = [JSON.stringify(['ann', createOperation().id]), `run:${id}`];
    const row = await ledger.find(scope, key);
    await ledger.renew(scope, key, row?.node ?? '', new Date(test.ports.clock.now() + 5000).toISOString());
    another('second').wake();
    for (let turns = 0; turns < 100; turns += 1) await turn();
    expect((await find(id)).state).toBe('running');
    test.pass(6);
    another('third').wake();
    await until(id, 'interrupted');
  });
});

describe('when the clock of the machine is set', () => {
  const hour = 3600;
  const createSteady = () => {
    const steady = { time: 1_800_000_000_000, now: () => steady.time };
    return steady;
  };

  it.each([-hour, -60, 60, hour])('by %i seconds, an accepted call runs at once', async (seconds) => {
    const { test, defer, another, until } = await createRunGateway({ works: false, steady: createSteady() });
    const id = await defer();
    test.pass(seconds);
    another('second').wake();
    await until(id, 'succeeded');
    expect(test.sent).toHaveLength(1);
  });

  it.each([-hour, hour])('by %i seconds, a run stays with its process until that dies', async (seconds) => {
    const steady = createSteady();
    const { test, defer, another, until, find } = await createRunGateway({ steady });
    const later = createLater<void>();
    test.script(async ({ body }) => {
      await later.promise;
      return json(body as { text: string });
    });
    const id = await defer();
    await until(id, 'running');
    test.pass(seconds);
    another('second').wake();
    for (let turns = 0; turns < 50; turns += 1) await turn();
    expect((await find(id)).node).toBe('first');
    // Without a heartbeat for a whole lease, the process counts as dead.
    steady.time += 31_000;
    another('third').wake();
    while ((await find(id)).node !== 'third') await turn();
    later.resolve();
    expect(test.sent).toHaveLength(1);
  });
});

describe('canceling and stopping', () => {
  it('aborts the call, stays canceled, and refuses to cancel what has ended', async () => {
    const { test, runner, defer, find, until } = await createRunGateway();
    let aborted = false;
    test.script(
      ({ signal }) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(new Failure('CANCELLED'));
          }),
        ),
    );
    const id = await defer();
    await until(id, 'running');
    const ports = { runs: test.ports.store.runs, clock: test.ports.clock, keepSeconds: 60, abort: runner.abort };
    const by = { subject: 'ann', traceId: '0'.repeat(32) };
    expect(await cancelRun(ports, await find(id), by)).toMatchObject({ state: 'cancelled' });
    for (let turns = 0; turns < 50; turns += 1) await turn();
    expect([aborted, (await find(id)).state]).toEqual([true, 'cancelled']);
    await expect(cancelRun(ports, await find(id), by)).rejects.toMatchObject({ code: 'CONFLICT' });
    const [record] = await test.ports.store.audit.list({ limit: 1, action: 'operation.cancel' });
    expect(record).toMatchObject({ actor: 'ann', target: 'echo/1', detail: JSON.stringify({ operation: id }) });
  });

  it('aborts the call in whichever process makes it', async () => {
    const { test, defer, find, until } = await createRunGateway({ runs: { leaseSeconds: 0.03 } });
    const aborted = answerNothing(test);
    const id = await defer();
    await until(id, 'running');
    const elsewhere = { runs: test.ports.store.runs, clock: test.ports.clock, keepSeconds: 60, abort: () => {} };
    await cancelRun(elsewhere, await find(id), { subject: 'ann', traceId: '0'.repeat(32) });
    await aborted;
    expect((await find(id)).state).toBe('cancelled');
  });

  it('leaves the record of a run alone that another process has taken over', async () => {
    const { test, defer, find, until } = await createRunGateway({ runs: { leaseSeconds: 0.03 } });
    const aborted = answerNothing(test);
    const id = await defer();
    await until(id, 'running');
    test.pass(60);
    const time = (seconds: number) => new Date(test.ports.clock.now() + seconds * 1000).toISOString();
    await test.ports.store.runs.lease({ node: 'second', now: time(0), leaseUntil: time(60), limit: 1, except: [] });
    await aborted;
    for (let turns = 0; turns < 50; turns += 1) await turn();
    expect(await find(id)).toMatchObject({ state: 'running', node: 'second' });
  });

  it('renews its leases while it is alive, however long the runs take', async () => {
    const { test, defer, find, until, another } = await createRunGateway({ runs: { leaseSeconds: 0.03 } });
    const later = createLater<void>();
    test.script(async ({ body }) => {
      await later.promise;
      return json(body as { text: string });
    });
    const id = await defer();
    await until(id, 'running');
    const { leaseUntil } = await find(id);
    test.pass(0.02);
    while ((await find(id)).leaseUntil === leaseUntil) await new Promise((resolve) => setTimeout(resolve, 1));
    test.pass(0.02);
    another('second').wake();
    for (let turns = 0; turns < 50; turns += 1) await turn();
    later.resolve();
    expect((await until(id, 'succeeded')).node).toBe('first');
    expect(test.sent).toHaveLength(1);
  });

  it('cancels a waiting run before anything is sent', async () => {
    const { test, runner, defer, find } = await createRunGateway({ works: false });
    const id = await defer();
    const ports = { runs: test.ports.store.runs, clock: test.ports.clock, keepSeconds: 60, abort: runner.abort };
    await cancelRun(ports, await find(id), { subject: 'ann', traceId: '0'.repeat(32) });
    runner.wake();
    for (let turns = 0; turns < 50; turns += 1) await turn();
    expect(test.sent).toEqual([]);
  });

  it('puts runs back that do not end in time, for the next process', async () => {
    const { test, runner, defer, find, another, until } = await createRunGateway();
    await test.put(createEntry({ operations: [createOperation({ idempotent: true })] }));
    test.script(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('the connection is gone')))),
    );
    const id = await defer();
    await until(id, 'running');
    await runner.stop(0);
    expect((await find(id)).state).toBe('running');
    test.script(({ body }) => json(body as { text: string }));
    runner.wake();
    another('second').wake();
    await until(id, 'succeeded');
  });
});

/** Makes the service answer nothing; resolves when the call is aborted. */
function answerNothing(test: Pick<Awaited<ReturnType<typeof createRunGateway>>['test'], 'script'>): Promise<void> {
  const aborted = createLater<void>();
  test.script(
    ({ signal }) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          aborted.resolve();
          reject(new Failure('CANCELLED'));
        }),
      ),
  );
  return aborted.promise;
}
