/**
 * PROF-ERR-03, PROF-ERR-08: every error says whether it is retryable, and permanent errors are not marked as retryable.
 */
import { type Check, fails, holds, type Outcome, open } from '../check.js';
import { distinctErrors } from '../distinct-errors.js';
import { readProblem } from '../read-problem.js';

/** Statuses of permanent errors, and of temporary ones. */
const never = [400, 404, 405, 406, 410, 412, 413, 414, 415, 422];
const passing = [429, 503];

/** Errors say whether they are retryable. */
export const errorRetryable: Check = {
  id: 'error-retryable',
  requirement: 'PROF-ERR-03',
  severity: 'error',
  title: 'Every error says whether the same call may be retried',
  why: 'An agent must not guess from the status whether a retry helps or harms.',
  help: 'Add a boolean retryable to every error: true for 429 and 503, false for invalid requests.',
  needs: 'reads',
  async run({ seen, api }) {
    const errors = distinctErrors(seen, api.settings);
    if (errors.length === 0) return [open('no error was observed')];
    return errors.map((exchange): Outcome => {
      const { retryable } = readProblem(exchange, api.settings);
      const status = exchange.answer?.status ?? 0;
      const evidence = { exchanges: [exchange] };
      if (typeof retryable !== 'boolean')
        return fails(`the ${status} response does not say whether it is retryable`, evidence);
      if (retryable && never.includes(status))
        return fails(`the ${status} response says that it is retryable`, evidence);
      if (!retryable && passing.includes(status))
        return fails(`the ${status} response says that it is not retryable`, evidence);
      return holds(`the ${status} response says retryable: ${retryable ? 'true' : 'false'}`, evidence);
    });
  },
};
