/** The outcome of a request that should be rejected because of its arguments. */
import { fails, type Outcome, open } from './check.js';
import type { Exchange } from './exchange.js';
import { isRefusal, outcomeOf } from './exchange.js';

/** Statuses that are returned before arguments are validated: an unauthorized caller learns nothing about them. */
const before = [401, 403, 429];

/** The outcome when the request was not rejected because of its arguments; undefined when it was. */
export function missedRefusal(
  exchange: Exchange,
  what: string,
  seen: Pick<Outcome, 'operation' | 'exchanges'>,
): Outcome | undefined {
  if (before.includes(exchange.answer?.status ?? 0))
    return open(`the call returned ${outcomeOf(exchange)} before arguments were validated`, seen);
  return isRefusal(exchange) ? undefined : fails(`${what} returned ${outcomeOf(exchange)}`, seen);
}
