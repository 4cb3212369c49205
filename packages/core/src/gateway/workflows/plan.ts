/**
 * Computes what a workflow would do before anything runs: which operations it calls with this caller's permissions, the
 * highest impact, and whether the whole may be repeated. Previews and confirmations use it.
 */
import { createHash } from 'node:crypto';
import type { Entry, FailureCode, Impact, JsonValue, Operation } from '@dragoman/model';
import { Failure, toFailure } from '@dragoman/model';
import { createCachedEntryReader } from '../../catalogue/cached-entries.js';
import type { StoredEntry } from '../../catalogue/store.js';
import { knownInputOf } from '../../documents/arazzo/step-input.js';
import type { Workflow, WorkflowCall } from '../../documents/arazzo/workflow.js';
import type { GatewayStep, Target, TargetedCall, VersionedStep, WorkflowPlan } from '../call.js';
import { chooseOperation } from '../choose-operation.js';
import type { ConfirmPolicy } from '../confirm-requirement.js';
import { requirementFor, strictestRequirement } from '../confirm-requirement.js';
import { isRepeatable } from '../is-repeatable.js';
import type { GatewayPorts } from '../ports.js';
import { workflowLimits } from './limits.js';
import { workflowOf } from './workflow-caller.js';

/** Number of cached entries of steps. */
const cacheLimits = { entries: 500, characters: 8_000_000 };

/** A call that a workflow would make, and its target. */
interface PlannedCall {
  step: string;
  target: Target;
  input: JsonValue;
}

/** Creates the step; calls of other operations pass. */
export function createPlan(ports: Pick<GatewayPorts, 'store' | 'index' | 'settings' | 'mayInvoke'>): GatewayStep {
  const read = createCachedEntryReader(ports, cacheLimits);
  const find = async (call: TargetedCall, own: StoredEntry, { agent, operation }: WorkflowCall): Promise<Target> => {
    const stored = agent === undefined ? own : await read(agent, call.caller);
    const chosen = chooseOperation(stored.entry, operation);
    ports.mayInvoke?.(call.caller, stored.entry, chosen);
    requireActive(stored.entry);
    return { stored, operation: chosen };
  };
  const planned = async (call: TargetedCall, workflow: Workflow): Promise<TargetedCall> => {
    call.timeline?.enter('plan');
    const target = call.target;
    if ((call.within?.depth ?? 0) > workflowLimits.depth) throw tooDeep();
    const calls: PlannedCall[] = [];
    await walk({ call, find, calls }, { workflow, stored: target.stored, input: call.input, prefix: '', depth: 0 });
    const plan = planOf(call, calls, ports.settings);
    call.plan = plan;
    call.target = { ...target, operation: wholeOf(target.operation, calls) };
    return call;
  };
  return (call, next) => {
    const workflow = workflowOf(call.target.operation);
    return workflow === undefined ? next(call) : planned(call, workflow).then(next);
  };
}

interface Walk {
  call: TargetedCall;
  find: (call: TargetedCall, own: StoredEntry, to: WorkflowCall) => Promise<Target>;
  calls: PlannedCall[];
}

interface Part {
  workflow: Workflow;
  stored: StoredEntry;
  input: JsonValue;
  prefix: string;
  depth: number;
}

/** Compensations are planned as well: they may be called, and must be allowed. */
async function walk(walked: Walk, part: Part): Promise<void> {
  for (const { stepId, call, compensate } of part.workflow.steps) {
    await walkCall(walked, part, `${part.prefix}${stepId}`, call);
    if (compensate !== undefined) await walkCall(walked, part, `${part.prefix}${stepId}:compensate`, compensate);
  }
}

async function walkCall(walked: Walk, part: Part, step: string, to: WorkflowCall): Promise<void> {
  const target = await walked.find(walked.call, part.stored, to).catch((thrown: unknown) => {
    throw beforeAnything(step, toFailure(thrown));
  });
  const input = knownInputOf(to, part.input);
  walked.calls.push({ step, target, input });
  if (walked.calls.length > workflowLimits.calls) {
    throw new Failure('STEP_FAILED', {
      message: `The workflow has more than ${workflowLimits.calls} steps in all. Nothing has been done. A retry does not help: split the workflow.`,
    });
  }
  const inner = workflowOf(target.operation);
  if (inner === undefined) return;
  if (part.depth >= workflowLimits.depth) throw tooDeep();
  await walk(walked, { workflow: inner, stored: target.stored, input, prefix: `${step}/`, depth: part.depth + 1 });
}

