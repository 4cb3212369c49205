/** Waits until this node has every change that other nodes committed before the request arrived; probes do not wait. */
import type { Step } from '../exchange.js';
import { isProbe } from '../exchange.js';

/** Creates the step; without a check, requests pass. */
export function createRequireFreshStep(requireFresh: (() => Promise<void>) | undefined): Step {
  if (requireFresh === undefined) return (exchange, next) => next(exchange);
  return async (exchange, next) => {
    if (!isProbe(exchange)) await requireFresh();
    return next(exchange);
  };
}
