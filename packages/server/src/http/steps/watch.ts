/** Outermost step: tells those who only want to know what came of each request, all of them after one wait. */
import type { Exchange, Step } from '../exchange.js';

/** What came of a request. */
export interface Ending {
  exchange: Exchange;
  status: number;
  milliseconds: number;
}

/** Wants to know of each answer; never throws. */
export type Watcher = (ending: Ending) => void;

/** Makes the step. */
export function createWatch(watchers: readonly Watcher[], elapsed: () => number): Step {
  return async (exchange, next) => {
    const startedAt = elapsed();
    const answer = await next(exchange);
    const ending = { exchange, status: answer.status, milliseconds: elapsed() - startedAt };
    for (const watch of watchers) watch(ending);
    return answer;
  };
}
