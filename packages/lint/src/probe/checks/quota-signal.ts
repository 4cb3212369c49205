/** PROF-RATE-04: ordinary responses carry the remaining quota. */
import { type Check, checkEach, fails, holds } from '../check.js';

/** Responses report the quota. */
export const quotaSignal: Check = {
  id: 'quota-signal',
  requirement: 'PROF-RATE-04',
  severity: 'info',
  title: 'Responses report the remaining quota',
  why: 'An agent that sees the remaining quota slows down before it is rate limited.',
  help: 'Send RateLimit and RateLimit-Policy (or RateLimit-Remaining) with every response.',
  needs: 'reads',
  run: ({ reads, api, breadth }) =>
    checkEach(reads.slice(0, breadth), 'no read succeeded', async ({ operation, first }) => {
      const named = Object.keys(first.answer?.headers ?? {}).find((name) =>
        api.settings.names.quotaHeaders.includes(name),
      );
      const seen = { operation, exchanges: [first] };
      return named === undefined
        ? fails('no header reports the remaining quota', seen)
        : holds(`${named} is present`, seen);
    }),
};
