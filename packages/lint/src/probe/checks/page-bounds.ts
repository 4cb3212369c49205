/** PROF-RESP-06, PROF-SEC-05: pages are bounded by the server, whatever is asked for. */
import { findParameter } from '../../api/operation-facts.js';
import { withQuery } from '../call.js';
import { askEach, type Check, fails, holds, type Outcome, type Probe, type Subject } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isRefusal, isSuccess, outcomeOf } from '../exchange.js';
import { itemsIn } from '../read-page.js';

const huge = 100_000;

/** Page bounds are enforced. */
export const pageBounds: Check = {
  id: 'page-bounds',
  requirement: 'PROF-RESP-06',
  severity: 'error',
  title: 'The size of a page is bounded by the server',
  why: 'One call that returns everything fills the space that the task needs.',
  help: 'Have a default and a maximum; cut or refuse what is beyond it, and refuse sizes that are none.',
  needs: 'reads',
  run: (probe) => askEach(probe.lists.slice(0, probe.breadth), 'no list answered', (subject) => ask(probe, subject)),
};

async function ask(probe: Probe, { operation, call, first }: Subject): Promise<Outcome[]> {
  const { thresholds, names } = probe.api.settings;
  const count = (exchange: Exchange) => itemsIn(probe.api, operation, exchange)?.length ?? 0;
  const parameter = findParameter(operation, names.pageSize, ['query']);
  const schema = parameter?.schema?.schema ?? {};
  const most = typeof schema.maximum === 'number' ? schema.maximum : thresholds.pageSize;
  const usual = typeof schema.default === 'number' ? schema.default : thresholds.pageSize;
  if (count(first) > usual)
    return [fails(`without a size the page has ${count(first)} items`, { operation, exchanges: [first] })];
  if (parameter === undefined) {
    const said = 'it takes no page size, so that only its default could be seen';
    return [
      operation.method === 'get'
        ? fails(said, { operation, exchanges: [first], severity: 'warning' })
        : holds(said, { operation }),
    ];
  }
  const size = (value: string) => probe.call(withQuery(call, { [parameter.name]: value }));
  const large = await size(String(huge));
  const outcomes: Outcome[] = [];
  if (!isRefusal(large) && !(isSuccess(large) && count(large) <= most))
    outcomes.push(
      fails(`a page size of ${huge} is answered with ${outcomeOf(large)} and ${count(large)} items`, {
        operation,
        exchanges: [large],
      }),
    );
  for (const value of ['0', '-1', 'probe']) {
    const odd = await size(value);
    if (isRefusal(odd) || (isSuccess(odd) && count(odd) <= most && value !== 'probe')) continue;
    const severity = isSuccess(odd) ? 'warning' : 'error';
    outcomes.push(
      fails(`a page size of ${value} is answered with ${outcomeOf(odd)}`, { operation, exchanges: [odd], severity }),
    );
  }
  return outcomes.length > 0
    ? outcomes
    : [holds('sizes beyond the bounds are cut or refused', { operation, exchanges: [large] })];
}
