import type { Workflow } from '@dragoman/core/descriptions';
import { expect, it } from 'vitest';
import { nextInput, startTrial, takeAnswer } from './trial.js';

const call = (value: string) => ({ agent: 'a', operation: 'o', parameters: [{ name: 'q', value }], replacements: [] });
const rest = { successCriteria: [], onSuccess: [], onFailure: [] };
const workflow: Workflow = {
  workflowId: 'w',
  outputs: { all: '$steps.second.outputs.b' },
  steps: [
    {
      ...rest,
      stepId: 'first',
      call: call('$inputs.x'),
      outputs: { a: '$response.body#/a' },
      onFailure: [{ name: 'again', type: 'retry', retryLimit: 1, criteria: [] }],
    },
    { ...rest, stepId: 'second', call: call('$steps.first.outputs.a'), outputs: { b: '$response.body#/b' } },
  ],
};

it('passes outputs on, and ends with the outputs of the workflow', () => {
  let trial = startTrial(workflow, { x: 1 });
  expect(nextInput(workflow, trial)).toEqual({ q: 1 });
  trial = takeAnswer(workflow, trial, { input: { q: 1 }, status: 200, output: { a: 2 }, ms: 1 });
  expect(nextInput(workflow, trial)).toEqual({ q: 2 });
  trial = takeAnswer(workflow, trial, { input: { q: 2 }, status: 201, output: { b: 3 }, ms: 1 });
  expect(trial).toMatchObject({ next: undefined, result: { all: 3 } });
});

it('retries as often as the step says, then fails', () => {
  const failing = { input: {}, status: 503, error: new Error('no'), ms: 1 };
  let trial = takeAnswer(workflow, startTrial(workflow, {}), failing);
  expect(trial).toMatchObject({ next: 0, done: [{ follows: 'retry' }] });
  trial = takeAnswer(workflow, trial, failing);
  expect(trial).toMatchObject({ next: undefined, failed: true });
  expect(trial.result).toBeUndefined();
});
