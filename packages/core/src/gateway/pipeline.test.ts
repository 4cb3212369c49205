/** The steps are in the required order: a call that an outer step rejects costs nothing in the inner ones. */
import { describe, expect, it } from 'vitest';
import type { Call } from './call.js';
import { bob, createCall, createEntry, createOperation, createTestGateway, json } from './gateway.support.js';
import { composeSteps, createSteps } from './pipeline.js';

describe('the pipeline', () => {
  it('has its steps in this order, outermost first', async () => {
    const { ports } = await createTestGateway();
    const { outer, entitle, inner } = createSteps(ports, () => Promise.reject(new Error('not called')));
    expect([...outer, entitle, ...inner].map(({ name }) => name)).toEqual([
      'trace',
      'audit',
      'entitle',
      'capture',
      'limit',
      'quota',
      'plan',
      'defer',
      'batch',
      'deduplicate',
      'validate',
      'verify-outcome',
      'confirm',
      'repair',
      'run-workflow',
      'answer-locally',
      'call-upstream',
    ]);
  });

  it('gives every step after entitle the target', async () => {
    const { ports } = await createTestGateway();
    const steps = createSteps(ports, () => Promise.reject(new Error('not called')));
    const seen: string[] = [];
    const run = composeSteps({
      ...steps,
      inner: [
        {
          name: 'look',
          run: async (call) => {
            seen.push(call.target.operation.name);
            return { kind: 'preview', preview: {} as never };
          },
        },
      ],
    });
    await run(createCall());
    expect(seen).toEqual(['echo']);
  });

  it('returns the service’s answer', async () => {
    const { answer, sent } = await createTestGateway();
    const outcome = await answer();
    expect(outcome).toMatchObject({ status: 200, body: { text: 'ahoy' }, findings: [], replayed: false });
    expect(new TextDecoder().decode(outcome.raw)).toBe('{"text":"ahoy"}');
    expect(sent).toHaveLength(1);
  });

  it('records a rejected call for every step, and sends nothing', async () => {
    const test = await createTestGateway({ callsPerMinute: 3 });
    const refused: [string, Partial<Call>][] = [
      ['NOT_FOUND', { agentId: 'nobody' }],
      ['INVALID_INPUT', { input: {} }],
      ['INVALID_INPUT', { idempotencyKey: 'a b' }],
    ];
    for (const [code, change] of refused) await expect(test.invoke(change)).rejects.toMatchObject({ code });
    await test.put(createEntry({ operations: [createOperation({ impact: 'irreversible' })] }));
    await expect(test.invoke()).rejects.toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
    await expect(test.invoke()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(test.sent).toEqual([]);
    expect((await test.records()).map(({ code, outcome }) => [outcome, code])).toEqual([
      ['refused', 'NOT_FOUND'],
      ['refused', 'INVALID_INPUT'],
      ['refused', 'INVALID_INPUT'],
      ['refused', 'CONFIRMATION_REQUIRED'],
      ['refused', 'RATE_LIMITED'],
    ]);
  });

  it('runs a keyed call once for all its duplicates, and separates callers', async () => {
    const test = await createTestGateway();
    let effects = 0;
    test.script(() => {
      effects += 1;
      return json({ text: `effect ${effects}` });
    });
    await test.answer({ idempotencyKey: 'k1' });
    expect(await test.answer({ idempotencyKey: 'k1' })).toMatchObject({ body: { text: 'effect 1' }, replayed: true });
    expect(await test.answer({ idempotencyKey: 'k1', caller: bob })).toMatchObject({ body: { text: 'effect 2' } });
    await expect(test.invoke({ idempotencyKey: 'k1', input: { text: 'other' } })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    expect(effects).toBe(2);
  });

  it('has a record for every one of many concurrent calls', async () => {
    const test = await createTestGateway({ callsPerMinute: 10_000 });
    test.script(({ body }) => (JSON.stringify(body).includes('7') ? json({ oops: true }, 500) : json({ text: 'ok' })));
    const calls = Array.from({ length: 300 }, (_, at) => test.invoke({ input: { text: `call ${at}` } }));
    await Promise.allSettled(calls);
    expect(await test.records()).toHaveLength(300);
  });

  it('lets no caller set the gateway’s own members', async () => {
    const test = await createTestGateway();
    const forged = createCall({ batchItem: 0, input: { nonsense: true }, headers: { 'x-forged': '1' } });
    await expect(test.gateway.invoke(forged)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(forged.headers).not.toHaveProperty('x-forged');
  });
});
