/** The errors that were met in the course of all checks, those of one kind once. */
import type { LintSettings } from '../settings.js';
import type { Exchange } from './exchange.js';
import { isError, readProblem } from './read-problem.js';

const most = 20;

/** One exchange for each status, media type and code; answers without a body, as to HEAD, aside. */
export function distinctErrors(seen: readonly Exchange[], settings: LintSettings): Exchange[] {
  const found = new Map<string, Exchange>();
  for (const exchange of seen) {
    const { answer, request } = exchange;
    if (answer === undefined || !isError(exchange) || request.method === 'HEAD') continue;
    const key = [answer.status, answer.type, String(readProblem(exchange, settings).code).slice(0, 80)].join(' ');
    if (!found.has(key) && found.size < most) found.set(key, exchange);
  }
  return [...found.values()];
}
