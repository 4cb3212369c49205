/** The right half of the flow in one function: a call goes in, what came of it comes out, and nothing goes around it. */
import type { Call, Outcome } from './call.js';
import { composeSteps, createSteps } from './pipeline.js';
import type { GatewayPorts } from './ports.js';

/** The one way to call an operation. */
export interface Gateway {
  /**
   * Makes the call. Throws a Failure for every refusal and all trouble; afterwards the call holds its target (when it
   * got that far), the headers that its answer carries in any case, and the facts that were recorded.
   */
  invoke(call: Call): Promise<Outcome>;
}

/** Makes the gateway. */
export function createGateway(ports: GatewayPorts): Gateway {
  const run: (call: Call) => Promise<Outcome> = composeSteps(createSteps(ports, (call) => run(call)));
  return {
    invoke(call) {
      call.headers = {};
      // These are the gateway's own to set. Taking away what is not there costs a call too.
      if (call.batchItem !== undefined) delete call.batchItem;
      if (call.within !== undefined) delete call.within;
      if (call.plan !== undefined) delete call.plan;
      if (call.target !== undefined) delete call.target;
      if (call.tellAllowance !== undefined) delete call.tellAllowance;
      return run(call);
    },
  };
}
