/** One record per call: caller, target, outcome, duration; never the input itself. */
import { createHash } from 'node:crypto';
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createEntry, createOperation, createTestGateway, json } from '../gateway.support.js';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

describe('audit', () => {
  it('records a call and its outcome', async () => {
    const test = await createTestGateway();
    test.script(() => {
      test.pass(0.25);
      return json({ text: 'done' }, 201);
    });
    await test.invoke({ input: { text: 'secret words' }, facts: { actingFor: 'person:7' } });
    const [record] = await test.records();
    expect(record).toMatchObject({
      at: '2026-02-02T08:00:00.250Z',
      actor: 'ann',
      action: 'call',
      target: 'echo/1',
      outcome: 'done',
      code: '',
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    });
    expect(record?.facts).toEqual({
      face: 'aidip',
      operation: 'echo',
      version: 1,
      inputHash: hash('{"text":"secret words"}'),
      status: 201,
      durationMs: 250,
      actingFor: 'person:7',
      upstream: 'https://echo.example',
      attempts: 1,
      upstreamStatus: 201,
    });
    expect(JSON.stringify(record)).not.toContain('secret words');
  });

  it('[PROF-AUTH-03] [PROF-SEC-08] records for whom a caller acts, and the actual actor', async () => {
    const test = await createTestGateway();
    await test.invoke({
      caller: { kind: 'token', subject: 'id#person', actor: 'id#agent', scopes: ['agents:invoke'] },
    });
    await test.invoke();
    expect(await test.records()).toMatchObject([
      { actor: 'id#person', facts: { actingFor: 'id#person', actor: 'id#agent' } },
      { actor: 'ann', facts: expect.not.objectContaining({ actor: expect.anything() }) },
    ]);
  });

  it('records rejected calls with everything known, and limits untrusted text', async () => {
    const test = await createTestGateway();
    await expect(test.invoke({ agentId: 'x'.repeat(5000), operationName: 'y'.repeat(5000) })).rejects.toBeDefined();
    const [record] = await test.records();
    expect(record).toMatchObject({ outcome: 'refused', code: 'NOT_FOUND', target: 'x'.repeat(512) });
    expect(record?.facts).toMatchObject({ status: 404, operation: 'y'.repeat(512) });
  });

  it('records replays, batches and findings as such', async () => {
    const test = await createTestGateway();
    await test.put(createEntry({ operations: [createOperation({ safety: { batch: true } })] }));
    await test.invoke({ idempotencyKey: 'k' });
    await test.invoke({ idempotencyKey: 'k' });
    test.script(({ body }) => (JSON.stringify(body).includes('bad') ? json({}, 500) : json({ text: 1 })));
    await test.invoke({ input: [{ text: 'a' }, { text: 'bad' }, { text: 'b' }] });
    expect((await test.records()).map(({ facts }) => facts)).toMatchObject([
      { attempts: 1 },
      { replayed: true },
      { items: 3, failedItems: 1, attempts: 3, findings: 2, status: 207 },
    ]);
  });

  it('records an internal error as internal, and passes it on unchanged', async () => {
    const test = await createTestGateway();
    test.script(() => {
      throw new TypeError('undefined is not a function');
    });
    await expect(test.invoke()).rejects.toThrow(TypeError);
    expect(await test.records()).toMatchObject([{ outcome: 'refused', code: 'INTERNAL', facts: { status: 500 } }]);
  });

  it('makes no call that could not be recorded', async () => {
    const full = new Failure('UNAVAILABLE');
    const test = await createTestGateway(
      {},
      {
        log: {
          open: async () => {
            throw full;
          },
        },
      },
    );
    await expect(test.invoke()).rejects.toBe(full);
    expect(test.sent).toEqual([]);
  });

  it('waits until the record is stored as durably as the log promises', async () => {
    let kept = false;
    const test = await createTestGateway(
      {},
      {
        log: {
          open: async () => async () => {
            await new Promise((resolve) => setImmediate(resolve));
            kept = true;
          },
        },
      },
    );
    await test.invoke();
    expect(kept).toBe(true);
  });
});
