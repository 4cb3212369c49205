/** The state of a running workflow: its values, its executed steps, and its calls. */
import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { Scope } from '../../documents/arazzo/expression.js';
import type { Workflow, WorkflowCall, WorkflowStep } from '../../documents/arazzo/workflow.js';
import type { Call, Outcome, TargetedCall, WorkflowBudget } from '../call.js';
import { innerCall } from '../inner-call.js';

/** A step that has taken effect. */
export interface DoneStep {
  step: WorkflowStep;
  /** Which visit of the step it was, from 1. */
  visit: number;
  /** True when executing it twice is safe. */
  repeatable: boolean;
}

/** A workflow that is running. */
export interface Run {
  readonly call: TargetedCall;
  readonly workflow: Workflow;
  readonly invoke: (call: Call) => Promise<Outcome>;
  readonly budget: WorkflowBudget;
  readonly scope: Scope & { steps: Map<string, JsonObject> };
  /** Steps that have taken effect, in order. */
  readonly done: DoneStep[];
  /** Steps with an unknown outcome. */
  readonly doubtful: string[];
  readonly visits: Map<string, number>;
  /** Calls made so far. */
  made: number;
}

/** Identifies a call of a run. */
export interface CallName {
  /** For the record: the step, or the step and `:compensate`. */
  step: string;
  /** Makes the key of this call differ from those of others. */
  parts: readonly (string | number)[];
}

/** The call that a run makes; its permissions, its trace and its confirmation are those of the workflow's own call. */
export function toStepCall(
  run: Run,
  to: WorkflowCall,
  input: JsonValue,
  { step, parts }: CallName,
  signal: AbortSignal,
): Call {
  const { call, workflow, budget } = run;
  const { stored } = call.target;
  const confirmed = (call.plan !== undefined && call.plan.demand !== 'never') || call.within?.confirmed === true;
  return {
    ...innerCall(call, { agentId: to.agent ?? stored.entry.id, operationName: to.operation, input }),
    ...(call.idempotencyKey === undefined ? {} : { idempotencyKey: stepKey(call.idempotencyKey, parts) }),
    signal,
    ...(call.onSend === undefined ? {} : { onSend: call.onSend }),
    within: { depth: (call.within?.depth ?? 0) + 1, confirmed, budget },
    facts: { workflow: `${stored.entry.id} ${workflow.workflowId}`.slice(0, 512), step },
  };
}

/** The same for the same call of the same workflow call, so that a repeat finds the executed steps in the ledger. */
function stepKey(key: string, parts: readonly (string | number)[]): string {
  return `step:${createHash('sha256')
    .update(JSON.stringify([key, ...parts]))
    .digest('base64url')}`;
}
