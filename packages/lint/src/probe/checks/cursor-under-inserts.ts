/** PROF-RESP-08: inserting an item between two pages neither duplicates nor skips an item. */
import type { Call } from '../call.js';
import { type Check, checkEach, fails, holds, type Outcome, open, type Probe } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { findPageSize } from '../page-size.js';
import { type Walk, walkPages } from '../walk-pages.js';

/** Maximum number of pages of one walk. */
const mostPages = 12;

/** Number of pages into which a collection of one large page is divided. */
const fewPages = 6;

/** A list with small pages and with pages of other sizes, and the call that adds an item to it. */
interface Pair {
  small: Call;
  sized(count: number): Call;
  maximum: number;
  maker: Call;
}

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
    const pairs = probe.lists.flatMap(({ call, operation }): Pair[] => {
      const size = findPageSize(probe.api, operation);
      const maker = probe.writes.find(
        (each) => each.operation.method === 'post' && each.operation.path === operation.path,
      );
      return size === undefined || maker === undefined
        ? []
        : [{ small: size.set(call, 2), sized: (count) => size.set(call, count), maximum: size.maximum, maker }];
    });
    return checkEach(
      pairs.slice(0, probe.breadth),
      'no list with a page size parameter and an allowed create operation was found',
      (pair) => ask(probe, pair),
    );
  },
};

async function ask(probe: Probe, pair: Pair): Promise<Outcome> {
  const { operation } = pair.small;
  const { list, before } = await walkBefore(probe, pair);
  const { pages, fault } = before;
  const shown = { operation, exchanges: pages.slice(0, 1) };
  if (fault !== undefined) return open(`the collection could not be walked: ${fault}`, shown);
  if (pages.length < 2) return open('the collection fits on one page', shown);
  const made: Exchange[] = [];
  const between = async () => void made.push(await probe.call(probe.vary(pair.maker)));
  const during = await walkPages(probe, list, { most: mostPages, between });
  const [added] = made;
  if (added === undefined || !isSuccess(added))
    return open(`no item could be added: ${added === undefined ? 'no second page' : outcomeOf(added)}`, { operation });
  const seen = { operation, exchanges: [...during.pages.slice(0, 1), added, ...during.pages.slice(1, 2)] };
  const met = new Set(during.marks);
  const doubles = during.marks.length - met.size;
  if (doubles > 0) return fails(`${doubles} items were returned twice`, seen);
  if (during.fault !== undefined) return open(`the second walk did not end: ${during.fault}`, seen);
  // Without the last page, only items up to the last one that was met again can have been skipped.
  const last = during.ended ? before.marks.length : before.marks.findLastIndex((mark) => met.has(mark));
  const missed = before.marks.slice(0, last).filter((mark) => !met.has(mark)).length;
  if (missed > 0) return fails(`${missed} items were skipped`, seen);
  const range = during.ended ? '' : ` among the first ${during.marks.length}; the collection is longer`;
  return holds(`no item duplicated or skipped${range}`, seen);
}

/** In small pages; where these are too many, in a few larger ones, or in the largest. */
async function walkBefore(probe: Probe, { small, sized, maximum }: Pair): Promise<{ list: Call; before: Walk }> {
  const before = await walkPages(probe, small, { most: mostPages });
  if (before.ended || before.fault !== undefined) return { list: small, before };
  const wide = await walkPages(probe, sized(maximum), { most: mostPages });
  if (wide.fault !== undefined) return { list: small, before };
  if (wide.pages.length > 1) return { list: sized(maximum), before: wide };
  const list = sized(Math.ceil(wide.marks.length / fewPages));
  return { list, before: await walkPages(probe, list, { most: mostPages }) };
}
