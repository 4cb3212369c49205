/** The invocation entry point: takes a call through all steps and returns its outcome; nothing bypasses it. */
import type { Call, Outcome } from './call.js';
import { composeSteps, createSteps } from './pipeline.js';
import type { GatewayPorts } from './ports.js';

/** The only way to call an operation. */
export interface Gateway {
  /**
   * Makes the call. Throws a Failure for every error; afterwards the call has its target (if it was resolved), the
   * headers of its answer, and the recorded facts.
   */
  invoke(call: Call): Promise<Outcome>;
}

/** Creates the gateway. */
export function createGateway(ports: GatewayPorts): Gateway {
  const run: (call: Call) => Promise<Outcome> = composeSteps(createSteps(ports, (call) => run(call)));
  return {
    invoke(call) {
      call.headers = {};
      // Only the gateway may set these. Deleting an absent member costs time too.
      if (call.batchItem !== undefined) delete call.batchItem;
      if (call.within !== undefined) delete call.within;
      if (call.plan !== undefined) delete call.plan;
      if (call.target !== undefined) delete call.target;
      if (call.rateLimitHeaders !== undefined) delete call.rateLimitHeaders;
      return run(call);
    },
  };
}
