/** PROF-OPS-07, PROF-TOOL-06: a batch answers with one result for each item, and a bad one does not hide among them. */
import { type Batch, badItem, goodItems, type ItemResult, itemResults, listBatches, withItems } from '../batch.js';
import { askEach, type Check, fails, holds, type Outcome, open, type Probe } from '../check.js';
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
  title: 'A batch answers with one result for each item',
  why: 'When one of two items fails, the agent has to know which, or it sends both again.',
  help: 'Answer with results: [{index, status, code}]; a batch that is refused as a whole names the item that is wrong.',
  needs: 'writes',
  run: (probe) =>
    askEach(listBatches(probe).slice(0, probe.breadth), 'no batch was named with --writes', (batch) =>
      ask(probe, batch),
    ),
};

async function ask(probe: Probe, batch: Batch): Promise<Outcome | Outcome[]> {
  const { operation } = batch.call;
  const send = (items: Parameters<typeof withItems>[1]) =>
    probe.call(anew(probe.api, withItems(batch, items), probe.newId()));
  const fine = await send(goodItems(probe, batch, 2));
  if (!isSuccess(fine)) return open(`two items are answered with ${outcomeOf(fine)}`, { operation, exchanges: [fine] });
  const results = itemResults(probe, fine) ?? [];
  const seen = { operation, exchanges: [fine] };
  if (results.length !== 2) return fails(`two items are answered with ${results.length} results`, seen);
  if (results.some(({ complete }) => !complete))
    return fails('a result does not say which item it is about and how it went', seen);
  if (results.every(({ failed }) => failed)) return open('no item was taken', seen);
  const bad = badItem(probe, batch);
  if (bad === undefined) return holds('two items are answered with two results', seen);
  const mixed = await send([...goodItems(probe, batch, 1), bad]);
  return [holds('two items are answered with two results', seen), { ...judge(probe, mixed), operation }];
}

function judge(probe: Probe, exchange: Exchange): Outcome {
  const seen = { exchanges: [exchange] };
  if (isRefusal(exchange)) {
    const named = readProblem(exchange, probe.api.settings).fields.some(({ field }) =>
      /(?:^|\D)1(?:\D|$)/.test(field ?? ''),
    );
    return named
      ? holds('a batch with a bad item is refused as a whole, and the item is named', seen)
      : fails('one bad item makes all be refused, and the answer does not say which it is', seen);
  }
  const results = isSuccess(exchange) ? itemResults(probe, exchange) : undefined;
  const [good, bad]: (ItemResult | undefined)[] = results ?? [];
  if (good === undefined || bad === undefined || results?.length !== 2)
    return fails(
      `a good and a bad item are answered with ${results === undefined ? outcomeOf(exchange) : `${results.length} results`}`,
      seen,
    );
  if (!bad.failed || good.failed) return fails('the result of a bad item looks like that of a good one', seen);
  return typeof bad.code === 'string'
    ? holds('a bad item has a result of its own, with a code', seen)
    : fails('the result of a bad item has no code', seen);
}
