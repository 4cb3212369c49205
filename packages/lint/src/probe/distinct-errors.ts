/** The errors observed by all checks, one of each kind. */
import type { LintSettings } from '../settings/settings.js';
import type { Exchange } from './exchange.js';
import { isError, readProblem } from './read-problem.js';

const maxErrors = 20;

/** One exchange per status, media type and code; ignores responses without a body, as for HEAD. */
export function distinctErrors(seen: readonly Exchange[], settings: LintSettings): Exchange[] {
  const found = new Map<string, Exchange>();
  for (const exchange of seen) {
    const { answer, request } = exchange;
    if (answer === undefined || !isError(exchange) || request.method === 'HEAD') continue;
    const key = [answer.status, answer.type, String(readProblem(exchange, settings).code).slice(0, 80)].join(' ');
    if (!found.has(key) && found.size < maxErrors) found.set(key, exchange);
  }
  return [...found.values()];
}
