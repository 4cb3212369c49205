/** PROF-RESP-06, PROF-SEC-05: the server limits the page size, whatever the caller requests. */
import { type Check, checkEach, fails, holds, type Outcome, type Probe, type Subject } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isRefusal, isSuccess, outcomeOf } from '../exchange.js';
import { findPageSize } from '../page-size.js';
import { itemsIn } from '../read-page.js';

const huge = 100_000;

/** Page size limits are enforced. */
export const pageBounds: Check = {
  id: 'page-bounds',
  requirement: 'PROF-RESP-06',
  further: ['PROF-SEC-05'],
  severity: 'error',
  title: 'The server limits the page size',
  why: "One call that returns everything fills the agent's context window.",
  help: 'Define a default and a maximum; cap or reject larger sizes, and reject invalid ones.',
  needs: 'reads',
  run: (probe) =>
    checkEach(probe.lists.slice(0, probe.breadth), 'no list could be read', (subject) => ask(probe, subject)),
};

async function ask(probe: Probe, { operation, call, first }: Subject): Promise<Outcome[]> {
  const count = (exchange: Exchange) => itemsIn(probe.api, operation, exchange)?.length ?? 0;
  const size = findPageSize(probe.api, operation);
  const usual = size?.usual ?? probe.api.settings.thresholds.pageSize;
  const seen = { operation, exchanges: [first] };
  if (count(first) > usual) return [fails(`the default page has ${count(first)} items`, seen)];
  if (size === undefined) return [fails('it has no page size parameter', { ...seen, severity: 'warning' })];
  const large = await probe.call(size.set(call, huge));
  const outcomes: Outcome[] = [];
  if (!isRefusal(large) && !(isSuccess(large) && count(large) <= size.maximum)) {
    const said = `a page size of ${huge} returned ${outcomeOf(large)} and ${count(large)} items`;
    outcomes.push(fails(said, { operation, exchanges: [large] }));
  }
  for (const value of [0, -1, 'probe']) {
    const odd = await probe.call(size.set(call, value));
    if (isRefusal(odd) || (isSuccess(odd) && count(odd) <= size.maximum && value !== 'probe')) continue;
    const severity = isSuccess(odd) ? 'warning' : 'error';
    const said = `the page size "${value}" returned ${outcomeOf(odd)}`;
    outcomes.push(fails(said, { operation, exchanges: [odd], severity }));
  }
  if (outcomes.length > 0) return outcomes;
  return [holds('out-of-range sizes are capped or rejected', { operation, exchanges: [large] })];
}
