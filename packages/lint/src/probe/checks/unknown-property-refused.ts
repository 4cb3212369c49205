/** PROF-DESC-18: an invented property is refused by name, not swallowed. */
import { isJsonObject } from '@dragoman/model';
import { withMembers } from '../call.js';
import { callsOf } from '../calls-of.js';
import { askEach, type Check, fails, holds } from '../check.js';
import { mentions } from '../read-problem.js';
import { missedRefusal } from '../refusal.js';

/** A name that no API has. */
const invented = 'probe_invented_property';

/** Unknown properties are refused. */
export const unknownPropertyRefused: Check = {
  id: 'unknown-property-refused',
  requirement: 'PROF-DESC-18',
  severity: 'error',
  title: 'An unknown property of the input is refused by name',
  why: 'A misspelt property that is swallowed leaves the agent sure of something that was never done.',
  help: 'Check inputs strictly; refuse with 4xx and name the property.',
  needs: 'reads',
  run(probe) {
    const tried = callsOf(probe).filter(
      ({ body, operation }) => isJsonObject(body) && !isOpen(operation.input?.schema),
    );
    return askEach(
      tried.slice(0, probe.breadth),
      'no operation that may be called takes a JSON object that is not open by intent',
      async (call) => {
        const exchange = await probe.call(withMembers(call, { [invented]: 1 }));
        const seen = { operation: call.operation, exchanges: [exchange] };
        const missed = missedRefusal(exchange, 'an invented property is', seen);
        if (missed !== undefined) return missed;
        if (!mentions(exchange, invented))
          return fails('an invented property is refused without being named', { ...seen, severity: 'warning' });
        return holds('an invented property is refused by name', seen);
      },
    );
  },
};

/** A map takes any name by intent, and so does what is described as open; the linter speaks of the latter. */
function isOpen(schema: { additionalProperties?: unknown } | undefined): boolean {
  return schema?.additionalProperties === true || isJsonObject(schema?.additionalProperties);
}
