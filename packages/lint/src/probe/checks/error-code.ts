/** PROF-ERR-02: errors have a code, and the same error has the same code each time. */
import { type Check, fails, holds, type Outcome, open } from '../check.js';
import { distinctErrors } from '../distinct-errors.js';
import { readProblem } from '../read-problem.js';

/** Errors have stable codes. */
export const errorCode: Check = {
  id: 'error-code',
  requirement: 'PROF-ERR-02',
  severity: 'error',
  title: 'Every error has a stable code in addition to its status',
  why: 'Programs branch on codes; texts change, and a status is too coarse.',
  help: 'Give each kind of error a code such as RATE_LIMITED, and keep it stable.',
  needs: 'reads',
  async run({ seen, api, send }) {
    const errors = distinctErrors(seen, api.settings);
    if (errors.length === 0) return [open('no error was observed')];
    const outcomes = errors.map((exchange): Outcome => {
      const { code } = readProblem(exchange, api.settings);
      const status = exchange.answer?.status ?? 0;
      const evidence = { exchanges: [exchange] };
      if (typeof code !== 'string' || code === '') return fails(`the ${status} response has no code`, evidence);
      return /^\d+$/.test(code)
        ? fails(`the code of the ${status} response is a number`, evidence)
        : holds(`the ${status} response has a code`, evidence);
    });
    const target = '/probe-no-such-address';
    const [one, other] = [await send({ method: 'GET', target }), await send({ method: 'GET', target })];
    const codes = [one, other].map((exchange) => readProblem(exchange, api.settings).code);
    if (codes[0] !== codes[1]) outcomes.push(fails('the same error has two codes', { exchanges: [one, other] }));
    return outcomes;
  },
};
