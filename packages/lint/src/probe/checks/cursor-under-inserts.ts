/** PROF-RESP-08: what is added between two pages makes no item come twice and none be left out. */
import type { Call } from '../call.js';
import { askEach, type Check, fails, holds, type Outcome, open, type Probe } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { findPageSize } from '../page-size.js';
import { walkPages } from '../walk-pages.js';

const mostPages = 12;

/** Cursors hold under inserts. */
export const cursorUnderInserts: Check = {
  id: 'cursor-under-inserts',
  requirement: 'PROF-RESP-08',
  severity: 'error',
  title: 'Nothing comes twice and nothing is missed when something is added between pages',
  why: 'Collections change while an agent reads them.',
  help: 'Let the cursor hold the place in the order (the last key), not a count.',
  needs: 'writes',
  run(probe) {
    const pairs = probe.lists.flatMap(({ call, operation }) => {
      const size = findPageSize(probe.api, operation);
      const maker = probe.writes.find(
        (each) => each.operation.method === 'post' && each.operation.path === operation.path,
      );
      return size === undefined || maker === undefined ? [] : [{ list: size.set(call, 2), maker }];
    });
    return askEach(
      pairs.slice(0, probe.breadth),
      'no list with a page size and an operation that adds to it was named',
      (pair) => ask(probe, pair),
    );
  },
};

async function ask(probe: Probe, { list, maker }: { list: Call; maker: Call }): Promise<Outcome> {
  const { operation } = list;
  const whole = await walkPages(probe, list, { most: mostPages });
  if (whole.pages.length < 2 || !whole.ended)
    return open('the collection has no whole walk of two pages or more', {
      operation,
      exchanges: whole.pages.slice(0, 1),
    });
  const made: Exchange[] = [];
  const between = async () => void made.push(await probe.call(probe.vary(maker)));
  const during = await walkPages(probe, list, { most: mostPages, between });
  const [added] = made;
  if (added === undefined || !isSuccess(added))
    return open(`nothing could be added: ${added === undefined ? 'no second page' : outcomeOf(added)}`, { operation });
  const seen = { operation, exchanges: [...during.pages.slice(0, 1), added, ...during.pages.slice(1, 2)] };
  const doubles = during.marks.length - new Set(during.marks).size;
  if (doubles > 0) return fails(`${doubles} items came twice`, seen);
  const missed = whole.marks.filter((mark) => !during.marks.includes(mark)).length;
  return missed > 0 ? fails(`${missed} items were missed`, seen) : holds('none twice, none missed', seen);
}
