/** PROF-TOOL-06, PROF-SEC-05: a batch accepts no more items than its description allows. */
import type { JsonObject } from '@dragoman/model';
import { type Batch, badItem, goodItems, listBatches, withItems } from '../batch.js';
import { type Check, checkEach, holds, type Outcome, open, type Probe } from '../check.js';
import { outcomeOf } from '../exchange.js';
import { readProblem } from '../read-problem.js';
import { missedRefusal } from '../refusal.js';
import { anew, withDryRun } from '../write-controls.js';

/**
 * Above this limit, only invalid items are sent, so that an API that ignores its limit does not create that many
 * resources.
 */
const largest = 200;
/** Larger limits are not tested. */
const largestTried = 2_000;

/** Batches are limited. */
export const batchBounded: Check = {
  id: 'batch-bounded',
  requirement: 'PROF-TOOL-06',
  further: ['PROF-SEC-05'],
  severity: 'error',
  title: 'A batch accepts no more items than described',
  why: 'A person cannot review or undo one call that performs thousands of actions.',
  help: 'Set maxItems, and reject a longer batch with 4xx before executing any of it.',
  needs: 'writes',
  run: (probe) =>
    checkEach(listBatches(probe).slice(0, probe.breadth), 'no batch operation was allowed with --writes', (batch) =>
      ask(probe, batch),
    ),
};

async function ask(probe: Probe, batch: Batch): Promise<Outcome> {
  const { operation } = batch.call;
  const { most } = batch;
  if (most === undefined) return open('no maxItems is described', { operation });
  const items = itemsBeyond(probe, batch, most);
  if (items === undefined) return open(`its limit of ${most} is too large to test`, { operation });
  const long = anew(probe.api, withItems(batch, items), probe.newId());
  const exchange = await probe.call(withDryRun(probe.api, long) ?? long);
  const seen = { operation, exchanges: [exchange] };
  const missed = missedRefusal(exchange, `a batch of ${most + 1} items, one more than described,`, seen);
  if (missed !== undefined) return missed;
  const { fields } = readProblem(exchange, probe.api.settings);
  const forItems = most > largest && !fields.some(({ field }) => field !== undefined && !/\d/.test(field));
  return forItems
    ? open('the batch was rejected, possibly because of its items', seen)
    : holds(`${most + 1} items are rejected with ${outcomeOf(exchange)}`, seen);
}

function itemsBeyond(probe: Probe, batch: Batch, most: number): JsonObject[] | undefined {
  if (most <= largest) return goodItems(probe, batch, most + 1);
  const bad = most > largestTried ? undefined : badItem(probe, batch);
  return bad === undefined ? undefined : Array.from({ length: most + 1 }, () => bad);
}
