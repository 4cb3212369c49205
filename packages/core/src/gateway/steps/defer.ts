/**
 * Sends a call to the background when its caller prefers that or its operation is declared long. Everything that
 * can be refused is refused before: what gets an id has passed input, policy and confirmation.
 */
import type { GatewayStep, TargetedCall } from '../call.js';
import type { AcceptRun } from '../runs/accept-run.js';

/** What the step needs. */
export interface DeferPorts {
  /** Absent where nothing runs in the background. */
  accept: AcceptRun | undefined;
  deduplicate: GatewayStep;
  /** Throws what is wrong with the input or missing for the call. */
  check: (call: TargetedCall) => void;
}

/** Makes the step; calls that do not go to the background pass. */
export function createDefer({ accept, deduplicate, check }: DeferPorts): GatewayStep {
  return (call, next) => {
    if (accept === undefined || !isDeferred(call)) return next(call);
    return deduplicate(call, async (checked) => {
      check(checked);
      return accept(checked);
    });
  };
}

/**
 * A preview is nothing to wait for; a credential that the caller brought is not kept; and who has no name could
 * not be told from others when asking for the answer. Such calls are answered at once, as a preference may be.
 */
function isDeferred(call: TargetedCall): boolean {
  if (call.accepted === true || call.within !== undefined || call.dryRun || call.agentAuthorization !== undefined)
    return false;
  if (call.caller.kind === 'anonymous') return false;
  return call.background === true || call.target.operation.hints?.long_running === true;
}
