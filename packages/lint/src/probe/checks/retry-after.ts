/** PROF-RATE-01, PROF-ERR-07: rate-limited and overload responses say when to retry. */

import { toRequest } from '../call.js';
import { type Check, checkEach, fails, holds, open } from '../check.js';
import type { Exchange } from '../exchange.js';
import { readProblem } from '../read-problem.js';
import { secondsOf } from '../retry-delay.js';

/** 429 and 503 responses carry Retry-After. */
export const retryAfter: Check = {
  id: 'retry-after',
  requirement: 'PROF-RATE-01',
  further: ['PROF-ERR-07'],
  severity: 'error',
  title: '429 and 503 responses say when to retry',
  why: 'Without a delay an agent guesses: too early adds load, too late wastes time.',
  help: 'Send Retry-After with every 429 and 503, and the same number in the body.',
  needs: 'reads',
  exhausting: true,
  async run(probe) {
    const [subject] = probe.reads;
    for (let sent = 0; subject !== undefined && sent < probe.burst; sent += 1) {
      const { answer } = await probe.send({ ...toRequest(subject.call), impatient: true });
      if (answer === undefined || answer.status === 429) break;
    }
    const refused = probe.seen.filter(({ answer }) => answer?.status === 429 || answer?.status === 503);
    const none =
      probe.burst > 0
        ? `${probe.burst} requests did not trigger a 429`
        : 'no 429 or 503 was observed; use --burst N to provoke one';
    return checkEach(refused.slice(0, 3), none, async (exchange) => judge(exchange));

    function judge(exchange: Exchange) {
      const { headers = {}, status } = exchange.answer ?? {};
      const seen = { exchanges: [exchange] };
      const value = headers['retry-after'];
      if (value === undefined) return fails(`the ${status} response has no Retry-After header`, seen);
      const seconds = secondsOf(value, probe.now());
      if (seconds === undefined) return fails('Retry-After is neither seconds nor a date', seen);
      const { retryAfter: said } = readProblem(exchange, probe.api.settings);
      if (typeof said === 'number' && Math.abs(said - seconds) > 1)
        return fails(`Retry-After is ${seconds} but the body says ${said}`, { ...seen, severity: 'warning' });
      return status === undefined
        ? open('no status', seen)
        : holds(`the ${status} response says to retry in ${seconds} s`, seen);
    }
  },
};
