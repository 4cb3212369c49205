/**
 * The ordered list of what stands between a caller and an upstream, outermost first; each step wraps the next.
 * Tracing and authentication go before all of it, at the edge: a call comes with its trace and its caller.
 */
import { createBatch, requireValidBatch } from './batch.js';
import type { Call, GatewayStep, Outcome } from './call.js';
import { createConfirmations } from './confirmations.js';
import { isBatch } from './is-batch.js';
import { createOperationSchemas } from './operation-schemas.js';
import type { GatewayPorts } from './ports.js';
import { createPrepare } from './prepare-call.js';
import { createAnswerLocally, localCaller } from './steps/answer-locally.js';
import { createAudit } from './steps/audit.js';
import { createCallUpstream } from './steps/call-upstream.js';
import { createConfirm, createGate } from './steps/confirm.js';
import { createDefer } from './steps/defer.js';
import { createEntitle } from './steps/entitle.js';
import { createLimit } from './steps/limit.js';
import { createRepair } from './steps/repair.js';
import { createValidate, requireValid } from './steps/validate.js';
import { createVerifyOutcome } from './steps/verify-outcome.js';
import { createPlan } from './workflows/plan.js';
import { createRunWorkflow } from './workflows/run-workflow.js';
import { workflowCaller } from './workflows/workflow-caller.js';

/** A step with its name. */
export interface NamedStep {
  name: string;
  run: GatewayStep;
}

/** Operations whose compiled schemas are kept at hand. */
const schemasKept = 2000;

/** Every step, in order; `invoke` is the whole of them, for the calls that a workflow makes. */
export function createSteps(ports: GatewayPorts, invoke: (call: Call) => Promise<Outcome>): NamedStep[] {
  const { clock, settings, upstream, credentialsFor } = ports;
  const schemas = createOperationSchemas(schemasKept);
  const prepare = createPrepare([...ports.callers, workflowCaller, localCaller]);
  const confirmations = createConfirmations({ key: ports.confirmationKey, clock, seconds: settings.confirmSeconds });
  const gate = createGate({ rules: settings.confirm, confirmations, prepare });
  const check = (call: Call) => {
    if (isBatch(call)) requireValidBatch(schemas, call, settings.batch.items);
    else requireValid(schemas, call);
    gate(call);
  };
  return [
    { name: 'audit', run: createAudit(ports) },
    { name: 'entitle', run: createEntitle(ports) },
    { name: 'limit', run: createLimit(ports) },
    { name: 'plan', run: createPlan(ports) },
    { name: 'defer', run: createDefer({ accept: ports.accept, deduplicate: ports.deduplicate, check }) },
    { name: 'batch', run: createBatch({ schemas, gate, settings }) },
    { name: 'deduplicate', run: ports.deduplicate },
    { name: 'validate', run: createValidate({ schemas, settings }) },
    { name: 'verify-outcome', run: createVerifyOutcome({ settings, invoke }) },
    { name: 'confirm', run: createConfirm(gate) },
    { name: 'repair', run: createRepair({ key: ports.confirmationKey }) },
    { name: 'run-workflow', run: createRunWorkflow({ invoke }) },
    { name: 'answer-locally', run: createAnswerLocally({ locals: ports.locals ?? new Map(), invoke }) },
    {
      name: 'call-upstream',
      run: createCallUpstream({ upstream, credentialsFor, prepare, answerBytes: settings.answerBytes }),
    },
  ];
}

/** Puts the steps one inside the other. */
export function composeSteps(steps: readonly NamedStep[]): (call: Call) => Promise<Outcome> {
  return steps.reduceRight<(call: Call) => Promise<Outcome>>(
    (next, { run }) =>
      (call) =>
        run(call, next),
    () => Promise.reject(new Error('the last step of the gateway has no next one')),
  );
}