function tooDeep(): Failure {
  return new Failure('STEP_FAILED', {
    message: `Workflows are nested over more than ${workflowLimits.depth} levels here. Nothing has been done. A retry does not help: call the inner workflow's operations directly.`,
  });
}

function requireActive({ status, id }: Entry): void {
  if (status !== 'inactive') return;
  throw new Failure('UNAVAILABLE', {
    message: `The service '${id.slice(0, 200)}' is inactive and does not accept calls.`,
  });
}

const adviceFor: Partial<Record<FailureCode, (step: string) => string>> = {
  INVALID_INPUT: (step) =>
    ` A retry does not help: choose an operation that exists for step '${step}', and publish the workflow again.`,
  NOT_FOUND: (step) =>
    ` A retry does not help: ask for access to it, or choose another operation for step '${step}' and publish the workflow again.`,
};

/** A step whose operation does not exist fails again until somebody changes the workflow, so it is not a temporary failure. */
function beforeAnything(step: string, failure: Failure): Failure {
  const detail = reasonOf(failure);
  const advice = adviceFor[failure.code]?.(step) ?? '';
  return new Failure(failure.code === 'INVALID_INPUT' ? 'STEP_FAILED' : failure.code, {
    message: `Step '${step}' cannot be made: ${detail} Nothing has been done.${advice}`,
    fieldErrors: [{ field: `steps.${step}`, code: 'workflow/failed', detail }],
    cause: failure,
  });
}

/** The service of a step is shown only to callers who may see it. */
function reasonOf({ code, message, row }: Failure): string {
  if (code === 'NOT_FOUND') return 'Its service or operation does not exist, or you may not see it.';
  return code === 'INTERNAL' ? row.message : message;
}

function planOf(call: TargetedCall, calls: readonly PlannedCall[], policy: ConfirmPolicy): WorkflowPlan {
  const demands = calls.map(({ target }) =>
    requirementFor(policy, { ...call, agentId: target.stored.entry.id }, target.operation),
  );
  const bound = calls.map(({ step, target: { stored, operation } }) => [
    step,
    stored.entry.id,
    operation.id,
    operation.version,
  ]);
  return {
    steps: calls.map(toPreview),
    targets: calls.map(({ target }) => target).filter(({ operation }) => isRemote(operation)),
    demand: strictestRequirement(demands),
    digest: createHash('sha256').update(JSON.stringify(bound)).digest('hex'),
  };
}

/** True for an operation of a service, which needs an address and perhaps a credential. */
function isRemote({ binding: { kind } }: Operation): boolean {
  return kind !== 'workflow' && kind !== 'local';
}

function toPreview({ step, target: { stored, operation }, input }: PlannedCall): VersionedStep {
  const { name, version, impact = 'unknown' } = operation;
  return { step, agent: stored.entry.id, operation: name, version, impact, input };
}

/** From the highest down; `undefined` means undeclared. */
const gravity: readonly (Impact | undefined)[] = ['irreversible', undefined, 'reversible', 'informational'];

/**
 * The workflow's operation with the properties of its steps. With a key it can be repeated: each step has its own key.
 */
function wholeOf(operation: Operation, calls: readonly PlannedCall[]): Operation {
  // A nested workflow declares nothing itself; its own steps do.
  const leaves = calls.map(({ target }) => target.operation).filter((each) => workflowOf(each) === undefined);
  const impact = gravity.find((each) => leaves.some((leaf) => leaf.impact === each));
  const { impact: _, ...rest } = operation;
  return {
    ...rest,
    ...(impact === undefined ? {} : { impact }),
    idempotent: leaves.every((leaf) => isRepeatable(leaf, { dryRun: false })),
    safety: { ...operation.safety, idempotencyKey: true },
  };
}
