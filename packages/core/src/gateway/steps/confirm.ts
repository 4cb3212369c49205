/**
 * Answers a dry run with a preview, and blocks irreversible calls until the caller has confirmed exactly that call. A
 * batch is previewed and confirmed as a whole. A call that a person declined is refused for a while.
 */
import type { Entry } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { Awaitable } from '../../documents/awaitable.js';
import type { Approvals, WaitingCall } from '../approvals.js';
import type { ConfirmRequirement, GatewayStep, Outcome, Preview, TargetedCall } from '../call.js';
import type { ConfirmPolicy } from '../confirm-requirement.js';
import { requirementFor, strictestRequirement } from '../confirm-requirement.js';
import type { Bound, Confirmations } from '../confirmations.js';
import { reportedNotRun } from '../doubt.js';
import { inputHashOf } from '../input-hash.js';
import { isBatch } from '../is-batch.js';
import { saysNotRun } from '../not-run.js';
import type { Prepare } from '../prepare-call.js';
import type { PreparedCall } from '../prepared-call.js';
import { previewRequest } from '../preview-request.js';
import type { RehearseCall } from '../rehearse-call.js';

/** Dependencies of the gate. */
export interface GatePorts {
  policy: ConfirmPolicy;
  confirmations: Confirmations;
  approvals: Pick<Approvals, 'use' | 'isDeclined'>;
  prepare: Prepare;
}

/** Lets a call pass (undefined), answers it with a preview, or throws. */
export type Gate = (call: TargetedCall) => Awaitable<PreviewOutcome | undefined>;

/** A preview, and the request that the call would send; absent where it is not shown. */
export interface PreviewOutcome {
  kind: 'preview';
  preview: Preview;
  prepared?: PreparedCall;
}

/** Dependencies of the step. */
export interface ConfirmPorts {
  gate: Gate;
  rehearse: RehearseCall;
  confirmations: Pick<Confirmations, 'release'>;
  approvals: Pick<Approvals, 'release'>;
}

type Next = (call: TargetedCall) => Promise<Outcome>;

/** Creates the step. A preview is only given for a call that could be made. */
export function createConfirm({ gate, rehearse, confirmations, approvals }: ConfirmPorts): GatewayStep {
  const show = async (call: TargetedCall, { preview, prepared }: PreviewOutcome): Promise<Outcome> => {
    const credential = await rehearse(call);
    return {
      kind: 'preview',
      preview: prepared === undefined ? preview : { ...preview, request: previewRequest(prepared, credential) },
    };
  };
  const continueWith = async (passed: Promise<PreviewOutcome | undefined>, call: TargetedCall, next: Next) => {
    const outcome = await passed;
    if (outcome !== undefined) return show(call, outcome);
    const { confirmation = '', facts } = call;
    const { approval } = facts;
    const ended = next(call);
    if (approval === undefined) return ended;
    const release = () =>
      facts.approvedBy === undefined ? confirmations.release(confirmation) : approvals.release(approval, call);
    return releaseUnlessRun(call, ended, release);
  };
  return (call, next) => {
    // The items of a batch were confirmed with their batch.
    const outcome = call.batchItem === undefined ? gate(call) : undefined;
    if (outcome instanceof Promise) return continueWith(outcome, call, next);
    return outcome === undefined ? next(call) : show(call, outcome);
  };
}

/** A call that was certainly not executed does not use up its confirmation. */
async function releaseUnlessRun(call: TargetedCall, ended: Promise<Outcome>, release: () => Promise<void>) {
  try {
    const outcome = await ended;
    if (outcome.kind === 'answer' && saysNotRun(outcome.status)) await release();
    return outcome;
  } catch (thrown) {
    const neverSent = call.plan === undefined && (call.facts.attempts ?? 0) === 0;
    if (neverSent || reportedNotRun(call, thrown)) await release();
    throw thrown;
  }
}

/** Creates the gate that decides. */
export function createGate(ports: GatePorts): Gate {
  const { policy } = ports;
  return (call) => {
    const asked = requirementFor(policy, call, call.target.operation);
    const own = call.unsure === true ? strictestRequirement([asked, 'agent']) : asked;
    const demand = call.plan === undefined ? own : strictestRequirement([own, call.plan.demand]);
    if (demand === 'deny') {
      throw new Failure('FORBIDDEN', { message: 'The policy does not allow you to call operations of this kind.' });
    }
    // A confirmation is checked once, when the call is accepted; it may have expired by the time the call runs. The
    // steps of a workflow are confirmed with the whole.
    if (call.accepted === true || call.within?.confirmed === true) return undefined;
    if (demand === 'never' && call.elicited !== 'declined') {
      return call.dryRun ? preview(ports, call, demand) : undefined;
    }
    return confirm(ports, call, demand);
  };
}

