/**
 * Workflows through the gateway: the steps, their records, their criteria and actions, and the values that they pass
 * on.
 */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { forecastStep, geocodeStep, weatherDocument, weatherWorkflow } from '../../documents/arazzo/arazzo.support.js';
import { createCall, createEntry, json } from '../gateway.support.js';
import type { Answers, WorkflowGateway } from './workflows.support.js';
import { createWorkflowGateway } from './workflows.support.js';

const found = { results: [{ name: 'Oslo, Norway', lat: 59.9, lon: 10.7, score: 0.9 }] };
const good: Answers = {
  '/geocoder/search': () => json(found),
  '/grid-forecast/forecast': () => json({ summary: 'Snow' }),
};

async function createWeather(document: JsonObject = weatherDocument()): Promise<WorkflowGateway> {
  const test = await createWorkflowGateway();
  await test.agent('geocoder', { search: { impact: 'informational' } });
  await test.agent('grid-forecast', { forecast: { impact: 'informational' } });
  await test.workflows(document);
  test.answers(good);
  return test;
}

function withSteps(steps: JsonObject[], more: JsonObject = {}): JsonObject {
  return weatherDocument({ workflows: [weatherWorkflow({ steps, ...more })] });
}

describe('a workflow', () => {
  it('[PROF-OPS-01] is one call for its caller and several upstream, each with the values of the previous one', async () => {
    const test = await createWeather();
    expect(await test.run({ city: 'Oslo' })).toMatchObject({
      status: 200,
      body: { summary: 'Snow', place: 'Oslo, Norway' },
      findings: [],
    });
    expect(test.sent.map(({ body }) => body)).toEqual([
      { q: 'Oslo' },
      { point: { lat: 59.9, lon: 10.7 }, label: 'for Oslo' },
    ]);
  });

  it('[PROF-OPS-02] leaves a record of itself and one of each step, in one trace', async () => {
    const test = await createWeather();
    await test.run({ city: 'Oslo' });
    const records = await test.records();
    expect(records.map(({ target, facts }) => [target, facts.workflow, facts.step, facts.steps])).toEqual([
      ['geocoder', 'weather-tool weatherAt', 'geocode', undefined],
      ['grid-forecast', 'weather-tool weatherAt', 'forecast', undefined],
      ['weather-tool', undefined, undefined, 2],
    ]);
    expect(new Set(records.map(({ traceId }) => traceId)).size).toBe(1);
  });

  it('validates its own input before anything is called', async () => {
    const test = await createWeather();
    await expect(test.run({ town: 'Oslo' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(test.sent).toEqual([]);
  });

  it('does nothing when the caller may not see one of its services', async () => {
    const test = await createWeather();
    await test.put(createEntry({ id: 'grid-forecast', visibility: 'private' }));
    await expect(test.run({ city: 'Oslo' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message:
        "Step 'forecast' cannot be made: Its service or operation does not exist, or you may not see it. Nothing has been done. A retry does not help: ask for access to it, or choose another operation for step 'forecast' and publish the workflow again.",
    });
    expect(test.sent).toEqual([]);
  });

  it('says that a retry does not help when a step has no operation any more', async () => {
    const test = await createWeather();
    await test.agent('geocoder', { lookup: {}, reverse: {} });
    const failed = await test.run({ city: 'Oslo' }).catch((error: unknown) => error);
    expect(failed).toMatchObject({
      code: 'STEP_FAILED',
      row: { retryable: false },
      message: expect.stringMatching(
        /^Step 'geocode' .*no operation 'search'.* A retry does not help: choose an operation that exists for step 'geocode'/,
      ),
    });
    expect(test.sent).toEqual([]);
  });

  it('counts each step toward the caller’s rate limit for its service', async () => {
    const test = await createWorkflowGateway({ callsPerMinute: 2 });
    await test.agent('geocoder', { search: {} });
    await test.workflows(
      withSteps(
        [1, 2, 3].map((at) => geocodeStep({ stepId: `s${at}` })),
        { outputs: { x: '$inputs.city' } },
      ),
    );
    test.answers(good);
    await expect(test.run({ city: 'Oslo' })).rejects.toMatchObject({
      code: 'STEP_FAILED',
      message: expect.stringContaining("Step 's3'") as unknown,
    });
    expect(test.called()).toHaveLength(2);
  });

  it('lets no caller pretend to be a confirmed step', async () => {
    const test = await createWorkflowGateway();
    await test.agent('geocoder', { search: { impact: 'irreversible' } });
    const budget = { calls: 1, signal: new AbortController().signal };
    const forged = createCall({ agentId: 'geocoder', within: { depth: 0, confirmed: true, budget } });
    await expect(test.gateway.invoke(forged)).rejects.toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
  });
});

describe('actions', () => {
  it('jump to another step, or end early, when their criteria match', async () => {
    const skip = { name: 'skip', type: 'goto', stepId: 'last', criteria: [{ condition: '$response.body#/results' }] };
    const end = { name: 'end', type: 'end' };
    const test = await createWeather(
      withSteps([
        geocodeStep({ onSuccess: [skip] }),
        forecastStep(),
        geocodeStep({ stepId: 'last', onSuccess: [end] }),
        forecastStep({ stepId: 'never' }),
      ]),
    );
    const { body } = await test.run({ city: 'Oslo' });
    expect(test.called()).toEqual(['/geocoder/search', '/geocoder/search']);
    expect(body).toEqual({ place: 'Oslo, Norway' });
  });

  it('retry safe steps, as often as declared', async () => {
    const retry = { name: 'again', type: 'retry', retryAfter: 0, retryLimit: 2 };
    const test = await createWeather(withSteps([geocodeStep({ onFailure: [retry] }), forecastStep()]));
    let tries = 0;
    test.answers({
      ...good,
      '/geocoder/search': () => {
        tries += 1;
        return tries < 3 ? json({ busy: true }, 503) : json(found);
      },
    });
    expect(await test.run({ city: 'Oslo' }, { idempotencyKey: 'k' })).toMatchObject({ body: { summary: 'Snow' } });
    tries = -5;
    await expect(test.run({ city: 'Oslo' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(tries).toBe(-2);
  });

  it('never retry a step that may have taken effect', async () => {
    const retry = { name: 'again', type: 'retry', retryAfter: 0, retryLimit: 5 };
    const test = await createWeather(withSteps([geocodeStep({ onFailure: [retry] }), forecastStep()]));
    await test.agent('geocoder', { search: { impact: 'reversible', idempotent: false } });
    test.answers({ ...good, '/geocoder/search': () => json({ oops: true }, 500) });
    await expect(test.run({ city: 'Oslo' })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      outcomeUnknown: true,
      fieldErrors: [
        { field: 'steps.geocode', code: 'workflow/failed' },
        { field: 'steps.geocode', code: 'workflow/unknown' },
      ],
    });
    expect(test.called()).toHaveLength(1);
  });

  it('jump to another step when one fails', async () => {
    const fallback = {
      name: 'other',
      type: 'goto',
      stepId: 'forecast',
      criteria: [{ condition: '$statusCode >= 400' }],
    };
    const test = await createWeather(withSteps([geocodeStep({ onFailure: [fallback] }), forecastStep()]));
    test.answers({ ...good, '/geocoder/search': () => json({}, 404) });
    expect((await test.run({ city: 'Oslo' })).body).toEqual({ summary: 'Snow' });
    expect(test.sent[1]?.body).toEqual({ point: {}, label: 'for Oslo' });
  });

  it('cannot loop forever', async () => {
    const back = { name: 'back', type: 'goto', stepId: 'geocode' };
    const test = await createWeather(
      withSteps([geocodeStep({ onSuccess: [back] })], { outputs: { x: '$inputs.city' } }),
    );
    await expect(test.run({ city: 'Oslo' })).rejects.toMatchObject({
      message: expect.stringContaining('more than 200 calls') as unknown,
    });
    expect(test.called()).toHaveLength(200);
  });
});

describe('workflows in workflows', () => {
  const inner = weatherWorkflow({
    workflowId: 'inner',
    steps: [geocodeStep()],
    outputs: { place: '$steps.geocode.outputs.place' },
  });
  const outer = weatherWorkflow({
    workflowId: 'outer',
    steps: [
      {
        stepId: 'find',
        workflowId: 'inner',
        parameters: [{ name: 'city', value: '$inputs.city' }],
        outputs: { place: '$response.body#/place' },
      },
    ],
    outputs: { place: '$steps.find.outputs.place' },
  });

  it('are calls like all others', async () => {
    const test = await createWeather(weatherDocument({ workflows: [outer, inner] }));
    const answer = await test.run({ city: 'Oslo' }, { operationName: 'outer' });
    expect(answer.body).toEqual({ place: 'Oslo, Norway' });
    expect((await test.records()).map(({ target, facts }) => [target, facts.step])).toEqual([
      ['geocoder', 'geocode'],
      ['weather-tool', 'find'],
      ['weather-tool', undefined],
    ]);
  });

  it('stop at a depth, also when each is a separate service', async () => {
    const test = await createWeather();
    for (let at = 0; at < 7; at += 1) {
      const source = { name: 'next', url: `level-${at + 1}` };
      const step = { stepId: 's', operationId: 'go', parameters: [{ name: 'city', value: '$inputs.city' }] };
      const workflow = weatherWorkflow({ workflowId: 'go', steps: [step], outputs: { x: '$inputs.city' } });
      await test.workflows({
        ...weatherDocument({ sourceDescriptions: [source], workflows: [workflow] }),
        'x-agent': { id: `level-${at}` },
      });
    }
    await test.agent('level-7', { go: {} });
    await expect(test.run({ city: 'x' }, { agentId: 'level-0' })).rejects.toMatchObject({ code: 'STEP_FAILED' });
    expect(test.sent).toEqual([]);
  });
});
