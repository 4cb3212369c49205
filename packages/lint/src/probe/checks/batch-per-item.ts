/** PROF-OPS-07, PROF-TOOL-06: a batch returns one result per item, and a failed item is distinguishable. */
import { type Batch, badItem, goodItems, type ItemResult, itemResults, listBatches, withItems } from '../batch.js';
import { type Check, checkEach, fails, holds, type Outcome, open, type Probe } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isRefusal, isSuccess, outcomeOf } from '../exchange.js';
import { readProblem } from '../read-problem.js';
import { anew } from '../write-controls.js';

/** Batches report each item. */
export const batchPerItem: Check = {
  id: 'batch-per-item',
  requirement: 'PROF-OPS-07',
  further: ['PROF-TOOL-06'],
  severity: 'warning',
  title: 'A batch returns one result per item',
  why: 'When one of two items fails, the agent must know which one, or it resends both.',
  help: 'Return results: [{index, status, code}]; when the whole batch is rejected, name the invalid item.',
  needs: 'writes',
  run: (probe) =>
    checkEach(listBatches(probe).slice(0, probe.breadth), 'no batch operation was allowed with --writes', (batch) =>
      ask(probe, batch),
    ),
};

async function ask(probe: Probe, batch: Batch): Promise<Outcome | Outcome[]> {
  const { operation } = batch.call;
  const send = (items: Parameters<typeof withItems>[1]) =>
    probe.call(anew(probe.api, withItems(batch, items), probe.newId()));
  const fine = await send(goodItems(probe, batch, 2));
  if (!isSuccess(fine)) return open(`two items returned ${outcomeOf(fine)}`, { operation, exchanges: [fine] });
  const results = itemResults(probe, fine) ?? [];
  const seen = { operation, exchanges: [fine] };
  if (results.length !== 2) return fails(`two items returned ${results.length} results`, seen);
  if (results.some(({ complete }) => !complete)) return fails('a result does not identify its item and outcome', seen);
  if (results.every(({ failed }) => failed)) return open('no item was accepted', seen);
  const bad = badItem(probe, batch);
  if (bad === undefined) return holds('two items returned two results', seen);
  const mixed = await send([...goodItems(probe, batch, 1), bad]);
  return [holds('two items returned two results', seen), { ...judge(probe, mixed), operation }];
}

function judge(probe: Probe, exchange: Exchange): Outcome {
  const seen = { exchanges: [exchange] };
  if (isRefusal(exchange)) {
    const named = readProblem(exchange, probe.api.settings).fields.some(({ field }) =>
      /(?:^|\D)1(?:\D|$)/.test(field ?? ''),
    );
    return named
      ? holds('a batch with an invalid item is rejected as a whole, and the item is named', seen)
      : fails('one invalid item rejects the whole batch, and the response does not name the item', seen);
  }
  const results = isSuccess(exchange) ? itemResults(probe, exchange) : undefined;
  const [good, bad]: (ItemResult | undefined)[] = results ?? [];
  if (good === undefined || bad === undefined || results?.length !== 2)
    return fails(
      `a valid and an invalid item returned ${results === undefined ? outcomeOf(exchange) : `${results.length} results`}`,
      seen,
    );
  if (!bad.failed || good.failed) return fails('the result of an invalid item looks like that of a valid one', seen);
  return typeof bad.code === 'string'
    ? holds('an invalid item has its own result with a code', seen)
    : fails('the result of an invalid item has no code', seen);
}
