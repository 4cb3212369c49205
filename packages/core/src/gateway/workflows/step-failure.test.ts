/** What a failed workflow reports, compensates and allows to repeat; and what is shown and confirmed before it runs. */
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { weatherDocument, weatherWorkflow } from '../../documents/arazzo/arazzo.support.js';
import { json } from '../gateway.support.js';
import type { WorkflowGateway } from './workflows.support.js';
import { createWorkflowGateway } from './workflows.support.js';

const sourceDescriptions = [{ name: 'desk', url: 'desk' }];
const outputs = { booking: '$response.body#/booking' };
const cancel = { operationId: 'cancel', parameters: [{ name: 'booking', value: '$steps.book.outputs.booking' }] };

function trip(change: JsonObject = {}): JsonObject {
  const steps = [
    { stepId: 'book', operationId: 'book', outputs, ...change },
    { stepId: 'pay', operationId: 'pay', parameters: [{ name: 'for', value: '$steps.book.outputs.booking' }] },
  ];
  const workflow = weatherWorkflow({ workflowId: 'trip', steps, outputs: { booking: '$steps.book.outputs.booking' } });
  return weatherDocument({ sourceDescriptions, workflows: [workflow] });
}

async function createPaymentGateway(
  document: JsonObject,
  pay: () => ReturnType<typeof json>,
): Promise<WorkflowGateway> {
  const test = await createWorkflowGateway();
  await test.agent('desk', {
    book: { impact: 'reversible' },
    cancel: { impact: 'reversible' },
    pay: { impact: 'reversible' },
  });
  await test.workflows(document);
  test.answers({ '/desk/book': () => json({ booking: 'B-1' }, 201), '/desk/cancel': () => json({}), '/desk/pay': pay });
  return test;
}

