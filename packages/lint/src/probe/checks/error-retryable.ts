/** PROF-ERR-03, PROF-ERR-08: every error says whether to try again, and does not say so of what can never work. */
import { type Check, fails, holds, type Outcome, open } from '../check.js';
import { distinctErrors } from '../distinct-errors.js';
import { readProblem } from '../read-problem.js';

/** What stays wrong however often it is sent, and what passes. */
const never = [400, 404, 405, 406, 410, 412, 413, 414, 415, 422];
const passing = [429, 503];

/** Errors say whether to try again. */
export const errorRetryable: Check = {
  id: 'error-retryable',
  requirement: 'PROF-ERR-03',
  severity: 'error',
  title: 'Every error says whether the same call may be sent again',
  why: 'An agent must not guess from the status whether a second try helps or harms.',
  help: 'Put a boolean retryable into every error: true for 429 and 503, false for what is wrong with the request.',
  needs: 'reads',
  async run({ seen, api }) {
    const errors = distinctErrors(seen, api.settings);
    if (errors.length === 0) return [open('no error was met')];
    return errors.map((exchange): Outcome => {
      const { retryable } = readProblem(exchange, api.settings);
      const status = exchange.answer?.status ?? 0;
      const evidence = { exchanges: [exchange] };
      if (typeof retryable !== 'boolean') return fails(`${status} does not say whether to try again`, evidence);
      if (retryable && never.includes(status)) return fails(`${status} says that it may be tried again`, evidence);
      if (!retryable && passing.includes(status))
        return fails(`${status} says that trying again is of no use`, evidence);
      return holds(`${status} says ${retryable ? 'yes' : 'no'}`, evidence);
    });
  },
};
