/**
 * Answers a dry run with a preview, and blocks irreversible calls until the caller has confirmed exactly that call. A
 * batch is previewed and confirmed as a whole.
 */
import type { Entry } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { GatewayStep, Preview, TargetedCall } from '../call.js';
import type { Bound, Confirmations } from '../confirmations.js';
import { inputHashOf } from '../input-hash.js';
import { isBatch } from '../is-batch.js';
import type { ConfirmRequirement, ConfirmRule } from '../ports.js';
import type { Prepare } from '../prepare-call.js';
import type { RehearseCall } from '../rehearse-call.js';

/** Dependencies of the step. */
export interface ConfirmPorts {
  rules: readonly ConfirmRule[];
  confirmations: Confirmations;
  prepare: Prepare;
}

/** Lets a call pass (undefined), answers it with a preview, or throws. */
export type Gate = (call: TargetedCall) => { kind: 'preview'; preview: Preview } | undefined;

/** Creates the step. A preview is only given for a call that could be made. */
export function createConfirm(gate: Gate, rehearse: RehearseCall): GatewayStep {
  // The items of a batch were confirmed with their batch.
  return (call, next) => {
    const preview = call.batchItem === undefined ? gate(call) : undefined;
    return preview === undefined ? next(call) : rehearse(call).then(() => preview);
  };
}

/** Creates the gate that decides. */
export function createGate({ rules, confirmations, prepare }: ConfirmPorts): Gate {
  return (call) => {
    const asked = requirementFor(rules, call);
    const own = call.unsure === true ? strictestRequirement([asked, 'confirm']) : asked;
    const demand = call.plan === undefined ? own : strictestRequirement([own, call.plan.demand]);
    if (demand === 'deny') {
      throw new Failure('FORBIDDEN', { message: 'The policy does not allow you to call operations of this kind.' });
    }
    // A confirmation is checked once, when the call is accepted; it may have expired by the time the call runs. The
    // steps of a workflow are confirmed with the whole.
    if (call.accepted === true || call.within?.confirmed === true) return undefined;
    if (call.dryRun) return preview({ confirmations, prepare }, call, demand === 'confirm');
    if (demand === 'never') return undefined;
    requireConfirmation(call, (token) => confirmations.check(token, boundOf(call, prepare)));
    return undefined;
  };
}

/** Side effects of a call, as declared by its provider. */
export function impactOf(call: TargetedCall): Preview['impact'] {
  return call.target.operation.impact ?? 'unknown';
}

/** The first matching rule decides; without one, irreversible calls and those that require it are confirmed. */
export function requirementFor(rules: readonly ConfirmRule[], call: TargetedCall): ConfirmRequirement {
  const impact = impactOf(call);
  const rule = rules.find(
    (each) =>
      (each.caller === undefined || each.caller === call.caller.subject) &&
      (each.scope === undefined || call.caller.scopes.includes(each.scope)) &&
      (each.agent === undefined || each.agent === call.agentId) &&
      (each.impact === undefined || each.impact === impact),
  );
  if (rule !== undefined) return rule.require;
  return impact === 'irreversible' || call.target.operation.safety?.confirm === true ? 'confirm' : 'never';
}

/** The requirement of a whole, given the requirements of its parts. */
export function strictestRequirement(demands: readonly ConfirmRequirement[]): ConfirmRequirement {
  return demands.includes('deny') ? 'deny' : demands.includes('confirm') ? 'confirm' : 'never';
}

/** The items of a batch go to one URL each; the first one represents all. */
function resolve(call: TargetedCall, prepare: Prepare) {
  if (!isBatch(call)) return prepare(call).request;
  const [first = null] = call.input;
  return prepare({ ...call, input: first, batchItem: 0 }).request;
}

function boundOf(call: TargetedCall, prepare: Prepare): Bound {
  const { stored, operation } = call.target;
  const { method, url } = resolve(call, prepare);
  const bound = [stored.entry.id, operation.id, operation.version, method, url, call.caller.subject, inputHashOf(call)];
  return call.plan === undefined ? bound : [...bound, call.plan.digest];
}

type PreviewPorts = Pick<ConfirmPorts, 'confirmations' | 'prepare'>;

function preview({ confirmations, prepare }: PreviewPorts, call: TargetedCall, needed: boolean): ReturnType<Gate> {
  const { stored, operation } = call.target;
  const { url, method } = resolve(call, prepare);
  const confirmation = needed ? confirmations.issue(boundOf(call, prepare)) : undefined;
  call.facts.dryRun = true;
  if (operation.safety?.dryRun === true) {
    // The service writes its own preview; the token is added to it.
    if (confirmation !== undefined && call.headers !== undefined) {
      call.headers['x-confirm'] = confirmation.token;
      call.headers['x-confirm-expires'] = confirmation.expiresAt;
    }
    return undefined;
  }
  const impact = impactOf(call);
  return {
    kind: 'preview',
    preview: {
      agent: stored.entry.id,
      operation: operation.name,
      version: operation.version,
      target: shownTarget(stored.entry, url),
      method,
      impact,
      reversible: impact === 'informational' || impact === 'reversible',
      confirmationRequired: needed,
      ...(confirmation === undefined ? {} : { confirmation }),
      input: call.input,
      ...(call.plan === undefined ? {} : { steps: call.plan.steps }),
    },
  };
}

/** The URL of a service that is callable only through the gateway is not shown to callers. */
function shownTarget({ endpoint }: Entry, url: string): string {
  return endpoint?.startsWith('/') === true ? endpoint : url;
}

const refusals = {
  expired: 'The confirmation has expired.',
  other: 'The confirmation was not issued for this call: caller, operation and input must be the previewed ones.',
} as const;

function requireConfirmation(call: TargetedCall, check: (token: string) => keyof typeof refusals | 'good'): void {
  const verdict = call.confirmation === undefined ? 'missing' : check(call.confirmation);
  if (verdict === 'good') return;
  const why =
    call.unsure === true
      ? 'Your confidence is lower than the operation requires:'
      : `The operation is marked '${impactOf(call)}':`;
  const reason = verdict === 'missing' ? `${why} it needs a confirmation.` : refusals[verdict];
  throw new Failure('CONFIRMATION_REQUIRED', {
    message: `${reason} Make the same call as a dry run, check the preview, and send its confirmation token.`,
  });
}
