/** PROF-RESP-08, PROF-RESP-09: following the continuation unchanged walks the whole collection exactly once. */
import { type Check, checkEach, fails, holds, type Outcome, open, type Probe, type Subject } from '../check.js';
import { isSuccess } from '../exchange.js';
import { findPageSize } from '../page-size.js';
import { itemsIn, markOf } from '../read-page.js';
import { walkPages } from '../walk-pages.js';

/** Maximum number of pages followed. */
const mostPages = 8;

/** Continuations walk the collection. */
export const cursorWalk: Check = {
  id: 'cursor-walk',
  requirement: 'PROF-RESP-09',
  further: ['PROF-RESP-08'],
  severity: 'error',
  title: 'Following the continuation unchanged walks the collection once',
  why: 'An agent follows the next page without checking; gaps and duplicates become wrong results.',
  help: 'Return the cursor or a complete link to the next page that includes the whole query, and none on the last page.',
  needs: 'reads',
  run: (probe) =>
    checkEach(probe.lists.slice(0, probe.breadth), 'no list could be read', (subject) => ask(probe, subject)),
};

async function ask(probe: Probe, { operation, call }: Subject): Promise<Outcome> {
  const size = findPageSize(probe.api, operation);
  const first = await probe.call(call);
  const items = (itemsIn(probe.api, operation, first) ?? []).map(markOf);
  const small = size === undefined ? call : size.set(call, items.length > 4 ? 2 : 1);
  const { pages, marks, ended, fault } = await walkPages(probe, small, { most: mostPages });
  const seen = { operation, exchanges: pages.slice(0, 3) };
  if (!isSuccess(pages[0] ?? first)) return open('a small page could not be read', seen);
  if (fault !== undefined) return fails(fault, seen);
  if (new Set(marks).size < marks.length) return fails('an item is on two pages', seen);
  // The walk must contain every item of the first response up to the last item that it reached.
  const met = new Set(marks);
  const due = ended || pages.length === 1 ? items : items.slice(0, items.findLastIndex((mark) => met.has(mark)) + 1);
  const missing = due.filter((mark) => !met.has(mark)).length;
  if (pages.length === 1 && missing > 0) return fails('an incomplete page names no continuation', seen);
  if (missing > 0) return fails(`${missing} of ${due.length} items of the first response are on no page`, seen);
  if (pages.length === 1) return open('the collection fits on one page', seen);
  return holds(`${pages.length} pages ${ended ? 'to the end' : 'so far'}, no duplicates`, seen);
}
