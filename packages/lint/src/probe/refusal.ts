/** What comes of a request that should be refused for its arguments. */
import { fails, type Outcome, open } from './check.js';
import type { Exchange } from './exchange.js';
import { isRefusal, outcomeOf } from './exchange.js';

/** Answers that come before anybody looks at arguments: who may not call is told nothing of them. */
const before = [401, 403, 429];

/** The outcome where the request was not refused for its arguments; undefined where it was. */
export function missedRefusal(
  exchange: Exchange,
  what: string,
  seen: Pick<Outcome, 'operation' | 'exchanges'>,
): Outcome | undefined {
  if (before.includes(exchange.answer?.status ?? 0))
    return open(`answered with ${outcomeOf(exchange)} before arguments were looked at`, seen);
  return isRefusal(exchange) ? undefined : fails(`${what} answered with ${outcomeOf(exchange)}`, seen);
}
