/** One record per call: caller, target, outcome, duration; never the input itself. */
import { createHash } from 'node:crypto';
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { AuditDraft } from '../../catalogue/audit.js';
import type { TestGateway } from '../gateway.support.js';
import { createEntry, createOperation, createTestGateway, json } from '../gateway.support.js';

const refuse = (code: 'UPSTREAM_REFUSED' | 'UNAVAILABLE') => async () => {
  throw new Failure(code);
};

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
      timeline: expect.stringMatching(/^access:0 .* try:0 answer:250000 output:250000$/),
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
    expect(await test.records()).toMatchObject([{ outcome: 'unknown', code: 'INTERNAL', facts: { status: 500 } }]);
  });

  it.each([
    ['a read that timed out', 'informational', () => new Failure('UPSTREAM_TIMEOUT'), 'failed'],
    ['a write that timed out', 'reversible', () => new Failure('UPSTREAM_TIMEOUT'), 'unknown'],
    ['a write that was cut off by a stop of the server', undefined, () => new Failure('CANCELLED'), 'unknown'],
    ['a write that the service rejected as too frequent', 'reversible', () => new Failure('RATE_LIMITED'), 'failed'],
  ] as const)('records %s', async (_, impact, failure, outcome) => {
    const test = await createTestGateway();
    await test.put(createEntry({ operations: [createOperation(impact === undefined ? {} : { impact })] }));
    test.script(() => {
      throw failure();
    });
    await expect(test.invoke()).rejects.toBeDefined();
    expect(await test.records()).toMatchObject([{ outcome, code: failure().code }]);
  });

  it('records as refused only what was rejected here, and as failed what could not be sent', async () => {
    const refused = await createTestGateway({}, { credentialsFor: refuse('UPSTREAM_REFUSED') });
    await expect(refused.invoke()).rejects.toBeDefined();
    const failed = await createTestGateway({}, { credentialsFor: refuse('UNAVAILABLE') });
    await expect(failed.invoke()).rejects.toBeDefined();
    expect(await refused.records()).toMatchObject([{ outcome: 'refused', code: 'UPSTREAM_REFUSED' }]);
    expect(await failed.records()).toMatchObject([{ outcome: 'failed', code: 'UNAVAILABLE' }]);
  });

  it('records an error of the service as unknown when a write may have taken effect', async () => {
    const test = await createTestGateway();
    test.script(() => json({ error: 'no' }, 500));
    await test.invoke();
    expect(await test.records()).toMatchObject([{ outcome: 'unknown', facts: { status: 500 } }]);
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

describe('intents', () => {
  async function createIntentGateway(write: (id: string, draft: AuditDraft) => Promise<void> = async () => {}) {
    const intents: { id: string; draft: AuditDraft; sent: number }[] = [];
    const ended: (string | undefined)[] = [];
    const test: TestGateway = await createTestGateway(
      {},
      {
        log: {
          open: () => (_, end) => void ended.push(end.intent),
          async intend(id, draft) {
            intents.push({ id, draft, sent: test.sent.length });
            await write(id, draft);
          },
        },
      },
    );
    return { test, intents, ended };
  }

  it('are stored before a call that can change something leaves, and end with its record', async () => {
    const { test, intents, ended } = await createIntentGateway();
    await test.invoke();
    expect(intents).toMatchObject([
      { sent: 0, draft: { outcome: 'unknown', code: 'OUTCOME_UNKNOWN', actor: 'ann', target: 'echo/1' } },
    ]);
    expect(JSON.parse(intents[0]?.draft.detail ?? '')).toMatchObject({ operation: 'echo', call: intents[0]?.id });
    expect(ended).toEqual([intents[0]?.id]);
  });

  it('are stored once for a batch, a keyed call and a call with retries', async () => {
    const { test, intents, ended } = await createIntentGateway();
    await test.put(createEntry({ operations: [createOperation({ safety: { batch: true } })] }));
    await test.invoke({ input: [{ text: 'a' }, { text: 'b' }] });
    await test.invoke({ idempotencyKey: 'k' });
    await test.invoke({ idempotencyKey: 'k' });
    expect(intents.map(({ id }) => id)).toEqual(ended.slice(0, 2));
    expect(ended[2]).toBeUndefined();
  });

  it('are not stored for reads, previews and rejected calls', async () => {
    const { test, intents } = await createIntentGateway();
    await expect(test.invoke({ input: {} })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await test.invoke({ dryRun: true });
    await test.put(createEntry({ operations: [createOperation({ impact: 'informational' })] }));
    await test.invoke();
    expect(intents).toEqual([]);
  });

  it('stop the call when they cannot be stored', async () => {
    const { test, ended } = await createIntentGateway(() => Promise.reject(new Failure('UNAVAILABLE')));
    await expect(test.invoke()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(test.invoke({ idempotencyKey: 'k' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(test.sent).toEqual([]);
    // The write may have been committed although it failed.
    expect(ended).toEqual([expect.any(String), expect.any(String)]);
  });
});
