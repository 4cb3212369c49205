/** PROF-RESP-08, PROF-RESP-09: following the continuation as it stands goes through the whole collection, once. */
import type { Call } from '../call.js';
import { askEach, type Check, fails, holds, type Outcome, open, type Probe, type Subject } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { findPageSize } from '../page-size.js';
import { continuationOf, itemsIn, markOf } from '../read-page.js';

/** Most pages that are followed. */
const mostPages = 8;

/** Continuations walk the collection. */
export const cursorWalk: Check = {
  id: 'cursor-walk',
  requirement: 'PROF-RESP-09',
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
  const items = itemsIn(probe.api, operation, first) ?? [];
  const small = size === undefined ? call : size.set(call, items.length > 4 ? 2 : 1);
  const start = size === undefined ? first : await probe.call(small);
  if (!isSuccess(start))
    return open(`a small page is answered with ${outcomeOf(start)}`, { operation, exchanges: [start] });
  const walked = await walk(probe, small, start);
  const seen = { operation, exchanges: [start, ...walked.exchanges].slice(0, 3) };
  if (walked.fault !== undefined) return fails(walked.fault, seen);
  const missing = items.filter((item) => !walked.marks.has(markOf(item))).length;
  if (walked.pages === 1 && missing > 0) return fails('a page that leaves something out names no continuation', seen);
  if (walked.ended && missing > 0)
    return fails(`${missing} of ${items.length} items of the first answer are on no page`, seen);
  if (walked.pages === 1) return open('the collection fits on one page', seen);
  return holds(`${walked.pages} pages ${walked.ended ? 'to the end' : 'so far'}, no item twice`, seen);
}

interface Walked {
  pages: number;
  ended: boolean;
  marks: ReadonlySet<string>;
  exchanges: Exchange[];
  fault?: string;
}

async function walk(probe: Probe, call: Call, start: Exchange): Promise<Walked> {
  const { api, base } = probe;
  const marks = new Set((itemsIn(api, call.operation, start) ?? []).map(markOf));
  const exchanges: Exchange[] = [];
  const asked = new Set<string>();
  let at = start;
  for (let pages = 1; ; pages += 1) {
    const next = continuationOf({ api, base, call, exchange: at });
    const state = { pages, marks, exchanges, ended: next.kind === 'none' };
    if (next.kind === 'none' || pages >= mostPages) return state;
    if (next.kind === 'unusable') return { ...state, fault: `the continuation cannot be used: ${next.said}` };
    const key = JSON.stringify(next.request);
    if (asked.has(key)) return { ...state, fault: 'the continuation leads back to a page that was seen' };
    asked.add(key);
    at = await probe.send(next.request);
    exchanges.push(at);
    if (!isSuccess(at)) return { ...state, fault: `the continuation is answered with ${outcomeOf(at)}` };
    const items = itemsIn(api, call.operation, at);
    if (items === undefined) return { ...state, fault: 'the next page has another shape' };
    const double = items.map(markOf).find((mark) => marks.has(mark));
    if (double !== undefined) return { ...state, fault: 'an item is on two pages' };
    for (const item of items) marks.add(markOf(item));
  }
}
