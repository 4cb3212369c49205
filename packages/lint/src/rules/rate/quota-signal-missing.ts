/** PROF-RATE-04: responses carry the remaining quota. */
import { isNamed } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';

/** APIs without a header for the remaining quota. */
export const quotaSignalMissing: Rule = {
  id: 'quota-signal-missing',
  requirement: 'PROF-RATE-04',
  severity: 'info',
  message: 'No response has a header with the remaining quota.',
  why: 'An agent that sees the remaining quota slows down before it is rate limited.',
  help: 'Send RateLimit and RateLimit-Policy, and document their unit.',
  ignoresWording: true,
  check(api, report) {
    const { quotaHeaders } = api.settings.names;
    const signalled = api.operations.some(({ responses }) =>
      responses.some(({ headers }) => headers.some((name) => isNamed(name, quotaHeaders))),
    );
    if (api.exposed.length > 0 && !signalled) report('/paths');
  },
  cases: {
    good: [{ 'get /t': { responses: { '200': { description: 'Done', headers: { 'X-RateLimit-Remaining': {} } } } } }],
    bad: [{ 'get /t': {} }],
  },
};
