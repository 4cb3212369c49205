/** PROF-ERR-01: an unknown URL and an unknown identifier return 404. */
import type { Call } from '../call.js';
import { toRequest } from '../call.js';
import { type Check, fails, holds, type Outcome, type Probe } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isRefusal, outcomeOf } from '../exchange.js';

/** Unknown resources are rejected. */
export const unknownThingRefused: Check = {
  id: 'unknown-thing-refused',
  requirement: 'PROF-ERR-01',
  severity: 'error',
  title: 'Unknown URLs and identifiers are rejected',
  why: 'An agent takes an empty success for a missing resource as a fact.',
  help: 'Return 404 (or 400 for a malformed identifier) in the common error format.',
  needs: 'reads',
  async run(probe) {
    const address = await probe.send({ method: 'GET', target: '/probe-no-such-address' });
    const outcomes = [judge(address, 'an unknown URL')];
    for (const { operation, call } of probe.items.slice(0, probe.breadth)) {
      const exchange = await probe.send(toRequest(withUnknownId(probe, call)));
      outcomes.push({ ...judge(exchange, 'an unknown identifier'), operation });
    }
    return outcomes;
  },
};

function judge(exchange: Exchange, what: string): Outcome {
  const seen = { exchanges: [exchange] };
  return isRefusal(exchange)
    ? holds(`${what} is rejected with ${outcomeOf(exchange)}`, seen)
    : fails(`${what} returned ${outcomeOf(exchange)}`, seen);
}

/** An identifier of the same form that is very unlikely to exist. */
function withUnknownId({ newId }: Probe, call: Call): Call {
  const name = /\{([^{}]+)\}\/?$/.exec(call.operation.path)?.[1] ?? '';
  const present = call.path[name];
  const unknown = typeof present === 'number' ? 2_147_483_000 : newId().slice(0, Math.max(8, String(present).length));
  return { ...call, path: { ...call.path, [name]: unknown } };
}
