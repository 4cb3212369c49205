/** PROF-RESP-10: the same call gives the same order. */
import { askEach, type Check, fails, holds, open } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isSuccess } from '../exchange.js';
import { itemsIn, markOf } from '../read-page.js';

/** The order that is seen this often counts as kept. */
const times = 4;

/** Orders are stable. */
export const orderStable: Check = {
  id: 'order-stable',
  requirement: 'PROF-RESP-10',
  severity: 'error',
  title: 'The same call gives the same order',
  why: 'An order that changes by itself makes pages overlap and comparisons wrong.',
  help: 'Sort by something documented and break ties by a unique identifier.',
  needs: 'reads',
  run: (probe) =>
    askEach(probe.lists.slice(0, probe.breadth), 'no list answered', async ({ operation, call, first }) => {
      const marks = (exchange: Exchange) => (itemsIn(probe.api, operation, exchange) ?? []).map(markOf);
      const order = marks(first);
      if (order.length < 2) return open('fewer than two items were seen', { operation, exchanges: [first] });
      for (let time = 0; time < times; time += 1) {
        const again = await probe.call(call);
        if (!isSuccess(again)) return open('it did not answer each time', { operation, exchanges: [again] });
        if (isShuffled(order, marks(again)))
          return fails('the order of the same items differs between two calls', {
            operation,
            exchanges: [first, again],
          });
      }
      return holds(`the same order in ${times + 1} calls`, { operation, exchanges: [first] });
    }),
};

/** Things that came or went in between are not the order's fault. */
function isShuffled(one: readonly string[], other: readonly string[]): boolean {
  const [here, there] = [new Set(one), new Set(other)];
  const kept = one.filter((mark) => there.has(mark));
  return other.filter((mark) => here.has(mark)).some((mark, at) => mark !== kept[at]);
}
