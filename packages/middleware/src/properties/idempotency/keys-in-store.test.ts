/** Tests idempotency keys on every store. */
import { beforeAll, expect, it } from 'vitest';
import { ledgerCallsContract, ledgerContract } from '../../../../core/src/catalogue/store-ledger.contract.js';
import { addProperties } from '../../fetch.js';
import { describeOnEachStore } from '../../stores/each-store.support.js';
import { createIdempotency } from './index.js';
import { createKeyLedger } from './keys-in-store.js';

const address = 'https://api.example/orders';

function order(key: string, body = '{"item":"tea"}'): Request {
  return new Request(address, { method: 'POST', headers: { 'idempotency-key': key }, body });
}

describeOnEachStore('idempotency keys', ({ open, forgetsByItself }) => {
  const under = { store: {} as { ledger: ReturnType<typeof createKeyLedger> } };
  beforeAll(() => {
    under.store.ledger = createKeyLedger(open());
  });

  (forgetsByItself ? ledgerCallsContract : ledgerContract)(under);

  /** A process with its own handler; `work` controls when and how it answers. */
  const startProcess = (work: () => Promise<Response>, clock?: { now(): number }) => {
    const options = { store: open(), leaseSeconds: 30, ...(clock === undefined ? {} : { clock }) };
    // Work that never ends renews its lease after the store of the test is closed.
    return addProperties(work, [createIdempotency({ report: () => undefined, ...options })]);
  };

  it('[PROF-WRITE-02] [PROF-WRITE-03] executes 50 concurrent duplicates once, across several processes', async () => {
    let ran = 0;
    let go: () => void = () => undefined;
    const going = new Promise<void>((resolve) => (go = resolve));
    const work = async () => {
      ran += 1;
      await going;
      return Response.json({ order: ran }, { status: 201, headers: { location: '/orders/1' } });
    };
    const processes = [startProcess(work), startProcess(work), startProcess(work)];
    const sending = Array.from({ length: 50 }, (_, at) => processes[at % 3]?.(order('fifty')));
    const told = Promise.all(sending.map(async (each) => (await each)?.status));
    await expect.poll(() => ran).toBe(1);
    go();
    const statuses = await told;
    expect(ran).toBe(1);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(1);
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
    for (const serve of processes) {
      const again = await serve(order('fifty'));
      expect([again.status, await again.json(), again.headers.get('idempotency-replayed')]).toEqual([
        201,
        { order: 1 },
        'true',
      ]);
      expect(again.headers.get('location')).toBe('/orders/1');
    }
    expect(ran).toBe(1);
  });

  it('reports an unknown outcome for a process that died in between', async () => {
    const began = Date.now();
    let passed = 0;
    const clock = { now: () => began + passed };
    let started = false;
    const dying = startProcess(() => {
      started = true;
      return new Promise<Response>(() => undefined);
    }, clock);
    void dying(order('crash'));
    await expect.poll(() => started).toBe(true);
    const other = startProcess(async () => Response.json({ ran: true }), clock);
    expect(await (await other(order('crash'))).json()).toMatchObject({ code: 'CALL_RUNNING', retryable: true });
    passed = 31_000;
    const told = await other(order('crash'));
    expect(await told.json()).toMatchObject({ status: 409, code: 'OUTCOME_UNKNOWN', retryable: false });
    expect((await other(order('crash', '{"item":"other"}'))).status).toBe(409);
  });

  it('stores any bytes of a response', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
    const serve = startProcess(async () => new Response(bytes, { headers: { 'content-type': 'image/x' } }));
    await serve(order('bytes'));
    const again = await serve(order('bytes'));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(new Uint8Array(await again.arrayBuffer())).toEqual(bytes);
  });
});
