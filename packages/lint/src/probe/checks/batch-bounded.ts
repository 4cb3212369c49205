/** PROF-TOOL-06, PROF-SEC-05: a batch takes no more items than its description says. */
import type { JsonObject } from '@dragoman/model';
import { type Batch, badItem, goodItems, listBatches, withItems } from '../batch.js';
import { askEach, type Check, holds, type Outcome, open, type Probe } from '../check.js';
import { outcomeOf } from '../exchange.js';
import { readProblem } from '../read-problem.js';
import { missedRefusal } from '../refusal.js';
import { anew, withDryRun } from '../write-controls.js';

/** Beyond this, items are sent that the description rules out: an API that does not keep to its bound must not make so many things. */
const largest = 200;
/** Larger bounds are not tried. */
const largestTried = 2_000;

/** Batches are bounded. */
export const batchBounded: Check = {
  id: 'batch-bounded',
  requirement: 'PROF-TOOL-06',
  further: ['PROF-SEC-05'],
  severity: 'error',
  title: 'A batch takes no more items than it says',
  why: 'One call that does thousands of things cannot be looked over, and cannot be taken back.',
  help: 'Set maxItems, and refuse a longer batch with 4xx before anything of it is done.',
  needs: 'writes',
  run: (probe) =>
    askEach(listBatches(probe).slice(0, probe.breadth), 'no batch was named with --writes', (batch) =>
      ask(probe, batch),
    ),
};

async function ask(probe: Probe, batch: Batch): Promise<Outcome> {
  const { operation } = batch.call;
  const { most } = batch;
  if (most === undefined) return open('no bound is described', { operation });
  const items = itemsBeyond(probe, batch, most);
  if (items === undefined) return open(`its bound of ${most} is too large to be tried`, { operation });
  const long = anew(probe.api, withItems(batch, items), probe.newId());
  const exchange = await probe.call(withDryRun(probe.api, long) ?? long);
  const seen = { operation, exchanges: [exchange] };
  const missed = missedRefusal(exchange, `a batch of ${most + 1}, one more than is described,`, seen);
  if (missed !== undefined) return missed;
  const { fields } = readProblem(exchange, probe.api.settings);
  const forItems = most > largest && !fields.some(({ field }) => field !== undefined && !/\d/.test(field));
  return forItems
    ? open('the batch was refused, perhaps for its items', seen)
    : holds(`${most + 1} items are refused with ${outcomeOf(exchange)}`, seen);
}

function itemsBeyond(probe: Probe, batch: Batch, most: number): JsonObject[] | undefined {
  if (most <= largest) return goodItems(probe, batch, most + 1);
  const bad = most > largestTried ? undefined : badItem(probe, batch);
  return bad === undefined ? undefined : Array.from({ length: most + 1 }, () => bad);
}
