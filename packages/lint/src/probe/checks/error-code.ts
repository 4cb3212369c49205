/** PROF-ERR-02: errors have a code of their own, and the same fault has the same one each time. */
import { type Check, fails, holds, type Outcome, open } from '../check.js';
import { distinctErrors } from '../distinct-errors.js';
import { readProblem } from '../read-problem.js';

/** Errors have stable codes. */
export const errorCode: Check = {
  id: 'error-code',
  requirement: 'PROF-ERR-02',
  severity: 'error',
  title: 'Every error has a lasting code apart from its status',
  why: 'Codes are what programs branch on; texts change and a status is too coarse.',
  help: 'Give each kind of fault a code such as RATE_LIMITED, and keep it.',
  needs: 'reads',
  async run({ seen, api, send }) {
    const errors = distinctErrors(seen, api.settings);
    if (errors.length === 0) return [open('no error was met')];
    const outcomes = errors.map((exchange): Outcome => {
      const { code } = readProblem(exchange, api.settings);
      const status = exchange.answer?.status ?? 0;
      const evidence = { exchanges: [exchange] };
      if (typeof code !== 'string' || code === '') return fails(`${status} has no code`, evidence);
      return /^\d+$/.test(code)
        ? fails(`the code of ${status} is a number`, evidence)
        : holds(`${status} has a code`, evidence);
    });
    const target = '/probe-no-such-address';
    const [one, other] = [await send({ method: 'GET', target }), await send({ method: 'GET', target })];
    const codes = [one, other].map((exchange) => readProblem(exchange, api.settings).code);
    if (codes[0] !== codes[1]) outcomes.push(fails('the same fault has two codes', { exchanges: [one, other] }));
    return outcomes;
  },
};
