/** PROF-TOOL-06, PROF-SEC-05: a batch takes no more items than its description says. */
import { goodItems, listBatches, withItems } from '../batch.js';
import { askEach, type Check, holds, open } from '../check.js';
import { outcomeOf } from '../exchange.js';
import { missedRefusal } from '../refusal.js';
import { anew, withDryRun } from '../write-controls.js';

/** Larger bounds are not tried: an API that does not keep to its own would make so many things. */
const largest = 200;

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
  run(probe) {
    const batches = listBatches(probe).slice(0, probe.breadth);
    return askEach(batches, 'no batch was named with --writes', async (batch) => {
      const { call, most } = batch;
      const { operation } = call;
      if (most === undefined || most > largest)
        return open(most === undefined ? 'no bound is described' : `its bound of ${most} is too large to be tried`, {
          operation,
        });
      const long = anew(probe.api, withItems(batch, goodItems(probe, batch, most + 1)), probe.newId());
      const exchange = await probe.call(withDryRun(probe.api, long) ?? long);
      const seen = { operation, exchanges: [exchange] };
      return (
        missedRefusal(exchange, `a batch of ${most + 1}, one more than is described,`, seen) ??
        holds(`${most + 1} items are refused with ${outcomeOf(exchange)}`, seen)
      );
    });
  },
};