describe('a failed step', () => {
  it('[PROF-OPS-02] yields one error that names the step, the executed steps, and whether to repeat', async () => {
    const test = await createPaymentGateway(trip(), () => json({ declined: true }, 422));
    await expect(test.run({ city: 'x' })).rejects.toMatchObject({
      code: 'STEP_FAILED',
      message:
        "Step 'pay' of 'trip' failed: it was answered with status 422. Done: book. A repeat is not safe, or would fail again.",
      fieldErrors: [
        { field: 'steps.pay', code: 'workflow/failed' },
        { field: 'steps.book', code: 'workflow/done' },
      ],
    });
    expect((await test.records()).at(-1)).toMatchObject({ target: 'weather-tool', code: 'STEP_FAILED' });
  });

  it('is executed again alone when the same call is repeated with its key', async () => {
    let busy = true;
    const test = await createPaymentGateway(trip(), () => (busy ? json({}, 503) : json({ paid: true })));
    const call = { idempotencyKey: 'trip-1' };
    await expect(test.run({ city: 'x' }, call)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('Done: book. A repeat is safe.') as unknown,
    });
    busy = false;
    expect((await test.run({ city: 'x' }, call)).body).toEqual({ booking: 'B-1' });
    expect(test.called()).toEqual(['/desk/book', '/desk/pay', '/desk/pay']);
    expect(await test.run({ city: 'x' }, call)).toMatchObject({ replayed: true });
  });

  it('is resumed when the caller disconnected and retries with its key', async () => {
    const leaving = new AbortController();
    const test = await createPaymentGateway(trip(), () => json({}));
    test.answers({
      '/desk/book': () => {
        leaving.abort();
        return json({ booking: 'B-1' });
      },
      '/desk/pay': () => json({ paid: true }),
    });
    const call = { idempotencyKey: 'trip-1' };
    await expect(test.run({ city: 'x' }, { ...call, signal: leaving.signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect((await test.run({ city: 'x' }, call)).body).toEqual({ booking: 'B-1' });
    expect(test.called()).toEqual(['/desk/book', '/desk/pay']);
  });

  it('may have taken effect when it was sent and never answered, and a repeat with the key does not send it again', async () => {
    const test = await createPaymentGateway(trip(), () => {
      throw new Failure('UPSTREAM_TIMEOUT');
    });
    const call = { idempotencyKey: 'trip-1' };
    const failure = {
      code: 'OUTCOME_UNKNOWN',
      message: expect.stringContaining('Done: book. May have taken effect: pay. A repeat is not safe') as unknown,
    };
    await expect(test.run({ city: 'x' }, call)).rejects.toMatchObject(failure);
    test.pass(60);
    await expect(test.run({ city: 'x' }, call)).rejects.toMatchObject(failure);
    expect(test.called()).toEqual(['/desk/book', '/desk/pay']);
  });

  it('is not reported as safe to repeat without a key when something was executed', async () => {
    const test = await createPaymentGateway(trip(), () => json({}, 503));
    await expect(test.run({ city: 'x' })).rejects.toMatchObject({ code: 'STEP_FAILED' });
  });

  it('has the earlier steps compensated where that is defined, with records, and permanently', async () => {
    const test = await createPaymentGateway(trip({ 'x-compensate': cancel }), () => json({}, 503));
    const call = { idempotencyKey: 'trip-1' };
    const failure = {
      code: 'STEP_FAILED',
      message: expect.stringContaining('No step remains in effect. Compensated: book.') as unknown,
      fieldErrors: [{ field: 'steps.pay' }, { field: 'steps.book', code: 'workflow/taken-back' }],
    };
    await expect(test.run({ city: 'x' }, call)).rejects.toMatchObject(failure);
    expect(test.called()).toEqual(['/desk/book', '/desk/pay', '/desk/cancel']);
    expect(test.sent[2]?.body).toEqual({ booking: 'B-1' });
    expect((await test.records()).map(({ facts }) => facts.step)).toContain('book:compensate');
    await expect(test.run({ city: 'x' }, call)).rejects.toMatchObject(failure);
    expect(test.called()).toHaveLength(3);
  });

  it('is not executed again when it is a workflow with steps in effect', async () => {
    const document = trip() as { workflows: JsonObject[] };
    const retry = { name: 'again', type: 'retry', retryAfter: 0, retryLimit: 3 };
    const parameters = [{ name: 'city', value: '$inputs.city' }];
    const steps = [{ stepId: 'all', workflowId: 'trip', parameters, onFailure: [retry] }];
    const outer = weatherWorkflow({ workflowId: 'outer', steps, outputs: { x: '$inputs.city' } });
    const test = await createPaymentGateway({ ...document, workflows: [outer, ...document.workflows] }, () =>
      json({}, 422),
    );
    await expect(test.run({ city: 'x' }, { operationName: 'outer' })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      message: expect.stringContaining("Step 'pay' of 'trip' failed") as unknown,
    });
    expect(test.called()).toEqual(['/desk/book', '/desk/pay']);
  });

  it('reports when a compensation fails', async () => {
    const test = await createPaymentGateway(trip({ 'x-compensate': cancel }), () => json({}, 422));
    test.answers({ '/desk/book': () => json({ booking: 'B-1' }), '/desk/pay': () => json({}, 422) });
    await expect(test.run({ city: 'x' })).rejects.toMatchObject({
      fieldErrors: [
        { code: 'workflow/failed' },
        { field: 'steps.book', code: 'workflow/done' },
        { field: 'steps.book', code: 'workflow/not-taken-back' },
      ],
    });
  });

  it('compensates the executed steps when the caller disconnects in the middle', async () => {
    const leaving = new AbortController();
    const test = await createPaymentGateway(trip({ 'x-compensate': cancel }), () => json({}));
    test.answers({
      '/desk/book': () => {
        leaving.abort();
        return json({ booking: 'B-1' });
      },
      '/desk/cancel': () => json({}),
    });
    await expect(test.run({ city: 'x' }, { signal: leaving.signal })).rejects.toMatchObject({ code: 'STEP_FAILED' });
    expect(test.called()).toEqual(['/desk/book', '/desk/cancel']);
  });
});

describe('before it runs', () => {
  it('a dry run shows every step and calls none', async () => {
    const test = await createPaymentGateway(trip({ 'x-compensate': cancel }), () => json({}));
    const outcome = await test.invoke({ agentId: 'weather-tool', input: { city: 'x' }, dryRun: true });
    expect(outcome).toMatchObject({
      kind: 'preview',
      preview: {
        impact: 'reversible',
        confirmationRequired: false,
        steps: [
          { step: 'book', agent: 'desk', operation: 'book', impact: 'reversible', input: {} },
          { step: 'book:compensate', operation: 'cancel' },
          { step: 'pay', operation: 'pay', input: { for: '$steps.book.outputs.booking' } },
        ],
      },
    });
    expect(test.sent).toEqual([]);
  });

  it('irreversible steps are confirmed with the whole, and for these steps only', async () => {
    const test = await createPaymentGateway(trip(), () => json({}));
    const operations = { book: {}, cancel: {}, pay: { impact: 'irreversible' as const } };
    await test.agent('desk', operations);
    await expect(test.run({ city: 'x' })).rejects.toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
    const outcome = await test.invoke({ agentId: 'weather-tool', input: { city: 'x' }, dryRun: true });
    if (outcome.kind !== 'preview') throw new Error('no preview');
    expect(outcome.preview).toMatchObject({ impact: 'irreversible', confirmationRequired: true });
    const confirmation = outcome.preview.confirmation?.token ?? '';
    await expect(test.run({ city: 'y' }, { confirmation })).rejects.toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
    expect(test.sent).toEqual([]);
    expect((await test.run({ city: 'x' }, { confirmation })).body).toEqual({ booking: 'B-1' });
    await test.agent('desk', { ...operations, pay: { impact: 'irreversible', version: 2 } });
    await expect(test.run({ city: 'x' }, { confirmation })).rejects.toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
  });

  it('a rule that denies a step denies the whole', async () => {
    const test = await createWorkflowGateway({ confirm: [{ agent: 'desk', require: 'deny' }] });
    await test.agent('desk', { book: {}, pay: {} });
    await test.workflows(trip());
    await expect(test.run({ city: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(test.sent).toEqual([]);
  });
});
