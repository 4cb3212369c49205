/** PROF-RESP-10: repeated calls return the same order. */
import { type Check, checkEach, fails, holds, open } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isSuccess } from '../exchange.js';
import { itemsIn, markOf } from '../read-page.js';

/** Number of repetitions that count as stable. */
const times = 4;

/** Orders are stable. */
export const orderStable: Check = {
  id: 'order-stable',
  requirement: 'PROF-RESP-10',
  severity: 'error',
  title: 'Repeated calls return the same order',
  why: 'When the order changes between calls, pages overlap and comparisons are wrong.',
  help: 'Sort by a documented key, and break ties by a unique identifier.',
  needs: 'reads',
  run: (probe) =>
    checkEach(probe.lists.slice(0, probe.breadth), 'no list could be read', async ({ operation, call, first }) => {
      const marks = (exchange: Exchange) => (itemsIn(probe.api, operation, exchange) ?? []).map(markOf);
      const order = marks(first);
      if (order.length < 2) return open('fewer than two items were returned', { operation, exchanges: [first] });
      for (let time = 0; time < times; time += 1) {
        const again = await probe.call(call);
        if (!isSuccess(again)) return open('not every call succeeded', { operation, exchanges: [again] });
        if (isShuffled(order, marks(again)))
          return fails('the order of the same items differs between two calls', {
            operation,
            exchanges: [first, again],
          });
      }
      return holds(`the same order in ${times + 1} calls`, { operation, exchanges: [first] });
    }),
};

/** Ignores items that were added or removed between the calls. */
function isShuffled(one: readonly string[], other: readonly string[]): boolean {
  const [here, there] = [new Set(one), new Set(other)];
  const kept = one.filter((mark) => there.has(mark));
  return other.filter((mark) => here.has(mark)).some((mark, at) => mark !== kept[at]);
}