async function confirm(
  ports: GatePorts,
  call: TargetedCall,
  demand: ConfirmRequirement,
): Promise<PreviewOutcome | undefined> {
  const { confirmations, approvals, prepare } = ports;
  const declined = declinedOf(call);
  if (call.elicited === 'declined') await confirmations.decline(declined);
  if (call.elicited === 'declined' || (await confirmations.isDeclined(declined))) throw new Failure('DECLINED');
  if (demand === 'person' && (await approvals.isDeclined(boundOf(call, prepare)))) throw new Failure('DECLINED');
  if (call.dryRun) return preview(ports, call, demand);
  if (demand === 'person' && !asksUser(call)) {
    const { id, decidedBy = '' } = await approvals.use(call, waitingOf(call, prepare));
    call.facts.approval = id;
    call.facts.approvedBy = decidedBy;
    return undefined;
  }
  const token = requireConfirmation(call, (given) => confirmations.check(given, tokenBoundOf(call, prepare)));
  if (!(await confirmations.use(token, call.idempotencyKey))) throw notConfirmed(refusals.used);
  call.facts.approval = call.elicited === 'accepted' ? 'elicitation' : 'token';
  return undefined;
}

/** True when the user of the client has answered, or will be asked next. */
function asksUser({ elicited, confirmation }: TargetedCall): boolean {
  return elicited === 'accepted' || (elicited === 'available' && confirmation === undefined);
}

/** Side effects of a call, as declared by its provider. */
export function impactOf(call: TargetedCall): Preview['impact'] {
  return call.target.operation.impact ?? 'unknown';
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

/** The token of a question is valid only with the answer to it. */
function tokenBoundOf(call: TargetedCall, prepare: Prepare): Bound {
  const bound = boundOf(call, prepare);
  return call.elicited === 'asking' || call.elicited === 'accepted' ? [...bound, 'user'] : bound;
}

/** What an approval is bound to and shows. */
function waitingOf(call: TargetedCall, prepare: Prepare): WaitingCall {
  const { method, url } = resolve(call, prepare);
  const target = shownTarget(call.target.stored.entry, url);
  return { bound: boundOf(call, prepare), method, target, impact: impactOf(call) };
}

/** A decline is about the arguments, so a new version of the operation does not end it. */
function declinedOf(call: TargetedCall): Bound {
  const { stored, operation } = call.target;
  return [stored.entry.id, operation.id, call.caller.subject, inputHashOf(call)];
}

type PreviewPorts = Pick<GatePorts, 'confirmations' | 'prepare'>;

function preview(
  { confirmations, prepare }: PreviewPorts,
  call: TargetedCall,
  demand: ConfirmRequirement,
): PreviewOutcome | undefined {
  const { stored, operation } = call.target;
  const prepared = resolve(call, prepare);
  const { url, method } = prepared;
  const hasToken = demand === 'agent' || (demand === 'person' && call.elicited === 'asking');
  const confirmation = hasToken ? confirmations.issue(tokenBoundOf(call, prepare)) : undefined;
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
  const isShown = call.plan === undefined && shownTarget(stored.entry, url) === url;
  return {
    kind: 'preview',
    ...(isShown ? { prepared } : {}),
    preview: {
      agent: stored.entry.id,
      operation: operation.name,
      version: operation.version,
      target: shownTarget(stored.entry, url),
      method,
      impact,
      reversible: impact === 'informational' || impact === 'reversible',
      confirmationRequired: demand !== 'never',
      ...(demand === 'person' ? { approval: demand } : {}),
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
  used: 'The confirmation has been used; each one is valid for one call.',
} as const;

/** The token, if it is valid for this call; throws otherwise. */
function requireConfirmation(call: TargetedCall, check: (token: string) => ReturnType<Confirmations['check']>): string {
  const { confirmation } = call;
  const verdict = confirmation === undefined ? 'missing' : check(confirmation);
  if (confirmation !== undefined && verdict === 'good') return confirmation;
  const why =
    call.unsure === true
      ? 'Your confidence is lower than the operation requires:'
      : `The operation is marked '${impactOf(call)}':`;
  throw notConfirmed(
    verdict === 'expired' || verdict === 'other' ? refusals[verdict] : `${why} it needs a confirmation.`,
  );
}

function notConfirmed(reason: string): Failure {
  return new Failure('CONFIRMATION_REQUIRED', { message: reason });
}
