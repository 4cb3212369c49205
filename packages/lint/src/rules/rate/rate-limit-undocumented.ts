/** PROF-RATE-01: limits are documented. */
import type { Rule } from '../../rule.js';

/** APIs that never mention 429. */
export const rateLimitUndocumented: Rule = {
  id: 'rate-limit-undocumented',
  requirement: 'PROF-RATE-01',
  severity: 'warning',
  message: 'No operation documents the response 429.',
  why: 'Agents are fast; that there is a limit should not come as a surprise.',
  help: 'Document 429 with Retry-After on the operations that are limited.',
  check(api, report) {
    const limited = api.operations.some(({ responses }) => responses.some(({ status }) => status === '429'));
    if (api.exposed.length > 0 && !limited) report('/paths');
  },
  cases: {
    good: [{ 'get /t': { responses: { '429': { description: 'Slow down' } } } }],
    bad: [{ 'get /t': {} }],
  },
};
