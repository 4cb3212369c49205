/** Reads one step of a workflow with its criteria, actions, outputs and compensation. */
import type { Place } from './place.js';
import { below, memberOf, readNumber, readObject, readObjects, readText, refuseMember } from './place.js';
import { readCall } from './read-call.js';
import type { WorkflowContext } from './read-context.js';
import { checkExpressions, resolveReusable } from './read-context.js';
import { readCriteria } from './read-criteria.js';
import type { CallParameter, StepAction, WorkflowStep } from './workflow.js';
import { arazzoLimits } from './workflow.js';

/** The workflow's defaults for each of its steps. */
export interface StepDefaults {
  parameters: readonly CallParameter[];
  onSuccess: readonly StepAction[];
  onFailure: readonly StepAction[];
}

/** The step; undefined when it cannot be called. */
export function readStep(
  place: Place,
  stepId: string,
  context: WorkflowContext,
  defaults: StepDefaults,
): WorkflowStep | undefined {
  const description = readText(place, 'description');
  const call = readCall(place, context, defaults.parameters);
  const successCriteria = readCriteria(place, 'successCriteria', context);
  const onSuccess = readActions(place, 'onSuccess', context);
  const onFailure = readActions(place, 'onFailure', context);
  const outputs = readOutputs(place, context);
  const undo = readObject(place, 'x-compensate');
  // The compensation of a step may use the outputs of that step.
  const compensate = undo && readCall(undo, { ...context, step: (context.step ?? 0) + 1 }, []);
  return (
    call && {
      stepId,
      ...(description === undefined ? {} : { description }),
      call,
      successCriteria,
      onSuccess: [...onSuccess, ...defaults.onSuccess],
      onFailure: [...onFailure, ...defaults.onFailure],
      outputs,
      ...(compensate === undefined ? {} : { compensate }),
    }
  );
}

/** The expressions of an `outputs` member, by name. */
export function readOutputs(place: Place, context: WorkflowContext): { [name: string]: string } {
  const outputs = readObject(place, 'outputs');
  if (outputs === undefined) return {};
  const entries = Object.entries(outputs.object);
  if (entries.length > arazzoLimits.list) {
    outputs.findings.report('arazzo/too-many', outputs.pointer, { limit: arazzoLimits.list });
    return {};
  }
  const read: [string, string][] = [];
  for (const [name, value] of entries) {
    if (!/^[A-Za-z0-9_-]+$/.test(name)) outputs.findings.report('arazzo/name-form', below(outputs, name));
    if (typeof value !== 'string' || !value.startsWith('$')) {
      outputs.findings.report('arazzo/wrong-type', below(outputs, name), { expected: 'a runtime expression' });
      continue;
    }
    checkExpressions(value, outputs, name, context);
    read.push([name, value]);
  }
  return Object.fromEntries(read);
}

/** The actions of a list member, in the order in which they are evaluated. */
export function readActions(place: Place, name: string, context: WorkflowContext): StepAction[] {
  const kind = /success/i.test(name) ? 'successActions' : 'failureActions';
  return readObjects(place, name).flatMap((item) => {
    const action = resolveReusable(item, kind, context);
    return (action && readAction(action, kind, context)) ?? [];
  });
}

function readAction(place: Place, kind: string, context: WorkflowContext): StepAction | undefined {
  const name = readText(place, 'name', { required: true, limit: arazzoLimits.name });
  const type = memberOf(place.object, 'type');
  const criteria = readCriteria(place, 'criteria', context);
  refuseMember(place, 'workflowId', 'Call the workflow as a step, and go to that step.');
  if (type !== 'end' && type !== 'goto' && !(type === 'retry' && kind === 'failureActions')) {
    const expected = kind === 'failureActions' ? '"end", "goto" or "retry"' : '"end" or "goto"';
    place.findings.report('arazzo/wrong-type', below(place, 'type'), { expected });
    return undefined;
  }
  if (name === undefined) return undefined;
  if (type === 'end') return { name, type, criteria };
  return type === 'goto' ? readGoto(place, name, criteria, context) : readRetry(place, name, criteria);
}

function readGoto(
  place: Place,
  name: string,
  criteria: StepAction['criteria'],
  context: WorkflowContext,
): StepAction | undefined {
  const stepId = readText(place, 'stepId', { required: true, limit: arazzoLimits.name });
  if (stepId === undefined) return undefined;
  if (!context.steps.has(stepId)) {
    place.findings.report('arazzo/unknown-reference', below(place, 'stepId'), { what: 'step', name: stepId });
  }
  return { name, type: 'goto', stepId, criteria };
}

function readRetry(place: Place, name: string, criteria: StepAction['criteria']): StepAction {
  refuseMember(place, 'stepId', 'A retry repeats the same step; put what precedes it into a separate step.');
  const retryAfter = readNumber(place, 'retryAfter', arazzoLimits.retryAfterSeconds) ?? 1;
  const retryLimit = Math.floor(readNumber(place, 'retryLimit', arazzoLimits.retryLimit) ?? 1);
  return { name, type: 'retry', retryAfter, retryLimit, criteria };
}
