/** PROF-DESC-18: an unknown property is rejected by name, not ignored. */
import { isJsonObject } from '@dragoman/model';
import { withMembers } from '../call.js';
import { callsOf } from '../calls-of.js';
import { type Check, checkEach, fails, holds } from '../check.js';
import { mentions } from '../read-problem.js';
import { missedRefusal } from '../refusal.js';

/** A name that no API uses. */
const invented = 'probe_invented_property';

/** Unknown properties are rejected. */
export const unknownPropertyRefused: Check = {
  id: 'unknown-property-refused',
  requirement: 'PROF-DESC-18',
  severity: 'error',
  title: 'An unknown input property is rejected by name',
  why: 'When an API ignores a misspelled property, the agent believes in an effect that never happened.',
  help: 'Validate inputs strictly; reject with 4xx and name the property.',
  needs: 'reads',
  run(probe) {
    const tried = callsOf(probe).filter(
      ({ body, operation }) => isJsonObject(body) && !isOpen(operation.input?.schema),
    );
    return checkEach(
      tried.slice(0, probe.breadth),
      'no callable operation accepts a JSON object that is not open by design',
      async (call) => {
        const exchange = await probe.call(withMembers(call, { [invented]: 1 }));
        const seen = { operation: call.operation, exchanges: [exchange] };
        const missed = missedRefusal(exchange, 'an unknown property', seen);
        if (missed !== undefined) return missed;
        if (!mentions(exchange, invented))
          return fails('an unknown property was rejected without being named', { ...seen, severity: 'warning' });
        return holds('an unknown property is rejected by name', seen);
      },
    );
  },
};

/** A map accepts any name by design, and so does a schema described as open; the linter reports the latter. */
function isOpen(schema: { additionalProperties?: unknown } | undefined): boolean {
  return schema?.additionalProperties === true || isJsonObject(schema?.additionalProperties);
}
