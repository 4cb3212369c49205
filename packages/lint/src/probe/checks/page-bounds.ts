/** PROF-RESP-06, PROF-SEC-05: pages are bounded by the server, whatever is asked for. */
import { askEach, type Check, fails, holds, type Outcome, type Probe, type Subject } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isRefusal, isSuccess, outcomeOf } from '../exchange.js';
import { findPageSize } from '../page-size.js';
import { itemsIn } from '../read-page.js';

const huge = 100_000;

/** Page bounds are enforced. */
export const pageBounds: Check = {
  id: 'page-bounds',
  requirement: 'PROF-RESP-06',
  further: ['PROF-SEC-05'],
  severity: 'error',
  title: 'The size of a page is bounded by the server',
  why: 'One call that returns everything fills the space that the task needs.',
  help: 'Have a default and a maximum; cut or refuse what is beyond it, and refuse sizes that are none.',
  needs: 'reads',
  run: (probe) => askEach(probe.lists.slice(0, probe.breadth), 'no list answered', (subject) => ask(probe, subject)),
};

async function ask(probe: Probe, { operation, call, first }: Subject): Promise<Outcome[]> {
  const count = (exchange: Exchange) => itemsIn(probe.api, operation, exchange)?.length ?? 0;
  const size = findPageSize(probe.api, operation);
  const usual = size?.usual ?? probe.api.settings.thresholds.pageSize;
  const seen = { operation, exchanges: [first] };
  if (count(first) > usual) return [fails(`without a size the page has ${count(first)} items`, seen)];
  if (size === undefined) return [fails('it takes no page size', { ...seen, severity: 'warning' })];
  const large = await probe.call(size.set(call, huge));
  const outcomes: Outcome[] = [];
  if (!isRefusal(large) && !(isSuccess(large) && count(large) <= size.maximum)) {
    const said = `a page size of ${huge} is answered with ${outcomeOf(large)} and ${count(large)} items`;
    outcomes.push(fails(said, { operation, exchanges: [large] }));
  }
  for (const value of [0, -1, 'probe']) {
    const odd = await probe.call(size.set(call, value));
    if (isRefusal(odd) || (isSuccess(odd) && count(odd) <= size.maximum && value !== 'probe')) continue;
    const severity = isSuccess(odd) ? 'warning' : 'error';
    const said = `a page size of ${value} is answered with ${outcomeOf(odd)}`;
    outcomes.push(fails(said, { operation, exchanges: [odd], severity }));
  }
  if (outcomes.length > 0) return outcomes;
  return [holds('sizes beyond the bounds are cut or refused', { operation, exchanges: [large] })];
}
