/** PROF-RESP-08: inserting an item between two pages neither duplicates nor skips an item. */
import type { Call } from '../call.js';
import { type Check, checkEach, fails, holds, type Outcome, open, type Probe } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { findPageSize } from '../page-size.js';
import { walkPages } from '../walk-pages.js';

const mostPages = 12;

/** Cursors are stable under inserts. */
export const cursorUnderInserts: Check = {
  id: 'cursor-under-inserts',
  requirement: 'PROF-RESP-08',
  severity: 'error',
  title: 'No item is duplicated or skipped when an item is inserted between pages',
  why: 'Collections change while an agent reads them.',
  help: 'Store the position in the order (the last key) in the cursor, not a count.',
  needs: 'writes',
  run(probe) {
    const pairs = probe.lists.flatMap(({ call, operation }) => {
      const size = findPageSize(probe.api, operation);
      const maker = probe.writes.find(
        (each) => each.operation.method === 'post' && each.operation.path === operation.path,
      );
      return size === undefined || maker === undefined ? [] : [{ list: size.set(call, 2), maker }];
    });
    return checkEach(
      pairs.slice(0, probe.breadth),
      'no list with a page size parameter and an allowed create operation was found',
      (pair) => ask(probe, pair),
    );
  },
};

async function ask(probe: Probe, { list, maker }: { list: Call; maker: Call }): Promise<Outcome> {
  const { operation } = list;
  const whole = await walkPages(probe, list, { most: mostPages });
  if (whole.pages.length < 2 || !whole.ended)
    return open('the collection could not be walked over two or more pages', {
      operation,
      exchanges: whole.pages.slice(0, 1),
    });
  const made: Exchange[] = [];
  const between = async () => void made.push(await probe.call(probe.vary(maker)));
  const during = await walkPages(probe, list, { most: mostPages, between });
  const [added] = made;
  if (added === undefined || !isSuccess(added))
    return open(`no item could be added: ${added === undefined ? 'no second page' : outcomeOf(added)}`, { operation });
  const seen = { operation, exchanges: [...during.pages.slice(0, 1), added, ...during.pages.slice(1, 2)] };
  const doubles = during.marks.length - new Set(during.marks).size;
  if (doubles > 0) return fails(`${doubles} items were returned twice`, seen);
  const missed = whole.marks.filter((mark) => !during.marks.includes(mark)).length;
  return missed > 0 ? fails(`${missed} items were skipped`, seen) : holds('no item duplicated or skipped', seen);
}
