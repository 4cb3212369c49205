/**
 * The ordered list of steps between a caller and an upstream, outermost first; each step wraps the next. Authentication
 * runs before all of them, at the edge: a call arrives with its caller and the position in its trace.
 */

import type { CallPart } from '@dragoman/model';
import { compose } from '../documents/compose.js';
import { createBatch, requireValidBatch } from './batch.js';
import type { Call, GatewayStep, Outcome, TargetedCall } from './call.js';
import { createConfirmations } from './confirmations.js';
import { isBatch } from './is-batch.js';
import { createOperationSchemas } from './operation-schemas.js';
import type { GatewayPorts } from './ports.js';
import { createPrepare } from './prepare-call.js';
import { createRehearseCall } from './rehearse-call.js';
import { createAnswerLocally, localCaller } from './steps/answer-locally.js';
import { createAudit } from './steps/audit.js';
import { createCallUpstream } from './steps/call-upstream.js';
import { createCapture } from './steps/capture.js';
import { createConfirm, createGate } from './steps/confirm.js';
import { createDefer } from './steps/defer.js';
import { createEntitle } from './steps/entitle.js';
import { createLimit } from './steps/limit.js';
import { createQuota } from './steps/quota.js';
import { createRepair } from './steps/repair.js';
import { createTrace } from './steps/trace.js';
import { createValidate, requireValid } from './steps/validate.js';
import { createVerifyOutcome } from './steps/verify-outcome.js';
import { createPlan } from './workflows/plan.js';
import { createRunWorkflow } from './workflows/run-workflow.js';
import { workflowCaller } from './workflows/workflow-caller.js';

/** A step with its name. */
export interface NamedStep<In extends Call = TargetedCall, Out extends Call = In> {
  name: string;
  /** The part of the call that begins with the step, where every call has it. */
  part?: CallPart;
  run: GatewayStep<In, Out>;
}

/** The steps of the gateway, by what they know of a call. */
export interface GatewaySteps {
  /** Steps outside of `entitle`, where a call has no target yet. */
  outer: readonly NamedStep<Call>[];
  entitle: NamedStep<Call, TargetedCall>;
  /** Steps inside of it. */
  inner: readonly NamedStep[];
}

/** Number of operations whose compiled schemas are cached. */
const cachedSchemas = 2000;

/** Every step, in order; `invoke` is the whole pipeline, for the calls of a workflow. */
export function createSteps(ports: GatewayPorts, invoke: (call: Call) => Promise<Outcome>): GatewaySteps {
  const { clock, settings, upstream, credentialsFor } = ports;
  const schemas = createOperationSchemas(cachedSchemas, ports.validateElsewhere);
  const prepare = createPrepare([...ports.callers, workflowCaller, localCaller]);
  const confirmations = createConfirmations({
    key: ports.confirmationKey,
    clock,
    seconds: settings.confirmSeconds,
    declineSeconds: settings.declineSeconds,
    sessions: ports.store.sessions,
  });
  const gate = createGate({ policy: settings, confirmations, approvals: ports.approvals, prepare });
  const rehearse = createRehearseCall(ports);
  const check = async (call: TargetedCall) => {
    await (isBatch(call) ? requireValidBatch(schemas, call, settings.batch.items) : requireValid(schemas, call));
    await gate(call);
  };
  const inner: NamedStep[] = [
    { name: 'capture', run: createCapture(ports) },
    { name: 'limit', part: 'limit', run: createLimit(ports) },
    { name: 'quota', run: createQuota(ports) },
    { name: 'plan', run: createPlan(ports) },
    { name: 'defer', run: createDefer({ accept: ports.accept, deduplicate: ports.deduplicate, check }) },
    { name: 'batch', run: createBatch({ schemas, gate, rehearse, settings }) },
    { name: 'deduplicate', run: ports.deduplicate },
    { name: 'validate', part: 'input', run: createValidate({ schemas, settings }) },
    { name: 'verify-outcome', run: createVerifyOutcome({ settings, invoke }) },
    {
      name: 'confirm',
      part: 'confirm',
      run: createConfirm({ gate, rehearse, confirmations, approvals: ports.approvals }),
    },
    { name: 'repair', run: createRepair({ key: ports.confirmationKey }) },
    { name: 'run-workflow', run: createRunWorkflow({ invoke }) },
    { name: 'answer-locally', run: createAnswerLocally({ locals: ports.locals ?? new Map(), invoke }) },
    {
      name: 'call-upstream',
      run: createCallUpstream({ upstream, credentialsFor, prepare, ...settings }),
    },
  ];
  return {
    outer: [
      { name: 'trace', run: createTrace(ports) },
      { name: 'audit', run: createAudit(ports) },
    ],
    entitle: { name: 'entitle', run: createEntitle(ports) },
    inner,
  };
}

/** Composes the steps into the function that makes a call. */
export function composeSteps({ outer, entitle, inner }: GatewaySteps): (call: Call) => Promise<Outcome> {
  const callTarget = compose(inner.map(timed));
  return compose(
    outer.map(({ run }) => run),
    (call) => entitle.run(call, callTarget),
  );
}

function timed({ part, run }: NamedStep): GatewayStep {
  if (part === undefined) return run;
  return (call, next) => {
    call.timeline?.enter(part);
    return run(call, next);
  };
}
