/** PROF-RATE-04: how much is left can be read from ordinary answers. */
import { askEach, type Check, fails, holds } from '../check.js';

/** Answers tell the quota. */
export const quotaSignal: Check = {
  id: 'quota-signal',
  requirement: 'PROF-RATE-04',
  severity: 'info',
  title: 'Answers tell how much of the quota is left',
  why: 'An agent that sees the quota fall slows down before it is turned away.',
  help: 'Send RateLimit and RateLimit-Policy (or RateLimit-Remaining) with every answer.',
  needs: 'reads',
  run: ({ reads, api, breadth }) =>
    askEach(reads.slice(0, breadth), 'no read answered', async ({ operation, first }) => {
      const named = Object.keys(first.answer?.headers ?? {}).find((name) =>
        api.settings.names.quotaHeaders.includes(name),
      );
      const seen = { operation, exchanges: [first] };
      return named === undefined ? fails('no header tells what is left', seen) : holds(`${named} is there`, seen);
    }),
};
