/** PROF-RATE-01, PROF-ERR-07: who is turned away for load is told when to come back. */

import { toRequest } from '../call.js';
import { askEach, type Check, fails, holds, open } from '../check.js';
import type { Exchange } from '../exchange.js';
import { readProblem } from '../read-problem.js';
import { secondsOf } from '../retry-delay.js';

/** Refusals for load carry Retry-After. */
export const retryAfter: Check = {
  id: 'retry-after',
  requirement: 'PROF-RATE-01',
  further: ['PROF-ERR-07'],
  severity: 'error',
  title: 'Answers 429 and 503 say when to come back',
  why: 'Without a delay an agent guesses: too early makes it worse, too late wastes its time.',
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
        ? `${probe.burst} requests were not enough for a 429`
        : 'no 429 or 503 was seen; --burst N asks for one';
    return askEach(refused.slice(0, 3), none, async (exchange) => judge(exchange));

    function judge(exchange: Exchange) {
      const { headers = {}, status } = exchange.answer ?? {};
      const seen = { exchanges: [exchange] };
      const value = headers['retry-after'];
      if (value === undefined) return fails(`${status} comes without Retry-After`, seen);
      const seconds = secondsOf(value, probe.now());
      if (seconds === undefined) return fails('Retry-After is neither seconds nor a date', seen);
      const { retryAfter: said } = readProblem(exchange, probe.api.settings);
      if (typeof said === 'number' && Math.abs(said - seconds) > 1)
        return fails(`Retry-After says ${seconds} and the body ${said}`, { ...seen, severity: 'warning' });
      return status === undefined
        ? open('no status', seen)
        : holds(`${status} says to come back in ${seconds} s`, seen);
    }
  },
};
