/** PROF-RESP-02: field selection returns exactly the requested fields. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { isNamed } from '../../api/operation-facts.js';
import { enumOf } from '../../api/schema-facts.js';
import { type Check, checkEach, fails, holds, type Outcome, open, type Probe, type Subject } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { listArguments } from '../read-arguments.js';
import { itemsIn } from '../read-page.js';
import { withControl } from '../write-controls.js';

/** Field selection works. */
export const fieldSelection: Check = {
  id: 'field-selection',
  requirement: 'PROF-RESP-02',
  severity: 'error',
  title: 'Field selection returns the requested fields and no others',
  why: 'An agent that requests two fields relies on the context it saves.',
  help: 'Apply the selection in the serializer, and in lists to each item.',
  needs: 'reads',
  run(probe) {
    const tried = probe.reads.filter(({ operation }) => selector(probe, operation) !== undefined);
    return checkEach(tried.slice(0, probe.breadth), 'no successful read supports field selection', (subject) =>
      ask(probe, subject),
    );
  },
};

function selector({ api }: Probe, operation: Subject['operation']) {
  const found = listArguments(api, operation).find(({ name }) => isNamed(name, ['fields', 'select']));
  return found === undefined || enumOf(found.schema) !== undefined ? undefined : found;
}

async function ask(probe: Probe, { operation, call, first }: Subject): Promise<Outcome> {
  const argument = selector(probe, operation);
  const thing = resourceIn(probe, operation, first);
  if (argument === undefined || !isJsonObject(thing)) return open('no fields to select were observed', { operation });
  const wanted = Object.keys(thing)
    .filter((name) => !name.includes(','))
    .slice(0, 2);
  const chosen = await probe.call(withControl(call, argument, wanted.join(',')));
  const seen = { operation, exchanges: [chosen] };
  if (!isSuccess(chosen)) return fails(`selecting ${wanted.join(',')} returned ${outcomeOf(chosen)}`, seen);
  const given = resourceIn(probe, operation, chosen);
  const names = isJsonObject(given) ? Object.keys(given) : [];
  const same = names.length === wanted.length && wanted.every((name) => names.includes(name));
  if (same) return holds(`selecting ${wanted.join(',')} returned exactly those fields`, seen);
  return fails(`selecting ${wanted.join(',')} returned ${names.slice(0, 6).join(',') || 'none'}`.slice(0, 200), seen);
}

function resourceIn({ api }: Probe, operation: Subject['operation'], exchange: Exchange): JsonValue | undefined {
  return operation.kinds.item ? exchange.answer?.json : itemsIn(api, operation, exchange)?.[0];
}
