/** Outermost step: notifies the watchers of the result of each request, all of them after one await. */
import type { Exchange, Step } from '../exchange.js';

/** Result of a request. */
export interface Ending {
  exchange: Exchange;
  status: number;
  milliseconds: number;
}

/** Is notified of each response; never throws. */
export type Watcher = (ending: Ending) => void;

/** Creates the step. */
export function createWatch(watchers: readonly Watcher[], elapsed: () => number): Step {
  return async (exchange, next) => {
    const startedAt = elapsed();
    const answer = await next(exchange);
    const ending = { exchange, status: answer.status, milliseconds: elapsed() - startedAt };
    for (const watch of watchers) watch(ending);
    return answer;
  };
}
