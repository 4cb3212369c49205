/** PROF-ERR-01: what is not there is answered with 404, at an unknown address and for an unknown identifier. */
import type { Call } from '../call.js';
import { toRequest } from '../call.js';
import { type Check, fails, holds, type Outcome, type Probe } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isRefusal, outcomeOf } from '../exchange.js';

/** Unknown things are refused. */
export const unknownThingRefused: Check = {
  id: 'unknown-thing-refused',
  requirement: 'PROF-ERR-01',
  severity: 'error',
  title: 'Unknown addresses and identifiers are refused',
  why: 'An empty success for something that does not exist is taken for a fact.',
  help: 'Answer 404 (or 400 for an identifier of the wrong form) in the one error body.',
  needs: 'reads',
  async run(probe) {
    const address = await probe.send({ method: 'GET', target: '/probe-no-such-address' });
    const outcomes = [judge(address, 'an unknown address')];
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
    ? holds(`${what} is refused with ${outcomeOf(exchange)}`, seen)
    : fails(`${what} is answered with ${outcomeOf(exchange)}`, seen);
}

/** An identifier of the same form that is very likely nobody's. */
function withUnknownId({ newId }: Probe, call: Call): Call {
  const name = /\{([^{}]+)\}\/?$/.exec(call.operation.path)?.[1] ?? '';
  const present = call.path[name];
  const unknown = typeof present === 'number' ? 2_147_483_000 : newId().slice(0, Math.max(8, String(present).length));
  return { ...call, path: { ...call.path, [name]: unknown } };
}
