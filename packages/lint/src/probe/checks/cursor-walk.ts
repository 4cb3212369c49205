/** PROF-RESP-08, PROF-RESP-09: following the continuation as it stands goes through the whole collection, once. */
import { askEach, type Check, fails, holds, type Outcome, open, type Probe, type Subject } from '../check.js';
import { isSuccess } from '../exchange.js';
import { findPageSize } from '../page-size.js';
import { itemsIn, markOf } from '../read-page.js';
import { walkPages } from '../walk-pages.js';

/** Most pages that are followed. */
const mostPages = 8;

/** Continuations walk the collection. */
export const cursorWalk: Check = {
  id: 'cursor-walk',
  requirement: 'PROF-RESP-09',
  further: ['PROF-RESP-08'],
  severity: 'error',
  title: 'The continuation, followed as it stands, walks the collection once',
  why: 'An agent follows the next page blindly; gaps and doubles become wrong answers.',
  help: 'Return the cursor or a complete link to the next page, with the whole query in it, and none on the last page.',
  needs: 'reads',
  run: (probe) => askEach(probe.lists.slice(0, probe.breadth), 'no list answered', (subject) => ask(probe, subject)),
};

async function ask(probe: Probe, { operation, call }: Subject): Promise<Outcome> {
  const size = findPageSize(probe.api, operation);
  const first = await probe.call(call);
  const items = (itemsIn(probe.api, operation, first) ?? []).map(markOf);
  const small = size === undefined ? call : size.set(call, items.length > 4 ? 2 : 1);
  const { pages, marks, ended, fault } = await walkPages(probe, small, { most: mostPages });
  const seen = { operation, exchanges: pages.slice(0, 3) };
  if (!isSuccess(pages[0] ?? first)) return open('a small page is not answered', seen);
  if (fault !== undefined) return fails(fault, seen);
  if (new Set(marks).size < marks.length) return fails('an item is on two pages', seen);
  // What the first answer shows before the last item that the walk came to, the walk must have met.
  const due = ended || pages.length === 1 ? items : items.slice(0, lastMet(items, marks) + 1);
  const missing = due.filter((mark) => !marks.includes(mark)).length;
  if (pages.length === 1 && missing > 0) return fails('a page that leaves something out names no continuation', seen);
  if (missing > 0) return fails(`${missing} of ${due.length} items of the first answer are on no page`, seen);
  if (pages.length === 1) return open('the collection fits on one page', seen);
  return holds(`${pages.length} pages ${ended ? 'to the end' : 'so far'}, no item twice`, seen);
}

/** Place of the last of these items that a walk met; -1 when it met none. */
function lastMet(items: readonly string[], marks: readonly string[]): number {
  return items.findLastIndex((mark) => marks.includes(mark));
}
