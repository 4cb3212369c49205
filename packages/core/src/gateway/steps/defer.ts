/**
 * Sends a call to the background when its caller prefers that or its operation is declared long. All checks run before:
 * a call that gets an id has passed input, policy and confirmation.
 */
import type { GatewayStep, TargetedCall } from '../call.js';
import type { AcceptRun } from '../runs/accept-run.js';

/** Dependencies of the step. */
export interface DeferPorts {
  /** Absent where background calls are not supported. */
  accept: AcceptRun | undefined;
  deduplicate: GatewayStep;
  /** Rejects for invalid input or a missing confirmation. */
  check: (call: TargetedCall) => Promise<void>;
}

/** Creates the step; calls that do not go to the background pass. */
export function createDefer({ accept, deduplicate, check }: DeferPorts): GatewayStep {
  return (call, next) => {
    if (accept === undefined || !canDefer(call)) return next(call);
    if (!isDeferred(call)) {
      if (call.takesTask === true) call.handOver = (task) => accept(call, task);
      return next(call);
    }
    return deduplicate(call, async (checked) => {
      call.timeline?.enter('input');
      await check(checked);
      call.timeline?.enter('accept');
      return accept(checked);
    });
  };
}

/**
 * A preview has nothing to wait for; a credential that the caller brought is not stored; and an anonymous caller could
 * not be recognized when polling. Such calls are answered synchronously, since a preference may be ignored.
 */
function canDefer(call: TargetedCall): boolean {
  if (call.accepted === true || call.within !== undefined || call.dryRun || call.agentAuthorization !== undefined)
    return false;
  return call.caller.kind !== 'anonymous';
}

function isDeferred(call: TargetedCall): boolean {
  return call.background === true || call.target.operation.hints?.long_running === true;
}
