/** PROF-RESP-08: what is added between two pages makes no item come twice and none be left out. */
import type { Call } from '../call.js';
import { askEach, type Check, fails, holds, type Outcome, open, type Probe } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { findPageSize } from '../page-size.js';
import { continuationOf, itemsIn, markOf } from '../read-page.js';

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
  const whole = await walk(probe, list);
  if (whole.pages.length < 2 || !whole.ended)
    return open('the collection has no whole walk of two pages or more', {
      operation,
      exchanges: whole.pages.slice(0, 1),
    });
  const made = { exchange: undefined as Exchange | undefined };
  const during = await walk(probe, list, async () => {
    made.exchange = await probe.call(probe.vary(maker));
  });
  if (made.exchange === undefined || !isSuccess(made.exchange))
    return open(
      `nothing could be added: ${made.exchange === undefined ? 'no second page' : outcomeOf(made.exchange)}`,
      { operation },
    );
  const seen = {
    operation,
    exchanges: [during.pages[0], made.exchange, during.pages[1]].filter((each) => each !== undefined),
  };
  const doubles = during.marks.length - new Set(during.marks).size;
  if (doubles > 0) return fails(`${doubles} items came twice`, seen);
  const missed = whole.marks.filter((mark) => !during.marks.includes(mark)).length;
  return missed > 0 ? fails(`${missed} items were missed`, seen) : holds('none twice, none missed', seen);
}

/** Walks to the end; `between` happens once, after the first page. */
async function walk(
  probe: Probe,
  call: Call,
  between?: () => Promise<void>,
): Promise<{ pages: Exchange[]; marks: string[]; ended: boolean }> {
  const { api, base } = probe;
  const pages = [await probe.call(call)];
  const marks: string[] = [];
  for (;;) {
    const page = pages.at(-1) as Exchange;
    marks.push(...(itemsIn(api, call.operation, page) ?? []).map(markOf));
    const next = continuationOf({ api, base, call, exchange: page });
    if (next.kind !== 'cursor' && next.kind !== 'link')
      return { pages, marks, ended: next.kind === 'none' && isSuccess(page) };
    if (pages.length >= mostPages) return { pages, marks, ended: false };
    if (pages.length === 1) await between?.();
    pages.push(await probe.send(next.request));
  }
}
